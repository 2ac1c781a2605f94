// Places: which card lies where on a table of real cards, as plain values that never change. A card is its code (`7H`, `*`,
// `*=9S`); what a place or a meld may hold is not known here.

const SIGNS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C", "★": "*" };
export const RANKS = [..."A23456789TJQK"];
export const SUITS = [..."SHDC"];
export const SEATS = [..."ABCDEFGH"];

/** A card as it is written: `10♥`, `th` and `TH` are one. */
export const tidy = (word) =>
  word.replaceAll("\uFE0E", "").replace(/[♠♥♦♣★]/g, (sign) => SIGNS[sign]).toUpperCase().replace(/(^|=)10(?=[SHDC?])/g, "$1T");

/** The cards of a text, in order. */
export const codes = (text) => String(text ?? "").split(/[\s,;]+/).filter(Boolean).map(tidy);

/** What is printed on a card, whatever it stands for. */
export const face = (code) => code.split("=")[0];

/** A meld from its line: `A: 7S 8S 9S + B: TS`; null if the text is none. */
export function readMeld(line) {
  const [, body, tail] = String(line).trim().match(/^(.*?)((?: +with +[*★])?(?: +doubled)?)$/is);
  const lays = body.split("+").map((part) => part.trim().match(/^([A-H])\s*:\s*(.*?)( low| high)?$/is));
  if (!lays.every(Boolean)) return null;
  return { lays: lays.map(([, seat, cards, end]) => ({ seat: seat.toUpperCase(), cards: codes(cards), end: end ?? "" })), tail };
}

/** A meld as the line that `readMeld` reads; empty without cards. */
export function writeMeld({ lays, tail }) {
  const parts = lays.filter((lay) => lay.cards.length).map(({ seat, cards, end }) => `${seat}: ${cards.join(" ")}${end}`);
  return parts.length ? parts.join(" + ") + tail : "";
}

/** A meld that waits for its cards. */
export const newMeld = (seat) => ({ lays: [{ seat, cards: [], end: "" }], tail: "" });

/** The meld and the lay that a place such as `lay 0 1` names; null for other places. */
export const layAt = (id) => (/^lay \d+ \d+$/.test(id) ? id.split(" ").slice(1).map(Number) : null);

/** The cards at a place: `discards`, `hand A`, or `lay 0 1` (the second lay of the first meld). */
export function at(spread, id) {
  const lay = layAt(id);
  return (lay ? spread.melds[lay[0]]?.lays[lay[1]]?.cards : spread.places[id]) ?? [];
}

/** The same spread with these cards at a place. */
export function put(spread, id, cards) {
  const lay = layAt(id);
  if (!lay) return { ...spread, places: { ...spread.places, [id]: cards } };
  return change(spread, lay[0], (meld) => ({ ...meld, lays: meld.lays.map((one, j) => (j === lay[1] ? { ...one, cards } : one)) }));
}

/** The same spread with one meld changed. */
export const change = (spread, n, job) => ({ ...spread, melds: spread.melds.map((meld, i) => (i === n ? job(meld) : meld)) });

/** The same spread without melds and lays that never got a card. */
export function swept(spread) {
  const melds = spread.melds.map((meld) => ({ ...meld, lays: meld.lays.filter((lay) => lay.cards.length) }));
  return { ...spread, melds: melds.filter((meld) => meld.lays.length) };
}

/** How often each card lies somewhere. */
export function seen({ places, melds }) {
  const count = {};
  const all = [...Object.values(places), ...melds.flatMap((meld) => meld.lays.map((lay) => lay.cards))];
  const tops = melds.filter(({ tail }) => /[*★]/.test(tail)).map(() => "*");
  for (const code of [...all.flat(), ...tops]) count[face(code)] = (count[face(code)] ?? 0) + 1;
  return count;
}

/** Cards without those that are to go, each taken away once. */
export function without(cards, gone) {
  const left = [...cards];
  for (const code of gone) {
    const i = left.indexOf(code);
    if (i >= 0) left.splice(i, 1);
  }
  return left;
}
