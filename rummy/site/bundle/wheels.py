"""The wheels of the browser: the workbench's packages from PyPI, exact to the byte, and our own."""

from __future__ import annotations

import hashlib
import re
import sys
import tempfile
from importlib import metadata
from pathlib import Path

from rummy.site.bundle import core
from rummy.site.bundle.core import BROWSER, BundleFailed, Job
from rummy.words import say

DOWNLOAD = ["-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--platform", "any"]
PINS = BROWSER / "wheels.txt"
KERNEL = "jupyterlite-pyodide-kernel"
FROM_KERNEL = ["ipykernel", "piplite", "pyodide_kernel", "widgetsnbextension-4"]
EDGE = re.compile(r"rummy/(?:site|notebooks)/")
BESIDE_THE_TABLE = re.compile(r"rummy/(?:cli|widgets)/|rummy/__main__|rummy/py\.typed|.*\.dist-info/")


def download(folder: Path, python: str) -> None:
    """Fetch the pinned wheels; pip compares each with its checksum."""
    core.run([sys.executable, *DOWNLOAD, "--require-hashes", "--python-version", python, "-r", PINS], folder)


def of_the_kernel(package: Path) -> list[Path]:
    """The wheels that come with JupyterLite's kernel, which must be made for this very Pyodide."""
    files = [Path(str(file.locate())).resolve() for file in metadata.distribution(KERNEL).files or []]
    constants = next(file for file in files if file.name == "constants.py").read_text(encoding="utf-8")
    wanted = re.search(r'^PYODIDE_VERSION = "(.+)"', constants, re.MULTILINE)
    asked, have = wanted and wanted[1], core.version(package)
    if asked != have:
        raise BundleFailed(say("site.bundle.other-pyodide", kernel=KERNEL, asked=asked, have=have))
    return [next(f for f in files if f.suffix == ".whl" and f.name.startswith(name)) for name in FROM_KERNEL]


def make(package: Path, library: Path, folder: Path) -> None:
    """The packages of the workbench as bytecode."""
    python = ".".join(core.info(package)["python"].split(".")[:2])
    with tempfile.TemporaryDirectory() as fetched:
        download(Path(fetched), python)
        found = [*sorted(Path(fetched).glob("*.whl")), *of_the_kernel(package)]
        prefix = site_packages(package)
        core.compile_all(
            package, library, [Job(source=one, target=folder / one.name, prefix=prefix) for one in found]
        )


def make_ours(package: Path, library: Path, root: Path, folder: Path) -> None:
    """Our own wheel twice: with its source for the workbench, and only what plays for the live tables."""
    with tempfile.TemporaryDirectory() as name:
        there = Path(name)
        core.run([sys.executable, "-m", "hatchling", "build", "--target", "wheel", "-d", there], root)
        built = next(there.glob("*.whl"))
        lab = core.without(built, there / "lab.zip", lambda file: bool(EDGE.match(file)))
        live = core.without(lab, there / "live.zip", lambda file: bool(BESIDE_THE_TABLE.match(file)))
        prefix = site_packages(package)
        core.compile_all(
            package,
            library,
            [
                Job(source=lab, target=folder / built.name, prefix=prefix, keep="both"),
                Job(source=live, target=folder / "live.zip", prefix=prefix, docs=False),
            ],
        )


def site_packages(package: Path) -> str:
    """Where packages lie in the browser's Python."""
    return "/lib/python{}.{}/site-packages/".format(*core.info(package)["python"].split(".")[:2])


def rewrite_pins() -> None:
    """Write the checksums of the versions that the pins name."""
    lines = PINS.read_text(encoding="utf-8").splitlines()
    head = [line for line in lines if line.startswith("#")]
    asked = [line.split()[0] for line in lines if "==" in line]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        core.run([sys.executable, *DOWNLOAD, "--python-version", "3.14", *asked], folder)
        digests = {
            _canonical(file.name.split("-")[0]): hashlib.sha256(file.read_bytes()).hexdigest()
            for file in folder.glob("*.whl")
        }
    rows = [f"{one} --hash=sha256:{digests[_canonical(one.split('==')[0])]}" for one in asked]
    PINS.write_text("\n".join([*head, *rows]) + "\n", encoding="utf-8")


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    rewrite_pins()
