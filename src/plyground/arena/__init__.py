"""The arena: matches and tournaments between players, with error bars."""
