"""The authoritative server: listener, sessions, lobby, one task per table, clocks, journal and discovery.

It must decide no rule (the engine does) and let no client slow another.
"""
