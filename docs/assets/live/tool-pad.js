// The score pad: what was laid and held in deals of real cards, counted by the rules, and the sheet of the whole match.

import { button, choice, editor, redraw } from "./cards.js";
import { announce, fragment, h } from "./dom.js";
import { gameField } from "./game.js";
import { ask, keep, onProgress } from "./live.js";
import { codes, readMeld, SEATS, writeMeld } from "./places.js";
import { say } from "./words.js";

const word = (id, facts) => say(`tool.pad.${id}`, facts);

/** A deal as it is counted and kept, from what is laid out in the editor. */
export function written({ out, rummy, spread }) {
  const held = Object.entries(spread.places).filter(([id, cards]) => id.startsWith("hand ") && cards.length);
  return {
    out: out ?? null, ...(rummy && out && { rummy: true }), hands: Object.fromEntries(held.map(([id, cards]) => [id.slice(5), cards.join(" ")])),
    melds: spread.melds.map(writeMeld).filter(Boolean),
  };
}

/** What the editor lays out of a deal. */
export function laidOut({ out, rummy = false, hands = {}, melds = [] } = {}) {
  const places = Object.fromEntries(Object.entries(hands).map(([seat, cards]) => [`hand ${seat}`, codes(cards)]));
  return { out, rummy, spread: { places, melds: melds.map(readMeld).filter(Boolean) } };
}

/** The deals with one put at its place. */
const withDeal = (deals, n, deal) => [...deals.slice(0, n), deal, ...deals.slice(n + 1)];

/** A match from what was stored or lies in a file; throws if that is none. */
export function readMatch({ game, names, dealer, deals, draft = null }) {
  const texts = (list) => Array.isArray(list) && list.every((one) => typeof one === "string");
  const deal = (one) => typeof one === "object" && one && texts(one.melds) && texts(Object.values(one.hands ?? {})) && (one.out === null || SEATS.includes(one.out));
  const fits = typeof game?.code === "string" && texts(names) && names.length > 1 && names.length <= 8 && SEATS.includes(dealer);
  if (!fits || !Array.isArray(deals) || !deals.every(deal)) throw new TypeError("no match");
  return { game: { options: {}, base: game.code, ...game }, names, dealer, deals, draft: draft && deal(draft.deal) ? draft : null };
}

export default function mount(el) {
  const store = keep("pad"), root = h("div", { class: "desk pad-tool" }), past = [];
  const ui = { code: null, wrong: "", note: "", progress: "", menu: null, sums: null, sure: null, gone: null };
  let match = null, setup = { game: { code: "rummy-500", base: "rummy-500", options: {} }, names: ["", ""], dealer: "A" };
  let answer = null, entry = null, asked = 0, timer = 0, done = false;
  el.replaceChildren(root);
  load();

  function load() {
    const kept = store.load();
    if (kept === null) return;
    try {
      match = readMatch(kept);
      answer = kept.answer ?? null;
      if (match.draft) entry = { n: match.draft.n, ...laidOut(match.draft.deal), ...(match.draft.open && { out: undefined }) };
    } catch { ui.note = word("bad_draft"); }
  }
  function save() {
    match.draft = entry && { n: entry.n, deal: written(entry), open: entry.out === undefined };
    ui.note = store.save({ ...match, answer }) || ui.note;
  }
  const names = () => match.names.map((name, i) => name.trim() || SEATS[i]);
  const seats = () => SEATS.slice(0, match.names.length);
  const name = (seat) => names()[SEATS.indexOf(seat)] ?? seat;
  const asking = (deals) => ask("count", { variant: match.game.code, names: names(), seats: match.names.length, dealer: match.dealer, deals });

  /** Let the rules count the sheet, and the deal that is being entered. */
  async function count() {
    const mine = ++asked, deals = match.deals, now = entry && withDeal(deals, entry.n, written(entry));
    const sheet = await asking(deals), sums = now ? await asking(now) : null;
    if (mine !== asked || done) return;
    if (sheet.error) ui.note = sheet.error;
    else answer = sheet;
    ui.sums = sums && (sums.error ? { error: sums.error } : sums.deals[entry.n]);
    save();
    draw();
  }
  function changed() {
    save();
    draw();
    clearTimeout(timer);
    timer = setTimeout(count, 200);
  }
  function set(next) {
    past.push({ out: entry.out, rummy: entry.rummy, spread: entry.spread });
    Object.assign(entry, next);
    ui.note = "";
    changed();
  }

  const edit = editor({
    root, draw: () => draw(), name: (seat) => name(seat), seats: () => seats(),
    spread: () => entry.spread, set: (spread) => set({ spread }),
    seat: (before) => (before ? seats()[(seats().indexOf(before) + 1) % seats().length] : entry.out ?? "A"),
    pack: () => answer?.pack ?? { copies: 1, jokers: 4 },
  });

  // ---- what can be done

  function enter(n) {
    entry = { n, ...laidOut(match.deals[n]) };
    past.length = 0;
    edit.open = "";
    ui.sums = null;
    changed();
    root.querySelector(".entry h2")?.focus();
  }
  function leave(deals, text) {
    const n = entry.n;
    entry = null;
    ui.sums = null;
    match.deals = deals;
    if (text) announce(text);
    changed();
    root.querySelector(`[data-key="deal ${n}"], [data-key=enter]`)?.focus();
  }
  function putDown() {
    if (entry.out !== undefined) return leave(withDeal(match.deals, entry.n, written(entry)));
    ui.note = word("say_out");
    announce(ui.note);
    draw();
    root.querySelector("[data-key='out A']").focus();
  }
  function remove() {
    ui.gone = { n: entry.n, deal: match.deals[entry.n] };
    leave(match.deals.filter((_, i) => i !== entry.n), word("removed", { n: entry.n + 1 }));
  }
  function back() {
    const { n, deal } = ui.gone;
    match.deals = [...match.deals.slice(0, n), deal, ...match.deals.slice(n)];
    ui.gone = null;
    changed();
  }
  function begin(event) {
    event.preventDefault();
    match = { ...setup, deals: [], draft: null };
    answer = ui.gone = null;
    ui.note = "";
    enter(0);
  }
  /** Do what would lose a sheet only once that has been said. */
  function surely(job) {
    if (!match?.deals.length) return job();
    ui.sure = job;
    draw();
    root.querySelector(".sure button")?.focus();
  }
  function renew() {
    asked++;
    clearTimeout(timer);
    setup = { game: match.game, names: match.names, dealer: match.dealer };
    match = entry = answer = ui.gone = null;
    store.clear();
    draw();
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
        }))),
        choice(word("first"), setup.dealer, setup.names.map((_, i) => [SEATS[i], SEATS[i]]), (seat) => (setup.dealer = seat))),
      h("div", { class: "tools" }, h("button", { type: "submit", class: "primary" }, word("start")), opener()));
  };

  const sides = () => {
    const last = answer?.deals.find(({ counts }) => counts);
    return last ? last.counts.map((one) => ({ seats: one.seats, name: one.name })) : seats().map((seat) => ({ seats: [seat], name: name(seat) }));
  };
  const sheet = () => {
    const columns = sides();
    const rows = match.deals.map((_, n) => {
      const row = answer?.deals[n], change = button(word("deal", { n: n + 1 }), () => enter(n), { class: "quiet", "aria-label": word("edit", { n: n + 1 }), "data-key": `deal ${n}`, "data-near": "enter" });
      const cells = row?.error ? [h("td", { colspan: columns.length, class: "wrong" }, `${word("uncounted")}: ${row.error}`)]
        : columns.map(({ seats: [seat] }) => h("td", {}, row?.points[seat] ?? "…"));
      return h("tr", {}, h("th", { scope: "row" }, change), cells);
    });
    return h("div", { class: "sheet" },
      h("table", { class: "figures", "aria-label": word("sheet") },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, word("no")), columns.map((one) => h("th", { scope: "col" }, one.name)))),
        h("tbody", {}, rows.length ? rows : h("tr", {}, h("td", { colspan: columns.length + 1, class: "none" }, word("begin")))),
        h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, word("total")), columns.map(({ seats: [seat] }) => h("td", {}, answer?.totals[seat] ?? "0"))))),
      answer?.text && h("p", { class: answer.over ? "won" : "" }, answer.text),
      answer && !answer.over && h("p", { class: "soft" }, word("deals", { name: name(answer.dealer), n: match.deals.length + 1 })));
  };

  const entering = () => {
    const radio = (seat, text) => h("label", { class: "check" }, h("input", {
      type: "radio", name: "out", checked: entry.out === seat, "data-key": `out ${seat}`, onchange: () => set({ out: seat }),
    }), h("span", {}, text));
    const { sums } = ui, old = entry.n < match.deals.length;
    return h("div", { class: "entry", role: "group", "aria-label": word("deal", { n: entry.n + 1 }) },
      h("h2", { tabindex: -1, "data-key": "entry" }, word("deal", { n: entry.n + 1 })),
      h("fieldset", {}, h("legend", {}, word("out")), h("div", { class: "row" }, seats().map((seat) => radio(seat, name(seat))), radio(null, word("nobody"))),
        entry.out && h("label", { class: "check" }, h("input", { type: "checkbox", checked: entry.rummy, "data-key": "rummy", onchange: (event) => set({ rummy: event.target.checked }) }), h("span", {}, word("rummy")))),
      h("div", { class: "felt" },
        h("div", { class: "place", role: "group", "aria-label": word("melds") }, h("div", { class: "head" }, word("melds")), edit.melds()),
        seats().map((seat) => edit.place(`hand ${seat}`, word("hand", { name: name(seat) }), { none: word("empty") })),
        edit.keypad()),
      sums && entry.out !== undefined && h("div", { class: "sums", role: "group", "aria-label": word("sums") },
        sums.error ? h("p", { class: "wrong" }, sums.error)
          : h("dl", {}, sums.counts.map((one) => h("div", {}, h("dt", {}, one.name), h("dd", {}, one.text.replace(/([+−×÷=]) /g, "$1\u00a0")), h("dd", { class: "figure" }, one.points))))),
      h("div", { class: "tools" },
        button(word("put_down"), putDown, { class: "primary", "data-key": "put down" }),
        button(word("undo"), () => { if (past.length) { Object.assign(entry, past.pop()); changed(); } }, { "data-key": "undo", "aria-disabled": past.length ? null : "true" }),
        (old || match.deals.length > 0) && button(word(old ? "cancel" : "later"), () => leave(match.deals), { "data-key": "cancel" }),
        old && button(word("remove"), remove, { "data-key": "remove" })));
  };

  function draw() {
    if (done) return;
    redraw(root,
      ui.note ? h("p", { class: "note" }, ui.note) : null,
      !match ? begun() : [
        h("p", { class: "game-name" }, match.game.title ?? match.game.code),
        sheet(),
        !answer && h("p", { class: "soft" }, ui.progress || word("waiting")),
        ui.gone && h("p", { class: "note" }, word("removed", { n: ui.gone.n + 1 }), " ", button(word("undo"), back, { "data-key": "back", "data-near": "enter" })),
        ui.sure && h("div", { class: "note sure", role: "group", "aria-label": word("new") }, h("p", {}, word("sure", { count: match.deals.length })),
          button(word("keep"), () => { ui.sure = null; draw(); }, { "data-key": "keep", "data-near": "new" }), button(word("lose"), () => { const job = ui.sure; ui.sure = null; job(); }, { "data-key": "lose" })),
        entry ? entering() : h("div", { class: "tools" },
          !answer?.over && button(word("enter", { n: match.deals.length + 1 }), () => enter(match.deals.length), { class: "primary", "data-key": "enter" }),
          match.deals.length > 0 && [button(word("print"), () => print(), { "data-key": "print" }), button(word("save"), saved, { "data-key": "save" })], opener(),
          button(word("new"), () => surely(renew), { "data-key": "new" })),
        answer?.html && match.deals.length > 0 && h("div", { class: "printed", "aria-hidden": "true" }, fragment(answer.html)),
      ]);
  }

  async function look() {
    if (ui.menu) return;
    const menu = await ask("menu", {});
    if (menu.error || done) return;
    ui.menu = menu;
    for (const game of [setup.game, match?.game ?? {}]) {
      const row = menu.variants.find(({ id }) => id === game.code);
      if (row) Object.assign(game, { title: row.title, seats: row.seats });
    }
    draw();
  }
  const off = onProgress(({ stage, text }) => {
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
  };
}
