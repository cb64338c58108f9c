"""Whole programs as their authors would write them, each played for real by a test."""
