"""The MkDocs hook: every notebook beside `docs/` joins the site as `lessons/NAME.md`."""

from __future__ import annotations

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

from rummy.site.pages import LessonFailed, lessons


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the lessons; one that does not run stops the build."""
    root = Path(config.config_file_path).parent
    try:
        for name, text in lessons(root / "notebooks", root / ".cache" / "notebooks"):
            files.append(File.generated(config, f"lessons/{name}.md", content=text))
    except LessonFailed as failure:
        raise PluginError(str(failure)) from failure
    return files
