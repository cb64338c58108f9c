"""Tests of `protocol`, one file per source module."""
