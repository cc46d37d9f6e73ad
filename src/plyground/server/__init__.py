"""The play server: tables, people, bots and spectators over HTTP and one socket each."""
