// Frames as the controller makes them, small but with everything in them.

const RANKS = { A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", T: "ten", J: "jack", Q: "queen", K: "king" };
const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const named = (c) => (c === "*" ? "joker" : `${RANKS[c[0]]} of ${SUITS[c[1]]}`);

/** "7H", a card that is new "9S+", laid off by another seat "QD/A", a joker standing for a card "*=TD". */
export function card(text) {
  const [rest, by] = text.split("/"), [code, as] = rest.split("="), c = code.replace("+", "");
  return { c, name: named(c), ...(as && { as, as_name: named(as) }), ...(by && { by }), ...(code !== c && { new: true }) };
}
export const cards = (text) => text.split(" ").map(card);

const seat = (letter, name, more) => ({
  seat: letter, name, you: false, dealer: false, cards: null, count: 7, known: [], table: 0, hand: null, stands: 0, total: 0,
  stands_text: "0 on the table", ...more,
});

export const frame = (more = {}) => ({
  key: "table-1", fresh: false, save: "record", title: "Rummy 500", variant: "rummy-500", seed: 7, deal_no: 1, you: "A", turn: "A", phase: "draw",
  to_act: ["A"], step: "Your turn: draw a card.", wait: null,
  seats: [
    seat("A", "You", { you: true, cards: cards("7S 8S 9S+ 7H 7C 7H KD *"), count: 8, hand: -80, total: 120 }),
    seat("B", "<b>Bea</b>", { dealer: true, known: cards("KH 4S") }), seat("C", "Cid", { total: -15 })],
  stock: { count: 21, can: true },
  discards: cards("5S KH 4D TH").map((c, i) => ({ ...c, place: i + 1, can: i > 0, preview: `You would take ${4 - i}.` })),
  melds: [
    { n: 1, owner: "B", owner_name: "<b>Bea</b>", kind: "sequence", label: "sequence of diamonds", cards: cards("9D *=TD JD QD/A") },
    { n: 2, owner: "A", owner_name: "You", kind: "group", label: "group of fives", cards: cards("5H 5D 5C") },
    { n: 3, owner: "B", owner_name: "<b>Bea</b>", kind: "group", label: "group of twos", cards: cards("2H 2D 2C") }],
  hand: { sort: "suit", marked: [["7H", "7H", "7C"], ["7S", "8S", "9S"]], discards: ["KD"] },
  may: ["Draw the top card of the stock."], rummy: [], choose: null, message: null,
  log: [{ n: 1, seat: "B", text: "Bea drew.", why: true }, { n: 2, seat: "A", text: "You discarded the 10♥.", why: false }],
  can: { undo: true, step: false, hint: true, pass: false, next: false, again: true, knock: false },
  sheet: { names: ["You", "<b>Bea</b>", "Cid"], deals: [[120, -10, -15]], totals: [120, -10, -15], text: "You lead." }, over: null,
  menu: { variants: [{ id: "rummy-500", title: "Rummy 500", seats: [2, 3, 4] }], seats: [2, 3, 4], players: [{ id: "greedy", title: "sensible" }, { id: "random", title: "at random" }],
    chosen: { variant: "rummy-500", seats: 3, player: "greedy", seed: 7, watch: false, names: { B: "<b>Bea</b>" } } },
  ...more,
});

export const refusal = {
  n: 5, kind: "refused", text: "You must use the 7♥.", cards: ["7H"],
  article: { id: "draw.pile.use-at-once", number: "4.5", title: "Use it at once", text: "The lowest card taken is used at once." },
};
export const result = { text: "Bea goes out.", counts: [{ seat: "A", name: "You", text: "15 − 12 = 3", points: 3 }], match: "Bea wins." };
export const frames = {
  draw: frame(), refused: frame({ phase: "play", message: refusal }), waiting: frame({ turn: "B", to_act: ["B"], wait: "B" }),
  choose: frame({ phase: "play", choose: { text: "Which?", options: [{ line: "meld 7S 8S *=9S", text: "the 9♠" }] } }),
  call: frame({ phase: "call", to_act: ["A"], rummy: [{ line: "call TH on 9H", text: "Lay it off." }, { line: "call TH TS TC", text: "Meld it." }], can: { pass: true, step: true } }),
  over: frame({ phase: "over", to_act: [], over: result, can: { next: true } }),
  watch: frame({ you: null, hand: null, seats: frame().seats.map((s) => ({ ...s, you: false })) }),
  bare: frame({ discards: [], melds: [], log: [], sheet: null, may: [], stock: { count: 0, can: false }, seats: frame().seats.map((s) => (s.you ? { ...s, cards: [], count: 0 } : s)) }),
};
