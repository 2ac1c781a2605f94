"""The MkDocs hook: generated pages and lessons join the site, and what makes it live is laid beside them."""

from __future__ import annotations

import os
import re
import sys
from html import unescape
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from rummy.site import LessonFailed, bundle, search, tree
from rummy.site.bundle.kept import linked
from rummy.site.links import broken, told
from rummy.site.policy import SCRIPTS, strict
from rummy.site.words import words_js
from rummy.words import ENGLISH, catalogue, language, languages, say, speak

SHORT = 40
"""So many letters are no description of a page."""
_LEAD = re.compile(r'<p(?: class="blurb")?>(.*?)</p>', re.DOTALL)
_made: dict[str, str] = {}
"""The generated pages, by path."""
_there: dict[str, set[str]] = {}
"""The pages in every language that the site is built in, by path."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Make all pages, and spread the menu over them; a lesson that does not run stops the build."""
    root = Path(config.config_file_path).parent
    speak(config.theme["language"])
    try:
        _made.clear()
        _made.update(tree.pages(root))
    except LessonFailed as failure:
        raise PluginError(str(failure)) from failure
    config.nav = tree.menu(config.nav or [], _made)
    config.extra.update(edition=bundle.edition(), say=say)
    if os.environ.get("SITE_LANGUAGES"):
        config.extra["alternate"] = [
            {"name": catalogue(code)["site.language"], "link": tree.home(code), "lang": code}
            for code in languages()
        ]
        _there.update({code: tree.there(root, code, _made) for code in languages()})
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that nobody wrote by hand, and the words of the live ones."""
    for path, text in {**_made, "assets/live/words.js": words_js()}.items():
        files.append(File.generated(config, path, content=text))
    assets = Path(config.config_file_path).resolve().parent / "docs" / "assets"
    if not assets.is_relative_to(config.docs_dir):  # another language shares them
        for file in filter(Path.is_file, assets.rglob("*")):
            path = f"assets/{file.relative_to(assets).as_posix()}"
            files.append(File.generated(config, path, abs_src_path=str(file)))
    for worker in [file for file in files if file.src_uri.startswith(search.WORKER)]:
        files.remove(worker)
        text = search.worker(worker.content_string)
        files.append(File.generated(config, worker.src_uri, content=text))
    for name in tree.WIDGET:
        source = str(tree.PACKAGE / "widgets" / name)
        files.append(File.generated(config, f"assets/live/{name}", abs_src_path=source))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Deal where a page asks for it."""
    return tree.dealt(markdown)


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> None:
    """A page that does not say what it is about is described by its first paragraph of any length."""
    leads = (" ".join(unescape(re.sub(r"<[^>]*>", "", p)).split()) for p in _LEAD.findall(html))
    lead = next((text for text in leads if len(text) > SHORT), "")
    if lead:
        page.meta.setdefault("description", lead.replace('"', "”"))


def on_page_context(context: dict[str, Any], page: Page, config: MkDocsConfig, nav: Navigation) -> None:
    """A page leads to itself in every language that has it, and to where any other begins."""
    context["tongues"] = [
        {**one, "link": f"{context['base_url']}/{one['link']}{page.url if there else ''}"}
        for one in config.extra.get("alternate", ())
        for there in [page.file.src_uri in _there[one["lang"]]]
    ]


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """No script stands in a page itself."""
    return strict(output, page.url)


def on_post_template(output_content: str, template_name: str, config: MkDocsConfig) -> str:
    """The page for what is not there is held to the same."""
    return strict(output_content, template_name) if template_name == "404.html" else output_content


def on_post_build(config: MkDocsConfig) -> None:
    """Lay the scripts taken out of the pages and the browser's Python beside them; no link leads nowhere."""
    site, root = Path(config.site_dir), Path(config.config_file_path).parent
    for path, text in SCRIPTS.items():
        (site / path).write_text(text, encoding="utf-8")
    bundle.into(site, below=language() != ENGLISH)
    linked(tree.printed(root), site / "handouts")
    if not os.environ.get("SITE_LANGUAGES"):  # else the whole is looked at, when every language is there
        lost = list(broken(site, config.site_url or "", {*languages()} - {language()}))
        if lost:
            raise PluginError(told(lost))
    _forget()


def on_build_error(error: Exception) -> None:
    """Whatever went wrong may be mended before the next build."""
    _forget()


def _forget() -> None:
    """Under `mkdocs serve` the package is read anew for the next build."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "rummy"]:
        del sys.modules[name]
