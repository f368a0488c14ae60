"""Letter Boxed: boards, lexicons and exact solvers."""
