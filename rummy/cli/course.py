"""The course: JupyterLab opened on the notebooks."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click

from rummy.course import lessons
from rummy.words import language, listed, say

PACKAGE = Path(__file__).resolve().parent.parent


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("jupyter", nargs=-1, type=click.UNPROCESSED, metavar="[JUPYTER OPTIONS]...")
def learn(jupyter: tuple[str, ...]) -> None:
    """Open the course in JupyterLab.

    In a checkout the notebooks are opened where they are. Elsewhere they are copied to ./rummy-notebooks
    first; what you changed there stays. All further options go to JupyterLab: --no-browser --port 8899.
    """
    if importlib.util.find_spec("jupyterlab") is None:
        raise click.ClickException(say("cli.no-jupyter"))
    command = [sys.executable, "-m", "jupyterlab", *settings(folder()), *jupyter]
    paths = os.pathsep.join(
        filter(None, [str(PACKAGE / "data" / "jupyter"), os.environ.get("JUPYTER_CONFIG_PATH")])
    )
    inside = {**os.environ, "RUMMY_LANGUAGE": language(), "JUPYTER_CONFIG_PATH": paths}
    with subprocess.Popen(command, env=inside) as lab:
        raise SystemExit(patiently(lab.wait))


@click.command("lessons")
def list_lessons() -> None:
    """What the course teaches: each lesson's number, name and title, and the rules in it."""
    width = max(len(one.id) for one in lessons())
    for one in lessons():
        taught = listed([about.title for about in one.teaches])
        told = say("cli.lesson", title=one.title, count=one.minutes, taught=taught)
        click.echo(f"{one.number:2}  {one.id:{width}}  {told}")


def folder() -> Path:
    """A folder with the notebooks that may be written to."""
    checkout = PACKAGE.parent / "notebooks"
    if (PACKAGE.parent / "pyproject.toml").exists() and checkout.is_dir():
        return checkout
    copy = Path("rummy-notebooks").absolute()
    copy.mkdir(exist_ok=True)
    for notebook in sorted((PACKAGE / "notebooks").rglob("*.ipynb")):
        target = copy / notebook.relative_to(PACKAGE / "notebooks")
        if not target.exists():
            target.parent.mkdir(exist_ok=True)
            shutil.copyfile(notebook, target)
    return copy


def settings(root: Path) -> list[str]:
    """Open on the first notebook, ask nothing of the outside world, and start as root too."""
    own = f"{language()}/00-start.ipynb"
    first = own if (root / own).exists() else "00-start.ipynb"
    chosen = {
        "ServerApp.root_dir": root,
        "LabApp.default_url": f"/lab/tree/{first}",
        "LabApp.news_url": None,
        "LabApp.check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
        "LabApp.extension_manager": "readonly",
    }
    options = [f"--{key}={value}" for key, value in chosen.items()]
    return [*options, "--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else options


def patiently(wait: Callable[[], int]) -> int:
    """Wait for a program to end; Ctrl-C is for that program, which may ask back."""
    while True:
        try:
            return wait()
        except KeyboardInterrupt:
            continue
