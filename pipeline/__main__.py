"""`python -m pipeline` is `almanac`."""

from pipeline.entry import main

if __name__ == "__main__":
    main()
