"""Tests of `engine`, one file per source module."""
