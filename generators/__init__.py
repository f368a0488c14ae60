"""Makers: boards from words and a seed. They read no files and ask no clock."""
