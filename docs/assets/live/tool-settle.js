// Settle it: a table of real cards laid out by hand, a move, and the referee's answer.

import { button, cardName, choice, copied, editor, redraw } from "./cards.js";
import { announce, fragment, h, siteLinks } from "./dom.js";
import { former, same } from "./former.js";
import { gameField } from "./game.js";
import { keep } from "./keep.js";
import { pack, unpack } from "./link.js";
import { ask, onProgress, open } from "./live.js";
import { menuOf } from "./menu.js";
import { codes, face, SEATS } from "./places.js";
import { drawnFrom, laidOut, MOST, told } from "./position.js";
import { say } from "./words.js";

const PHASES = ["draw", "play", "call", "opening", "last", "name"];
const VERBS = ["draw", "take", "meld", "lay off", "discard", "call", "pass"];
const SIGN = { legal: "✓", refused: "✗", ambiguous: "?" };

const ways = (id) => say(`move.${id.replace(" ", "-")}`).split("; "), short = (verb) => ways(`begin.${verb}`)[0];
const begins = (line, words) => `${line.trim()} `.toLowerCase().startsWith(`${words.toLowerCase()} `);

/** The verb that a line begins with, in the language of the page or as it is written in a link; undefined if it is none. */
const verbOf = (line) => VERBS.find((verb) => [verb, short(verb), ...ways(`say.${verb}`).map((way) => way.split(" …")[0])].some((words) => begins(line, words)));

/** Does a line go on to say where a card is laid off? */
const onMeld = (line) => ["on", ...ways("word.on")].some((on) => `${line} `.includes(` ${on} `));

/** Does a lay-off name its card, and nothing more yet? */
const wantsMeld = (line) => verbOf(line) === "lay off" && !onMeld(line) && line.trim().split(/\s+/).length === short("lay off").split(" ").length + 1;

/** The cards that come in question for the move that is being written; none in particular: all. */
export function offered(line, { places, melds }, turn) {
  const verb = verbOf(line), one = (cards) => [...new Set(cards.map(face))];
  if (["take", "call"].includes(verb)) return one(places.discards ?? []);
  if (["lay off", "meld"].includes(verb) && onMeld(line)) return one(melds.flatMap((meld) => meld.lays.flatMap((lay) => lay.cards)));
  return line.trim() ? one([...places[`hand ${turn}`] ?? [], ...places.taken ?? []]) : [];
}

const word = (id, facts) => say(`tool.settle.${id}`, facts);

/** Can this be laid out? */
function readable(value) {
  try { return Boolean(laidOut(value.position, value.lines)); } catch { return false; }
}

export default function mount(el, { hash = "" } = {}) {
  const store = keep("settle"), aside = former("settle", readable), example = JSON.parse(el.dataset.example ?? "{}");
  const ui = { code: null, wrong: "", note: "", progress: "", menu: null, now: null, answer: null, asked: "", link: "", more: false };
  const past = [], root = h("div", { class: "desk settle" }), played = h("div", { class: "played", hidden: true });
  let state = start(), turn = 0, timer = 0, done = false, close = null;
  let linked = false;                                        // a link brought what lies here, and nobody has changed it
  el.replaceChildren(root, played);                          // outside the desk, whose look would reach into the table

  function start() {
    const draft = store.load();
    ui.note = store.trouble();
    if (draft !== null) {
      try { return laidOut(draft.position, draft.lines); } catch { ui.note = store.aside(); }
    }
    return laidOut(example.position, example.lines);
  }

  /** Another state; the one before can be had back. */
  function set(next, { quiet = false, link = false } = {}) {
    past.push(state);
    if (past.length > 100) past.shift();
    state = { ...state, ...next };
    changed({ quiet, link });
  }
  function changed({ quiet = false, link = false } = {}) {
    Object.assign(ui, { answer: null, link: "", note: "" });
    link ? linked = true : keepIt();
    draw();
    clearTimeout(timer);
    if (!quiet) timer = setTimeout(look, 200);
  }
  /** Keep what is laid out, and aside what a link had covered; the address of that link no longer holds. */
  function keepIt() {
    const now = here(), covered = linked && store.load();
    linked = false;
    if (readable(covered) && !same(covered, now)) aside.put(covered);
    ui.note = store.save(now);
    if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
  }
  const here = () => ({ position: told(state), lines: state.lines });
  /** What lay here before: what a link covers, or else what was put aside last. */
  const before = () => [linked && store.load(), ...aside.all()].find((one) => readable(one) && !same(one, here()));
  /** Lay it here again; what the visitor has made meanwhile is put aside instead. */
  function back() {
    const there = before();
    if (!linked) aside.swap(there, here());
    edit.open = "";
    set(laidOut(there.position, there.lines));
  }
  function undo() {
    if (!past.length) return;
    state = past.pop();
    announce(word("undone"));
    changed();
  }

  const name = (seat) => seat, cards = () => ui.now?.pack ?? { copies: 1, jokers: 4 };
  const edit = editor({
    root, draw: () => draw(), name,
    spread: () => state.spread,
    set(spread) {
      const had = state.spread.places.taken?.includes(state.owed), has = spread.places.taken?.includes(state.owed);
      set({ spread, rest: drawnFrom(state.rest, spread, cards()), ...(had && !has && { owed: "" }) });
    },
    seats: () => SEATS.slice(0, Math.max(state.seats, 2)),
    seat: (before) => (before ? SEATS[(SEATS.indexOf(before) + 1) % state.seats] : state.turn),
    pack: cards,
    free: (id) => id === "line",
    offers: (id) => (id === "line" ? offered(line(), state.spread, state.turn) : null),
    wild: (code) => code === "*" || Object.values(state.rest.exposed ?? {}).some((card) => codes(card)[0]?.[0] === code[0]),
    add: (id, some) => id === "line" && (build(`${line()} ${some.map(face).join(" ")}`), true),
  });
  edit.labels.line = word("line");
  const line = () => state.lines.at(-1) ?? "";
  const made = () => state.lines.slice(0, -1);
  function build(text) {
    set({ lines: [...made(), text.replace(/ +/g, " ").trimStart()] }, { quiet: true });
  }

  /** Let the rules look at the position: whose step it is, what is legal, or what cannot be. */
  async function look() {
    const mine = ++turn, position = told(state);
    let now = await ask("settle", made().length ? { position, lines: made(), others: false } : { position });
    if (now.after) now = { ...await ask("settle", now.after), after: now.after };
    else if (now.verdict) now = { ...now, step: now.reason, moves: [] };
    if (mine !== turn || done) return;
    ui.now = { ...now, pack: now.pack ?? ui.now?.pack, phases: now.phases ?? ui.now?.phases };
    if (!state.game.title) await titled();
    if (mine === turn && !done) draw();
  }
  async function titled() {
    const { base, options } = state.game, row = ui.menu?.variants.find(({ id }) => id === base);
    if (!Object.keys(options).length) state = { ...state, game: { ...state.game, ...(row && { title: row.title, seats: row.seats }) } };
    else {
      const { code, title, seats } = await ask("house", { base, options });
      if (code) state = { ...state, game: { base, options, code, title, seats } };
    }
  }

  async function judge(event) {
    event?.preventDefault();
    const text = line().trim();
    if (!text) return void (ui.note = word("no_line"), announce(ui.note), draw());
    const asked = JSON.stringify([told(state), state.lines]);
    ui.asked = asked;
    edit.open = "";
    ui.answer = null;
    ui.waiting = true;
    draw();
    const answer = await ask("settle", { position: told(state), lines: state.lines.map((one) => one.trim()) });
    if (ui.asked !== asked || done) return;
    ui.waiting = false;
    if (asked !== JSON.stringify([told(state), state.lines])) return draw();
    Object.assign(ui, { answer, note: "" });
    draw();
    announce(answer.error ?? `${word(`verdict.${answer.verdict}`)} ${answer.reason ?? ""}`);
    const shown = root.querySelector(".answer");
    shown?.scrollIntoView?.({ block: "nearest" });
  }

  async function share() {
    const packed = await pack(JSON.stringify({ position: told(state), lines: ui.answer?.lines ?? state.lines }));
    ui.link = `${location.href.split("#")[0]}#p=${packed}`;
    ui.copied = word(await copied(ui.link) ? "copied" : "copy_this");
    draw();
    announce(ui.copied);
  }

  async function opened(text) {
    const packed = text.match(/^#?p=(.+)$/)?.[1];
    if (!packed) return;
    try {
      const { position, lines } = JSON.parse(await unpack(packed, MOST.text)), next = laidOut(position, lines);
      if (done) return;
      if (same({ position: told(next), lines: next.lines }, here())) return;
      edit.open = "";
      set(next, { link: true });
    } catch {
      ui.note = word("bad_link");
      announce(ui.note);
      draw();
    }
  }
  const onHash = () => opened(location.hash);

  async function playOn() {
    close?.();
    close = null;
    played.replaceChildren();
    played.hidden = false;
    try {
      close = await open(played, made().length && ui.now?.after ? { ...ui.now.after, you: ui.now.after.position.turn } : { position: told(state), you: state.turn });
      played.scrollIntoView?.({ block: "nearest" });
    } catch (error) {
      played.hidden = true;
      ui.note = String(error?.message ?? error);
      announce(ui.note);
      draw();
    }
  }

  // ---- what is drawn

  const pickGame = (game) => {
    const seats = game.seats.includes(state.seats) ? state.seats : game.seats[0];
    set({ game, ...seated(seats) });
  };
  /** So many players: hands of seats that are no longer there go. */
  function seated(seats) {
    const there = SEATS.slice(0, seats), last = there.at(-1), clamp = (seat) => (there.includes(seat) ? seat : last);
    const places = Object.fromEntries(Object.entries(state.spread.places).filter(([id]) => !id.startsWith("hand ") || there.includes(id.slice(5))));
    const melds = state.spread.melds.map((meld) => ({ ...meld, lays: meld.lays.map((lay) => ({ ...lay, seat: clamp(lay.seat) })) }));
    return { seats, turn: clamp(state.turn), spread: { places, melds } };
  }

  const settings = () => {
    const seats = SEATS.slice(0, state.seats), phases = [...new Set([...PHASES.filter((id) => (ui.now?.phases ?? PHASES).includes(id)), state.phase])];
    const counts = [...new Set([...(state.game.seats ?? [2, 3, 4, 5, 6, 7, 8]), state.seats])].sort();
    return h("div", { class: "fields" },
      gameField({ menu: ui.menu, game: state.game, ui, pick: pickGame, draw }),
      choice(word("players"), String(state.seats), counts.map((n) => [String(n), String(n)]), (n) => set(seated(Number(n)))),
      choice(word("turn"), state.turn, seats.map((seat) => [seat, name(seat)]), (seat) => set({ turn: seat })),
      choice(word("phase"), state.phase, phases.map((id) => [id, word(`phases.${id}`)]), (phase) => set({ phase })));
  };

  const hand = (seat) => {
    const id = `hand ${seat}`, cards = state.spread.places[id];
    return edit.place(id, word("hand", { seat }), { none: word(cards ? "empty" : "unknown") });
  };
  const felt = () => {
    const held = Object.keys(state.spread.places).filter((id) => id.startsWith("hand ")).map((id) => id.slice(5));
    const others = [...new Set([...SEATS.slice(0, state.seats), ...held])].filter((seat) => seat !== state.turn);
    const laid = state.phase === "call" || ui.more || others.some((seat) => state.spread.places[`hand ${seat}`]?.length);
    return h("div", { class: "felt" },
      edit.place("discards", word("pile"), { none: word("empty"), head: [h("span", {}, word("pile")), h("small", {}, word("pile_order"))] }),
      h("div", { class: "place", role: "group", "aria-label": word("table") }, h("div", { class: "head" }, word("table")), edit.melds()),
      state.phase === "play" || state.spread.places.taken?.length ? edit.place("taken", word("taken"), {
        none: word("nothing"), more: (cards) => cards.length > 0 && choice(word("owed"), state.owed,
          [["", word("none")], ...[...new Set([...cards, ...(state.owed ? [state.owed] : [])])].map((code) => [code, cardName(code)])], (owed) => set({ owed })),
      }) : null,
      hand(state.turn), laid ? others.map(hand)
        : button(word("other_hands"), () => { ui.more = true; draw(); }, { class: "quiet", "data-key": "others", "data-near": `add hand ${others[0]}` }),
      edit.open && edit.open !== "line" ? edit.keypad() : null);
  };

  const besides = () => {
    const rows = [...Object.entries(state.rest).filter(([key]) => key !== "note"), ...state.odd.map((text) => ["table", text])];
    const drop = (key, text) => (key === "table" ? set({ odd: state.odd.filter((one) => one !== text) })
      : set({ rest: Object.fromEntries(Object.entries(state.rest).filter(([one]) => one !== key)) }));
    return rows.length > 0 && h("details", { open: ui.besides || null, ontoggle: (event) => (ui.besides = event.target.open) },
      h("summary", {}, word("besides")), h("ul", {}, rows.map(([key, value]) => h("li", {},
        h("code", {}, `${key} = ${typeof value === "string" ? value : JSON.stringify(value)}`),
        button("×", () => drop(key, value), { class: "quiet", "aria-label": word("drop", { key }), "data-key": `drop ${key}` })))));
  };

  const verb = (id) => button(id === "on" ? word("on") : short(id), () => {
    const takes = !["draw", "pass"].includes(id);
    edit.open = takes ? "line" : "";
    build(id === "on" ? `${line()} ${ways("word.on")[0]} ` : `${short(id)} `);
    if (takes) root.querySelector(".keypad [tabindex='0']")?.focus({ preventScroll: true });
  }, { "data-key": `verb ${id}` });

  const question = () => {
    const input = h("input", { name: "line", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "data-key": "line", placeholder: word("line_example"),
      oninput: (event) => { state = { ...state, lines: [...made(), event.target.value] }; if (ui.answer) { ui.answer = null; root.querySelector(".answer")?.remove(); } } });
    input.value = line();
    const moves = ui.now?.moves ?? [];
    return [h("form", { class: "question", onsubmit: judge },
      h("h2", {}, word("question", { seat: state.turn })),
      made().length > 0 && h("ol", { class: "made", "aria-label": word("made") }, made().map((text) => h("li", {}, text)),
        button(word("take_back"), () => set({ lines: [...made().slice(0, -1), made().at(-1)] }), { class: "quiet", "data-key": "take back", "data-near": "line" })),
      h("div", { class: "verbs", role: "group", "aria-label": word("verbs") }, VERBS.map(verb), wantsMeld(line()) ? verb("on") : null),
      moves.length > 0 && choice(word("legal", { n: moves.length }), "", [["", word("pick")], ...moves.map(({ line: one, text }) => [one, text])],
        (one) => one && set({ lines: [...made(), one] }, { quiet: true }), { "data-key": "moves" }),
      h("div", { class: "asked" }, h("label", { class: "field" }, h("span", {}, word("line")), input),
        h("button", { type: "submit", class: "primary", "aria-busy": ui.waiting ? "true" : null }, word("may_i")))),
      edit.open === "line" ? edit.keypad() : null];
  };

  const answered = () => {
    const { answer } = ui;
    if (ui.waiting) return h("p", { class: "soft" }, word("asking"));
    if (!answer) return null;
    if (answer.error) return h("div", { class: "answer error" }, h("p", {}, answer.error));
    return h("div", { class: `answer ${answer.verdict}` },
      h("p", { class: "says" }, h("b", { class: "sign", "aria-hidden": "true" }, SIGN[answer.verdict]), h("b", {}, word(`verdict.${answer.verdict}`)), " ", h("span", {}, answer.text ?? answer.line)),
      h("div", { class: "ruled" }, answer.allows && h("p", {}, siteLinks(h("span", {}, h("a", { href: answer.allows.href }, word("allows", answer.allows))))), fragment(answer.html)),
      h("div", { class: "tools" },
        answer.verdict === "legal" ? button(word("then"), () => { set({ lines: [...state.lines.map((one) => one.trim()), ""] }); root.querySelector("[data-key=line]")?.focus(); }, { "data-key": "then", "data-near": "line" }) : null,
        button(word("play_on"), playOn, { "data-key": "play on" }), button(word("share"), share, { "data-key": "share answer" })));
  };

  function draw() {
    if (done) return;
    const trouble = ui.now?.error ?? "", fresh = linked && !ui.note, offer = before() && button(word("back"), back, { "data-key": "back", "data-near": "undo" });
    redraw(root,
      ui.note ? h("p", { class: "note" }, ui.note) : null,
      fresh && offer ? h("div", { class: "note tools" }, h("span", {}, word("replaced")), offer) : null,
      h("div", { class: "stack" }, settings(), felt(), besides()),
      h("div", { class: "stack" },
        h("p", { class: trouble ? "step wrong" : "step" }, trouble || ui.progress || ui.now?.step || word("waiting")),
        !trouble && ui.now?.unknown ? h("p", { class: "soft unknown" }, ui.now.unknown) : null,
        question(), answered(),
        h("div", { class: "tools" },
          button(word("undo"), undo, { "data-key": "undo", "aria-disabled": past.length ? null : "true" }), fresh ? null : offer,
          button(word("clear"), () => { edit.open = ""; set({ spread: { places: {}, melds: [] }, rest: {}, odd: [], owed: "", lines: [] }); }, { "data-key": "clear" }),
          button(word("example"), () => { edit.open = ""; set(laidOut(example.position, example.lines)); }, { "data-key": "example" }),
          ui.answer && !ui.answer.error ? null : [button(word("play_on"), playOn, { "data-key": "play on" }), button(word("share"), share, { "data-key": "share" })]),
        ui.link ? h("div", { class: "link" }, h("label", { class: "field" }, h("span", {}, ui.copied), Object.assign(h("input", { readonly: true, "data-key": "link" }), { value: ui.link }))) : null));
  }

  const off = onProgress(({ stage, text }) => {
    const next = stage === "ready" ? "" : text ?? "";
    if (next !== ui.progress) { ui.progress = next; draw(); }
  });
  const keys = (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== "z" || event.target.matches("input")) return;
    event.preventDefault();
    undo();
  };
  root.addEventListener("keydown", keys);
  addEventListener("hashchange", onHash);
  draw();
  begin();

  async function begin() {
    await opened(hash);
    const menu = await menuOf(el);
    if (done) return;
    if (!menu.error) ui.menu = menu;
    draw();
    await look();
    if (done) return;
    await titled();
    draw();
  }

  return () => {
    done = true;
    clearTimeout(timer);
    off?.();
    close?.();
    removeEventListener("hashchange", onHash);
  };
}
