"""Tests of `client`, one file per source module."""
