// node run.mjs PYODIDE CHECKOUT LIBRARY ARGUMENT…   run pytest on Pyodide's Python
// PYODIDE is the npm package, CHECKOUT this project, LIBRARY a folder with pytest and nothing else.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [, , pyodide, checkout, library, ...words] = process.argv;
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")));
const { info } = JSON.parse(fs.readFileSync(path.join(pyodide, "pyodide-lock.json"), "utf8"));
const python = await loadPyodide({
  lockFileContents: { info, packages: {} }, // the core alone: nothing is fetched
  env: { PYTHONDONTWRITEBYTECODE: "1", PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1", HOME: "/home/pyodide" },
});
for (const [place, folder] of [["/checkout", checkout], ["/library", library]]) {
  python.FS.mkdirTree(place);
  python.mountNodeFS(place, folder);
}
process.exitCode = python.runPython(`
import os, sys
def run(words):
    sys.dont_write_bytecode = True
    sys.path[:0] = ["/checkout", "/library"]
    os.chdir("/checkout")
    import pytest
    print("Python", sys.version.split()[0], "on", sys.platform)
    return int(pytest.main(list(words)))
run
`)(words);
