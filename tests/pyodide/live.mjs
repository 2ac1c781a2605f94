// node live.mjs PYODIDE BUNDLE   play on what the bundle carries for live tables, and on nothing else
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [, , pyodide, bundle] = process.argv;
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")));
const engine = JSON.parse(fs.readFileSync(path.join(bundle, "assets/live/engine.json"), "utf8"));
const file = (part) => path.join(bundle, "pyodide", part.file);
const python = await loadPyodide({
  stdLibURL: file(engine.stdlib),
  lockFileContents: { info: engine.info, packages: {} },
});
python.unpackArchive(new Uint8Array(fs.readFileSync(file(engine.wheel))), "wheel");
console.log(python.runPython(`
import importlib, json, pkgutil, sys, traceback
import rummy
from rummy.desk import answer
from rummy.table import Table

rooms = [found.name for found in pkgutil.walk_packages(rummy.__path__, "rummy.")]
for room in rooms:
    importlib.import_module(room)
table = Table("rummy-500", seats=3, seed=7, you=None)
while not table.state()["frame"]["over"]:
    table.handle({"type": "step"})
said = answer("settle", {"position": {"variant": "no such game"}, "lines": ["take 5S"]})
try:
    raise ValueError("told")
except ValueError:
    trace = traceback.format_exc()
source = [path for path in sys.modules["rummy"].__path__ if importlib.import_module("glob").glob(path + "/*.py")]
json.dumps({"rooms": rooms, "over": table.state()["frame"]["over"]["text"], "said": said, "trace": trace,
            "source": source, "menu": len(answer("menu", {})["groups"])})
`));
