"""Ratings: how strong people are in each game and at each speed, on the scale of the engine's levels.

The end of a rated game and the game itself, waiting to be counted, are one commit. The keeper counts the games that
wait in the order in which they ended; that a game is counted, and what it changes, is one commit again. So nothing
is lost and nothing counts twice, whenever the server is killed.
"""
