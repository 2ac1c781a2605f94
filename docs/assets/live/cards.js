// Cards to move about by hand: places that hold them, melds with who laid what, and a keypad that fits a phone. It draws and
// changes a spread (places.js); whether such a table can be is for others to say.

import { announce, h } from "./dom.js";
import { at, change, codes, face, layAt, newMeld, put, RANKS, seen, SUITS, swept } from "./places.js";
import { say } from "./words.js";

const plain = (sign) => `${sign}\uFE0E`;
const SIGNS = { S: plain("♠"), H: plain("♥"), D: plain("♦"), C: plain("♣") };
const JOKER = "*";
const known = (code) => code.length === 2 && RANKS.includes(code[0]) && SUITS.includes(code[1]);

/** A card in words. */
export function cardName(code) {
  const [own, as] = code.split("=").map((one) => {
    if (one === JOKER) return say("card.joker");
    if (one === "??") return say("card.back");
    return known(one) ? say("card.of", { rank: say(`card.rank.${one[0]}`), suit: say(`card.suit.${one[1]}`) }) : one;
  });
  return as ? say("tool.cards.stands", { card: own, as }) : own;
}

/** A card as it is drawn: rank over suit, and below them what it stands for. */
function drawn(code) {
  const [own, as] = code.split("=");
  const short = (one) => (known(one) ? [one[0] === "T" ? "10" : one[0], SIGNS[one[1]]] : [one === JOKER ? plain("★") : one, ""]);
  const [rank, suit] = short(own);
  return h("span", { class: "face", "aria-hidden": "true" }, h("b", {}, rank), h("i", {}, suit), as ? h("small", {}, short(as).join("")) : null);
}
const kind = (code) => (known(face(code)) ? face(code)[1] : "joker");

/** The first element under a name, whatever stands in it. */
const named = (root, name) => [...root.querySelectorAll("[data-key]")].find((it) => it.dataset.key === name);

/** Draw the contents of a node anew and leave the focus where it was, or where it belongs now. */
export function redraw(root, ...kids) {
  const active = root.contains(document.activeElement) ? document.activeElement : null, { key, near } = active?.dataset ?? {};
  const from = active?.selectionStart, to = active?.selectionEnd;
  const find = (name) => name && named(root, name);
  root.replaceChildren(...kids.flat(3).filter(Boolean));
  const next = active && (find(key) ?? find(near));
  next?.focus({ preventScroll: true });
  if (from != null && next?.dataset.key === key) next.setSelectionRange(from, to);
}

/** A field with its name above it: a choice of [value, text] pairs. */
export function choice(name, value, pairs, pick, more = {}) {
  const select = h("select", { ...more, "data-key": more["data-key"] ?? name, onchange: (event) => pick(event.target.value) },
    pairs.map(([id, text]) => h("option", { value: id }, text)));
  select.value = value;
  return h("label", { class: "field" }, h("span", {}, name), select);
}

/** Put a text on the clipboard; false where the browser will not. */
export async function copied(text) {
  try { await navigator.clipboard.writeText(text); } catch { return false; }
  return true;
}

export const button = (text, onclick, more = {}) => h("button", { type: "button", onclick, ...more }, text);

/** What can be ticked or not. */
export const check = (text, checked, toggle, more = {}) =>
  h("label", { class: "check" }, h("input", { type: "checkbox", ...more, checked, onchange: (event) => toggle(event.target.checked) }), h("span", {}, text));

/** Lies a single ace in a whole suit, so that it can lie at either end? */
const eitherEnd = ({ lays }, { cards }) => cards.length === 1 && cards[0].split("=").at(-1)[0] === "A" && lays.flatMap((lay) => lay.cards).length === 13;

/**
 * The editing of a spread. `host` knows the spread (`spread()`, `set(spread)`), the seats (`seats()`, `name(seat)`, `seat()` who lays
 * now), how many there are of a card (`pack()`), and draws everything again (`draw()`). `add(place, code)` may take a card itself,
 * `tails(meld)` tells what else can be said of a meld, as [tail, text] pairs; `offers(place)` the only cards that come in question there,
 * `wild(code)` whether a card can stand for another.
 */
export function editor(host) {
  const it = { open: "", stands: false, suit: "S", typed: "", labels: {} };

  const focus = (key) => named(host.root, key)?.focus();
  it.toggle = (id) => {
    it.open = it.open === id ? "" : id;
    it.stands = false;
    const spread = swept(host.spread());
    if (!it.open && spread.melds.length < host.spread().melds.length) host.set(spread);
    host.draw();
    if (!it.open) return focus(`add ${id}`);
    host.root.querySelector(".keypad [tabindex='0']")?.focus({ preventScroll: true });
    host.root.querySelector(".filling")?.scrollIntoView({ block: "nearest" });
  };
  const left = (code) => {
    const { copies, jokers } = host.pack();
    return (code === JOKER ? jokers : copies) - (seen(host.spread())[code] ?? 0);
  };
  const add = (...cards) => {
    const id = it.open;
    if (host.add?.(id, cards)) return;
    const there = at(host.spread(), id), last = there.at(-1);
    const next = it.stands ? [...there.slice(0, -1), `${last}=${cards[0]}`] : [...there, ...cards];
    it.stands = false;
    host.set(put(host.spread(), id, next));
    announce(say("tool.cards.put", { card: cards.map(cardName).join(", "), place: it.labels[id] ?? "" }));
    host.draw();
  };
  const remove = (id, n) => {
    const there = at(host.spread(), id);
    host.set(put(host.spread(), id, there.filter((_, i) => i !== n)));
    announce(say("tool.cards.gone", { card: cardName(there[n]), place: it.labels[id] ?? "" }));
    host.draw();
  };

  /** A place with its cards; a card that is pressed goes away, the plus opens the keypad. */
  it.place = (id, label, { head = label, none = "", more } = {}) => {
    it.labels[id] = label;
    const cards = at(host.spread(), id), open = it.open === id;
    return h("div", { class: `place${open ? " filling" : ""}`, role: "group", "aria-label": label },
      h("div", { class: "head" }, head),
      h("div", { class: "row" },
        cards.map((code, i) => h("button", {
          type: "button", class: `card ${kind(code)}`, "data-key": `${id} ${i}`, "data-near": `add ${id}`,
          "aria-label": say("tool.cards.remove", { card: cardName(code) }), onclick: () => remove(id, i),
        }, drawn(code))),
        !cards.length && none ? h("span", { class: "none" }, none) : null,
        h("button", {
          type: "button", class: "add", "data-key": `add ${id}`, "aria-expanded": String(open), onclick: () => it.toggle(id),
          "aria-label": say(open ? "tool.cards.close" : "tool.cards.open", { place: label }),
        }, open ? "✓" : "+"),
        more?.(cards)));
  };

  /** The melds: for each lay its cards and who laid them. */
  it.melds = () => {
    const { melds } = host.spread();
    const laying = (meld, i, lay, j) => {
      const text = say(j ? "tool.cards.laid_off" : "tool.cards.laid", { n: i + 1, name: host.name(lay.seat) });
      const pick = (label, key, part, value, pairs) => {
        const select = h("select", {
          "aria-label": label, "data-key": `${key} ${i} ${j}`,
          onchange: (event) => {
            const lays = meld.lays.map((one, k) => (k === j ? { ...one, [part]: event.target.value } : one));
            host.set(change(host.spread(), i, () => ({ ...meld, lays })));
            host.draw();
          },
        }, pairs.map(([id, name]) => h("option", { value: id }, name)));
        select.value = value;
        return select;
      };
      const who = pick(say(j ? "tool.cards.who_off" : "tool.cards.who", { n: i + 1 }), "who", "seat", lay.seat, host.seats().map((seat) => [seat, host.name(seat)]));
      const end = eitherEnd(meld, lay) && pick(say("tool.cards.ace", { n: i + 1 }), "end", "end", lay.end === " low" ? " low" : " high", [[" low", say("tool.cards.low")], [" high", say("tool.cards.high")]]);
      return it.place(`lay ${i} ${j}`, text, { head: [h("span", {}, say(j ? "tool.cards.off_by" : "tool.cards.by")), who, end] });
    };
    const open = (spread, id) => { it.open = ""; host.set(spread); it.toggle(id); };
    return h("div", { class: "melds" },
      melds.map((meld, i) => h("div", { class: "meld" },
        meld.lays.map((lay, j) => laying(meld, i, lay, j)),
        host.tails?.(meld).map(([tail, text]) => check(text, meld.tail === tail, (on) => {
          host.set(change(host.spread(), i, () => ({ ...meld, tail: on ? tail : "" })));
          host.draw();
        }, { "data-key": `tail ${i}${tail}` })) ?? (meld.tail ? h("p", { class: "tail" }, meld.tail) : null),
        meld.lays[0].cards.length ? button(say("tool.cards.lay_off"), () => {
          const seat = host.seat(meld.lays.at(-1).seat);
          open(change(host.spread(), i, () => ({ ...meld, lays: [...meld.lays, { ...newMeld(seat).lays[0] }] })), `lay ${i} ${meld.lays.length}`);
        }, { class: "quiet", "data-key": `off ${i}` }) : null)),
      button(say("tool.cards.new_meld"), () => {
        const spread = swept(host.spread());
        open({ ...spread, melds: [...spread.melds, newMeld(host.seat())] }, `lay ${spread.melds.length} 0`);
      }, { class: "quiet", "data-key": "new meld" }));
  };

  /** The keypad: all cards, those that are still to be had; on a narrow screen one suit at a time. */
  it.keypad = () => {
    if (!it.open) return null;
    const label = it.labels[it.open] ?? "", there = layAt(it.open) ? at(host.spread(), it.open) : [], last = there.at(-1);
    const key = (code, stop) => {
      const n = it.stands || host.free?.(it.open) ? 1 : left(code);
      return h("button", {
        type: "button", class: `key ${kind(code)}`, "data-key": `key ${code}`, tabindex: stop, "aria-label": cardName(code),
        "aria-disabled": n > 0 ? null : "true", onclick: () => n > 0 && add(code),
      }, drawn(code));
    };
    const only = it.stands ? null : host.offers?.(it.open);
    const rows = only?.length ? h("div", { class: "only" }, only.map((code, n) => key(code, n ? -1 : 0))) : SUITS.map((suit) => h("div", { class: `suit ${suit}`, role: "group", "aria-label": say(`card.suit.${suit}`) },
      RANKS.map((rank) => key(rank + suit, suit === it.suit && rank === "A" ? 0 : -1))));
    const keys = h("div", { class: "ranks", "data-suit": it.suit, onkeydown: (event) => travel(event, keys) }, rows);
    const pick = (suit) => {
      it.suit = suit;
      host.draw();
    };
    const text = h("input", {
      name: "cards", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", "data-key": "typed",
      "aria-label": say("tool.cards.type", { place: label }), placeholder: say("tool.cards.example"), oninput: (event) => (it.typed = event.target.value),
    });
    text.value = it.typed;
    const typed = (event) => {
      event.preventDefault();
      const cards = codes(it.typed);
      it.typed = "";
      if (cards.length) add(...cards);
    };
    return h("div", {
      class: "keypad", role: "group", "aria-label": say("tool.cards.pad", { place: label }),
      onkeydown: (event) => event.key === "Escape" && it.toggle(it.open),
    },
      h("div", { class: "head" }, h("b", {}, label), button(say("tool.cards.done"), () => it.toggle(it.open), { class: "quiet", "data-key": "done" })),
      only?.length ? null : h("div", { class: "suits", role: "group", "aria-label": say("tool.cards.suit") },
        SUITS.map((suit) => button(SIGNS[suit], () => pick(suit), {
          class: suit, "aria-label": say(`card.suit.${suit}`), "aria-pressed": String(suit === it.suit), "data-key": `suit ${suit}`,
        })), host.pack().jokers ? key(JOKER) : null),
      keys,
      h("form", { onsubmit: typed }, text, h("button", { type: "submit" }, say("tool.cards.add")),
        last && !last.includes("=") && (host.wild?.(last) ?? last === JOKER) ? button(say("tool.cards.stands_for", { card: cardName(last) }), () => {
          it.stands = !it.stands;
          host.draw();
        }, { "aria-pressed": String(it.stands), "data-key": "stands" }) : null));
  };
  return it;
}

/** Arrow keys among the keys that can be seen. */
function travel(event, keys) {
  const way = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -13, ArrowDown: 13 }[event.key];
  if (!way) return;
  event.preventDefault();
  const all = [...keys.querySelectorAll("button")].filter((key) => key.offsetParent !== null), from = all.indexOf(event.target);
  const to = all[from + way];
  if (to) {
    event.target.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  }
}
