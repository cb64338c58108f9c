"""Benchmarks: figures as ratios against a floor measured in the same run. Run by hand; tests among them are marked `bench`."""
