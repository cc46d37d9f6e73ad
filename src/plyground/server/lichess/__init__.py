"""lichess's Bot and Board API for all our games, so that its clients work here with another base URL.

A game is named by its table, and a rematch by its table and its number: see `game_id`. Paths, parameters and answers
are those of https://lichess.org/api; docs/api.md lists what is different here.
"""
