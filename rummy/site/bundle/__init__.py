"""What the site carries besides pages: the browser's Python, our package for it, and the workbench.

`python -m rummy.site.bundle` makes it in `.cache/site/bundle`, which has the shape of the site: `pyodide/`,
`assets/live/engine.json` and `lab/`. Building pages only copies it, or does without.
"""

from rummy.site.bundle.join import edition, into, shows
from rummy.site.bundle.licences import notices

__all__ = ["edition", "into", "notices", "shows"]
