"""Provinces, units, orders, results: values only. Nothing here reads a clock, a socket or a database."""
