"""Our own engine as a program that speaks UCI and UGI."""
