"""Properties of whole games: random play through the engine, with everything that must never break checked on the way."""
