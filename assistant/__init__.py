"""Durbar: a table assistant for people who play Rajas of the Ganges with the real box."""

__version__ = "0.1.0"
