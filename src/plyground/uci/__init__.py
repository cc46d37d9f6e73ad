"""Engines and the protocols they speak: UCI, UGI and CECP."""
