"""Classroom: a class and its plan, the same deal for everyone, and what a class made of it."""

from rummy.classroom.handed import class_report
from rummy.classroom.plan import Class, Plan, Row, classroom
from rummy.classroom.report import Report, gathered
from rummy.course.codes import Common, common, read_code
from rummy.course.duplicate import Placed, duplicate

__all__ = [
    "Class",
    "Common",
    "Placed",
    "Plan",
    "Report",
    "Row",
    "class_report",
    "classroom",
    "common",
    "duplicate",
    "gathered",
    "read_code",
]
