"""Tests of Magnate; they mirror the packages, sleep never and read nothing outside the repository."""
