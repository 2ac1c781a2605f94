"""A JupyterHub on this machine, configured as the docs say, and pupils who sign in and run notebooks."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

import requests
import websocket

CHECKOUT = Path(__file__).resolve().parent.parent
CLASSROOM = Path(os.environ.get("RUMMY_CLASSROOM", CHECKOUT / ".venv-class" / "bin" / "python"))
PROXY = CLASSROOM.parent.parent / "node_modules" / ".bin"
DOCUMENTED = CHECKOUT / "docs" / "assets" / "classroom" / "jupyterhub_config.py"
PASSWORD = "rummy"

LOCAL = """
load_subconfig({documented!r})
c.JupyterHub.authenticator_class = "dummy"
c.JupyterHub.spawner_class = "simple"
c.DummyAuthenticator.password = {password!r}
c.Authenticator.allow_all = True
c.SimpleLocalProcessSpawner.home_dir_template = {home!r}
c.JupyterHub.bind_url = "http://127.0.0.1:{ports[0]}"
c.JupyterHub.hub_bind_url = "http://127.0.0.1:{ports[1]}"
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{ports[2]}"
c.JupyterHub.db_url = "sqlite:///:memory:"
c.Spawner.args = [*c.Spawner.args, "--allow-root"]
"""
"""What differs from a real class: passwords, accounts, ports; nothing is left behind."""


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens to."""
    held = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in held]
    for one in held:
        one.close()
    return ports


class Hub:
    """A hub with the lessons as its shared course, which nobody may write to, the superuser included.

    Args:
        folder: where the course, the homes and the hub's own files go.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.course = folder, folder / "course"
        self.course.mkdir()
        for lesson in (CHECKOUT / "notebooks").glob("*.ipynb"):
            shutil.copy(lesson, self.course)
            (self.course / lesson.name).chmod(0o444)
        self.course.chmod(0o555)
        ports = free_ports(3)
        self.url = f"http://127.0.0.1:{ports[0]}"
        facts = {"documented": str(DOCUMENTED), "password": PASSWORD, "home": f"{folder}/{{username}}"}
        config = folder / "local_config.py"
        config.write_text(LOCAL.format(**facts, ports=ports), "utf-8")
        bound = ["setpriv", "--bounding-set=-dac_override"] if os.geteuid() == 0 else []
        own = {
            "PATH": os.pathsep.join([str(CLASSROOM.parent), str(PROXY), os.environ["PATH"]]),
            "PYTHONPATH": str(CHECKOUT),
            "RUMMY_COURSE": str(self.course),
            "CONFIGPROXY_AUTH_TOKEN": uuid4().hex,
        }
        self.log = folder / "hub.log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [*bound, CLASSROOM, "-m", "jupyterhub", "-f", config],
                cwd=folder,
                env={**os.environ, **own},
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def home(self, name: str) -> Path:
        """A pupil's home."""
        return self.folder / name

    def ready(self, seconds: float = 120) -> None:
        """Wait until somebody can sign in."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.process.poll() is None:
            try:
                if _session().get(f"{self.url}/hub/health", timeout=5).ok:
                    return
            except requests.RequestException:
                time.sleep(0.2)
        raise RuntimeError(self.log.read_text("utf-8"))

    def stop(self) -> None:
        """Stop the hub, which stops the pupils' servers and the proxy."""
        self.process.terminate()
        self.process.wait(60)
        self.course.chmod(0o755)


class Pupil:
    """Somebody at a browser: signs in, and has a server from then on.

    Raises:
        requests.HTTPError: the hub does not let them in.
    """

    def __init__(self, hub: Hub, name: str, password: str = PASSWORD) -> None:
        self.hub, self.name = hub, name
        self.web = _session()
        self.web.get(f"{hub.url}/hub/login").raise_for_status()
        form = {"username": name, "password": password, "_xsrf": self.web.cookies["_xsrf"]}
        self.web.post(f"{hub.url}/hub/login", data=form, allow_redirects=False).raise_for_status()
        page = self.web.get(f"{hub.url}/hub/token").text
        found = re.search(r'xsrf_token:\s*"([^"]+)"', page)
        marks = {"X-XSRFToken": found[1] if found else "", "Referer": f"{hub.url}/hub/token"}
        made = self.web.post(f"{hub.url}/hub/api/users/{name}/tokens", json={}, headers=marks)
        made.raise_for_status()
        self.key = {"Authorization": f"token {made.json()['token']}"}

    def start(self) -> None:
        """Ask for a server."""
        self.ask("POST", f"/hub/api/users/{self.name}/server").raise_for_status()

    def wait(self, seconds: float = 120) -> None:
        """Wait until the server is there."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            server = self.ask("GET", f"/hub/api/users/{self.name}").json()["servers"].get("")
            if server and server["ready"]:
                return
            time.sleep(0.2)
        raise RuntimeError(self.hub.log.read_text("utf-8"))

    def ask(self, method: str, path: str, body: Any = None) -> requests.Response:
        """Ask the hub, or a server behind it."""
        return _session().request(method, self.hub.url + path, json=body, headers=self.key, timeout=60)

    def open(self, path: str) -> dict[str, Any]:
        """A notebook of the course, with a kernel of its own from now on."""
        there = f"/user/{self.name}/api"
        read = self.ask("GET", f"{there}/contents/{path}")
        read.raise_for_status()
        session = {"path": path, "name": path, "type": "notebook", "kernel": {"name": "python3"}}
        made = self.ask("POST", f"{there}/sessions", session)
        made.raise_for_status()
        self.channels = f"{self.hub.url}{there}/kernels/{made.json()['kernel']['id']}/channels"
        self.kernel = self.connect()
        book: dict[str, Any] = read.json()
        return book

    def connect(self, *protocols: str) -> websocket.WebSocket:
        """A connection to the kernel; an error if none of the protocols is spoken, where some are named."""
        address = self.channels.replace("http", "ws", 1)
        return websocket.create_connection(
            address, header=self.key, timeout=60, suppress_origin=True, subprotocols=protocols
        )

    def run(self, code: str) -> str:
        """Run a cell; what it printed. An error in it is an error here."""
        mark = {"msg_id": uuid4().hex, "msg_type": "execute_request", "session": uuid4().hex}
        header = {**mark, "username": self.name, "version": "5.3", "date": ""}
        content = {"code": code, "silent": False, "allow_stdin": False, "store_history": False}
        parts = {"header": header, "parent_header": {}, "metadata": {}, "content": content}
        self.kernel.send(json.dumps({**parts, "channel": "shell", "buffers": []}))
        said = ""
        while True:
            message = json.loads(self.kernel.recv())
            if message["parent_header"].get("msg_id") != mark["msg_id"]:
                continue
            kind, told = message["msg_type"], message["content"]
            if kind == "stream":
                said += told["text"]
            if kind == "error":
                raise RuntimeError("\n".join(told["traceback"]))
            if kind == "status" and told["execution_state"] == "idle":
                return said


def _session() -> requests.Session:
    """A browser that asks this machine itself, whatever proxy it has for others."""
    session = requests.Session()
    session.trust_env = False
    return session
