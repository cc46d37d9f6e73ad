"""Accounts: people with a name of their own and a password. Nothing requires one.

An account keeps the id of the guest who signed up, so their games stay theirs. Browsers are logged in by a cookie,
programs by a token that may do only what its scopes allow; the store knows neither, only their hashes.
"""
