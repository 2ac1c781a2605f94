"""The site: lessons become pages, as a MkDocs hook or as a command (`python -m rummy.site DOCS OUT`)."""


class LessonFailed(RuntimeError):
    """A notebook that does not run from top to bottom; says which and why."""
