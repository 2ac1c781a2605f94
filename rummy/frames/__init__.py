"""Frames: what a seat sees of a deal, as plain JSON for a front end to draw, and as sentences for the log."""

from rummy.frames.cards import card_json, in_order
from rummy.frames.frame import frame_of
from rummy.frames.seen import Seen
from rummy.frames.sums import count_texts
from rummy.frames.told import logged, meld_name

__all__ = ["Seen", "card_json", "count_texts", "frame_of", "in_order", "logged", "meld_name"]
