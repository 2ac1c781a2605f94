"""Runs: a job is played by one process, by several or by many machines; what is done is kept."""

from rummy.runs.crews import EXECUTORS
from rummy.runs.kept import cache_folder
from rummy.runs.progress import Progress
from rummy.runs.run import Run, run
from rummy.runs.spans import Span

__all__ = ["EXECUTORS", "Progress", "Run", "Span", "cache_folder", "run"]
