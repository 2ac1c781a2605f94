"""The course: lessons of exercises as data, goals that accept every right way, questions, progress."""

from rummy.course.goals import Played, goal
from rummy.course.lessons import Exercise, Lesson, exercise, exercises, lesson, lessons
from rummy.course.questions import Form, Judged, Question
from rummy.course.rounds import Drill, Round
from rummy.course.task import Result, Task
from rummy.course.taught import rules_of

__all__ = [
    "Drill",
    "Exercise",
    "Form",
    "Judged",
    "Lesson",
    "Played",
    "Question",
    "Result",
    "Round",
    "Task",
    "exercise",
    "exercises",
    "goal",
    "lesson",
    "lessons",
    "rules_of",
]
