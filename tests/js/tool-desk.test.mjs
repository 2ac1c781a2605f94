import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";
import { step } from "../../rummy/widgets/replay.js";
import { at, codes, newMeld, put, readMeld, seen, swept, tidy, without, writeMeld } from "../../docs/assets/live/places.js";

// The words are written at build; here an id stands for its sentence.
const words = "data:text/javascript,export const say = (id) => id";
register(`data:text/javascript,${encodeURIComponent(`export const resolve = (name, context, next) =>
  name.endsWith("/words.js") ? { url: ${JSON.stringify(words)}, shortCircuit: true } : next(name, context)`)}`);
const live = (name) => import(`../../docs/assets/live/${name}.js`);
const { drawnFrom, laidOut, told } = await live("position"), pad = await live("tool-pad"), replay = await live("tool-replay"), game = await live("game"), { offered } = await live("tool-settle"), { keep } = await live("keep");

const bare = (lie = {}) => ({ places: {}, melds: [], ...lie });

test("a card is read however it is written", () => {
  assert.deepEqual(["10h", "th", "10♥\uFE0E", "★", "*=10s", "7c=ts"].map(tidy), ["TH", "TH", "TH", "*", "*=TS", "7C=TS"]);
  assert.deepEqual(codes(" 7H,8h\n★ "), ["7H", "8H", "*"]);
  assert.deepEqual(codes(undefined), []);
});

test("a meld goes from its line and back, with lay-offs, an ace's end and a joker on top", () => {
  for (const line of ["A: 7S 8S 9S + B: TS", "A: 2S 3S + B: AS low", "C: KS KH KD with *", "C: KS KH *=KD + A: KC doubled"]) assert.equal(writeMeld(readMeld(line)), line);
  assert.deepEqual(readMeld("a:7s 8s 9s").lays, [{ seat: "A", cards: ["7S", "8S", "9S"], end: "" }]);
  assert.equal(readMeld("seven of hearts"), null);
  assert.equal(writeMeld(newMeld("A")), "");
});

test("cards are put at places and into lays; what came before stays as it was", () => {
  const first = bare({ melds: [readMeld("A: 7S 8S 9S + B: TS")] }), then = put(put(first, "lay 0 1", ["TS", "JS"]), "hand A", ["2C"]);
  assert.deepEqual([at(then, "lay 0 1"), at(then, "hand A"), at(then, "hand B")], [["TS", "JS"], ["2C"], []]);
  assert.deepEqual(at(first, "lay 0 1"), ["TS"]);
  assert.deepEqual(swept(put(put(then, "lay 0 0", []), "lay 0 1", [])).melds, []);
});

test("every card is seen once for each copy, a joker whatever it stands for", () => {
  const lie = bare({ places: { discards: ["7H", "*=9S"], "hand A": ["7H"] }, melds: [readMeld("A: KS KH KD with *")] });
  assert.deepEqual(seen(lie), { "7H": 2, "*": 2, KS: 1, KH: 1, KD: 1 });
  assert.deepEqual(without(["7H", "7H", "2C"], ["7H", "9D"]), ["7H", "2C"]);
});

test("a position is laid out and told again as it was, with what has no place of its own", () => {
  const position = {
    variant: "basic", options: { "scoring.ace_low": 15 }, seats: 3, dealer: "C", turn: "B", phase: "play", stock: "2H 3H", discards: "9S KD",
    hands: { A: "", B: "8S 5H" }, table: ["A: 5S 6S 7S + C: 4S"], taken: "5H", owed: "5H", melds: 0, known: { B: "5H" },
  };
  assert.deepEqual(told(laidOut(position)), position);
  const held = laidOut(position).spread.places;
  assert.deepEqual([held["hand B"], held.taken], [["8S"], ["5H"]]);
});

test("a card that is laid somewhere leaves the stock that was written down", () => {
  const lie = bare({ places: { discards: ["7H", "*=2C"] } });
  const left = (stock, pack) => drawnFrom({ stock, dealer: "B" }, lie, pack);
  assert.deepEqual(left("KD 7H 3S *", { copies: 1, jokers: 2 }), { stock: "KD 3S *", dealer: "B" });
  assert.deepEqual(left("7H KD * *", { copies: 2, jokers: 2 }), { stock: "7H KD *", dealer: "B" });
  assert.deepEqual(drawnFrom({ dealer: "B" }, lie, { copies: 1, jokers: 0 }), { dealer: "B" });
});

test("taken cards that are laid already, and melds that are none, are kept as they stand", () => {
  const position = { variant: "rummy-500", seats: 2, turn: "A", phase: "play", discards: "", hands: { A: "2C" }, table: ["A: 7S 8S 9S", "seven of hearts"], taken: "7S" };
  assert.deepEqual(told(laidOut(position)), position);
  for (const none of [null, [], "A", undefined]) assert.throws(() => laidOut(none), TypeError);
});

test("what nobody could have laid out is refused before it is drawn or kept", () => {
  const start = { variant: "basic", seats: 2, turn: "A", discards: "9S" }, deep = JSON.parse("[".repeat(5000) + "]".repeat(5000));
  const bad = [
    { discards: "7S ".repeat(501) }, { discards: "7S ".repeat(20_000) }, { hands: { A: "7S ".repeat(300), B: "7S ".repeat(300) } }, { stock: "7S ".repeat(501) }, { table: Array(101).fill("A: 7S 8S 9S") },
    { note: "x".repeat(60_000) }, { note: deep }, { options: null, hands: [] }, { options: "abc" }, { options: { a: {} } }, { options: [1] }, { hands: "A" }, { hands: { A: { b: 1 } } }, { discards: { a: 1 } }, { table: 7, hands: 5 }, { table: [{}] },
    { seats: "1e9" }, { seats: 0 }, { seats: 2.5 }, { seats: [2] }, { turn: {} }, { phase: [] },
  ];
  for (const part of bad) assert.throws(() => laidOut({ ...start, ...part }), (error) => error instanceof TypeError || error instanceof RangeError, Object.keys(part).join());
  for (const lines of [Array(501).fill("draw"), [{}], "draw", { a: 1 }]) assert.throws(() => laidOut(start, lines));
  const none = laidOut({ ...start, options: null, hands: null, seats: "3" });
  assert.deepEqual([told(none).options, none.seats], [undefined, 3], "null says nothing, and can be told again");
  assert.equal(laidOut({ ...start, discards: "7S ".repeat(500) }, Array(500).fill("draw")).spread.places.discards.length, 500);
});

test("a hand of which only the number is told is that many cards face down", () => {
  const lies = laidOut({ hands: { A: "7H 7C", B: 3, C: "2" }, seats: 3 });
  assert.deepEqual(told(lies).hands, { A: "7H 7C", B: "?? ?? ??", C: "?? ??" });
  assert.throws(() => laidOut({ hands: { A: 999 } }));
});

test("a name of a seat with quotes in it is found again", () => {
  assert.deepEqual(told(laidOut({ hands: { 'A"]': "7S" } })).hands, { 'A"]': "7S" });
});

test("the keypad offers the cards that a move can be about", () => {
  const spread = { places: { discards: ["9S", "KD", "9S"], "hand A": ["7H", "*=8H"], taken: ["KC"] }, melds: [readMeld("B: 5S 6S 7S + A: 8S")] };
  const all = ["take", "call 9S", "meld", "discard 7H", "lay off 9S", "lay off 9S on ", "draw it", ""].map((line) => offered(line, spread, "A").join(" "));
  assert.deepEqual(all, ["9S KD", "9S KD", "7H * KC", "7H * KC", "7H * KC", "5S 6S 7S 8S", "7H * KC", ""]);
});

test("a deal of the pad goes from the editor to the count and back", () => {
  const deal = { out: "A", rummy: true, hands: { B: "5S KD" }, melds: ["A: 7S 8S 9S + B: TS"] };
  assert.deepEqual(pad.written(pad.laidOut(deal)), deal);
  assert.equal(pad.laidOut().out, undefined, "nobody has said yet who went out");
  assert.deepEqual(pad.written(pad.laidOut()), { out: null, hands: {}, melds: [] });
});

test("a deal keeps what a table asks for besides, and only its points where they are told", () => {
  const named = { out: "C", dealer: "B", named: "double", hands: {}, melds: ["C: KS KH KD with *", "A: KC *=QC + B: JC doubled"] };
  const open = { out: null, wild: "7S", hands: { A: "7H" }, melds: ["A: 2S 3S 4S + B: AS low"] };
  for (const deal of [named, open]) assert.deepEqual(pad.written(pad.laidOut(deal)), deal);
  const points = { out: "A", points: { A: "12", B: "6½" } };
  assert.deepEqual(pad.written(pad.laidOut(points)), points);
  assert.deepEqual(pad.written({ ...pad.laidOut(named), out: null, named: "", dealer: "", rummy: true, points: { A: "" } }), { out: null, points: {} });
});

test("a stored match is read, and anything else is refused", () => {
  const match = { game: { code: "basic" }, names: ["", "Ann"], dealer: "B", deals: [{ out: null, hands: { A: "7H" }, melds: [] }] };
  assert.deepEqual(pad.readMatch(match), { ...match, game: { code: "basic", base: "basic", options: {} }, draft: null });
  const broken = [{ game: {} }, { names: ["A"] }, { dealer: "Z" }, { deals: {} }, { deals: [{ out: null, melds: [7] }] }, { deals: [null] }, { deals: [{ out: null, points: { A: 7 } }] }, { deals: [{ out: null, melds: [], named: 7 }] }];
  const points = { out: null, points: { A: "12" } };
  assert.deepEqual(pad.readMatch({ ...match, deals: [points], draft: { n: 1, deal: points } }).draft.deal, points);
  for (const part of broken) assert.throws(() => pad.readMatch({ ...match, ...part }), TypeError, JSON.stringify(part));
});

test("a stored match of another shape is refused before it can end the pad", () => {
  const deal = { out: null, points: { A: "1" } }, match = { game: { code: "basic" }, names: ["", ""], dealer: "A", deals: [deal] };
  const broken = [
    { game: { code: "basic", seats: 5 } }, { game: { code: "basic", seats: [{}] } }, { game: { code: "basic", title: {} } }, { game: { code: "basic", options: [] } }, { game: { code: "x".repeat(9000) } }, { dealer: "C" },
    { names: Array(9).fill("") }, { deals: Array(201).fill(deal) }, { deals: [{ out: "A", hands: { B: "7S ".repeat(2000) }, melds: [] }] }, { deals: [{ out: "A", hands: { "<b>": "7S" }, melds: [] }] }, { deals: [{ out: "A" }] },
  ];
  for (const part of broken) assert.throws(() => pad.readMatch({ ...match, ...part }), TypeError, JSON.stringify(part).slice(0, 80));
  for (const n of ["__proto__", -1, 2, 0.5, null]) assert.equal(pad.readMatch({ ...match, draft: { n, deal } }).draft, null, String(n));
  assert.equal(pad.readMatch({ ...match, draft: { n: 0, deal: { out: null, points: "abc" } } }).draft, null);
  const odd = pad.readMatch(JSON.parse(JSON.stringify({ ...match, names: ["x".repeat(999), ""], deals: [{ ...deal, n: 99, spread: 5 }] }).replace("{", '{"__proto__":{"game":1},')));
  assert.deepEqual([odd.names[0].length, odd.deals], [30, [deal]]);
});

test("of a sheet only what is text and fits its match is shown again", () => {
  const match = pad.readMatch({ game: { code: "basic" }, names: ["", ""], dealer: "A", deals: [{ out: null, points: { A: "1" } }] });
  const sheet = { sides: [{ seats: ["A"], name: "A" }, { seats: ["B"], name: "B" }], totals: { A: "1", B: "0" }, text: "", over: false, dealer: "B", deals: [{ points: { A: "1", B: "0" } }] };
  assert.deepEqual(pad.readSheet({ ...sheet, html: "<img src=x onerror=alert(1)>" }, match), sheet);
  for (const part of [{ sides: 1 }, { sides: [{ seats: [], name: "" }] }, { totals: { A: {} } }, { deals: [] }, { text: {} }, { dealer: "Z" }, { sides: Array(9).fill(sheet.sides[0]) }]) assert.equal(pad.readSheet({ ...sheet, ...part }, match), null, JSON.stringify(part).slice(0, 60));
  for (const none of [null, undefined, 7, "x", { sides: 1 }]) assert.equal(pad.readSheet(none, match), null);
});

test("a value is kept; what is damaged is put aside under a name of its own, and a browser that keeps nothing says so", () => {
  const held = {}, store = { getItem: (key) => held[key] ?? null, setItem: (key, text) => void (held[key] = text), removeItem: (key) => void delete held[key] };
  globalThis.localStorage = store;
  const it = keep("pad");
  assert.deepEqual([it.load(), it.trouble(), it.save({ a: 1 }), it.load()], [null, "", "", { a: 1 }]);
  for (const old of ["rummy:pad.old", "rummy:pad.old2"]) {
    held["rummy:pad"] = "{spoilt";
    assert.equal(it.load(), undefined, "unreadable is not the same as nothing");
    assert.equal(it.aside(), "tool.kept.aside");
    assert.deepEqual([held[old], it.load()], ["{spoilt", null]);
  }
  held["rummy:pad"] = "{spoilt";
  const full = keep("pad");
  store.setItem = () => { throw new Error("full"); };
  assert.deepEqual([full.aside(), full.trouble(), held["rummy:pad"]], ["live.not-kept", "live.not-kept", "{spoilt"]);
  store.setItem = (key, text) => void (held[key] = text);
  assert.deepEqual([full.save(1), held["rummy:pad"]], ["live.not-kept", "{spoilt"], "what could not be put aside is not written over");
  globalThis.localStorage = { getItem() { throw new Error("forbidden"); }, setItem() { throw new Error("forbidden"); } };
  assert.deepEqual([it.load(), it.save(1), it.clear(), it.trouble()], [null, "live.not-kept", undefined, "live.not-kept"]);
  delete globalThis.localStorage;
});

test("keys step through a record and stop at its ends", () => {
  assert.deepEqual(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "x"].map((key) => replay.step(key, 3, 5)), [2, 4, 2, 4, 0, 4, null]);
  assert.deepEqual([replay.step("ArrowLeft", 0, 5), replay.step("ArrowRight", 4, 5)], [0, 4]);
});

test("the next note and the one before are found, and none beyond the last", () => {
  const notes = ["", "a", "", "", "b"];
  assert.deepEqual([1, 2, 4].map((n) => replay.toNote(n, notes, 1)), [4, 4, null]);
  assert.deepEqual([1, 2, 0].map((n) => replay.toNote(n, notes, -1)), [null, 1, null]);
});

test("the widget's keys are those of the page", () => {
  for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "x"]) for (const n of [0, 3, 4]) assert.equal(step(key, n, 5) ?? null, replay.step(key, n, 5));
});

test("a frame that is shown can do nothing, be stored nowhere and resume nothing", () => {
  const frame = replay.shown({ title: "t", key: "table-1", save: "x", fresh: true, wait: "B", may: ["draw"], discards: [{ c: "7H", can: true, splits: [{}] }], log: [{}], can: { undo: true } });
  assert.deepEqual([frame.title, frame.save, frame.fresh, frame.wait, frame.may, frame.log, frame.can.undo], ["t", null, false, null, [], [], undefined]);
  assert.deepEqual(frame.discards, [{ c: "7H", can: false, preview: "", splits: [] }]);
});

test("house rules are kept as what they change", () => {
  const options = { "scoring.ace_low": { value: 15, changed: true }, "pack.jokers": { value: 2, changed: false } };
  assert.deepEqual(game.housed({ code: "x", title: "T", base: "basic", seats: [2], options }), { code: "x", base: "basic", options: { "scoring.ace_low": 15 }, title: "T", seats: [2] });
});
