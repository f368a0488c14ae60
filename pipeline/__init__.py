"""The pipeline: from word lists to frozen days, and the commands that drive it."""
