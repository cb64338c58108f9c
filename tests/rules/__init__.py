"""Cases of the rules that the scenario format cannot say, each test named by the id of its case."""
