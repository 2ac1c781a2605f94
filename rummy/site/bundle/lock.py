"""Pyodide's lock file written anew: it lists the wheels that lie beside it, and nothing else."""

from __future__ import annotations

import email
import hashlib
import json
import re
import zipfile
from email.message import Message
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from rummy.site.bundle.core import BundleFailed
from rummy.words import say

LEFT_OUT = {"click", "jupyterlab-widgets"}
"""Asked for by a wheel and not needed: a command line, and a front end that JupyterLite has already."""


def about(wheel: Path) -> Message:
    """The metadata of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
        return email.message_from_bytes(archive.read(name))


def imports(wheel: Path) -> list[str]:
    """The modules that a wheel brings, by their first names."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.endswith((".py", ".pyc"))]
    tops = {re.sub(r"\.pyc?$", "", name.partition("/")[0]) for name in names}
    return sorted(top for top in tops if top.isidentifier())


def lock(info: dict[str, str], wheels: list[Path]) -> str:
    """The text of the lock file; a dependency that nobody thought of is an error."""
    told = {canonicalize_name(str(about(wheel)["Name"])): wheel for wheel in wheels}
    place = {
        "python_version": ".".join(info["python"].split(".")[:2]),
        "python_full_version": info["python"],
        "sys_platform": "emscripten",
        "platform_system": "Emscripten",
        "os_name": "posix",
        "platform_machine": "wasm32",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
        "extra": "",
    }
    packages = {}
    for name, wheel in sorted(told.items()):
        metadata = about(wheel)
        asked = [Requirement(text) for text in metadata.get_all("Requires-Dist") or []]
        needs = sorted({canonicalize_name(r.name) for r in asked if not r.marker or r.marker.evaluate(place)})
        missing = {*needs} - {*told} - LEFT_OUT
        if missing:
            names = ", ".join(sorted(missing))
            raise BundleFailed(say("site.bundle.no-wheel", wheel=wheel.name, missing=names))
        packages[name] = {
            "depends": [need for need in needs if need in told],
            "file_name": wheel.name,
            "imports": imports(wheel),
            "install_dir": "site",
            "name": str(metadata["Name"]),
            "package_type": "package",
            "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
            "unvendored_tests": False,
            "version": str(metadata["Version"]),
        }
    return json.dumps({"info": info, "packages": packages}, indent=1)
