// The host of live tables: one Python for the whole visit, in a worker that is started when somebody asks for it.

import { say } from "./words.js";
import { bring, broken, get, Trouble, unused, within } from "./bring.js";
import { announce, h } from "./dom.js";
import { pack } from "./link.js";
import { known, learn } from "./progress.js";

/** The address of the site's root, wherever the site is served from. */
export const root = new URL("../../", import.meta.url).href;

const here = (name) => new URL(name, import.meta.url).href;
const tables = new Map(), asked = new Map(), watchers = new Set();
let worker = null, started = null, halt = null, at = null, nextId = 1, owed = 0, silent = 0, tick = 0;

// ==== starting Python

/** Hear how the start goes: {stage: "loading"|"starting"|"ready"|"failed", done, total, text}. Returns how to stop hearing. */
export function onProgress(watcher) {
  watchers.add(watcher);
  if (at) watcher(at);
  return () => watchers.delete(watcher);
}

function progress(stage, facts = {}) {
  const mega = (bytes) => (bytes / 1e6).toLocaleString(document.documentElement?.lang || "en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const { done = 0, total = 0 } = facts;
  const text = facts.text ?? say(`live.${stage === "loading" && !total ? "asking" : stage}`, { done: mega(done), total: mega(total) });
  at = { stage, done, total, text };
  silent = 0;
  for (const watcher of [...watchers]) watcher(at);
}

/** Python, started once; rejects with one sentence for a person. After a failure the next call tries again. */
export function ready() {
  started ??= watched(start).catch((error) => {
    stop();
    progress("failed", { text: error.message });
    throw error;
  });
  return started.then(current);
}

/** A start that is ended once nothing has been heard of it for too long. */
function watched(job) {
  const { signal } = halt = new AbortController();
  tick ||= setTimeout(listen, 1000);
  return new Promise((resolve, reject) => {
    signal.onabort = () => reject(new Trouble("stalled", { n: PATIENCE[at.stage] }));
    job(signal).then(resolve, reject);
  });
}

async function start(signal) {
  if (typeof WebAssembly !== "object") throw new Trouble("no-wasm");
  if (typeof Worker !== "function") throw new Trouble("no-worker");
  progress("loading");
  const engine = await manifest(signal);
  let error = await boot(engine, false);
  if (error?.again) error = await boot(engine, true);
  if (error) throw new Error(error.text);
  halt = null;
  progress("ready", { done: engine.bytes, total: engine.bytes });
  return engine;
}

/** What there is to load. */
async function manifest(signal) {
  const url = here("engine.json");
  const response = await get(url, { cache: "no-cache", signal }).catch((error) => { throw error.why === "missing" ? new Trouble("no-python") : error; });
  return current(await response.json().catch(() => { throw broken(url); }));
}

/** These files, if the page shown now is of their edition; another visit's copy of a page is not, nor one built since. */
function current(engine) {
  const edition = document.querySelector('meta[name="rummy-edition"]')?.content;
  if (edition && edition !== engine.edition) throw new Trouble("stale");
  return engine;
}

/** Start a worker with these files; null once Python stands, else {text, again}. */
function boot(engine, afresh) {
  return new Promise((resolve) => {
    const failed = ({ message: text }) => resolve({ text });
    worker?.terminate();
    try {
      worker = new Worker(here("worker.mjs"), { type: "module" });
    } catch {
      return failed(new Trouble("no-worker"));
    }
    let stands = false;
    worker.onerror = (event) => {
      event.preventDefault?.();
      if (stands) return crashed(event.message);
      /out of memory/i.test(event.message) ? failed(new Trouble("memory")) : unused(here("worker.mjs"), new Trouble("no-worker")).then(failed);
    };
    worker.onmessage = ({ data }) => {
      if (data.type === "progress") {
        if (!stands) progress(data.done < engine.bytes ? "loading" : "starting", { done: Math.min(data.done, engine.bytes), total: engine.bytes });
      } else if (data.type === "ready") {
        stands = true;
        resolve(null);
      } else if (data.type === "failed") {
        console.warn(data.detail);
        resolve(data);
      } else heard(data);
    };
    const language = document.documentElement?.lang ?? "";
    worker.postMessage({ type: "start", engine, afresh, language, base: new URL(engine.pyodide, here("engine.json")).href });
  });
}

function stop() {
  worker?.terminate();
  worker = started = halt = null;
  owed = 0;
}

/** Python is gone: every table says so and can be taken up where it stood; every question gets that as its answer. */
function crashed(detail, text = say("live.crashed")) {
  if (!worker) return;
  console.warn(detail);
  stop();
  progress("failed", { text });
  for (const answer of asked.values()) answer({ error: text });
  asked.clear();
  for (const table of tables.values()) table.lost(text);
}

function heard(data) {
  silent = 0;
  if (data.type === "done") return void (owed -= 1);
  if (data.type === "crashed") return crashed(data.detail);
  if (data.type === "answer") {
    let answer;
    try { answer = JSON.parse(data.answer); } catch { answer = { error: data.answer }; }
    asked.get(data.id)?.(answer);
    asked.delete(data.id);
    return;
  }
  tables.get(data.id)?.[data.type]?.(data);
}

// ==== asking and playing

/** Seconds in view without a word: no byte of Python's files, none from Python as it starts, or as it owes one. */
const PATIENCE = { loading: 30, starting: 120, ready: 20 };

/** Have Python do something: one after the other, and each is told as done. */
function bid(message) {
  worker.postMessage(message);                               // throws for what cannot be sent: then nothing is owed
  owed += 1;
  tick ||= setTimeout(listen, 1000);
}

/** Another second in which nothing was heard. A sleep counts as one, and what was out of sight begins anew. */
function listen() {
  tick = 0;
  silent = (halt || owed) && !document.hidden ? silent + 1 : 0;
  if (silent >= PATIENCE[at.stage]) halt ? halt.abort() : crashed("silence", say("live.silent", { n: PATIENCE.ready }));
  else if (halt || owed) tick = setTimeout(listen, 1000);
}

/** The answer of `rummy.desk` to a question of this kind; {error: sentence} where there is none. Never rejects. */
export async function ask(kind, question = {}) {
  try {
    await ready();
  } catch (error) {
    return { error: error.message };
  }
  const id = nextId++;
  return new Promise((resolve) => {
    asked.set(id, resolve);
    try {
      bid({ type: "ask", id, kind, asked: question });
    } catch (error) {                                        // what nobody can send, such as a link nested a thousand deep
      console.warn(error);
      asked.delete(id);
      resolve({ error: say("live.unsent") });
    }
  });
}

/** What the table's module shows, and whom it tells what was done there: Python at the other side of the worker. */
class Model {
  traits = {};
  listeners = new Map();
  constructor(tell) { this.send = tell; }
  get(name) { return this.traits[name]; }
  on(name, job) { this.listeners.set(name, (this.listeners.get(name) ?? new Set()).add(job)); }
  off(name, job) { this.listeners.get(name)?.delete(job); }
  set(traits) {
    Object.assign(this.traits, traits);
    for (const name of Object.keys(traits)) for (const job of [...this.listeners.get(`change:${name}`) ?? []]) job();
  }
}

/** Are these the arguments of an exercise, a round or a drill? */
const ofTasks = (args) => ["exercise", "names", "drill"].some((name) => name in args);

/** What is to be done first in a table or a task. */
const FIRST = '.rummy-task .name, .rummy-table :is([data-first] [tabindex="0"], [data-option=first])';

/** The focus goes there in one that has just come up, and into view. */
export function enter(el) {
  const first = el.querySelector(FIRST);
  first?.focus({ preventScroll: true });
  first?.scrollIntoView({ block: "nearest" });
}

class Table {
  id = nextId++;
  queue = [];
  stands = false;
  constructor(el, args, heard) {
    Object.assign(this, { el, args, heard, tasks: ofTasks(args), course: ofTasks(args) || "code" in args, strip: null, model: new Model((message) => this.say(message)) });
    this.first = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
    tables.set(this.id, this);
  }

  /** Ask Python for the table; where one stood already, for that one as it stood. */
  async begin() {
    try {
      await ready();
    } catch (error) {
      return this.lost(error.message);
    }
    if (!tables.has(this.id)) return;
    const { save: resume, round } = this.model.get("frame") ?? {}, { kind: drill, ...chosen } = round?.menu?.chosen ?? {};
    const args = drill ? { ...this.args, ...chosen, drill } : this.args;
    bid({ type: "open", id: this.id, args, resume, course: this.course, kept: this.course ? known() : "", at: round?.n ?? 1 });
  }
  say(message) { this.stands ? bid({ type: "say", id: this.id, message }) : this.queue.push(message); }

  opened({ state }) {
    this.note(null);
    this.stands = true;
    this.model.set({ site: root, ...JSON.parse(state) });
    this.heard?.(this.model.get("frame"));
    this.resolve();
    for (const message of this.queue.splice(0)) this.say(message);
    if (this.again) enter(this.el);
    this.again = false;
  }
  frame({ frame }) {
    this.model.set({ frame: JSON.parse(frame) });
    this.heard?.(this.model.get("frame"));
    if (!kept(this.model.get("frame"))) this.warn(say("live.not-kept"));
  }
  async result({ more }) { this.warn((await learn(more)).note); }
  warn(text) { if (text && this.warned !== text) this.note(this.warned = text); }
  refused({ text }) {
    this.reject(new Error(text));
    this.note(text);
  }
  lost(text) {
    this.stands = false;
    this.queue = [];
    this.reject(new Error(text));
    this.note(text, () => this.begin());
  }

  /** Draw the table, and under it the way to step through what was played. */
  show(render) {
    this.cleanup = render({ model: this.model, el: this.el });
    this.view = this.el.querySelector(".rummy-table");
    if (this.tasks) return;
    this.through = h("p", { class: "through", hidden: true }, h("a", {}, say("live.through")));
    this.el.append(this.through);
    this.model.on("change:frame", () => this.offer());
    this.offer();
  }
  /** The link holds the whole record, or the position and what was played in it; there is none while a hand is still closed. */
  async offer() {
    const { fresh, save, key, over, seats } = this.model.get("frame"), { position, seed = key } = this.args;
    const played = !fresh && (over || seats?.every(({ cards }) => cards)) && save;
    const whole = !played || save.startsWith("rummy =") ? save : JSON.stringify({ position, seed, lines: save.split("\n") });
    const href = played && `${root}replay/#r=${await pack(whole)}`;
    if (this.model.get("frame").save !== save) return;
    if (played) this.through.querySelector("a").href = href;
    this.through.hidden = !played;
  }

  /** A sentence of the host above the table, with a way to start again while Python is gone; null takes it away. */
  note(text, again) {
    const inside = this.el.contains(document.activeElement);
    this.strip?.remove();
    this.view?.toggleAttribute("inert", Boolean(again));
    this.strip = text && h("p", { class: "trouble" }, text, again && h("button", {
      type: "button", class: "md-button", onclick: () => { this.again = true; this.note(say("live.asking")); again(); },
    }, say("live.again")));
    if (!this.strip) return;
    this.el.prepend(this.strip);
    announce(text);
    if (again && inside) this.strip.querySelector("button").focus();
  }

  close() {
    if (!tables.delete(this.id)) return;
    this.cleanup?.();
    this.through?.remove();
    this.strip?.remove();
    if (this.stands) bid({ type: "close", id: this.id });
  }
}

/** Put a playable table into an element; with the state it begins with, `initial`, it shows before Python stands.
 *  Resolves with how to close it again; rejects with a sentence. It is closed by itself once its element has left the page.
 *  `heard` is told every frame. */
export async function open(el, args = {}, { initial, heard } = {}) {
  const table = new Table(el, args, heard), parts = table.tasks ? ["table", "task"] : ["table"];
  const view = Promise.all([bring(here(`${parts.at(-1)}.js`)), ...parts.map((part) => styled(here(`${part}.css`)))]);
  if (initial) table.model.set(initial);
  for (const promised of [view, table.first]) promised.catch(() => { /* told below, or never asked for */ });
  table.begin();
  try {
    const arrived = Promise.resolve(initial ?? table.first).then(() => within(PATIENCE.loading, view));
    const [[module]] = await Promise.all([view, arrived]);
    if (tables.has(table.id)) table.show(module.default.render);
    await table.first;
  } catch (error) {
    if (!table.strip) table.note(error.message);             // what is not the fault of Python was not said yet
    if (!initial) table.close();
    throw error;
  }
  return () => table.close();
}

/** A style sheet of the live tables, loaded once. It lies in the body: the head is exchanged from page to page. */
function styled(href) {
  const there = document.querySelector(`link[href="${href}"]`);
  if (there) return there.loaded;
  const link = h("link", { rel: "stylesheet", href });
  link.loaded = new Promise((resolve) => Object.assign(link, { onload: resolve, onerror: resolve }));
  document.body.append(link);
  return link.loaded;
}

/** Close the tables whose element is no longer in the page. */
export function sweep() {
  for (const table of tables.values()) if (!table.el.isConnected) table.close();
}

// ==== keeping

/** Whether the table's module could store this frame. */
function kept(frame) {
  if (frame.fresh || frame.save == null) return true;
  try { return localStorage.getItem(`rummy:${frame.key}`) === frame.save; } catch { return false; }
}
