// Replay: a record of play, stepped through move by move; the table is drawn by the very module that is played on. Notes are read
// and written on the way: what a visitor writes lies beside the record until it is downloaded or shared.

import { bring } from "./bring.js";
import { button, choice, copied, redraw } from "./cards.js";
import { announce, h } from "./dom.js";
import { keep } from "./keep.js";
import { like, maybe } from "./like.js";
import { pack, unpack } from "./link.js";
import { ask, onProgress, open, root as site } from "./live.js";
import { say } from "./words.js";

const word = (id, facts) => say(`tool.replay.${id}`, facts);
const PACE = 1400, LONGEST = 10_000, SHELF = 5;
const FORM = { text: "string", n: Number.isInteger, notes: maybe({ "*": "string" }), shelf: maybe((shelf) => like(shelf, [{ text: "string", notes: { "*": "string" } }])) };

/** A frame to look at: nothing in it can be done, stored or resumed. */
export const shown = (frame) => ({
  ...frame, key: "replay", save: null, fresh: false, wait: null, may: [], choose: null, rummy: [], message: null, log: [], note: "", can: { again: false },
  discards: frame.discards.map((card) => ({ ...card, can: false, preview: "", splits: [] })),
});

/** Where a key leads among `count` moves; null for other keys. */
export function step(key, n, count) {
  const to = { ArrowLeft: n - 1, ArrowUp: n - 1, ArrowRight: n + 1, ArrowDown: n + 1, Home: 0, End: count - 1 }[key];
  return to == null ? null : Math.min(Math.max(to, 0), count - 1);
}

/** The nearest step after `n`, or before it, that has a note; null where there is none. */
export function toNote(n, notes, way) {
  for (let at = n + way; at >= 0 && at < notes.length; at += way) if (notes[at]) return at;
  return null;
}

/** As much of a model as the table reads. */
class Still {
  jobs = {};
  traits = {};
  get(name) { return this.traits[name]; }
  on(name, job) { (this.jobs[name] ??= new Set()).add(job); }
  off(name, job) { this.jobs[name]?.delete(job); }
  send() {}
  show(traits) {
    Object.assign(this.traits, traits);
    for (const name in traits) for (const job of this.jobs[`change:${name}`] ?? []) job();
  }
}

export default function mount(el, { hash = "" } = {}) {
  const store = keep("replay"), model = new Still();
  const ui = { text: "", note: store.trouble(), progress: "", paste: null, link: "", copied: "", notes: {}, shelf: [], writing: false, advice: "", player: "medium" };
  const head = h("div", { class: "stack" }), stage = h("div", { class: "stage", role: "group", "aria-label": word("stage") }), foot = h("div", { class: "stack" });
  const list = h("ol", { class: "steps", "aria-label": word("steps"), tabindex: "-1" }), bar = h("div", { class: "controls", role: "toolbar", "aria-label": word("controls") });
  const said = h("section", { class: "said", "aria-label": word("note") });
  const game = h("div", { class: "game", hidden: true }, h("div", { class: "shown" }, bar, said, stage), list);
  const root = h("div", { class: "desk replay" }, h("link", { rel: "stylesheet", href: new URL("table.css", import.meta.url).href }), head, game, foot);
  const played = h("div", { class: "played", hidden: true });
  let now = null, asked = 0, timer = 0, close = null, cleanup = null, done = false;
  el.replaceChildren(root, played);                          // outside the desk, whose look would reach into the table

  const playing = () => timer !== 0;
  function pause() {
    clearInterval(timer);
    timer = 0;
  }
  function play() {
    if (playing()) return pause(), draw();
    if (now.n === now.count - 1) go(0);
    timer = setInterval(() => {
      if (document.hidden) return;
      if (now.n >= now.count - 1) return pause(), draw();
      show(ui.text, now.n + 1);
    }, PACE);
    draw();
  }
  function go(n) {
    pause();
    return show(ui.text, n);
  }

  /** Show a record after one of its moves; another that cannot be read takes this one away, for it is not what was asked for. */
  async function show(text, n) {
    const mine = ++asked;
    if (!now) { ui.waiting = true; draw(); }
    const answer = await ask("replay", { text, n });
    if (mine !== asked || done) return;
    ui.waiting = false;
    const other = text !== ui.text || !now;
    if (answer.error) {
      if (other && answer.field) away();
      return tell(answer.error);
    }
    if (other) swap(text);
    Object.assign(ui, { text, note: "", link: "", advice: "" });
    now = answer;
    if (other) { shut(); ui.paste = null; steps(); }
    model.show({ words: now.words, frame: shown(now.frame) });
    if (!cleanup) {
      const view = await bring(new URL("table.js", import.meta.url).href).catch(({ message }) => ({ message }));
      if (done) return;
      if (!view.default) return away(), tell(view.message);
      cleanup ??= view.default.render({ model, el: stage });
    }
    game.hidden = false;
    mark();
    ui.note = save();
    draw();
    announce(now.steps[now.n].text);
    if (noteOf(now.n)) announce(noteOf(now.n));
  }
  /** Nothing is shown any more. */
  function away() {
    pause();
    shut();
    swap("");
    now = null;
    ui.text = "";
    game.hidden = true;
    foot.replaceChildren();
  }
  function shut() {
    close?.();
    close = null;
    played.replaceChildren();
    played.hidden = true;
  }
  function tell(text) {
    ui.note = text;
    draw();
    announce(text);
  }

  // ---- notes: those of the record, and over them what is written here

  const noteOf = (n) => ui.notes[n] ?? now.steps[n].note ?? "";
  const noteAt = (way) => toNote(now.n, now.steps.map((_, n) => noteOf(n)), way);
  const save = () => store.save({ text: ui.text, n: now.n, notes: ui.notes, shelf: ui.shelf });

  /** Another record: what was written on the one before is laid by, and what was once written on this one taken up. */
  function swap(text) {
    if (Object.keys(ui.notes).length) ui.shelf.unshift({ text: ui.text, notes: ui.notes });
    ui.notes = ui.shelf.find((one) => one.text === text)?.notes ?? {};
    ui.shelf = ui.shelf.filter((one) => one.text !== text).slice(0, SHELF);
    ui.writing = false;
  }
  function write(n, note) {
    note === now.steps[n].note ? delete ui.notes[n] : (ui.notes[n] = note);
    ui.link = "";
    foot.querySelector(".link")?.remove();                   // it leads to what was
    ticked(list.querySelector(`[data-n="${n}"]`));
    if ((ui.note = save())) draw();
  }
  function toWrite(open) {
    pause();
    ui.writing = open;
    draw();
    said.querySelector(open ? "textarea" : '[data-key="write"]')?.focus();
  }
  async function advise() {
    pause();
    const mine = asked, { text, error } = await ask("advise", { text: ui.text, n: now.n, player: ui.player });
    if (done || mine !== asked) return;
    if (error) return tell(error);
    ui.advice = text;
    draw();
    announce(text);
  }
  function take() {
    write(now.n, [noteOf(now.n), ui.advice].filter(Boolean).join("\n").slice(0, LONGEST));
    ui.advice = "";
    toWrite(true);
  }
  /** The record with what was written here; null, and a sentence, where that cannot be. */
  async function written() {
    if (!Object.keys(ui.notes).length) return ui.text;
    const { text, error } = await ask("annotate", { text: ui.text, notes: ui.notes });
    if (error) tell(error);
    return text ?? null;
  }
  async function download() {
    const text = await written();
    if (text === null) return;
    const name = `${word("file")}.${text.trimStart()[0] === "{" ? "json" : "toml"}`;
    const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  /** Mark a step that has a note. */
  function ticked(one) {
    one.querySelector(".mark")?.remove();
    if (noteOf(Number(one.dataset.n))) one.append(h("span", { class: "mark", role: "img", "aria-label": word("noted") }, "✎\uFE0E"));
  }
  function steps() {
    let deal = 0;
    list.replaceChildren(...now.steps.flatMap(({ deal: number, n, text }) => {
      const title = number === deal ? [] : [h("li", { class: "deal" }, word("deal", { n: (deal = number) }))];
      return [...title, h("li", {}, h("button", { type: "button", tabindex: -1, "data-n": n, onclick: () => go(n) }, text))];
    }));
    for (const one of list.querySelectorAll("button")) ticked(one);
  }
  function mark() {
    const inside = list.contains(document.activeElement);
    for (const one of list.querySelectorAll("button")) {
      const here = Number(one.dataset.n) === now.n;
      one.tabIndex = here ? 0 : -1;
      here ? one.setAttribute("aria-current", "step") : one.removeAttribute("aria-current");
      if (!here) continue;
      if (inside) one.focus({ preventScroll: true });
      list.scrollTop = one.offsetTop - list.clientHeight / 2;
    }
  }

  async function file(chosen) {
    if (!chosen) return;
    let text;
    try { text = await chosen.text(); } catch { return tell(word("bad_file")); }
    show(text, 0);
  }
  async function example() {
    const { text, error } = await ask("example", { name: el.dataset.example });
    error ? tell(error) : show(text, 0);
  }
  async function opened(address) {
    const packed = address.match(/^#?r=(.+)$/)?.[1];
    if (!packed) return false;
    const text = await unpack(packed);
    if (text === null) return tell(word("bad_link")), false;
    await show(text, 0);
    return true;
  }
  const onHash = () => opened(location.hash);

  async function share() {
    const text = await written();
    if (text === null) return;
    ui.link = `${location.href.split("#")[0]}#r=${await pack(text)}`;
    ui.copied = word(await copied(ui.link) ? "copied" : "copy_this");
    draw();
    announce(ui.copied);
  }
  async function playOn() {
    pause();
    shut();
    played.hidden = false;
    draw();
    try {
      close = await open(played, { position: now.position, you: now.position.turn });
      played.scrollIntoView({ block: "nearest" });
    } catch (error) {
      shut();
      tell(String(error?.message ?? error));
    }
  }
  async function settle() {
    location.assign(`${site}settle/#p=${await pack(JSON.stringify({ position: now.position, lines: [] }))}`);
  }

  function draw() {
    if (done) return;
    const text = ui.paste == null ? null : Object.assign(h("textarea", { rows: 6, spellcheck: "false", "data-key": "text", oninput: (event) => (ui.paste = event.target.value) }), { value: ui.paste });
    redraw(head,
      h("div", { class: "tools" },
        h("label", { class: "file" }, h("span", {}, word("open")), h("input", { type: "file", accept: ".toml,.txt,.json,text/plain", "data-key": "file", onchange: (event) => file(event.target.files[0]) })),
        button(word("paste"), () => { ui.paste = ui.paste == null ? "" : null; draw(); head.querySelector("textarea")?.focus(); }, { "aria-expanded": String(ui.paste != null), "data-key": "paste" }),
        el.dataset.example && button(word("example"), example, { "data-key": "example" }), h("span", { class: "soft" }, word("drop"))),
      text && h("form", { class: "paste", onsubmit: (event) => { event.preventDefault(); show(ui.paste, 0); } },
        h("label", { class: "field" }, h("span", {}, word("paste")), text), h("button", { type: "submit", class: "primary" }, word("read"))),
      ui.note && h("p", { class: "note" }, ui.note),
      now?.note && h("p", { class: "about" }, now.note),
      !now && h("p", { class: "soft" }, ui.progress || word(ui.waiting ? "waiting" : "empty")));
    if (!now) return;
    const key = (id, sign, to, off) => button(sign, () => go(to), { "aria-label": word(id), "data-key": id, "aria-disabled": off ? "true" : null });
    const at = Object.assign(h("input", { type: "range", min: 0, max: now.count - 1, "data-key": "range", "aria-label": word("at", { n: now.n + 1, of: now.count }),
      "aria-valuetext": now.steps[now.n].text, oninput: (event) => go(Number(event.target.value)) }), { value: now.n });
    redraw(bar,
      key("first", "|◀\uFE0E", 0, now.n === 0), key("back", "◀\uFE0E", Math.max(now.n - 1, 0), now.n === 0),
      button(word(playing() ? "pause" : "play"), play, { "data-key": "play", class: "primary" }),
      key("forward", "▶\uFE0E", Math.min(now.n + 1, now.count - 1), now.n === now.count - 1), key("last", "▶\uFE0E|", now.count - 1, now.n === now.count - 1),
      at, h("p", { class: "at" }, h("span", { class: "soft" }, word("at", { n: now.n + 1, of: now.count })), " ", h("b", {}, now.steps[now.n].text)),
      now.problem && now.n === now.count - 1 && h("p", { class: "note" }, word("broken"), " ", now.problem));
    const { n } = now, note = noteOf(n), writable = now.steps[n].note !== null, [before, after] = [noteAt(-1), noteAt(1)], wrote = Object.keys(ui.notes).length;
    const field = ui.writing && writable && Object.assign(h("textarea", { rows: 4, maxlength: LONGEST, "data-key": "note", onfocus: pause, oninput: (event) => write(n, event.target.value) }), { value: note });
    redraw(said,
      field ? [h("label", { class: "field" }, h("span", {}, word("writing")), field), h("p", { class: "soft" }, word("kept"))]
        : h("p", { class: note ? "words" : "soft" }, note || word("no_note")),
      ui.advice && h("div", { class: "advice" }, h("p", {}, ui.advice), button(word("take"), take, { "data-key": "take" })),
      h("div", { class: "tools" },
        writable && button(word(field ? "wrote_it" : note ? "change" : "write"), () => toWrite(!field), { "data-key": "write", "aria-expanded": String(Boolean(field)) }),
        [["note_back", "◀ ✎", before], ["note_on", "✎ ▶", after]].map(([id, sign, to]) => (before ?? after) != null
          && button(sign.replaceAll(/[◀✎▶]/g, "$&\uFE0E"), () => to != null && go(to), { "aria-label": word(id), title: word(id), "data-key": id, class: "sign", "aria-disabled": to == null ? "true" : null })),
        writable && h("div", { class: "adviser" },
          button(word("advice"), advise, { "data-key": "advice" }),
          choice(word("strength"), ui.player, ["easy", "medium", "hard"].map((id) => [id, word(id)]), (id) => { ui.player = id; if (ui.advice) advise(); }, { "data-key": "strength" }))));
    redraw(foot,
      h("div", { class: "tools" },
        now.position && now.frame.phase !== "over" && [button(word("play_on"), playOn, { "data-key": "play on" }), button(word("settle"), settle, { "data-key": "settle" })],
        button(word("download"), download, { "data-key": "download" }), button(word("share"), share, { "data-key": "share" }),
        wrote > 0 && h("span", { class: "soft" }, word("wrote", { count: wrote }))),
      ui.link && h("div", { class: "link" }, h("label", { class: "field" }, h("span", {}, ui.copied), Object.assign(h("input", { readonly: true, "data-key": "link" }), { value: ui.link }))),
      h("p", { class: "soft hint" }, word("keys")));
  }

  root.addEventListener("keydown", (event) => {
    if (!now || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
    const to = step(event.key, now.n, now.count);
    if (to == null) return;
    event.preventDefault();
    go(to);
  });
  root.addEventListener("dragover", (event) => event.preventDefault());
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    file(event.dataTransfer.files[0]);
  });
  const off = onProgress(({ stage: at, text }) => {
    ui.progress = at === "ready" ? "" : text;
    if (!now) draw();
  });
  addEventListener("hashchange", onHash);
  draw();
  begin();

  async function begin() {
    const kept = store.load(), fine = kept !== null && like(kept, FORM), why = kept === null || fine ? "" : store.aside();
    if (fine) ui.shelf = [{ text: kept.text, notes: kept.notes ?? {} }, ...kept.shelf ?? []].filter(({ notes }) => Object.keys(notes).length);
    const linked = await opened(hash);
    if (why) return tell(why);
    if (fine && !linked && !now) show(kept.text, kept.n);
  }

  return () => {
    done = true;
    pause();
    off();
    cleanup?.();
    close?.();
    removeEventListener("hashchange", onHash);
  };
}
