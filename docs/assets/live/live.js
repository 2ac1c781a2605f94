// The host of live tables: one Python for the whole visit, in a worker that is started when somebody asks for it.

import { say } from "./words.js";
import { announce, h } from "./dom.js";
import { pack } from "./link.js";
import { known, learn } from "./progress.js";

/** The address of the site's root, wherever the site is served from. */
export const root = new URL("../../", import.meta.url).href;

const here = (name) => new URL(name, import.meta.url).href;
const tables = new Map(), asked = new Map(), watchers = new Set();
let worker = null, started = null, at = null, nextId = 1, owed = 0, silent = 0, tick = 0;

// ==== starting Python

/** Hear how the start goes: {stage: "loading"|"starting"|"ready"|"failed", done, total, text}. Returns how to stop hearing. */
export function onProgress(watcher) {
  watchers.add(watcher);
  if (at) watcher(at);
  return () => watchers.delete(watcher);
}

function progress(stage, facts = {}) {
  const mega = (bytes) => (bytes / 1e6).toFixed(1);
  const { done = 0, total = 0 } = facts;
  const text = facts.text ?? say(`live.${stage === "loading" && !total ? "asking" : stage}`, { done: mega(done), total: mega(total) });
  at = { stage, done, total, text };
  for (const watcher of [...watchers]) watcher(at);
}

/** Python, started once; rejects with one sentence for a person. After a failure the next call tries again. */
export function ready() {
  started ??= start().catch((error) => {
    stop();
    progress("failed", { text: error.message });
    throw error;
  });
  return started.then(current);
}

const trouble = (why) => new Error(say(`live.${why}`));

async function start() {
  if (typeof WebAssembly !== "object" || typeof Worker !== "function") throw trouble("no-wasm");
  progress("loading");
  const engine = await manifest();
  let error = await boot(engine, false);
  if (error?.again) error = await boot(engine, true);
  if (error) throw trouble(error.why);
  progress("ready", { done: engine.bytes, total: engine.bytes });
  return engine;
}

/** What there is to load. */
async function manifest() {
  const response = await fetch(here("engine.json"), { cache: "no-cache" }).catch(() => { throw trouble("offline"); });
  if (response.status === 404) throw trouble("no-python");
  const engine = response.ok && await response.json().catch(() => null);
  if (!engine) throw trouble("broken");
  return current(engine);
}

/** These files, if the page shown now is of their edition; another visit's copy of a page is not, nor one built since. */
function current(engine) {
  const edition = document.querySelector('meta[name="rummy-edition"]')?.content;
  if (edition && edition !== engine.edition) throw trouble("stale");
  return engine;
}

/** Start a worker with these files; null once Python stands, else {why, again}. */
function boot(engine, afresh) {
  return new Promise((resolve) => {
    worker?.terminate();
    try {
      worker = new Worker(here("worker.mjs"), { type: "module" });
    } catch {
      return resolve({ why: "no-worker" });
    }
    let stands = false;
    worker.onerror = (event) => {
      event.preventDefault?.();
      stands ? crashed(event.message) : resolve({ why: "no-worker" });
    };
    worker.onmessage = ({ data }) => {
      if (data.type === "progress") {
        if (!stands) progress(data.done < engine.bytes ? "loading" : "starting", { done: Math.min(data.done, engine.bytes), total: engine.bytes });
      } else if (data.type === "ready") {
        stands = true;
        resolve(null);
      } else if (data.type === "failed") {
        console.warn(data.detail);
        resolve({ why: data.why, again: data.again });
      } else heard(data);
    };
    const language = document.documentElement?.lang ?? "";
    worker.postMessage({ type: "start", engine, afresh, language, base: new URL(engine.pyodide, here("engine.json")).href });
  });
}

function stop() {
  worker?.terminate();
  worker = started = null;
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
    try { answer = JSON.parse(data.answer); } catch { answer = { error: data.why ? say(`live.${data.why}`) : data.answer }; }
    asked.get(data.id)?.(answer);
    asked.delete(data.id);
    return;
  }
  tables.get(data.id)?.[data.type]?.(data);
}

// ==== asking and playing

const PATIENCE = 20;                                         // s in view without a word from Python while it owes one

/** Have Python do something: one after the other, and each is told as done. */
function bid(message) {
  worker.postMessage(message);                               // throws for what cannot be sent: then nothing is owed
  owed += 1;
  tick ||= setTimeout(listen, 1000);
}

/** Another second in which Python said nothing. A sleep counts as one, and what was out of sight begins anew. */
function listen() {
  tick = 0;
  silent = owed && !document.hidden ? silent + 1 : 0;
  if (silent >= PATIENCE) crashed("silence", say("live.silent", { n: PATIENCE }));
  if (owed) tick = setTimeout(listen, 1000);
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
const ofCourse = (args) => ["exercise", "names", "drill"].some((name) => name in args);

/** Where the focus goes in a table or a task that has just come up: to what is to be done. */
export const FIRST = '.rummy-task .name, .rummy-table :is([data-first] [tabindex="0"], [data-option=first])';

class Table {
  id = nextId++;
  queue = [];
  stands = false;
  constructor(el, args, heard) {
    Object.assign(this, { el, args, heard, course: ofCourse(args), strip: null, model: new Model((message) => this.say(message)) });
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
    if (this.again) this.focus();
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
    if (this.course) return;
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
  focus() { this.el.querySelector(FIRST)?.focus({ preventScroll: true }); }

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
  const table = new Table(el, args, heard), parts = table.course ? ["table", "task"] : ["table"];
  const view = import(here(`${parts.at(-1)}.js`)).catch(() => { throw trouble("offline"); });
  if (initial) table.model.set(initial);
  table.first.catch(() => { /* told below, or never asked for */ });
  table.begin();
  try {
    const [module] = await Promise.all([view, initial ?? table.first, ...parts.map((part) => styled(here(`${part}.css`)))]);
    if (tables.has(table.id)) table.show(module.default.render);
    await table.first;
  } catch (error) {
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
