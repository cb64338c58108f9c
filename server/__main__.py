"""`python -m server` is `magnate-server`."""

from server.cli import main

if __name__ == "__main__":
    main(prog_name="magnate-server")
