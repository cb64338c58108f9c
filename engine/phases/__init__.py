"""One small module for each phase: whom it waits for, what is legal, what the default is, what each command does."""
