"""The pure game: boards, decks, rulesets, state, commands, events, phases and rules.

It must do no I/O but for loading its own data files, read no clock, use no global random generator and know no wire.
"""
