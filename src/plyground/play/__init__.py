"""Playing games: players, the referee, clocks, hints and reviews, and the game in the terminal."""
