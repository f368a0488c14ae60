"""All figures of speed, one after the other: ``make bench``. Nothing here asserts a time."""

from tests.bench import bench_letterboxed, bench_linky, bench_peers, bench_process, bench_release, summary


def main() -> None:
    """Print every benchmark's figures under its name."""
    for part in (bench_process, bench_release, bench_linky, bench_peers, bench_letterboxed, summary):
        print(f"\n{part.__doc__.splitlines()[0]}\n" if part.__doc__ else "")
        part.main()


if __name__ == "__main__":
    main()
