// Frames as the controller makes them, small but with everything in them.

const RANKS = { A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", T: "ten", J: "jack", Q: "queen", K: "king" };
const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const named = (c) => (c === "*" ? "joker" : c[1] === "?" ? RANKS[c[0]] : `${RANKS[c[0]]} of ${SUITS[c[1]]}`);

/** "7H", a card that is new "9S+", wild "7H!", laid off by another seat "QD/A", a joker standing for a card "*=TD", lying on a meld "*^". */
export function card(text) {
  const [rest, by] = text.split("/"), [code, as] = rest.split("="), c = code.replace(/[+!^]/g, ""), has = (sign) => code.includes(sign);
  return { c, name: named(c), ...(as && { as, as_name: named(as) }), ...(by && { by }), ...(has("+") && { new: true }), ...(has("!") && { wild: true }), ...(has("^") && { top: true }) };
}
export const cards = (text) => text.split(" ").map(card);

const seat = (letter, name, more) => ({
  seat: letter, name, you: false, partner: false, plays: true, dealer: false, notes: [], cards: null, count: 7, known: [], total: 0,
  stands_text: "0 on the table", ...more,
});

export const frame = (more = {}) => ({
  key: "table-1", fresh: false, save: "record", title: "Rummy 500", variant: "rummy-500", seed: 7, deal_no: 1, you: "A", turn: "A", phase: "draw",
  to_act: ["A"], step: "Your turn: draw a card.", wait: null,
  seats: [
    seat("A", "You", { you: true, cards: cards("7S 8S 9S+ 7H 7C 7H KD *"), count: 8, total: 120 }),
    seat("B", "<b>Bea</b>", { dealer: true, known: cards("KH 4S") }), seat("C", "Cid", { total: -15 })],
  score: [
    { name: "You", seats: ["A"], table: 0, hand: -80, stands: -80, total: 120 },
    { name: "<b>Bea</b>", seats: ["B"], table: 0, hand: null, stands: 0, total: 0 }, { name: "Cid", seats: ["C"], table: 0, hand: null, stands: 0, total: -15 }],
  about: [], beside: null, gone: [], stock: { count: 21, can: true },
  discards: cards("5S KH 4D TH").map((c, i) => ({ ...c, place: i + 1, can: i > 0, preview: `You would take ${4 - i}.`, splits: [] })),
  melds: [
    { n: 1, owner: "B", owner_name: "<b>Bea</b>", kind: "sequence", marks: [], label: "sequence of diamonds", cards: cards("9D *=TD JD QD/A") },
    { n: 2, owner: "A", owner_name: "You", kind: "group", marks: [], label: "group of fives", cards: cards("5H 5D 5C") },
    { n: 3, owner: "B", owner_name: "<b>Bea</b>", kind: "group", marks: [], label: "group of twos", cards: cards("2H 2D 2C") }],
  hand: { sort: "suit", marked: [["7H", "7H", "7C"], ["7S", "8S", "9S"]], discards: ["KD"] },
  may: ["Draw the top card of the stock."], rummy: [], choose: null, message: null,
  log: [{ n: 1, seat: "B", text: "Bea drew.", why: true }, { n: 2, seat: "A", text: "You discarded the 10♥.", why: false }],
  can: { undo: true, step: false, hint: true, pass: false, next: false, again: true, knock: false, swap: false, block: false },
  sheet: { names: ["You", "<b>Bea</b>", "Cid"], deals: [[120, -10, -15]], totals: [120, -10, -15], text: "You lead." }, over: null,
  menu: { variants: [{ id: "rummy-500", title: "Rummy 500", blurb: "Deep draws.", seats: [2, 3, 4] }, { id: "persian", title: "Persian Rummy", blurb: "Partners.", seats: [4] }], seats: [2, 3, 4], players: [{ id: "greedy", title: "sensible" }, { id: "random", title: "at random" }],
    chosen: { variant: "rummy-500", seats: 3, player: "greedy", seed: 7, watch: false, names: { B: "<b>Bea</b>" } } },
  ...more,
});

export const refusal = {
  n: 5, kind: "refused", text: "You must use the 7♥.", cards: ["7H"],
  article: { id: "draw.pile.use-at-once", number: "4.5", title: "Use it at once", text: "The lowest card taken is used at once." },
};
export const result = { text: "Bea goes out.", counts: [{ seats: ["A"], name: "You", text: "15 − 12 = 3", points: 3 }], match: "Bea wins." };
export const frames = {
  draw: frame(), refused: frame({ phase: "play", message: refusal }), waiting: frame({ turn: "B", to_act: ["B"], wait: "B" }),
  choose: frame({ phase: "play", choose: { text: "Which?", options: [{ line: "meld 7S 8S *=9S", text: "the 9♠" }] } }),
  call: frame({ phase: "call", to_act: ["A"], rummy: [{ line: "call TH on 9H", text: "Lay it off." }, { line: "call TH TS TC", text: "Meld it." }], can: { pass: true, step: true } }),
  over: frame({ phase: "over", to_act: [], over: result, can: { next: true } }),
  watch: frame({ you: null, hand: null, seats: frame().seats.map((s) => ({ ...s, you: false })) }),
  // the dealer's gambit: nobody has looked yet; later a joker splits the pile, doubles and seals a meld, or blocks
  name: frame({
    phase: "name", step: "Name what jokers do.", choose: { text: "What do jokers do?", must: true, options: ["wild", "double", "split"].map((e) => ({ line: `name ${e}`, text: e })) },
    seats: frame().seats.map((s) => ({ ...s, cards: null, known: [] })), beside: { text: "Your joker.", state: "free", cards: cards("*") }, melds: [], discards: [],
  }),
  gambit: frame({
    about: ["Jokers split the discard pile."], hand: { ...frame().hand, beside: [{ ...card("*"), beside: true }] }, beside: { text: "The dealer’s joker is blocked.", state: "blocked", cards: cards("* *") }, gone: cards("KD 4S"),
    discards: frame().discards.map((c, i) => ({ ...c, can: false, splits: i === 1 ? [{ line: "take KH with * without 4D", text: "4♦" }, { line: "take KH with * without 4D TH", text: "4♦ 10♥" }] : [] })),
    melds: [{ ...frame().melds[1], marks: ["×2", "sealed"], label: "group of fives, counts double, sealed", cards: cards("5H 5D 5C *^") }], can: { ...frame().can, block: true },
  }),
  sides: frame({
    seats: [...frame().seats.slice(0, 2), { ...frame().seats[2], partner: true, notes: ["your partner"] }, seat("D", "Dee", { plays: false, notes: ["sits out"], count: 0 })],
    score: [{ name: "You and Cid", seats: ["A", "C"], table: 10, hand: -80, stands: -70, total: 5 }, { name: "<b>Bea</b> and Dee", seats: ["B", "D"], table: 0, hand: null, stands: 0, total: 0 }],
    sheet: { names: ["You and Cid", "<b>Bea</b> and Dee"], deals: [[5, 0]], totals: [5, 0], text: "You and Cid lead." },
  }),
  wild: frame({
    about: ["Kings are wild."], melds: [{ ...frame().melds[0], cards: cards("9D KC=TD *=7? *") }], can: { ...frame().can, swap: true, knock: true },
    seats: frame().seats.map((s) => ({ ...s, notes: ["opened the 7♥"], ...(s.you && { cards: cards("KD! 7H") }) })),
  }),
  bare: frame({ discards: [], melds: [], log: [], sheet: null, may: [], stock: { count: 0, can: false }, seats: frame().seats.map((s) => (s.you ? { ...s, cards: [], count: 0 } : s)) }),
};
