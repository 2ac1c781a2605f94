"""nbgrader for a course of rummy: put this file into the folder of the course, beside `source`."""

import re

from nbconvert.exporters import HTMLExporter
from nbgrader import preprocessors

c = get_config()  # noqa: F821

c.CourseDirectory.course_id = "rummy"

# A pupil finds three dots where the answer goes, and no cell that fails before anything was tried.
c.ClearSolutions.code_stub = {"python": ""}

# The feedback shows tables as drawings.
c.Execute.store_widget_state = False
c.NbConvertBase.display_data_priority = ["text/html", "image/svg+xml", "text/markdown", "text/plain"]


class Copies(preprocessors.DeduplicateIds):
    """A cell that a pupil has copied counts for nothing; nbgrader 0.9.6 alone would stop at it for good."""

    def preprocess_cell(self, cell, resources, cell_index):
        cell, resources = super().preprocess_cell(cell, resources, cell_index)
        if cell.metadata.get("nbgrader") == {}:
            del cell.metadata["nbgrader"]
        return cell, resources


c.Autograde.sanitize_preprocessors = [
    preprocessors.ClearOutput,
    Copies,
    preprocessors.OverwriteKernelspec,
    preprocessors.OverwriteCells,
    preprocessors.CheckCellMetadata,
]


class Feedback(HTMLExporter):
    """The page of feedback without MathJax, which it would wait for from another host; it has no formulas."""

    def from_notebook_node(self, *args, **settings):
        page, resources = super().from_notebook_node(*args, **settings)
        return re.sub(r'<script src="https://[^>]*>\s*</script>', "", page), resources


c.GenerateFeedback.exporter_class = Feedback
