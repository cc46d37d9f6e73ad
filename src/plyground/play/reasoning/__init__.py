"""Why a move is good, from what it does on the board: facts of any game, and those of single games by table."""
