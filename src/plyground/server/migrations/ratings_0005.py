"""Ratings, how they came about, and the rated games that they are made of."""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    "CREATE TABLE rated_games (table_id TEXT NOT NULL, round INTEGER NOT NULL, game TEXT NOT NULL,"
    " time_class TEXT NOT NULL, white TEXT NOT NULL, black TEXT NOT NULL, score FLOAT, aborted_by TEXT NOT NULL,"
    " ended FLOAT NOT NULL, verdict TEXT NOT NULL, PRIMARY KEY (table_id, round))",
    "CREATE INDEX rated_games_by_verdict ON rated_games (verdict, ended)",
    "CREATE INDEX rated_games_by_pair ON rated_games (white, black, ended)",
    "CREATE INDEX rated_games_by_abort ON rated_games (aborted_by, ended)",
    "CREATE TABLE ratings (account TEXT NOT NULL, game TEXT NOT NULL, time_class TEXT NOT NULL, rating FLOAT NOT NULL,"
    " deviation FLOAT NOT NULL, volatility FLOAT NOT NULL, wins INTEGER NOT NULL, draws INTEGER NOT NULL,"
    " losses INTEGER NOT NULL, played FLOAT NOT NULL, PRIMARY KEY (account, game, time_class))",
    "CREATE INDEX ratings_by_rating ON ratings (game, time_class, rating)",
    "CREATE TABLE rating_history (account TEXT NOT NULL, game TEXT NOT NULL, time_class TEXT NOT NULL,"
    " number INTEGER NOT NULL, table_id TEXT NOT NULL, round INTEGER NOT NULL, at FLOAT NOT NULL,"
    " rating FLOAT NOT NULL, deviation FLOAT NOT NULL, score FLOAT NOT NULL, opponent_rating FLOAT NOT NULL,"
    " PRIMARY KEY (account, game, time_class, number), UNIQUE (table_id, round, account))",
)
"""A game counts once for each of its players, and only one game is the n-th of a player: the keys say so."""


def add_ratings(connection: sqlite3.Connection) -> None:
    """Creates the tables."""
    for statement in STATEMENTS:
        connection.execute(statement)
