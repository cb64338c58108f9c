"""Faults on purpose, against real server processes: kills, hostile bytes, slow readers, full disks."""
