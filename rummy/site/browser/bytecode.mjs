// node bytecode.mjs PYODIDE LIBRARY JOBS   re-pack archives with bytecode made by the browser's own Python
// PYODIDE is the npm package, LIBRARY the standard library it starts with, JOBS a JSON file:
// [{"source", "target", "prefix": where the modules will lie, "keep": "bytecode" | "both", "docs": false drops docstrings}]
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [, , pyodide, library, jobs] = process.argv;
const { loadPyodide } = await import(pathToFileURL(path.resolve(pyodide, "pyodide.mjs")));
const { info } = JSON.parse(fs.readFileSync(path.join(pyodide, "pyodide-lock.json"), "utf8"));
const python = await loadPyodide({
  stdLibURL: path.resolve(library),
  lockFileContents: { info, packages: {} }, // the core alone: nothing is fetched
});
const repack = python.runPython(`
import importlib.util, io, sys, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

def repack(data, prefix, keep, docs):
    source, out = zipfile.ZipFile(io.BytesIO(data)), io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        def write(name, content):
            entry = zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, content, zipfile.ZIP_DEFLATED)
        for entry in source.infolist():
            name, content = entry.filename, source.read(entry)
            code = None
            if name.endswith(".py") and ".data/" not in name:
                try:
                    code = compile(content, prefix + name, "exec", dont_inherit=True, optimize=0 if docs else 2)
                except SyntaxError:
                    pass  # a template, or Python 2 kept for the record: it stays as it is
            if code is None or keep == "both":
                write(name, content)
            if code is not None:
                pyc = bytes(_code_to_hash_pyc(code, importlib.util.source_hash(content), False))
                folder, _, file = name.rpartition("/")
                cached = f"{folder}/__pycache__/{file[:-3]}.{sys.implementation.cache_tag}.pyc"
                write(cached if keep == "both" else name + "c", pyc)
    return out.getvalue()

repack
`);
for (const { source, target, prefix, keep, docs } of JSON.parse(fs.readFileSync(jobs, "utf8"))) {
  const packed = repack(python.toPy(new Uint8Array(fs.readFileSync(source))), prefix, keep, docs);
  fs.writeFileSync(target, packed.toJs());
  packed.destroy();
}
