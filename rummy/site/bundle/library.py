"""The standard library as bytecode: whole for the workbench, a part of it for the live tables."""

from __future__ import annotations

import re
from pathlib import Path

from rummy.site.bundle import core
from rummy.site.bundle.core import Job

WHOLE = "python_stdlib.zip"
LIVE = "live_stdlib.zip"

# A worker that plays cards has no terminal, mail, processes, XML, debugger or C library to talk to.
UNUSED = re.compile(
    r"(?:"
    r"_pyio|_pyrepl|antigravity|bdb|cProfile|cmd|code|compileall|configparser|ctypes|doctest|email|"
    r"filecmp|fileinput|ftplib|getpass|http|imaplib|mailbox|modulefinder|multiprocessing|netrc|"
    r"nturl2path|optparse|pdb|pickletools|plistlib|poplib|profile|pstats|pty|py_compile|pyclbr|pydoc|"
    r"rlcompleter|sched|shelve|smtplib|socketserver|sqlite3|symtable|tabnanny|tarfile|this|"
    r"timeit|trace|tracemalloc|tty|unittest|wave|webbrowser|wsgiref|xml|xmlrpc|zipapp"
    r")(?:\.py$|/)"
)
ENCODINGS = re.compile(
    r"encodings/(?!(?:__init__|aliases|ascii|cp437|idna|latin_1|punycode|unicode_escape|utf_8|utf_8_sig)\.py)"
)


def unused(name: str) -> bool:
    """Whether a file of the standard library is none that a live table can need.

    >>> unused("email/parser.py"), unused("encodings/cp1006.py"), unused("random.py")
    (True, True, False)
    """
    return bool(UNUSED.match(name) or ENCODINGS.match(name))


def make(package: Path, folder: Path) -> None:
    """Write both libraries."""
    source = package / WHOLE
    part = core.without(source, folder / "part.zip", unused)
    prefix = "/lib/python{}{}.zip/".format(*core.info(package)["python"].split(".")[:2])
    core.compile_all(
        package,
        source,
        [
            Job(source=source, target=folder / WHOLE, prefix=prefix),
            Job(source=part, target=folder / LIVE, prefix=prefix, docs=False),
        ],
    )
    part.unlink()
