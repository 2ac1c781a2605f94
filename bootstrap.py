"""Set up and run everything with plain Python: `python3 bootstrap.py learn`, or `py bootstrap.py learn`.

    learn   open the course in JupyterLab            test    run every check and every test
    site    build the web site into site/            serve   show the site and build it anew at every change
    lint    ruff and mypy alone                      bench   measure speed beside other engines
    pins    rewrite constraints.txt with the newest versions

What follows the word goes on to the program it starts. Everything is installed into .venv (the builder of
the site into .venv-site, what the tests of the classroom need into .venv-class) with the versions of
constraints.txt, once: while nothing of that changes, no network is needed.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

OLDEST = (3, 11)
HOME = Path(__file__).resolve().parent
VENV = HOME / ".venv"
SITE_VENV = HOME / ".venv-site"   # its JupyterLite would disturb the JupyterLab of the other
CLASS_VENV = HOME / ".venv-class"   # and so would nbgrader
PROXY = "configurable-http-proxy@5.1.0"   # JupyterHub's; later ones need a newer Node.js than Debian 12 has
PINS = "constraints.txt"
WINDOWS = os.name == "nt"
BUILD = ["hatchling", "editables"]

EXTRAS = {
    "learn": ["notebook"],
    "test": ["cluster", "notebook", "site", "test"],
    "lint": ["cluster", "notebook", "site", "test"],
    "site": ["lab", "notebook", "site"],
    "bench": ["bench"],
    "class": ["class", "notebook"],
}
CONTENTS = {
    "learn": ("JupyterLab and the table", 50),
    "test": ("JupyterLab, the site builder and the test tools", 150),
    "lint": ("JupyterLab, the site builder and the test tools", 150),
    "site": ("the site builder and the workbench in the browser", 80),
    "bench": ("the engines to compare with", 70),
    "class": ("JupyterHub and nbgrader for their tests", 90),
}
BUNDLE = ["-m", "rummy.site.bundle"]
QUIET = {"NO_MKDOCS_2_WARNING": "1"}
BENCHMARKS = ["decisions", "deadwood", "startup", "workers"]
BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"]
BROWSER_HOMES = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "{ProgramFiles}/Google/Chrome/Application/chrome.exe",
    "{ProgramFiles(x86)}/Microsoft/Edge/Application/msedge.exe",
]


class Trouble(Exception):
    """Something the person at the keyboard has to do, as one sentence."""


# What is installed, and whether it still fits


def program(venv: Path, name: str = "python", windows: bool = WINDOWS) -> Path:
    """Where a virtual environment keeps a program."""
    return venv / "Scripts" / f"{name}.exe" if windows else venv / "bin" / name


def metadata(home: Path) -> dict[str, Any]:
    """The [project] table of pyproject.toml."""
    import tomllib  # not there in the old Pythons that this file still has to answer

    project: dict[str, Any] = tomllib.loads((home / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project


def pins(home: Path) -> str:
    """A short mark of all that an installation depends on: the pinned versions and the project's metadata."""
    text = json.dumps(metadata(home), sort_keys=True) + (home / PINS).read_text(encoding="utf-8")
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_stamp(venv: Path) -> dict[str, object]:
    """What the last complete installation left in the environment; empty if there was none."""
    try:
        stamp = json.loads((venv / "rummy-stamp.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(venv: Path, stamp: dict[str, object]) -> None:
    """Remember a complete installation."""
    (venv / "rummy-stamp.json").write_text(json.dumps(stamp, indent=1) + "\n", encoding="utf-8")


def to_install(stamp: dict[str, object], mark: str, extras: Iterable[str]) -> list[str]:
    """The extras pip must be asked for: none if the stamp has them all, else all of them."""
    there = stamp.get("extras")
    there = there if isinstance(there, list) else []
    wanted = sorted({*extras, *there})
    return [] if stamp.get("pins") == mark and wanted == there else wanted


def needs_new(venv: Path, stamp: dict[str, object], home: Path) -> bool:
    """Whether the environment must be made anew: none of ours, its Python is gone, or moved."""
    return stamp.get("home") != str(home) or not program(venv).exists()


def last_error(log: str) -> str:
    """The line of pip's output that says why."""
    errors = [line.strip() for line in log.splitlines() if line.startswith("ERROR:")]
    return errors[-1].removeprefix("ERROR:").strip() if errors else "pip gave no reason"


# Doing it


def run(command: Sequence[str | Path], **settings: str) -> int:
    """Run a program in the project's folder to its end; what Ctrl-C means is its own business."""
    words = [str(word) for word in command]
    with subprocess.Popen(words, cwd=HOME, env={**os.environ, **settings}) as process:
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                continue


def together(shown: Sequence[str | Path], other: Sequence[str | Path], **settings: str) -> int:
    """Run two programs at once; what the second prints is shown when the first is through."""
    with ThreadPoolExecutor(1) as pool:
        second = pool.submit(quietly, other, **settings)
        first = run(shown, **settings)
        done, printed = second.result()
        print(printed, end="", flush=True)
    return first or int(not done)


def quietly(command: Sequence[str | Path], **settings: str) -> tuple[bool, str]:
    """Run a program without showing anything; whether it went well, and what it printed."""
    done = subprocess.run([str(word) for word in command], cwd=HOME, env={**os.environ, **settings},
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          encoding="utf-8", errors="replace", check=False)
    return done.returncode == 0, done.stdout


def debian(*packages: str) -> bool:
    """Install Debian packages where that is ours to do: as root, with apt-get."""
    if WINDOWS or os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    say(f"Installing {', '.join(packages)} from Debian …")
    quietly(["apt-get", "update"])
    done, _ = quietly(["apt-get", "install", "-y", "--no-install-recommends", *packages],
                      DEBIAN_FRONTEND="noninteractive")
    return done


def say(text: str) -> None:
    """A line of progress."""
    print(text, flush=True)


def make_venv(word: str, venv: Path) -> None:
    """An empty virtual environment with pip in it."""
    if importlib.util.find_spec("ensurepip") is None and debian("python3-venv"):
        importlib.invalidate_caches()
    if importlib.util.find_spec("ensurepip") is None:
        raise Trouble("This Python cannot make a virtual environment (it lacks ensurepip): on Debian or "
                      f"Ubuntu run `sudo apt-get install python3-venv`, then `{again(word)}` again.")
    done, log = quietly([sys.executable, "-m", "venv", "--clear", venv])
    if not done:
        reason = log.strip().splitlines() or ["no reason given"]
        raise Trouble(f"The virtual environment {venv} could not be made: {reason[-1]}.")


def pip(venv: Path, *words: str) -> None:
    """Run the environment's pip; if it fails, say what it said."""
    done, log = quietly([program(venv), "-m", "pip", *words], PIP_DISABLE_PIP_VERSION_CHECK="1",
                        PIP_USER="0")
    if not done:
        told = HOME / ".cache" / "pip.log"
        told.parent.mkdir(exist_ok=True)
        told.write_text(log, encoding="utf-8")
        raise Trouble("pip could not install what is needed (is this machine online? all it said is in "
                      f"{told}): {last_error(log)}")


def prepare(word: str) -> Path:
    """The Python of an environment that has all that `word` needs; installs what is missing."""
    venv = {"site": SITE_VENV, "class": CLASS_VENV}.get(word, VENV)
    mark, stamp = pins(HOME), read_stamp(venv)
    if needs_new(venv, stamp, HOME):
        make_venv(word, venv)
        stamp = {"home": str(HOME), "pins": mark, "extras": []}
        write_stamp(venv, stamp)
    extras = to_install(stamp, mark, EXTRAS[word])
    if extras:
        what, size = CONTENTS[word]
        say(f"Installing {what} (about {size} MB, once) into {venv.name} …")
        pip(venv, "install", "-c", PINS, *BUILD)
        pip(venv, "install", "-c", PINS, "--no-build-isolation", "-e", f".[{','.join(extras)}]")
        write_stamp(venv, {**stamp, "pins": mark, "extras": extras})
    return program(venv)


def find_browser(python: Path) -> str | None:
    """A Chromium that starts: the one RUMMY_CHROMIUM names, one of the system's, or Playwright's own."""
    asked = os.environ.get("RUMMY_CHROMIUM")
    if asked:
        if shutil.which(asked) is None:
            raise Trouble(f"RUMMY_CHROMIUM says {asked}, but there is no such program.")
        return asked
    folders = {"ProgramFiles": "", "ProgramFiles(x86)": "", **os.environ}
    homes = [home.format(**folders) if home.startswith("{") else home for home in BROWSER_HOMES]
    for name in [*BROWSERS, *homes]:
        path = shutil.which(name)
        if path and (WINDOWS or quietly([path, "--version"])[0]):   # on Windows --version opens a window
            return path
    done, path = quietly([python, "-c", "from playwright.sync_api import sync_playwright\n"
                                        "with sync_playwright() as p: print(p.chromium.executable_path)"])
    return path.strip() if done and Path(path.strip()).exists() else None


def browser(python: Path) -> str:
    """A Chromium for the tests, installed if there is none."""
    found = find_browser(python)
    if not found:
        if not debian("chromium"):
            say("Installing Chromium for the browser tests …")
            quietly([python, "-m", "playwright", "install", "chromium"])
        found = find_browser(python)
    if not found:
        raise Trouble("The browser tests need Chromium, and none could be found or installed: install "
                      f"Chromium or set RUMMY_CHROMIUM to its path, then run `{again('test')}` again.")
    return found


def driver(python: Path) -> None:
    """Playwright drives the browser with a program of its own; on a bare Debian that lacks a library."""
    starts: list[str | Path] = [python, "-m", "playwright", "--version"]
    if not quietly(starts)[0]:
        debian("libatomic1")
    done, log = quietly(starts)
    if not done:
        reason = log.strip().splitlines() or ["no reason given"]
        raise Trouble(f"Playwright, which drives the browser, does not start ({reason[-1]}): on Debian or "
                      f"Ubuntu run `sudo apt-get install libatomic1`, then `{again('test')}` again.")


def node(word: str) -> str:
    """Node.js (and npm) for the tests of the front end, and for the Python of the browser."""
    if not (shutil.which("node") and shutil.which("npm")):
        debian("nodejs", "npm")
    found = shutil.which("node")
    if not (found and shutil.which("npm")):
        raise Trouble("The tests and the live tables need Node.js 18 or newer and npm: install both (on "
                      f"Debian or Ubuntu `sudo apt-get install nodejs npm`), then run `{again(word)}` again.")
    return found


def classroom() -> Path:
    """The Python of an environment with nbgrader and JupyterHub, which has its proxy beside it."""
    python = prepare("class")
    if not (CLASS_VENV / "node_modules").exists():
        npm = shutil.which("npm") or "npm"
        done, log = quietly([npm, "install", "--prefix", CLASS_VENV, "--no-save", "--no-audit", "--no-fund",
                             "--ignore-scripts", PROXY])
        if not done:
            reason = log.strip().splitlines() or ["no reason given"]
            raise Trouble(f"npm could not install JupyterHub's proxy (is this machine online?): {reason[-1]}")
    return python


def again(word: str) -> str:
    """The command a person types for a word."""
    return f"py bootstrap.py {word}" if WINDOWS else f"make {word}"


# The words


def learn(arguments: Sequence[str]) -> int:
    """Open the course in JupyterLab."""
    return run([prepare("learn"), "-m", "rummy", "learn", *arguments])


def lint(arguments: Sequence[str]) -> int:
    """Ruff and mypy."""
    python = prepare("lint")
    return checks({"ruff": [python, "-m", "ruff", "check", *arguments], "mypy": [python, "-m", "mypy"]})


def test(arguments: Sequence[str]) -> int:
    """Every check and every test; the arguments go to pytest."""
    python = prepare("test")
    driver(python)
    found, javascript = browser(python), node("test")
    return checks({
        "ruff": [python, "-m", "ruff", "check"],
        "mypy": [python, "-m", "mypy"],
        "node": [javascript, "--test", *sorted((HOME / "tests" / "js").glob("*.test.*js"))],
        "bundle": [prepare("site"), *BUNDLE],
        **{name: [python, "-m", "pytest", *words] for name, words in tests(arguments).items()},
    }, RUMMY_CHROMIUM=found, RUMMY_CLASSROOM=str(classroom()))


def tests(arguments: Sequence[str]) -> dict[str, Sequence[str]]:
    """What pytest is asked: what is named, or everything; browsers alone, for they go by the clock."""
    if arguments:
        return {"pytest": arguments}
    several = ["-n", "auto", "--maxprocesses", "4", "--dist", "loadfile"]
    return {"pytest": [*several, "-m", "not browser"], "pytest in browsers": ["-m", "browser"]}


def site(arguments: Sequence[str]) -> int:
    """Build the web site into site/, and from it two archives in dist/."""
    python = bundled("site")
    address = os.environ.get("SITE_URL", "http://127.0.0.1:8000/").rstrip("/")
    where = {"SITE_URL": f"{address}/", "SITE_URL_DE": f"{address}/de/", "SITE_LANGUAGES": "all"}
    built: list[str | Path] = [python, "-m", "mkdocs", "build", "--strict", *arguments, "-f"]
    german = HOME / ".cache" / "site" / "de"   # the English one empties site/, and both are built at once
    failed = together([*built, "mkdocs.yml"], [*built, "mkdocs.de.yml", "-d", str(german)], **QUIET, **where)
    if failed:
        return failed
    shutil.rmtree(HOME / "site" / "de", ignore_errors=True)
    german.rename(HOME / "site" / "de")
    return run([python, *BUNDLE, "editions", "site", "dist"], **where)


def serve(arguments: Sequence[str]) -> int:
    """Show the site on this machine, built anew whenever a page, a lesson or the package changes."""
    python = bundled("serve")
    return run([python, "-m", "mkdocs", "serve", *arguments], PYTHONDONTWRITEBYTECODE="1", **QUIET)


def bundled(word: str) -> Path:
    """The Python of the site, whose bundle of live tables and workbench is up to date."""
    python = prepare("site")
    node(word)
    if run([python, *BUNDLE]) != 0:
        raise Trouble("The site was not built, because its live tables and workbench could not be made.")
    return python


def bench(arguments: Sequence[str]) -> int:
    """Measure speed beside other engines: everything, or the one benchmark named, with its own options."""
    python, names = prepare("bench"), arguments[:1] or BENCHMARKS
    return checks({name: [python, HOME / "benchmarks" / f"{name}.py", *arguments[1:]] for name in names})


def rewrite_pins(arguments: Sequence[str]) -> int:
    """Write constraints.txt anew: the newest versions that the oldest Python can run."""
    project = metadata(HOME)
    asked = [*BUILD, *project["dependencies"]]
    for extra in project["optional-dependencies"].values():
        asked += [requirement for requirement in extra if "==" not in requirement]   # else pinned already
    with tempfile.TemporaryDirectory() as folder:
        venv, report = Path(folder) / "venv", Path(folder) / "report.json"
        make_venv("pins", venv)
        pip(venv, "install", "--dry-run", "--report", str(report), "--target", folder, *asked, *arguments,
            "--only-binary=:all:", "--python-version", "{}.{}.0".format(*OLDEST))
        found = [row["metadata"] for row in json.loads(report.read_text(encoding="utf-8"))["install"]]
    pinned = sorted((f"{row['name']}=={row['version']}" for row in found), key=str.lower)
    head = "# The versions everything is installed with. Written by `make pins`; do not edit."
    (HOME / PINS).write_text("\n".join([head, *pinned]) + "\n", encoding="utf-8")
    return 0


def checks(steps: dict[str, list[str | Path]], **settings: str) -> int:
    """Run each step, whatever became of the one before; say at the end which ones failed."""
    failed = []
    for name, command in steps.items():
        say(f"— {name}")
        if run(command, **settings) != 0:
            failed.append(name)
    if failed:
        print(f"Failed: {', '.join(failed)}.", file=sys.stderr)
    return 1 if failed else 0


WORDS: dict[str, Callable[[Sequence[str]], int]] = {
    "learn": learn, "test": test, "lint": lint, "site": site, "serve": serve,
    "bench": bench, "pins": rewrite_pins,
}


def main(arguments: Sequence[str]) -> int:
    """Do what the first word says."""
    if not arguments or arguments[0] not in WORDS:
        asked_for_help = bool(arguments) and arguments[0] in ("-h", "--help", "help")
        print(__doc__.strip(), file=sys.stdout if asked_for_help else sys.stderr)
        return 0 if asked_for_help else 2
    try:
        if sys.version_info < OLDEST:
            have = "{}.{}".format(*sys.version_info)
            raise Trouble(f"Rummy needs Python 3.11 or newer and this is {have}: install a newer one and run "
                          f"`python3.11 bootstrap.py {arguments[0]}` with it.")
        return WORDS[arguments[0]](arguments[1:])
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
