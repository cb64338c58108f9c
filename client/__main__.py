"""`python -m client` is `magnate`."""

from client.cli import main

if __name__ == "__main__":
    main(prog_name="magnate")
