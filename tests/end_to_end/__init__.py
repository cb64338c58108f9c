"""Server and clients together, with nothing between them that is not real."""
