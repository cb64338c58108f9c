"""Tests of `server`, one file per source module."""
