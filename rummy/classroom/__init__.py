"""Classroom: a class and its plan, the same deal for everyone, and what a class made of it."""

from rummy.classroom.codes import Common, common, read_code
from rummy.classroom.duplicate import Placed, duplicate
from rummy.classroom.plan import Class, Plan, Row, classroom

__all__ = ["Class", "Common", "Placed", "Plan", "Row", "classroom", "common", "duplicate", "read_code"]
