// The score pad: what was laid and held in deals of real cards, counted by the rules, and the sheet of the whole match.

import { button, check, choice, editor, redraw } from "./cards.js";
import { game } from "./class.js";
import { announce, fragment, h } from "./dom.js";
import { gameField } from "./game.js";
import { keep } from "./keep.js";
import { like, maybe, plain } from "./like.js";
import { ask, onProgress } from "./live.js";
import { menuOf } from "./menu.js";
import { codes, RANKS, readMeld, SEATS, writeMeld } from "./places.js";
import { say } from "./words.js";

const PATIENCE = 3000;                                       // ms until a deal is put down without being counted
const word = (id, facts) => say(`tool.pad.${id}`, facts);

/** A deal as it is counted and kept, from what is laid out in the editor, or from its points alone. */
export function written({ out, dealer, points, rummy, wild, named, spread }) {
  const told = (all) => Object.fromEntries(Object.entries(all).filter(([, said]) => said));
  const who = { out: out ?? null, ...told({ dealer }) };
  if (points) return { ...who, points: told(points) };
  const hands = Object.entries(spread.places).filter(([id, cards]) => id.startsWith("hand ") && cards.length);
  return {
    ...who, ...told({ rummy: out && rummy, wild, named }), hands: Object.fromEntries(hands.map(([id, cards]) => [id.slice(5), cards.join(" ")])),
    melds: spread.melds.map(writeMeld).filter(Boolean),
  };
}

/** What the editor lays out of a deal. */
export function laidOut({ hands = {}, melds = [], ...said } = {}) {
  const places = Object.fromEntries(Object.entries(hands).map(([seat, cards]) => [`hand ${seat}`, codes(cards)]));
  return { ...said, spread: { places, melds: melds.map(readMeld).filter(Boolean) } };
}

/** The deals with one put at its place. */
const withDeal = (deals, n, deal) => [...deals.slice(0, n), deal, ...deals.slice(n + 1)];

// ---- what was stored or lies in a file

const MOST = { deals: 200, deal: 5000, sheet: 500_000, name: 30 };
const seat = (one) => SEATS.includes(one), said = maybe("string");
const bySeat = (values) => plain(values) && Object.entries(values).every(([key, value]) => seat(key) && typeof value === "string");
const GAME = { code: "string", base: said, title: said, options: maybe({ "*": (value) => ["string", "number", "boolean"].includes(typeof value) }), seats: maybe([(n) => [1, 2, 3, 4, 5, 6, 7, 8].includes(n)]) };
const DEAL = { out: (out) => out === null || seat(out), dealer: maybe(seat), rummy: maybe("boolean"), wild: said, named: said, points: maybe(bySeat), hands: maybe(bySeat), melds: maybe(["string"]) };
const SHEET = {
  sides: [{ seats: (seats) => like(seats, [seat]) && seats.length, name: "string" }], totals: { "*": "string" }, text: "string", over: "boolean", dealer: seat,
  deals: [{ points: { "*": "string" }, error: said, dealer: maybe(seat), plays: maybe([seat]) }], plays: maybe([seat]), asks: maybe({ "*": "boolean" }), pack: maybe({ copies: "number", jokers: "number" }),
};

/** As much of a value as its form names; null if it has not that form. */
const parts = (value, form) => (like(value, form) ? Object.fromEntries(Object.keys(form).filter((key) => value[key] != null || key === "out").map((key) => [key, value[key]])) : null);

function readDeal(value) {
  const deal = parts(value, DEAL);
  if (!deal || !(deal.points || deal.melds) || JSON.stringify(deal).length > MOST.deal) throw new TypeError("no deal");
  return deal;
}

/** A match; throws if that is none. */
export function readMatch({ game, names, dealer, deals, draft }) {
  const played = parts(game, GAME), fits = played && like(names, ["string"]) && names.length > 1 && names.length <= SEATS.length && SEATS.slice(0, names.length).includes(dealer);
  if (!fits || !Array.isArray(deals) || deals.length > MOST.deals || JSON.stringify(played).length > MOST.deal) throw new TypeError("no match");
  const match = { game: { options: {}, base: played.code, ...played }, names: names.map((name) => name.slice(0, MOST.name)), dealer, deals: deals.map(readDeal), draft: null };
  const begun = like(draft, { n: (n) => Number.isInteger(n) && n >= 0 && n <= deals.length });
  try { if (begun) match.draft = { n: draft.n, deal: readDeal(draft.deal), open: draft.open === true }; } catch { /* it was none */ }
  return match;
}

/** The sheet as it was counted last, to be seen until the rules are there: texts and numbers, nothing that would become markup. */
export function readSheet(value, { names, deals }) {
  const sheet = parts(value, SHEET), fits = sheet && sheet.deals.length === deals.length && sheet.sides.length <= names.length;
  return fits && JSON.stringify(sheet).length <= MOST.sheet ? sheet : null;
}

/** What makes two sheets the same. */
const print = ({ game, names, dealer, deals }) => JSON.stringify([game.code, names, dealer, deals]);

export default function mount(el) {
  const store = keep("pad"), root = h("div", { class: "desk pad-tool" }), past = [];
  const ui = { code: null, wrong: "", note: store.trouble(), why: "", progress: "", menu: null, sums: null, sure: null, gone: null };
  let match = null, setup = { game: { ...game }, names: Array(game.seats?.[0] ?? 2).fill(""), dealer: "A" };
  let answer = null, entry = null, seen = "", asked = 0, timer = 0, done = false;
  el.replaceChildren(root);
  load();

  function load() {
    const kept = store.load();
    if (kept === null) return;
    try { take(kept); } catch { ui.note = store.aside(); }
    const { n, deal, open } = match?.draft ?? {};
    if (deal) entry = { ...laidOut(deal), n, ...(open && { out: undefined }) };
  }
  function take(kept) {
    match = readMatch(kept);
    answer = readSheet(kept.answer, match);
    seen = print(match);
  }
  function save() {
    const { html, ...sheet } = answer ?? {};
    match.draft = entry && { n: entry.n, deal: written(entry), open: entry.out === undefined };
    ui.note = store.save({ ...match, answer: answer && sheet }) || ui.note;
    seen = print(match);
  }
  /** Take over what another window did to the sheet since; true if it did. What is being entered here stays, as the deal after that. */
  function sync() {
    let there;
    try { there = readMatch(store.load()); } catch { return false; }
    if (match && print(there) === seen) return false;
    const before = match, same = before && print({ ...there, deals: [] }) === print({ ...before, deals: [] });
    take(store.load());
    if (!same || (entry && JSON.stringify(written(entry)) === JSON.stringify(there.deals.at(-1)))) entry = null;
    else if (entry && entry.n >= Math.min(before.deals.length, there.deals.length)) entry.n = there.deals.length;
    ui.gone = ui.sums = ui.sure = null;
    ui.note = before ? word(same ? "elsewhere" : "other") : "";
    return true;
  }
  const off = store.watch(() => {
    if (done || !sync()) return;
    draw();
    count({ ours: false });
  });
  const names = () => match.names.map((name, i) => name.trim() || SEATS[i]);
  const seats = () => SEATS.slice(0, match.names.length);
  const asks = () => answer?.asks ?? { melds: true };
  const asksOut = () => !entry.points || asks().out;
  /** Who is to deal the deal that is entered, and who plays it. */
  const dealt = () => answer?.deals[entry.n] ?? answer ?? match;
  const plays = () => dealt().plays ?? seats();
  const pack = () => answer?.pack ?? { copies: 1, jokers: 4 };
  const name = (seat) => names()[SEATS.indexOf(seat)] ?? seat;
  const asking = (deals) => ask("count", { variant: match.game.code, names: names(), seats: match.names.length, dealer: match.dealer, deals });

  /** Let the rules count the sheet, and the deal that is being entered. */
  async function count({ ours = true } = {}) {
    const mine = ++asked, deals = match.deals, n = entry?.n, now = entry && withDeal(deals, n, written(entry));
    const sheet = await asking(deals), sums = now ? await asking(now) : null;
    if (mine !== asked || done) return;
    if (sheet.error) ui.note = sheet.error;
    else answer = sheet;
    ui.sums = sums && (sums.error ? { error: sums.error } : sums.deals[n]);
    if (ours) save();
    draw();
  }
  function changed() {
    save();
    draw();
    clearTimeout(timer);
    timer = setTimeout(count, 200);
  }
  function set(next) {
    sync();
    if (!entry) return draw();
    past.push({ out: undefined, dealer: "", points: null, rummy: false, wild: "", named: "", ...entry });
    Object.assign(entry, next);
    ui.note = ui.why = "";
    changed();
  }

  const edit = editor({
    root, draw: () => draw(), name: (seat) => name(seat), seats: () => plays(), pack,
    spread: () => entry.spread, set: (spread) => set({ spread }), wild: (code) => code === "*" || entry.wild?.[0] === code[0],
    seat: (before) => (before ? plays()[(plays().indexOf(before) + 1) % plays().length] : entry.out ?? plays()[0]),
    tails: ({ tail, lays }) => [
      (entry.named === "double" || tail.includes("with")) && [" with *", word("sealed")],
      (tail.includes("doubled") || (asks().four && asks().swaps && lays.length > 1)) && [" doubled", word("doubled")],
    ].filter(Boolean),
  });

  // ---- what can be done

  function enter(n) {
    if (sync()) n = Math.min(n, match.deals.length);
    entry = { ...laidOut(match.deals[n]), n, ...(n === match.deals.length && match.deals[n - 1]?.points && { points: {} }) };
    past.length = 0;
    edit.open = ui.why = "";
    ui.sums = null;
    changed();
    root.querySelector(".entry h2")?.focus();
  }
  function leave(deals, text) {
    const n = entry.n;
    asked++;
    entry = ui.sums = null;
    ui.why = "";
    match.deals = deals;
    if (text) announce(text);
    changed();
    root.querySelector(`[data-key="deal ${n}"], [data-key=enter]`)?.focus();
  }
  /** Put the deal on the sheet. What the rules cannot count stays here, and the reason stands beside the button; where they do not answer, it is counted later. */
  async function putDown() {
    sync();
    if (!entry) return draw();
    const mine = entry, deal = written(entry);
    if (entry.out === undefined && asksOut()) return refuse(word("say_out"));
    if (deal.points && !Object.keys(deal.points).length) return refuse(word("no_points"));
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE, {}));
    const { deals, asks: wanted } = await Promise.race([asking(withDeal(match.deals, entry.n, deal)), patience]);
    if (mine !== entry || JSON.stringify(deal) !== JSON.stringify(written(entry)) || done) return;
    if (entry.out === undefined && wanted?.out) return refuse(word("say_out"));
    if (deals?.[entry.n].error) return refuse(deals[entry.n].error);
    leave(withDeal(match.deals, entry.n, deal));
  }
  function refuse(text) {
    ui.why = text;
    announce(text);
    draw();
  }
  function remove() {
    sync();
    if (!entry) return draw();
    ui.gone = { n: entry.n, deal: match.deals[entry.n] };
    leave(match.deals.filter((_, i) => i !== entry.n), word("removed", { n: entry.n + 1 }));
  }
  function back() {
    const { n, deal } = ui.gone;
    sync();
    match.deals = [...match.deals.slice(0, n), deal, ...match.deals.slice(n)];
    ui.gone = null;
    changed();
  }
  function begin(event) {
    event.preventDefault();
    surely(() => {
      match = { ...setup, deals: [], draft: null };
      answer = ui.gone = null;
      ui.note = "";
      save();
      enter(0);
    });
  }
  /** Do what would lose a sheet only once that has been said. */
  function surely(job) {
    let there = match;
    try { there ??= readMatch(store.load()); } catch { /* there is none */ }
    if (!there?.deals.length) return job();
    ui.sure = { job, count: there.deals.length };
    draw();
    root.querySelector(".sure button")?.focus();
  }
  function renew() {
    asked++;
    clearTimeout(timer);
    setup = { game: match.game, names: match.names, dealer: match.dealer };
    match = entry = answer = ui.gone = null;
    ui.note = "";
    draw();
    store.clear();
    look();
  }
  function saved() {
    const { game, names: called, dealer, deals } = match;
    const link = h("a", { download: `${word("file")}.json`, href: URL.createObjectURL(new Blob([JSON.stringify({ game, names: called, dealer, deals }, null, 1)], { type: "application/json" })) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }
  async function file(chosen) {
    let read;
    try { read = readMatch(JSON.parse(await chosen.text())); } catch {
      ui.note = word("bad_file");
      announce(ui.note);
      return draw();
    }
    surely(() => {
      match = { ...read, draft: null };
      entry = answer = null;
      ui.note = "";
      save();
      changed();
    });
  }

  // ---- what is drawn

  function seated(n) {
    setup.names = Array.from({ length: n }, (_, i) => setup.names[i] ?? "");
    if (SEATS.indexOf(setup.dealer) >= n) setup.dealer = "A";
  }
  const opener = () => h("label", { class: "file" }, h("span", {}, word("open")),
    h("input", { type: "file", accept: ".json,application/json", "data-key": "file", onchange: (event) => event.target.files[0] && file(event.target.files[0]) }));

  const begun = () => {
    const counts = setup.game.seats ?? [2, 3, 4, 5, 6, 7, 8];
    const pick = (game) => {
      setup.game = game;
      if (!game.seats.includes(setup.names.length)) seated(game.seats[0]);
      draw();
    };
    return h("form", { class: "setup", onsubmit: begin },
      h("div", { class: "fields" },
        gameField({ menu: ui.menu, game: setup.game, ui, pick, draw }),
        choice(word("players"), String(setup.names.length), counts.map((n) => [String(n), String(n)]), (n) => { seated(Number(n)); draw(); })),
      h("div", { class: "fields" },
        setup.names.map((text, i) => h("label", { class: "field" }, h("span", {}, word("player", { seat: SEATS[i] })), h("input", {
          name: `name ${SEATS[i]}`, autocomplete: "off", maxlength: 30, value: text, "data-key": `name ${i}`, oninput: (event) => (setup.names[i] = event.target.value),
        })))),
      h("div", { class: "first" }, choice(word("first"), setup.dealer, setup.names.map((_, i) => [SEATS[i], SEATS[i]]), (seat) => (setup.dealer = seat))),
      h("div", { class: "tools" }, h("button", { type: "submit", class: "primary" }, word("start")), opener()));
  };

  const sides = () => answer?.sides ?? seats().map((seat) => ({ seats: [seat], name: name(seat) }));
  const sheet = () => {
    const columns = sides();
    const rows = match.deals.map((_, n) => {
      const row = answer?.deals[n], change = button(word("deal", { n: n + 1 }), () => enter(n), { class: "quiet", "aria-label": word("edit", { n: n + 1 }), "data-key": `deal ${n}`, "data-near": "enter" });
      const cells = row?.error ? [h("td", { colspan: columns.length, class: "wrong" }, `${word("uncounted")}. ${row.error}`)]
        : columns.map(({ seats: [seat] }) => h("td", {}, row?.points[seat] ?? "…"));
      return h("tr", {}, h("th", { scope: "row" }, change), cells);
    });
    return h("div", { class: "sheet" },
      h("table", { class: "figures", "aria-label": word("sheet") },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, word("no")), columns.map((one) => h("th", { scope: "col" }, one.name)))),
        h("tbody", {}, rows.length ? rows : h("tr", {}, h("td", {}), h("td", { colspan: columns.length, class: "none" }, word("begin")))),
        h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, word("total")), columns.map(({ seats: [seat] }) => h("td", {}, answer?.totals[seat] ?? "0"))))),
      answer?.text && h("p", { class: answer.over ? "won" : "" }, answer.text),
      answer && !answer.over && h("p", { class: "soft" }, word("deals", { name: name(answer.dealer), n: match.deals.length + 1 })));
  };

  /** Who dealt, and what else the table must know of a deal. */
  const facts = () => {
    const { dealer: next } = dealt(), cards = !entry.points;
    const pick = (key, value, pairs, job = (said) => set({ [key]: said })) => choice(word(key), value, pairs, job, { "data-key": key });
    const ranks = [...RANKS].map((rank) => [`${rank}S`, say(`card.rank.${rank}`)]), jokers = pack().jokers ? [["*", say("card.joker")]] : [];
    return h("div", { class: "fields" },
      pick("dealer", entry.dealer || next, plays().map((seat) => [seat, name(seat)]), (seat) => set({ dealer: seat === next ? "" : seat })),
      cards && asks().wild && pick("wild", (entry.wild ?? "").replace(/^(.)[HDC]$/, "$1S"), [["", "–"], ...ranks, ...jokers]),
      cards && asks().named && pick("named", entry.named ?? "", [["", "–"], ...["wild", "double", "split"].map((one) => [one, word(`effects.${one}`)])]));
  };
  const figures = () => {
    const field = ({ seats: [seat], name: called }) => h("label", { class: "field" }, h("span", {}, word("points", { name: called })), h("input", {
      name: `points ${seat}`, autocomplete: "off", maxlength: 12, value: entry.points[seat] ?? "", "data-key": `points ${seat}`,
      oninput: (event) => set({ points: { ...entry.points, [seat]: event.target.value } }),
      onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); putDown(); } },
    }));
    return h("div", { class: "fields" }, sides().filter((side) => plays().includes(side.seats[0])).map(field));
  };
  const felt = () => {
    const { melds, places } = entry.spread, { knock, four } = asks();
    const holding = plays().filter((seat) => knock || seat !== entry.out || places[`hand ${seat}`]?.length);
    return h("div", { class: "felt" },
      (asks().melds || melds.length > 0) && h("div", { class: "place", role: "group", "aria-label": word("melds") },
        h("div", { class: "head" }, word("melds"), four && h("small", {}, word("four"))), edit.melds()),
      holding.map((seat) => edit.place(`hand ${seat}`, word("hand", { name: name(seat) }), { none: word("empty") })),
      edit.keypad());
  };
  const summed = ({ error, counts }) => h("div", { class: "sums", role: "group", "aria-label": word("sums") },
    error ? h("p", { class: "wrong" }, error)
      : h("dl", {}, counts.map((one) => h("div", {}, h("dt", {}, one.name), h("dd", {}, one.text.replace(/([+−×÷=]) /g, "$1\u00a0")), h("dd", { class: "figure" }, one.points)))));

  const entering = () => {
    const radio = (seat, text) => h("label", { class: "check" }, h("input", {
      type: "radio", name: "out", checked: entry.out === seat, "data-key": `out ${seat}`, onchange: () => set({ out: seat }),
    }), h("span", {}, text));
    const { points, out } = entry, { knock, rummy } = asks(), old = entry.n < match.deals.length;
    const begun = points ? Object.values(points).some((said) => said.trim()) : out !== undefined;
    return h("div", { class: "entry", role: "group", "aria-label": word("deal", { n: entry.n + 1 }) },
      h("h2", { tabindex: -1, "data-key": "entry" }, word("deal", { n: entry.n + 1 })),
      facts(),
      asksOut() && h("fieldset", {}, h("legend", {}, word(knock ? "knocked" : "out")), points && h("p", { class: "soft" }, word("why_out")),
        h("div", { class: "row" }, plays().map((seat) => radio(seat, name(seat))), radio(null, word("nobody"))),
        out && rummy && !points && check(word("rummy"), entry.rummy, (on) => set({ rummy: on }), { "data-key": "rummy" })),
      check(word("only_points"), points, (on) => set({ points: on ? {} : null }), { "data-key": "only points" }),
      points ? figures() : felt(),
      ui.sums && begun && (ui.sums.error ? !ui.why : !points) && summed(ui.sums),
      ui.why && h("p", { class: "note wrong why" }, ui.why),
      h("div", { class: "tools" },
        button(word("put_down"), putDown, { class: "primary", "data-key": "put down" }),
        button(word("undo"), () => { if (past.length) { Object.assign(entry, past.pop()); changed(); } }, { "data-key": "undo", "aria-disabled": past.length ? null : "true" }),
        (old || match.deals.length > 0) && button(word(old ? "cancel" : "later"), () => { sync(); entry ? leave(match.deals) : draw(); }, { "data-key": "cancel" }),
        old && button(word("remove"), remove, { "data-key": "remove" })));
  };

  function draw() {
    if (done) return;
    redraw(root,
      ui.note ? h("p", { class: "note" }, ui.note) : null,
      ui.sure && h("div", { class: "note sure", role: "group", "aria-label": word("new") }, h("p", {}, word("sure", { count: ui.sure.count })),
        button(word("keep"), () => { ui.sure = null; draw(); }, { "data-key": "keep", "data-near": "new" }), button(word("lose"), () => { const { job } = ui.sure; ui.sure = null; job(); }, { "data-key": "lose" })),
      !match ? begun() : [
        h("p", { class: "game-name" }, match.game.title ?? match.game.code),
        sheet(),
        !answer && h("p", { class: "soft" }, ui.progress || word("waiting")),
        ui.gone && h("p", { class: "note" }, word("removed", { n: ui.gone.n + 1 }), " ", button(word("undo"), back, { "data-key": "back", "data-near": "enter" })),
        entry ? entering() : h("div", { class: "tools" },
          !answer?.over && button(word("enter", { n: match.deals.length + 1 }), () => enter(match.deals.length), { class: "primary", "data-key": "enter" }),
          match.deals.length > 0 && [button(word("print"), () => print(), { "data-key": "print" }), button(word("save"), saved, { "data-key": "save" })], opener(),
          button(word("new"), () => surely(renew), { "data-key": "new" })),
        answer?.html && match.deals.length > 0 && h("div", { class: "printed", "aria-hidden": "true" }, fragment(answer.html)),
      ]);
  }

  async function look() {
    if (ui.menu) return;
    const menu = await menuOf(el);
    if (menu.error || done) return;
    ui.menu = menu;
    for (const game of [setup.game, match?.game ?? {}]) {
      const row = menu.variants.find(({ id }) => id === game.code);
      if (row) Object.assign(game, { title: row.title, seats: row.seats });
    }
    draw();
  }
  const quiet = onProgress(({ stage, text }) => {
    ui.progress = stage === "ready" ? "" : text;
    if (!answer) draw();
  });
  draw();
  if (match) count();
  if (!match?.game.title) look();

  return () => {
    done = true;
    clearTimeout(timer);
    off();
    quiet();
  };
}
