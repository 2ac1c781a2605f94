"""A class of rummy on JupyterHub: each pupil has a home and a progress file, all share one course to read.

Put the lessons into /srv/rummy/course, or name their folder in RUMMY_COURSE. RUMMY_LANGUAGE=de speaks German.
"""

import os
from pathlib import Path

import rummy

c = get_config()  # noqa: F821

COURSE = Path(os.environ.get("RUMMY_COURSE", "/srv/rummy/course"))
LANGUAGE = os.environ.get("RUMMY_LANGUAGE", "en")
START = "00-start.ipynb"

# Who may come in: the accounts of this server in these groups; teachers may look after everybody.
c.JupyterHub.authenticator_class = "pam"
c.PAMAuthenticator.allowed_groups = {"pupils", "teachers"}
c.PAMAuthenticator.admin_groups = {"teachers"}

# Every pupil's notebooks run under the pupil's own account.
c.JupyterHub.spawner_class = "localprocess"
there = f"{LANGUAGE}/{START}" if (COURSE / LANGUAGE / START).exists() else START
c.Spawner.default_url = f"/lab/tree/course/{there}"


def welcome(spawner):
    """The shared course in the pupil's home, a file of progress of their own, and no news of Jupyter."""
    home = Path(spawner.user_env({})["HOME"])
    home.mkdir(exist_ok=True)
    course = home / "course"
    if not course.is_symlink() and not course.exists():
        course.symlink_to(COURSE, target_is_directory=True)
    own = {
        "RUMMY_LANGUAGE": LANGUAGE,
        "RUMMY_PROGRESS": str(home / "rummy-progress.json"),
        "JUPYTER_CONFIG_PATH": str(Path(rummy.__file__).parent / "data" / "jupyter"),
    }
    spawner.environment = {**spawner.environment, **own}


c.Spawner.pre_spawn_hook = welcome

# A small server: what nobody uses is stopped, and no more than four pupils start in the same moment.
c.JupyterHub.concurrent_spawn_limit = 4
c.Spawner.start_timeout = c.Spawner.http_timeout = 120
c.Spawner.args = [
    "--MappingKernelManager.cull_idle_timeout=1200",
    "--ServerApp.shutdown_no_activity_timeout=2400",
]

# Only this machine can reach it: a web server with TLS stands before it.
c.JupyterHub.bind_url = "http://127.0.0.1:8000"
