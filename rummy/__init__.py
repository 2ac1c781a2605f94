"""The rules of rummy as a thing you can play with."""

__version__ = "0.1.0"
