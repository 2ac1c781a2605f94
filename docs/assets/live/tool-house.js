// House rules: a table put together option by option, and its papers: the code, the link, the sheet to print, a deal to try.

import { button, choice, copied, redraw } from "./cards.js";
import { announce, fragment, h } from "./dom.js";
import { former } from "./former.js";
import { optionForm } from "./house-form.js";
import { keep } from "./keep.js";
import { like } from "./like.js";
import { ask, onProgress, open } from "./live.js";
import { menuOf } from "./menu.js";
import { say } from "./words.js";

const START = "rummy-500", LONG = 80, PAPERS = ["sheet", "book", "differs"];
const word = (id, facts) => say(`tool.house.${id}`, facts);

export default async function mount(el, { hash = "" } = {}) {
  const store = keep("house"), drafts = keep("house-draft"), aside = former("house", readDraft), bases = new Map();
  const ui = { text: null, notes: [], paper: "sheet", arrived: false, alone: false, unkept: "" };
  let tables = [], draft = null, note = store.trouble();
  let linked = false;                                        // a link brought this table, and nobody has changed it
  let table = null, given = {}, good = null, menu = null, form = null, turn = 0, timer = 0, later = 0, done = false, close = null;

  const told = h("div", { class: "told-here", role: "status" }), came = h("div", { class: "stack" }), head = h("div", { class: "stack" }), place = h("div", { class: "stack" });
  const paper = h("article", { class: "paper" }), state = h("p", { class: "says" }), trouble = h("div", { class: "stack" });
  const sizes = h("div", { class: "fields" }), played = h("div", { class: "played", hidden: true });
  const name = h("input", { maxlength: LONG, autocomplete: "off", "data-key": "name", placeholder: word("name-example"), oninput: () => { keepDraft(); title(); clearTimeout(later); later = setTimeout(address, 300); } });
  const code = h("input", {
    autocomplete: "off", autocapitalize: "off", spellcheck: "false", "data-key": "code", "aria-describedby": "house-code-wrong",
    oninput: () => { ui.text = code.value; use.hidden = false; },
  });
  const use = h("button", { type: "submit", hidden: true, "data-key": "use" }, word("use")), bad = h("p", { class: "wrong", id: "house-code-wrong" });
  const papers = PAPERS.map((id) => button(word(id), () => { ui.paper = id; papersShown(); }, { "data-key": id }));
  const bar = h("div", { class: "bar" }, h("b"), button(word("to-sheet"), () => go(result), { class: "primary", "data-key": "to sheet" }));
  const result = h("section", { class: "result stack", "aria-label": word("result"), tabindex: "-1" },
    state, trouble,
    h("label", { class: "field" }, h("span", {}, word("name")), name),
    h("form", { class: "stack", onsubmit: (event) => { event.preventDefault(); putAside(); read(code.value.trim()); } },
      h("label", { class: "field" }, h("span", {}, word("code")), code), bad,
      h("div", { class: "tools" }, use, button(word("copy-code"), () => copy(written()), { "data-key": "copy code" }), button(word("copy-link"), () => copy(link()), { "data-key": "copy link" }),
        navigator.share ? button(word("share"), share) : null, button(word("keep"), kept, { "data-key": "keep" }))),
    h("div", { class: "tools papers", role: "group", "aria-label": word("papers") }, papers, button(word("print"), () => print(), { class: "primary", "data-key": "print" })),
    paper);
  const change = button(word("change"), () => { view(false); address(); }, { class: "primary leave", "data-key": "change" });
  const root = h("div", { class: "desk house" }, told, change, came, h("div", { class: "both", hidden: true }, h("div", { class: "stack" }, head, place, bar), result), h("section", { class: "stack try", hidden: true }, h("h2", {}, word("try")), sizes));
  const view = (sheet) => root.classList.toggle("only-sheet", sheet);
  el.replaceChildren(root, played);                          // outside the desk, whose look would reach into the table

  // ---- what this browser keeps: the tables, which all windows share, and the one that is being made here

  function load() {
    const value = store.load(), kept = stored(value);
    if (value !== null && !kept) note = store.aside();
    tables = kept?.tables ?? [];
    return kept;
  }
  /** Change the tables that are kept now, whoever put them there. */
  function keepTables(job) {
    load();
    const why = store.save({ tables: job(tables) });
    load();
    header();
    return why;
  }
  function loadDraft() {
    const before = load()?.draft, value = drafts.load();
    draft = readDraft(value) ?? before ?? null;
    if (value !== null && !readDraft(value)) note = drafts.aside();
  }

  // ---- what a table is made of

  /** A table by its code; what cannot be read of it is told, and the text stays to be mended. */
  async function read(text, called) {
    const mine = begin();
    let answer = await ask("house", { code: text });
    const notes = answer.error ? [answer.error] : answer.unread;
    if (answer.error && answer.field) answer = await ask("house", { code: [START, ...text.split("+").slice(1)].join(" + ") });
    const alone = Boolean(answer.error && answer.field);
    if (alone) answer = await ask("house", { code: START });
    if (mine !== turn || done) return;
    if (!answer.options) return failed(answer.error);
    given = changes(answer);
    ui.arrived = true;
    ui.alone = alone;
    ui.text = notes.length ? text : null;
    ui.notes = notes;
    if (called) name.value = called;
    else if (draft?.code !== text) name.value = tables.find((one) => one.code === answer.code)?.name ?? "";
    await take(answer, mine);
  }
  /** What was being made here stays to be had where another table takes its place. */
  function putAside() {
    linked = false;
    if (draft && unsaved(draft)) aside.put(readDraft(draft));
    header();
  }
  /** From here on it is the visitor's own: what a link covers is put aside before it is written over. */
  const own = () => linked && putAside();
  /** An option as somebody chose it; typing is waited for. */
  function choose(option, value, typed) {
    own();
    given[option] = value;
    ui.arrived = false;
    notice("");
    again(typed ? 400 : 120);
  }
  function back(option) {
    own();
    delete given[option];
    again(0);
  }
  function again(wait) {
    const mine = begin();
    timer = setTimeout(async () => {
      const answer = await ask("house", { base: table.base, options: given });
      if (mine !== turn || done) return;
      if (!answer.options) return failed(answer.error);
      ui.text = null;
      ui.notes = [];
      await take(answer, mine);
    }, wait);
  }
  function begin() {
    clearTimeout(timer);
    return ++turn;
  }

  async function take(answer, mine) {
    if (!bases.has(answer.base)) bases.set(answer.base, await ask("house", { base: answer.base, options: {} }));
    if (mine !== turn || done) return;
    const before = table?.problem?.text ?? "", now = answer.problem?.text ?? "";
    if (now !== before) announce(now || word("solved"));
    if (ui.notes.length) announce(ui.notes.join(" "));
    for (const [option, value] of Object.entries(given)) if (String(value) === String(bases.get(answer.base).options[option]?.value)) delete given[option];
    table = answer;
    if (!answer.problem) good = answer;
    good ??= bases.get(answer.base);
    told.querySelector(":scope > :is(.soft, .trouble)")?.remove();
    if (!linked) keepDraft();
    show();
    address();
  }
  /** What the next visit knows of it, and what the address does: text that is to be mended stays there as it came. */
  function keepDraft() {
    own();
    draft = { code: written(), name: name.value };
    const why = drafts.save(draft);
    if (why && why !== ui.unkept) notice(why);
    ui.unkept = why;
  }
  const written = () => table.code ?? codeOf(table.base, given);
  const address = () => history.replaceState(history.state, "", `${location.pathname}${location.search}#${hashOf(ui.text ?? written(), { sheet: root.classList.contains("only-sheet"), name: name.value.trim() })}`);
  const link = () => `${location.href.split("#")[0]}#${hashOf(written(), { name: name.value.trim() })}`;

  /** Another table in place of this one: a step of its own in the browser's history. */
  function lead(text, called = "") {
    putAside();
    draft = { code: text, name: called };
    name.value = called;
    const to = `#${hashOf(text, { name: called })}`;
    location.hash === to ? read(text, called) : (location.hash = to);
  }
  /** The rules of a variant as they are; those of before can be had back. */
  function plain(id) {
    const was = written(), called = name.value;
    lead(id);
    notice(word("begun", { title: menu.variants.find((one) => one.id === id).title }), () => lead(was, called));
    head.querySelector("select").focus({ preventScroll: true });
  }

  // ---- its papers

  async function copy(text) {
    notice(await copied(text) ? word("copied") : word("not-copied", { text }));
  }
  const share = () => navigator.share({ title: heading(), url: link() }).catch(() => { /* given up */ });
  function kept() {
    const called = name.value.trim() || good.title;
    const why = keepTables((all) => [{ name: called, code: written() }, ...all.filter((one) => one.name !== called)]);
    notice(why || word("kept", { name: called }));
  }
  function drop(one) {
    const others = (all) => all.filter(({ name }) => name !== one.name);
    keepTables(others);
    notice(word("dropped", { name: one.name }), () => keepTables((all) => [one, ...others(all)]));
  }
  function forget(one) {
    aside.drop(one);
    header();
    notice(word("dropped", { name: label(one) }), () => { aside.put(one); header(); });
  }
  async function tryIt(seats, players) {
    close?.();
    close = null;
    played.replaceChildren();
    played.hidden = false;
    notice(word("dealing"));
    try {
      close = await open(played, { variant: good.code, seats, players, title: name.value.trim() });
      notice("");
      played.scrollIntoView({ block: "start" });
    } catch (error) {
      notice(error.message);
    }
  }

  // ---- what is shown

  function notice(text, undo) {
    const back = undo && button(word("undo"), () => { notice(""); undo(); head.querySelector("select").focus({ preventScroll: true }); }, { "data-key": "undo" });
    told.replaceChildren(...(text ? [h("div", { class: "note" }, h("p", {}, text), back)] : []));
  }
  function failed(text) {
    told.replaceChildren(h("p", { class: "trouble" }, text, button(say("live.again"), () => (table ? again(0) : start()), { class: "md-button" })));
  }
  const heading = () => name.value.trim() || good.title;
  const from = () => menu.variants.find(({ id }) => id === table.base);

  function header() {
    const pairs = menu.variants.map(({ id, title }) => [id, title]), before = aside.all().filter((one) => one.code !== written() && unsaved(one));
    const rows = (kind, key, all, gone) => all.length > 0 && h("div", {}, h("h2", {}, word(kind)), h("ul", { class: kind }, all.map((one, n) => h("li", {},
      button(label(one), () => lead(one.code, one.name), { title: one.code, "data-key": `${kind} ${n}` }),
      button("×", () => gone(one), { class: "quiet", "aria-label": word("drop", { name: label(one) }), "data-key": `${key} ${n}`, "data-near": "base" })))));
    redraw(head,
      choice(word("base"), table.base, pairs, plain, { "data-key": "base" }),
      h("p", { class: "soft" }, from().blurb),
      rows("own", "drop", tables, drop), rows("former", "forget", before, forget));
  }
  function show() {
    const n = Object.values(table.options).filter(({ changed }) => changed).length;
    const sum = table.problem ? word("contradicts") : n ? word("changes", { count: n }) : word("unchanged");
    header();
    form.show({ ...table, given, basis: bases.get(table.base).options, from: from().title });
    state.classList.toggle("refused", Boolean(table.problem));
    state.replaceChildren(h("b", { class: "sign", "aria-hidden": "true" }, table.problem ? "✗" : "✓"), h("span", {}, table.problem ? word("contradicts") : heading()),
      h("small", {}, table.problem ? "" : sum), n && !table.problem ? button(word("all-back"), () => plain(table.base), { class: "quiet", "data-key": "all back" }) : "");
    bar.firstChild.textContent = `${table.problem ? "✗" : "✓"} ${sum}`;
    came.replaceChildren(
      ...(ui.notes.length ? [h("div", { class: "note unread" }, ui.notes.map((text) => h("p", {}, text)), h("p", { class: "soft" }, ui.alone ? word("none-used", { title: table.title }) : word("rest-used")))] : []),
      ...(ui.arrived && table.problem ? [h("div", { class: "note" }, h("p", {}, table.problem.text))] : []));
    trouble.replaceChildren(
      ...(table.problem ? [h("div", { class: "note problem" }, h("p", {}, table.problem.text), h("div", { class: "tools" },
        table.problem.options.map((option) => button(word("go", { title: titleOf(option) }), () => form.go(option)))), h("p", { class: "soft" }, word("last-good")))] : []));
    code.value = ui.text ?? written();
    use.hidden = ui.text == null;
    bad.textContent = "";
    ui.notes.length ? code.setAttribute("aria-invalid", "true") : code.removeAttribute("aria-invalid");
    seating();
    papersShown();
    for (const part of root.querySelectorAll(":scope > [hidden]")) part.hidden = false;
    waiting(false);
  }
  /** Until Python says how a table plays, its options can be read and not chosen. */
  function waiting(yes) {
    for (const one of place.querySelectorAll("fieldset")) one.disabled = yes;
    result.hidden = bar.hidden = yes;
    root.querySelector(".both").hidden = false;
  }
  const titleOf = (option) => menu.groups.flatMap(({ options }) => options).find((one) => one.name === option)?.title ?? option;

  function seating() {
    const before = Number(sizes.querySelector("select")?.value), at = good.seats.includes(before) ? before : good.seats[0], level = sizes.querySelectorAll("select")[1]?.value ?? "greedy";
    const fields = [choice(word("seats"), String(at), good.seats.map((n) => [String(n), word("seated", { n })]), () => {}, { "data-key": "seats" }),
      choice(word("players"), level, ["greedy", "random"].map((id) => [id, word(`player.${id}`)]), () => {}, { "data-key": "players" })];
    const [seats, players] = fields.map((field) => field.querySelector("select"));
    sizes.replaceChildren(...fields, button(word("deal"), () => tryIt(Number(seats.value), players.value), { class: "primary", "data-key": "deal" }));
  }
  function papersShown() {
    papers.forEach((one, n) => one.setAttribute("aria-pressed", String(PAPERS[n] === ui.paper)));
    paper.replaceChildren(fragment(good[ui.paper] || ""));
    if (!paper.firstElementChild) paper.append(h("p", {}, word("nothing-differs", { title: from().title })));
    if (paper.querySelector("tr.changed")) paper.append(h("p", { class: "marked" }, word("marked", { title: from().title })));
    paper.classList.toggle("old", Boolean(table.problem));
    title();
  }
  /** The name of the house stands over its papers, as text. */
  function title() {
    const over = paper.querySelector("h2"), called = name.value.trim();
    paper.querySelector(".called")?.remove();
    if (!over) return;
    over.dataset.plain ??= over.textContent;
    over.textContent = called || over.dataset.plain;
    if (called) over.after(h("p", { class: "called" }, over.dataset.plain));
    if (!table.problem) state.querySelector("span").textContent = heading();
  }
  function go(part) {
    part.focus({ preventScroll: true });
    part.scrollIntoView({ block: "start" });
  }

  // ---- from the address to the form

  async function start() {
    told.replaceChildren(h("p", { class: "soft" }, word("waiting")));
    const answer = await menuOf(el);
    if (done) return;
    if (answer.error) return failed(answer.error);
    menu = answer;
    form = optionForm(menu.groups, { change: choose, back });
    place.replaceChildren(form.el);
    waiting(true);
    const asked = readHash(location.hash || hash), before = draft;
    view(asked.sheet);
    if (before && (!asked.code || asked.code === before.code)) name.value = before.name;
    await (asked.code ? come(asked) : read(before?.code || START));
    if (note && table && !done) notice(note);
  }
  /** The table of an address; what was being made here stays kept until somebody changes this one. */
  async function come({ code, name: called }) {
    const was = draft;
    linked = code !== was?.code;
    await read(code, called);
    if (linked && table && !done && was && unsaved(was)) notice(word("replaced", { name: label(was) }), () => lead(was.code, was.name));
  }
  /** Is it neither a variant as it is, nor among the tables that are kept? */
  const unsaved = ({ code }) => !menu.variants.some(({ id }) => id === code) && !tables.some((one) => one.code === code);
  const arrived = () => {
    const asked = readHash(location.hash);
    if (!asked.code || !menu) return;
    view(asked.sheet);
    if (!table || asked.code !== written()) come(asked);
  };
  const unwatch = store.watch(() => { load(); if (table) header(); });
  loadDraft();
  addEventListener("hashchange", arrived);
  const quiet = onProgress(({ stage, text }) => { if (!table && stage !== "ready") told.replaceChildren(h("p", { class: "soft" }, text)); });
  await start();
  return () => {
    done = true;
    clearTimeout(timer);
    clearTimeout(later);
    quiet?.();
    unwatch();
    close?.();
    removeEventListener("hashchange", arrived);
  };
}

/** A table's name, or else its code. */
const label = ({ name, code }) => name.trim() || code;

/** What an answer changes in its base. */
const changes = ({ options }) => Object.fromEntries(Object.entries(options).filter(([, { changed }]) => changed).map(([name, { value }]) => [name, value]));

/** The code of changes that the rules have not accepted, so that a link keeps them too. */
export const codeOf = (base, given) => [base, ...Object.entries(given).map(([name, value]) => `${name}=${value}`)].join(" + ");

/** The part of an address after its `#`, and back: the code, the name of the house, and whether the sheet is wanted alone. */
export const hashOf = (code, { sheet = false, name = "" } = {}) => `v=${encodeURIComponent(code)}${name && `&n=${encodeURIComponent(name)}`}${sheet ? "&sheet" : ""}`;
export function readHash(hash) {
  const parts = hash.replace(/^#/, "").split("&"), part = (key) => {
    const value = parts.find((one) => one.startsWith(`${key}=`))?.slice(2) ?? "";
    try { return decodeURIComponent(/%2B/i.test(value) ? value.replaceAll("+", " ") : value); } catch { return value; }   // a stray % stays as it is
  };
  return { code: part("v").trim(), name: part("n").trim().slice(0, LONG), sheet: parts.includes("sheet") };
}

const NAMED = { name: "string", code: "string" }, MANY = 200;

/** The table that was being made; null if this is none. */
export const readDraft = (value) => (like(value, NAMED) ? { name: value.name.slice(0, LONG), code: value.code } : null);

/** The tables that this browser holds, and what an earlier edition kept with them; null if this is nothing of the kind. */
export function stored(value) {
  if (!like(value, { tables: Array.isArray })) return null;
  return { tables: value.tables.map(readDraft).filter(Boolean).slice(0, MANY), draft: readDraft(value.draft) };
}
