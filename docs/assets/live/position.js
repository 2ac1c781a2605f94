// A position as a rulings file says it, and as it is laid out to be changed by hand.

import { depth, like, maybe } from "./like.js";
import { codes, readMeld, seen, without, writeMeld } from "./places.js";

const PLACED = ["variant", "options", "seats", "turn", "phase", "discards", "hands", "table", "taken", "owed"];

/** How much a position may hold: nobody lays out more. Its text in characters, how deep it is nested, and what can be counted. */
export const MOST = { text: 50_000, deep: 6, cards: 500, melds: 100, lines: 500 };

const scalar = (value) => ["string", "number", "boolean"].includes(typeof value);
const said = maybe(scalar), FORM = {
  variant: said, turn: said, phase: said, discards: said, taken: said, owed: said,
  options: maybe({ "*": scalar }), hands: maybe({ "*": said }), table: maybe((rows) => scalar(rows) || like(rows, [scalar])), seats: maybe((n) => scalar(n) && /^[1-8]$/.test(n)),
};

/** A hand of which only the number of cards is told, as cards face down; undefined if its cards are told. */
const counted = (cards) => (/^\s*\d{1,3}\s*$/.test(cards) ? Array(Math.min(Number(cards), MOST.cards + 1)).fill("??") : undefined);

/** What the editor holds of a position; whatever it has no place for stays as it is, under `rest`. Throws where it is none. */
export function laidOut(position, lines = []) {
  if (!like(position, FORM) || !like(lines, ["string"]) || depth(position) > MOST.deep || JSON.stringify(position).length > MOST.text) throw new TypeError("no position");
  const { variant = "rummy-500", seats = 2, turn = "A", phase = "draw", discards, taken, owed } = position, table = position.table ?? [], options = position.options ?? {}, hands = position.hands ?? {};
  const rest = Object.fromEntries(Object.entries(position).filter(([key]) => !PLACED.includes(key)));
  const held = Object.fromEntries(Object.entries(hands).map(([seat, cards]) => [seat, counted(cards) ?? codes(cards)]));
  const took = codes(taken), melds = [table].flat().map((line) => readMeld(line) ?? { lays: [], tail: "", line: String(line) });
  if (took.length) {
    const still = without(held[turn] ?? [], took);
    if ((held[turn] ?? []).length - still.length === took.length) held[turn] = still;
    else rest.taken = took.splice(0).join(" ");                // some are laid already
  }
  const places = { discards: codes(discards), taken: took };
  for (const [seat, cards] of Object.entries(held)) places[`hand ${seat}`] = cards;
  const cards = Object.values(seen({ places, melds: melds.filter(({ line }) => !line) })).reduce((a, b) => a + b, codes(rest.stock).length);
  if (cards > MOST.cards || melds.length > MOST.melds || lines.length > MOST.lines) throw new RangeError("too much for a table");
  return {
    game: { base: String(variant), options, code: String(variant) }, seats: Number(seats ?? 2), turn: String(turn), phase: String(phase), owed: String(owed ?? ""), rest,
    spread: { places, melds: melds.filter(({ line }) => !line) }, odd: melds.flatMap(({ line }) => line ?? []), lines,
  };
}

/** The position that is laid out, as a rulings file says it. */
export function told({ game, seats, turn, phase, owed, rest, spread, odd }) {
  const { discards = [], taken = [], ...others } = spread.places;
  const hands = {};
  for (const [id, cards] of Object.entries(others)) if (cards) hands[id.slice(5)] = cards.join(" ");
  if (taken.length) hands[turn] = [...codes(hands[turn]), ...taken].join(" ");
  return {
    ...rest, variant: game.base, ...(Object.keys(game.options).length && { options: game.options }), seats, turn, phase, discards: discards.join(" "), hands,
    table: [...spread.melds.map(writeMeld).filter(Boolean), ...odd],
    ...(taken.length && { taken: taken.join(" "), ...(taken.includes(owed) && { owed }) }), ...(!taken.length && owed && { owed }),
  };
}

/** What else was said, with a stock from which the cards have gone that now lie elsewhere and would be one too many. */
export function drawnFrom(rest, spread, { copies, jokers }) {
  if (!rest.stock) return rest;
  const stock = codes(rest.stock), gone = [];
  for (const [code, count] of Object.entries(seen(spread))) {
    const there = stock.filter((one) => one === code), over = count + there.length - (code === "*" ? jokers : copies);
    gone.push(...there.slice(0, Math.max(over, 0)));
  }
  return gone.length ? { ...rest, stock: without(stock, gone).join(" ") } : rest;
}
