// The score pad: what was laid and held in deals of real cards, counted by the rules, and the sheet of the whole match.

import { button, check, choice, editor, redraw } from "./cards.js";
import { announce, fragment, h } from "./dom.js";
import { gameField } from "./game.js";
import { ask, keep, onProgress } from "./live.js";
import { codes, RANKS, readMeld, SEATS, writeMeld } from "./places.js";
import { say } from "./words.js";

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

/** A match from what was stored or lies in a file; throws if that is none. */
export function readMatch({ game, names, dealer, deals, draft = null }) {
  const texts = (list) => Array.isArray(list) && list.every((one) => typeof one === "string");
  const cards = ({ melds, hands }) => texts(melds) && texts(Object.values(hands ?? {}));
  const deal = (one) => typeof one === "object" && one && (one.points ? texts(Object.values(one.points)) : cards(one))
    && (one.out === null || SEATS.includes(one.out)) && texts(["dealer", "wild", "named"].map((key) => one[key] ?? ""));
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
      answer = kept.answer?.sides ? kept.answer : null;
      if (match.draft) entry = { n: match.draft.n, ...laidOut(match.draft.deal), ...(match.draft.open && { out: undefined }) };
    } catch { ui.note = word("bad_draft"); }
  }
  function save() {
    match.draft = entry && { n: entry.n, deal: written(entry), open: entry.out === undefined };
    ui.note = store.save({ ...match, answer }) || ui.note;
  }
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
    past.push({ out: undefined, dealer: "", points: null, rummy: false, wild: "", named: "", ...entry });
    Object.assign(entry, next);
    ui.note = "";
    changed();
  }

  const edit = editor({
    root, draw: () => draw(), name: (seat) => name(seat), seats: () => plays(), pack,
    spread: () => entry.spread, set: (spread) => set({ spread }),
    seat: (before) => (before ? plays()[(plays().indexOf(before) + 1) % plays().length] : entry.out ?? plays()[0]),
    tails: ({ tail, lays }) => [
      (entry.named === "double" || tail.includes("with")) && [" with *", word("sealed")],
      (tail.includes("doubled") || (asks().four && asks().swaps && lays.length > 1)) && [" doubled", word("doubled")],
    ].filter(Boolean),
  });

  // ---- what can be done

  function enter(n) {
    entry = { n, ...laidOut(match.deals[n]), ...(n === match.deals.length && match.deals[n - 1]?.points && { points: {} }) };
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
    if (entry.out !== undefined || !asksOut()) return leave(withDeal(match.deals, entry.n, written(entry)), ui.sums?.error);
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

  const sides = () => answer?.sides ?? seats().map((seat) => ({ seats: [seat], name: name(seat) }));
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
      asksOut() && h("fieldset", {}, h("legend", {}, word(knock ? "knocked" : "out")),
        h("div", { class: "row" }, plays().map((seat) => radio(seat, name(seat))), radio(null, word("nobody"))),
        out && rummy && !points && check(word("rummy"), entry.rummy, (on) => set({ rummy: on }), { "data-key": "rummy" })),
      check(word("only_points"), points, (on) => set({ points: on ? {} : null }), { "data-key": "only points" }),
      points ? figures() : felt(),
      ui.sums && begun && (!points || ui.sums.error) && summed(ui.sums),
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
