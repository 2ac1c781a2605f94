"""What all tests share: they expect the English words, whatever language the machine speaks."""

import os

os.environ.pop("RUMMY_LANGUAGE", None)
