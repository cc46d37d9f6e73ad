"""What is known without searching: opening books and endgame tables."""
