"""Other programs as engines: UCI, UGI and CECP, from our side of the pipe."""
