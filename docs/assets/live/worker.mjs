// Python in a worker: fetched and started once; then it keeps the tables and answers, in the order in which it was asked.

import { bring, broken, get, Trouble } from "./bring.js";

const PYTHON = `
import json

def opened(args, course, kept, at, resume, show, tell):
    if course:
        from rummy.course.opened import opened
        table = opened(json.loads(args), kept, tell)
        for _ in range(1, at):
            table.handle({"type": "next-task"})
    else:
        from rummy.table import Table
        table = Table(**json.loads(args))
    if resume:
        table.handle({"type": "resume", "text": resume})
    table.on_change = lambda state: show(json.dumps(state["frame"]))
    return table, json.dumps(table.state())

def said(table, message):
    table.handle(json.loads(message))

def answered(kind, asked):
    from rummy.desk import answer
    return json.dumps(answer(kind, json.loads(asked)))

def due(kind, asked):
    from datetime import UTC, datetime
    from rummy.course.progress import read
    from rummy.review import chosen, due
    progress, now = read(json.loads(asked)["text"]), datetime.now(UTC)
    return json.dumps({"due": [*due(progress, now)], "names": chosen(progress, now)})

def problem(error):
    from rummy.words import say
    return str(error) if isinstance(error, ValueError) else say("error.inside", kind=type(error).__name__, why=error)

def guarded(job):
    def run(*args):
        try:
            return job(*args)
        except Exception as error:
            return problem(error)
    return run

import rummy.table
(guarded(opened), said, guarded(answered), guarded(due))
`;

const tables = new Map(), held = new Map(), fetched = self.fetch.bind(self);
self.fetch = (input, init) => {                              // what Pyodide asks for is on its way already
  const url = String(input?.url ?? input), response = held.get(url);
  held.delete(url);
  return response ?? fetched(input, init);
};

let done = 0;
function count(bytes) { done += bytes; postMessage({ type: "progress", done }); }

/** Read a body to its end, counting; a body of another size is a half-loaded or a stale file. */
async function read({ url, body }, size, keep) {
  let at = 0;
  for (const reader = body.getReader(); ;) {
    const { value, done: end } = await reader.read().catch(() => { throw broken(url); });
    if (end) break;
    if (at + value.length > size) throw broken(url);
    keep?.set(value, at);
    at += value.length;
    count(value.length);
  }
  if (at !== size) throw broken(url);
  return keep;
}

/** A whole file, and the right one: by its size, and by its hash where the browser can tell (not over plain http). */
async function whole(url, { size, sha256 }) {
  const bytes = await read(await get(url), size, new Uint8Array(size));
  if (self.crypto?.subtle) {
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    if ([...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("") !== sha256) throw broken(url);
  }
  return bytes;
}

/** What an error in the middle of starting means: there is no memory for it, or something else. */
const starved = (error, otherwise) => (/out of memory|allocat|MemoryError/i.test(error) ? new Trouble("memory") : otherwise);

/** Start Python from the files that engine.json names; everything is fetched at once. */
async function start({ engine, base, afresh, language }) {
  const at = (file) => new URL(file, base).href, core = Object.fromEntries(engine.core.map((one) => [one.file, one]));
  if (afresh) {                                              // put fresh copies into the browser's store first
    const renewed = async (file) => {
      const reader = (await get(at(file), { cache: "reload" })).body.getReader();
      while (!(await reader.read()).done) count(0);
    };
    await Promise.all([...engine.core, engine.stdlib, engine.wheel].map(({ file }) => renewed(file).catch(() => null)));
  }
  const module = (file) => bring(at(file)).then((it) => { count(core[file].size); return it; });
  const wasm = get(at("pyodide.asm.wasm")).then((response) => {
    const sized = read(response.clone(), core["pyodide.asm.wasm"].size);   // counted on the side, so that the browser may keep what it compiled
    const typed = response.headers.get("content-type") === "application/wasm"
      ? response : new Response(response.body, { headers: { "content-type": "application/wasm" } });
    return { typed, sized };
  });
  const stdlib = whole(at(engine.stdlib.file), engine.stdlib), wheel = whole(at(engine.wheel.file), engine.wheel);
  const parts = Promise.all([wasm.then(({ sized }) => sized), stdlib, wheel]);
  held.set(at("pyodide.asm.wasm"), wasm.then(({ typed }) => typed));
  held.set(at(engine.stdlib.file), stdlib.then((bytes) => new Response(bytes)));
  for (const response of held.values()) response.catch(() => { /* told below, also if Pyodide never asks for it */ });
  const compiled = new Promise((resolve, reject) => {        // Pyodide only warns where this fails, and then waits for ever
    const streaming = WebAssembly.instantiateStreaming, file = core["pyodide.asm.wasm"];
    if (typeof streaming !== "function") return reject(new Trouble("no-wasm"));
    WebAssembly.instantiateStreaming = (...args) => {
      const made = streaming.apply(WebAssembly, args);
      made.then(resolve, (error) => wasm.then(({ sized }) => sized).then(() => whole(at(file.file), file))
        .then(() => reject(starved(error, new Trouble("no-wasm"))), reject));
      return made;
    };
  });
  const python = Promise.all([module("pyodide.mjs"), module("pyodide.asm.mjs")]).then(([{ loadPyodide }]) => loadPyodide({
    indexURL: base, packageBaseUrl: base, stdLibURL: at(engine.stdlib.file), lockFileContents: { info: engine.info, packages: {} },
    env: { RUMMY_LANGUAGE: language },
  }));
  const [py, , [, , bytes]] = await Promise.all([python, compiled, parts]);
  py.unpackArchive(bytes, "wheel");
  let there = null;
  const library = () => (there ??= Promise.all(engine.review.map(async (one) => py.unpackArchive(await whole(at(one.file), one), "wheel"))).catch((error) => {
    there = null;
    throw error;
  }));
  return [...py.runPython(PYTHON).toJs({ depth: 1 }), library];
}

const deeds = {
  open([opened], { id, args, course, kept, at, resume }) {
    const show = (frame) => postMessage({ type: "frame", id, frame }), tell = (more) => postMessage({ type: "result", id, more });
    const made = opened(JSON.stringify(args), course, kept, at, resume ?? "", show, tell);
    if (typeof made === "string") return postMessage({ type: "refused", id, text: made });
    const [table, state] = made.toJs({ depth: 1 });
    tables.set(id, table);
    postMessage({ type: "opened", id, state });
  },
  say([, said], { id, message }) { if (tables.has(id)) said(tables.get(id), JSON.stringify(message)); },
  async ask([, , answered, due, library], { id, kind, asked }) {
    try {
      if (kind === "due") await library();                   // what spaces the reviews is loaded when it is asked for
    } catch ({ message }) {
      return postMessage({ type: "answer", id, answer: JSON.stringify({ error: message }) });
    }
    postMessage({ type: "answer", id, answer: (kind === "due" ? due : answered)(kind, JSON.stringify(asked ?? {})) });
  },
  close(_, { id }) {
    tables.get(id)?.destroy();
    tables.delete(id);
  },
};

let python = null, queue = Promise.resolve();
self.onmessage = ({ data }) => {
  if (data.type === "start") {
    python = start(data);
    python.then(() => postMessage({ type: "ready" }), (error) => {
      const { why, message } = error.why ? error : starved(error, broken(data.engine.wheel.file));
      postMessage({ type: "failed", text: message, again: why === "broken", detail: String(error) });
    });
    return;
  }
  queue = queue.then(() => python).then((api) => deeds[data.type](api, data))
    .then(() => postMessage({ type: "done" }), (error) => postMessage({ type: "crashed", detail: String(error) }));
};
