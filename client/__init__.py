"""The clients: one core of connection, model, command language and rendering under several faces.

It must never import the server and never trust itself: the server decides.
"""
