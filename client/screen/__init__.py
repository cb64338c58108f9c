"""The full-screen face: pure layout and input models, and a thin shell of urwid around them.

Everything but `window` is pure: state in, lines of markup out. Only `window` may import urwid, and nothing outside this
package may import it, so that plain mode runs where no such terminal is.
"""
