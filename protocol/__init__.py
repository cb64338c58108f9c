"""The wire: messages, codec, versions, limits and a connection that only turns bytes into messages and back.

It must do no I/O, know no event loop and decide no rule.
"""
