// The rummy table as a plain anywidget module. It draws the frame it is given and sends back what the player wants to do:
// it knows no rule and holds no sentence. `view` is a pure function from frame, words and the state of this view to a tree
// of plain objects; `patch` is the only place that touches the document.

// ==== cards and words

const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** Suit signs as text, never as emoji: U+FE0E after each of them. */
export const plain = (text) => String(text).replace(/([♠♥♦♣★])\uFE0E?/g, "$1\uFE0E");

/** What is printed in the corner of a card: {rank, suit, kind}; kind is S, H, D, C, joker, back, or rank where no suit is fixed. */
export function glyph(code) {
  if (code === "??") return { rank: "", suit: "", kind: "back" };
  if (code[0] === "*") return { rank: plain("★"), suit: "", kind: "joker" };
  const kind = code.at(-1), rank = code.slice(0, -1);
  return { rank: rank === "T" ? "10" : rank, suit: plain(SUITS[kind] ?? ""), kind: kind === "?" ? "rank" : kind };
}

/** A number as it is printed: a true minus sign, a question mark for what nobody knows. */
export const number = (value) => (value == null ? "?" : String(value).replace("-", "−"));

/** Put facts into the {places} of a text. */
export const fill = (text, facts = {}) => text.replace(/\{(\w+)\}/g, (place, name) => facts[name] ?? place);

/** The words by id; with a fact `n` the plural form `id_one`, `id_other`, … of the words' language goes first. */
export function speaker(words) {
  const plural = new Intl.PluralRules(words.lang ?? "en");
  return (id, facts = {}) => {
    const counted = typeof facts.n === "number" ? words[`${id}_${plural.select(facts.n)}`] : undefined;
    return fill(counted ?? words[id] ?? id, facts);
  };
}

/** Give each card of a row a key that stays with it: its code and which copy it is. */
export function keyed(cards) {
  const seen = {};
  return cards.map((card) => ({ card, key: `${card.c}#${(seen[card.c] = (seen[card.c] ?? 0) + 1)}` }));
}

/** The cards you may choose, by key: your hand, and the dealer's joker beside the pack while it is yours to lay. */
export function holding(frame) {
  const own = frame.seats.find((s) => s.you);
  return keyed(own ? [...own.cards ?? [], ...frame.hand?.beside ?? []] : []);
}

/** Which held meld each card of a row belongs to, by key: the first is 1. */
export function markings(row, melds) {
  const marks = {};
  melds.forEach((codes, i) => codes.forEach((code) => {
    const free = row.find(({ card, key }) => card.c === code && !(key in marks));
    if (free) marks[free.key] = i + 1;
  }));
  return marks;
}

/** The other seats, in the order of play after `own`. */
export function around(seats, own) {
  const at = seats.indexOf(own);
  return at < 0 ? seats : [...seats.slice(at + 1), ...seats.slice(0, at)];
}

/** The places of the pile that would be taken with the card at `place`. */
export function taken(discards, place) {
  const card = discards.find((c) => c.place === place);
  return card ? card.takes ?? discards.map((c) => c.place).filter((p) => p >= place) : [];
}

/** Group melds by their owner, owners in the order in which they first laid. */
export function byOwner(melds) {
  const owners = new Map();
  for (const meld of melds) owners.set(meld.owner, [...(owners.get(meld.owner) ?? []), meld]);
  return [...owners.values()];
}

// ==== keys

export const ZONES = ["seats", "piles", "melds", "hand", "actions"];
export const PACES = { slow: 1500, normal: 700, fast: 150, key: null };
export const SHORTCUTS = {
  d: "draw", t: "take", m: "meld", l: "layoff", x: "discard", r: "rummy", p: "pass", u: "undo", n: "step", h: "hint",
  s: "sort", w: "swap", o: "knock", b: "block", "/": "speak", "?": "help",
};

/** Where an arrow key leads from box `at`: an index, or null when it leaves the zone. Boxes are {x, y, width, height}. */
export function travel(boxes, at, key) {
  if (key === "Home") return 0;
  if (key === "End") return boxes.length - 1;
  if (key === "ArrowLeft") return Math.max(at - 1, 0);
  if (key === "ArrowRight") return Math.min(at + 1, boxes.length - 1);
  const way = key === "ArrowUp" ? -1 : 1, here = boxes[at];
  let best = null, least = Infinity;
  boxes.forEach((box, i) => {
    const down = way * (box.y - here.y);
    if (down < here.height / 4) return;
    const far = down * 10 + Math.abs(box.x + box.width / 2 - here.x - here.width / 2);
    if (far < least) [best, least] = [i, far];
  });
  return best;
}

/** The next card of a rank, by its key on the keyboard (1 or 0 is a ten), going round from `at`; -1 if there is none. */
export function seek(cards, at, key) {
  const rank = { 1: "T", 0: "T" }[key] ?? key.toUpperCase();
  for (let i = 1; i <= cards.length; i++) {
    const j = (at + i) % cards.length;
    if (cards[j].c[0] === rank) return j;
  }
  return -1;
}

// ==== tree and patch

const CONTROLS = new Set(["button", "input", "select"]);
const LIVE = new Set(["value", "checked", "selected"]);

/** A node of the tree: `h("p.soft", {lang}, "text")`, a div if no tag is named. Whatever can have the focus keeps the notebook's keys away. */
export function h(name, props, ...kids) {
  const [tag, ...classes] = name.split(".");
  if (props === null || typeof props !== "object" || Array.isArray(props) || props.kids) [props, kids] = [{}, [props, ...kids]];
  props = { ...props };
  if (CONTROLS.has(tag) || props.tabindex != null) props["data-lm-suppress-shortcuts"] = "true";
  if (tag === "button") props.type ??= "button";
  if (classes.length) props.class = [...classes, props.class].filter(Boolean).join(" ");
  kids = kids.flat(4).filter((kid) => kid != null && kid !== false && kid !== "");
  return { name, tag: tag || "div", props, kids: kids.map((kid) => (typeof kid === "object" ? kid : { text: plain(kid) })) };
}

const set = (node, name, value) => {
  if (name === "key") return;
  if (name.startsWith("on") || LIVE.has(name)) node[name] = value ?? (name === "value" ? "" : null);
  else if (value == null || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : value);
};

function update(node, old, now) {
  for (const name in old.props) if (!(name in now.props)) set(node, name, null);
  patch(node, now.kids);
  for (const name in now.props) if (now.props[name] !== old.props[name]) set(node, name, now.props[name]);
}

/** Give every node of a row a name of its own: its kind, its key and which one of these it is. */
function named(kids) {
  const seen = {};
  return kids.map((kid) => {
    const name = `${kid.name} ${kid.props?.key ?? ""}`;
    return [`${name} ${(seen[name] = (seen[name] ?? 0) + 1)}`, kid];
  });
}

/** Make the children of `parent` look like `kids`; nodes of the same name stay the same, so that the focus stays too. */
export function patch(parent, kids) {
  const free = new Map(named(parent.kids ?? []));
  const jobs = named(kids).map(([name, kid]) => {
    const old = free.get(name);
    free.delete(name);
    return [kid, old];
  });
  for (const old of free.values()) old.node.remove();
  let next = parent.firstChild;
  for (const [kid, old] of jobs) {
    if (old) kid.node = old.node;
    else kid.node = kid.tag ? document.createElement(kid.tag) : document.createTextNode("");
    if (kid.tag) update(kid.node, old ?? { props: {} }, kid);
    else if (kid.text !== old?.text) kid.node.data = kid.text;
    if (kid.node === next) next = next.nextSibling;
    else parent.insertBefore(kid.node, next);
  }
  parent.kids = kids;
}

// ==== view

/** What one view remembers besides the frame. */
export const fresh = () => ({
  chosen: [], preview: null, at: {}, open: {}, draft: {}, note: null, dismissed: null, resumed: false, error: null,
  narrow: false, colours: "two", pace: "normal", site: null,
});

/** The whole table as a tree. `act` holds what can be done; every visible text comes from `words` or `frame`. */
export function view(frame, words, ui, act) {
  const say = speaker(words);
  const can = frame.can ?? {}, seats = frame.seats, own = seats.find((s) => s.you);
  const names = Object.fromEntries(seats.map((s) => [s.seat, s.name]));
  const message = frame.message && frame.message.n !== ui.dismissed ? frame.message : null;
  const concerned = new Set(message?.cards);
  const hidden = (text) => h("span.hidden", text);
  const heading = (text) => h(".heading", { role: "heading", "aria-level": 3 }, text);
  const button = (label, onclick, props) => h("button", { onclick, ...props }, label);

  /** One stop of the tab key for a zone; the arrow keys move it. */
  const rove = (zone, items, start = 0) => {
    const keys = items.map((item) => item.props.key), at = keys.includes(ui.at[zone]) ? ui.at[zone] : keys.at(start);
    for (const { props } of items) {
      Object.assign(props, { "data-zone": zone, "data-key": props.key, tabindex: props.key === at ? 0 : -1, "data-lm-suppress-shortcuts": "true" });
    }
    return items;
  };

  const told = (card, owner) => [
    card.name, card.wild && say("wild"), card.beside && say("beside"), card.top && say("on_top"), card.as_name && say("stands_for", { card: card.as_name }),
    owner && card.by && card.by !== owner && say("laid_by", { name: names[card.by] ?? card.by }), card.new && say("new_card"), concerned.has(card.c) && say("concerned"),
  ].filter(Boolean).join(", ");

  /** A card as it is drawn: its corner, its large sign, and small labels for what is special about it. */
  const card = (card, { tag = "span", size = "", mark, owner, ...props } = {}) => {
    const { rank, suit, kind } = glyph(card.c), stands = card.as && glyph(card.as);
    const state = concerned.has(card.c) ? `concerned ${message.kind}` : "";
    return h(tag, { role: "img", "aria-label": told(card), ...props, class: `card ${size} ${kind} ${state} ${card.top ? "top" : ""} ${props.class ?? ""}` },
      kind !== "back" && [
        h("span.corner", h("b", rank), h("i", suit)),
        stands ? h("span.as", { class: stands.kind }, stands.rank, h("i", stands.suit)) : h("span.pip", suit || rank)],
      card.wild && h("span.badge.wild", plain("★")),
      card.new && h("span.badge.new", "+"),
      owner && card.by && card.by !== owner && h("span.badge.by", [...names[card.by] ?? card.by][0]),
      mark && h("span.badge.mark", mark),
      state && h("span.badge.alarm", message.kind === "refused" ? "!" : "i"));
  };

  // ---- the bar, the menu and the help

  const toggle = (id) => button(say(id), () => act.open(id), { "aria-expanded": String(!!ui.open[id]), class: "quiet", key: id });
  const bar = h(".bar",
    h(".title",
      h(".name", { role: "heading", "aria-level": 2 }, frame.title),
      frame.seed != null && h(".soft", say("deal_info", { deal: frame.deal_no, seed: frame.seed }))),
    h(".tools",
      can.again !== false && button(say("do_again"), act.again, { class: "quiet", key: "again" }),
      can.new !== false && button(say("do_new"), act.new, { class: "quiet", key: "new" }), toggle("menu"), toggle("help")));

  const menu = () => {
    const { chosen = {}, variants = [], seats: counts = [], players = [] } = frame.menu ?? {};
    const draft = { ...chosen, seed: "", ...ui.draft }, game = variants.find((v) => v.id === draft.variant) ?? { seats: counts };
    const field = (id, control, facts) => h("label.field", h("span", say(id, facts)), control);
    const pick = (name, options, value, onchange) => h("select", { name, onchange: (e) => onchange(e.target.value) },
      options.map(([id, text]) => h("option", { value: id, selected: String(id) === String(value), key: id }, text)));
    const keep = (name) => (value) => act.draft(name, value);
    return h("form.panel.menu", { "aria-label": say("menu"), onsubmit: act.deal },
      can.new !== false && [field("menu_variant", pick("variant", variants.map((v) => [v.id, v.title]), draft.variant, act.variant)),
      field("menu_seats", pick("seats", game.seats.map((n) => [n, n]), draft.seats, keep("seats"))),
      field("menu_people", pick("people", Array.from({ length: Number(draft.seats) }, (_, i) => [i + 1, i + 1]), Math.min(draft.people ?? 1, draft.seats), keep("people"))),
      field("menu_player", pick("player", players.map((p) => [p.id, p.title]), draft.player, keep("player"))),
      field("menu_seed", h("input", { name: "seed", inputmode: "numeric", autocomplete: "off", placeholder: say("seed_any"), value: draft.seed,
        oninput: (e) => act.draft("seed", e.target.value) })),
      h("label.check", h("input", { type: "checkbox", name: "watch", checked: !!draft.watch,
        onchange: (e) => act.draft("watch", e.target.checked) }), h("span", say("menu_watch"))),
      game.blurb && h("p.blurb", game.blurb),
      h(".names", { role: "group", "aria-label": say("menu_names") },
        Array.from({ length: Number(draft.seats) || seats.length }, (_, i) => String.fromCharCode(65 + i)).map((seat) =>
          field("menu_name", h("input", { name: `name ${seat}`, autocomplete: "off", maxlength: 30, oninput: (e) => act.draft(`name ${seat}`, e.target.value),
            value: draft[`name ${seat}`] ?? chosen.names?.[seat] ?? names[seat] ?? "" }), { seat }))),
      h("button", { type: "submit", class: "primary" }, say("menu_deal"))],
      h(".looks", { role: "group", "aria-label": say("menu_looks") },
        field("menu_sort", pick("sort", ["suit", "rank"].map((by) => [by, say(`sort_${by}`)]), frame.hand?.sort, act.sortBy)),
        field("menu_colours", pick("colours", ["two", "four"].map((n) => [n, say(`colours_${n}`)]), ui.colours, (value) => act.look("colours", value))),
        field("menu_pace", pick("pace", Object.keys(PACES).map((id) => [id, say(`pace_${id}`)]), ui.pace, (value) => act.look("pace", value)))));
  };

  const help = () => h(".panel.help", { role: "group", "aria-label": say("help") },
    h("p", say("help_text")),
    ["move", "choose", "pile", "meld", "jump", "line", "escape"].map((id) => h("p", h("kbd", say(`keys_${id}`)), " ", say(`help_${id}`))),
    h("p.letters", Object.entries(SHORTCUTS).map(([key, id]) => h("span", h("kbd", key), " ", say(`do_${id}`)))));

  // ---- seats, piles, melds and the hand

  const notes = (s) => s.notes?.map((text) => h("span.tag", { key: text }, text));
  const seat = (s) => {
    const turn = (frame.to_act ?? [frame.turn]).includes(s.seat) && frame.phase !== "over";
    const open = s.cards ?? s.known ?? [], backs = s.cards ? 0 : Math.max(s.count - open.length, 0);
    const label = [s.name, ...s.notes ?? [], s.dealer && say("dealer"), turn && say("to_move"), s.plays !== false && say("cards", { n: s.count }),
      open.length && say(s.cards ? "holds" : "known", { cards: open.map((c) => c.name).join(", ") }), s.stands_text, s.total != null && say("total", { n: number(s.total) })];
    return h("div", { class: `seat${turn ? " turn" : ""}${s.partner ? " partner" : ""}`, role: "group", key: `seat ${s.seat}`, "aria-label": label.filter(Boolean).join(", ") },
      h(".who",
        turn && h("span.arrow", { "aria-hidden": "true" }, "▸"), h("span.name", s.name),
        s.dealer && h("span.dealer", say("dealer_mark")), s.plays !== false && h("span.count", say("cards", { n: s.count })),
        s.total != null && h("span.total", say("total", { n: number(s.total) })), notes(s)),
      h(".cards", { "aria-hidden": "true" },
        keyed(open).map(({ card: c, key }) => card(c, { size: "small", key })),
        Array.from({ length: backs }, (_, i) => h("span.card.small.back", { key: `back ${i}` })),
        h("span.stands", s.stands_text)));
  };

  const upcard = frame.discards.at(-1), would = new Set(taken(frame.discards, ui.preview));
  const stock = h("button.stock", { key: "stock", onclick: act.draw,
    "aria-label": say("stock_name", { n: frame.stock.count }) },
    h("span.card.back", { class: frame.stock.count ? null : "empty" }), h("span.count", number(frame.stock.count)));
  const pile = frame.discards.map((c) => card(c, {
    tag: "div", key: `pile ${c.place}`, role: "option", "aria-selected": String(would.has(c.place)), onclick: () => act.peek(c.place),
    "aria-label": [told(c), c === upcard && say("upcard"), say("takes", { n: taken(frame.discards, c.place).length })].filter(Boolean).join(", "),
    class: `${would.has(c.place) ? "chosen" : ""}${c === upcard ? " up" : ""}`, mark: would.has(c.place) && "✓",
  }));
  rove("piles", [stock, ...pile]);
  const few = (cards, props) => h(".few", props, keyed(cards).map(({ card: c, key }) => card(c, { size: "small", key, ...(props && { role: null, "aria-label": null }) })));
  const drawing = frame.phase === "draw" || !own, piles = h(".piles", { "data-first": drawing ? "true" : null },
    h(".column", heading(say("stock")), stock,
      frame.beside?.cards.length > 0 && few(frame.beside.cards, { role: "img", "aria-label": frame.beside.text, class: "beside" })),
    h(".column.wide", heading(say("pile", { n: pile.length })),
      pile.length ? h(".fan", { role: "listbox", "aria-label": say("pile_name"), "aria-multiselectable": "true" }, pile)
        : h(".none", say("pile_empty")),
      frame.gone?.length > 0 && h(".column.gone", heading(say("gone")), few(frame.gone))));

  const meld = (m) => h("button.meld", {
    key: `meld ${m.n}`, onclick: () => act.layoff(m.n),
    "aria-label": `${say("meld_name", { n: m.n })}: ${m.label}. ${m.cards.map((c) => told(c, m.owner)).join("; ")}`,
  }, h("span.number", m.n, m.marks?.map((text) => h("span.tag", { key: text }, text))), keyed(m.cards).map(({ card: c, key }) => card(c, { size: "small", key, owner: m.owner, role: null, "aria-label": null })));
  const groups = byOwner(frame.melds).map((melds) => [melds[0], melds.map(meld)]);
  rove("melds", groups.flatMap(([, melds]) => melds));
  const table = h(".melds",
    groups.length ? groups.map(([first, melds]) => h(".owner", { role: "group", key: `owner ${first.owner}`, "aria-label": say("melds_of", { name: first.owner_name ?? names[first.owner] ?? "" }) },
      heading(first.owner_name ?? names[first.owner] ?? ""), h(".row", melds)))
      : h(".none", say("no_melds")));

  const hand = () => {
    const row = holding(frame), backs = own.cards ? 0 : own.count, marks = markings(row, frame.hand?.marked ?? []), sort = frame.hand?.sort ?? "suit";
    const items = rove("hand", row.map(({ card: c, key }) => card(c, {
      tag: "div", key, role: "option", "aria-selected": String(ui.chosen.includes(key)), onclick: () => act.toggle(key), mark: marks[key],
      class: `${ui.chosen.includes(key) ? "chosen" : ""}${c.beside ? " apart" : ""}`,
      "aria-label": told(c) + (marks[key] ? `, ${say("in_meld", { n: String(marks[key]) })}` : ""),
    })));
    const turn = frame.to_act?.includes(own.seat) && frame.phase !== "over";
    return h("div", { class: `own${turn ? " turn" : ""}`, key: "own", "data-first": drawing ? null : "true" },
      h(".who", turn && h("span.arrow", { "aria-hidden": "true" }, "▸"), h("span.name", own.name),
        own.dealer && h("span.dealer", say("dealer_mark"), hidden(say("dealer"))),
        h("span.count", say("cards", { n: own.count })), h("span.stands", own.stands_text),
        own.total != null && h("span.total", say("total", { n: number(own.total) })), notes(own),
        button(say("sorted", { by: say(`sort_${sort}`) }), act.sort, { class: "quiet" })),
      items.length ? h(".hand", { role: "listbox", "aria-multiselectable": "true", "aria-label": say("hand_name") }, items)
        : backs ? h(".hand.closed", { role: "img", "aria-label": say("hand_closed", { n: backs }) }, Array.from({ length: backs }, (_, i) => h("span.card.back", { key: `back ${i}` })))
          : h(".none", say("hand_empty")));
  };

  // ---- the strip of paper on the felt: what is going on, and every answer

  const options = (list, cancel, look = "primary") => h(".options",
    list.map((o, i) => button(o.text, () => act.line(o.line), { class: look, key: `option ${o.line}`, "data-option": i === 0 ? "first" : null })),
    cancel && button(say("close"), cancel, { class: "quiet" }));

  const answer = () => {
    if (!message) return null;
    const { article } = message;
    return h("div", { class: `message ${message.kind}`, key: `message ${message.n}`, role: "group", "aria-label": say(`kind_${message.kind}`) },
      h(".line", h("b.kind", say(`kind_${message.kind}`)), h("span.text", message.text),
        button("×", act.dismiss, { class: "close quiet", "aria-label": say("close") })),
      article && button([h("b", article.number), " ", article.title], () => act.open("article"), { class: "rule", "aria-expanded": String(!!ui.open.article) }),
      article && ui.open.article && h(".article", { role: "group", "aria-label": say("rule", { number: article.number }) }, article.text,
        ui.site && article.place && h("a.read", { href: new URL(article.place, ui.site).href, "data-lm-suppress-shortcuts": "true" }, say("read_rule", { number: article.number }))));
  };

  const look = () => {
    const c = frame.discards.find(({ place }) => place === ui.preview);
    return c && h(".preview", h("span.text", c.preview || say("takes", { n: would.size })),
      button(say("take_these", { n: would.size }), act.take, { class: c.splits && !c.can ? "" : "primary" }), button(say("leave"), act.unpeek, { class: "quiet" }),
      c.splits?.length > 0 && h(".splits", { role: "group", "aria-label": say("split") }, h("span", say("split")), options(c.splits, null, "")));
  };

  const over = () => frame.over && h(".result", { tabindex: -1 },
    heading(frame.over.text),
    h(".counts", { role: "list" }, frame.over.counts.map((c) => h("div", { role: "listitem", key: String(c.seats) },
      h("b", c.name), h("span", c.text.replace(/([+−×÷=]) /g, "$1\u00a0")), h("b.figure", number(c.points))))),
    frame.over.match && h("p.match", frame.over.match),
    can.next && button(say("do_next"), act.next, { class: "primary", "data-next": "true" }));

  const shown = () => frame.shown && !frame.task && h(".message.shown", { key: "shown" },
    h("span.text", say("example_done")), button(say("example_again"), act.again, { class: frame.over ? "primary" : "", "data-next": "true" }));

  const screen = frame.screen && h(".message.choose", { role: "group", key: "screen", "aria-label": frame.screen.text },
    h(".text", frame.screen.text),
    h(".options",
      frame.screen.ready && button(frame.screen.ready, act.ready, { class: "primary", "data-option": "first", key: "ready" }),
      frame.screen.calls.map((c) => button(c.text, () => act.call(c.seat), { key: `call ${c.seat}` }))));

  const strip = h(".strip",
    h(".step", frame.step),
    screen, answer(),
    ui.note && h(".message.info", h("span.text", say(ui.note))),
    frame.choose && h(".message.choose", { role: "group", "aria-label": frame.choose.text },
      h(".text", frame.choose.text), options(frame.choose.options, !frame.choose.must && act.clear)),
    ui.open.calls && frame.rummy?.length && h(".message.choose", { role: "group", "aria-label": say("which_call") },
      h(".text", say("which_call")), options(frame.rummy, () => act.open("calls"))),
    look(), over(), shown(),
    !message && !frame.choose && ui.preview == null && frame.may?.length > 0 && h(".may", { role: "list", "aria-label": say("may") },
      frame.may.map((text) => h("span", { role: "listitem", key: text }, text))));

  // ---- what can be done

  const actions = () => {
    const playing = own && frame.phase !== "over" && !screen, mine = playing && frame.to_act?.includes(own.seat), n = ui.chosen.length;
    const single = n === 1 && frame.hand?.discards?.includes(ui.chosen[0].split("#")[0]);
    const going = mine && frame.phase === "play", ready = n > 2 || (!n && frame.hand?.marked?.length > 0);
    const one = (id, show, primary, props) => show && button(say(`do_${id}`), act[id], { key: id, class: primary ? "primary" : "", ...props });
    const off = (id) => ({ "aria-disabled": can[id] === false ? "true" : null });
    const play = [
      one("draw", playing, mine && frame.phase === "draw" && ui.preview == null), one("take", playing, ui.preview != null),
      one("meld", playing, going && ready), one("layoff", playing, going && n === 1 && !single), one("swap", playing && can.swap), one("block", playing && can.block),
      one("discard", playing, going && (single || (!n && !ready))), one("knock", playing && can.knock),
      one("rummy", frame.rummy?.length > 0, true, { "aria-expanded": frame.rummy?.length > 1 ? String(!!ui.open.calls) : null }),
      one("pass", can.pass)].filter(Boolean);
    const game = [
      one("step", can.step || frame.wait, ui.pace === "key" && frame.wait), one("undo", true, false, off("undo")), one("hint", playing, false, off("hint")),
      one("next", can.next && !frame.over, true)].filter(Boolean);
    rove("actions", [...play, ...game]);
    return h(".actions", { role: "toolbar", "aria-label": say("actions") },
      play.length > 0 && h(".play", play), h(".game", game));
  };

  const line = frame.phase !== "over" && !screen && h("form.say", { onsubmit: act.spoken },
    h("label", h("span", say("say")), h("input", { name: "line", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: say("say_example") })),
    h("button", { type: "submit" }, say("say_do")));

  // ---- the side: score, sheet and log

  const part = (id, text, ...kids) => {
    const open = ui.open[id] ?? !ui.narrow, label = say(open ? "log_hide" : "log_show");
    return h(`.${id}`,
      h(".head", heading(text), button(label, () => act.open(id, !open), { class: "quiet fold", "aria-expanded": String(open), "aria-label": `${label}: ${text}` })),
      open && kids);
  };
  const rows = frame.score ?? [], columns = ["table", "hand", "unmatched", "stands", "total"].filter((id) => rows.some((s) => s[id] !== undefined));
  const score = !frame.over && part("score", say("score"),
    h("table.figures", { "aria-label": say("score") },
      h("thead", h("tr", ["name", ...columns].map((id) => h("th", { scope: "col" }, say(`score_${id}`))))),
      h("tbody", rows.map((s) => h("tr", { key: s.seats.join(), class: s.seats.includes(frame.turn) ? "turn" : null }, h("th", { scope: "row" }, s.name),
        columns.map((id) => h("td", { class: id === "total" ? "sum" : null }, number(s[id]))))))));
  const sheet = frame.sheet && h(".sheet",
    heading(say("sheet")),
    h(".scroll", { role: "region", tabindex: 0, "aria-label": say("sheet") },
      h("table.figures", { "aria-label": say("sheet") },
        h("thead", h("tr", h("th", { scope: "col" }, say("sheet_deal")), frame.sheet.names.map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", frame.sheet.deals.map((points, i) => h("tr", h("th", { scope: "row" }, i + 1), points.map((p) => h("td", number(p)))))),
        h("tfoot", h("tr", h("th", { scope: "row" }, say("score_total")), frame.sheet.totals.map((p) => h("td", number(p))))))),
    frame.sheet.text && h("p", frame.sheet.text),
    button(say("sheet_print"), act.print, { class: "quiet" }));
  const log = part("log", say("log"),
    h(".lines", { role: "region", tabindex: 0, "aria-label": say("log") },
      (frame.log ?? []).map((l) => h("div", { class: `entry${own && l.seat === own.seat ? " mine" : ""}`, key: l.n }, h("span", l.text),
        l.why && button(say("why"), () => act.why(l.n), { class: "quiet why", "aria-label": say("why_name", { text: l.text }) })))));

  return [
    bar, ui.open.menu && menu(), ui.open.help && help(),
    ui.error && h(".panel.error", { role: "group", "aria-label": say("kind_error") }, h("b", say("kind_error")), h("span", ui.error),
      button(say("close"), () => act.error(null), { class: "quiet" })),
    ui.resumed && h(".panel.resumed", h("span", say("resumed")),
      button(say("start_anew"), act.anew, {}), button(say("close"), act.carryOn, { class: "quiet" })),
    frame.note && h("p.note", frame.note),
    h(".board",
      h(".main",
        h(".felt",
          h(".others", { role: "group", "aria-label": say("seats") }, rove("seats", around(seats, own).map(seat))),
          frame.about?.length > 0 && h(".about", { role: "list", "aria-label": say("about") }, frame.about.map((text) => h("span", { role: "listitem", key: text }, text))),
          piles, table, strip, own && hand()),
        actions(), line),
      h(".side", score, sheet, log)),
  ].filter(Boolean);
}

// ==== render

const stepped = new WeakSet(), resumed = new WeakSet();      // frames that were answered, whichever view did it

/** A store that never fails: the browser may forbid it. */
const store = {
  get(key) { try { return globalThis.localStorage.getItem(key); } catch { return null; } },
  put(key, value) { try { globalThis.localStorage.setItem(key, value); } catch { /* then the deal is not kept */ } },
};

function render({ model, el, signal }) {
  const root = document.createElement("section"), live = document.createElement("div");
  const ui = fresh(), past = [];
  let frame = null, timer = 0, waiting = null, watcher = null, spoken = 0, stepText = "", told = null, back = 0, begun = false, asked = false, done = false;
  root.className = "rummy-table";
  live.className = "hidden";
  for (const [name, value] of Object.entries({ role: "status", "aria-live": "polite", "aria-atomic": "false" })) live.setAttribute(name, value);
  try {
    const look = JSON.parse(store.get("rummy:look") ?? "{}");
    if (look.pace in PACES) ui.pace = look.pace;
    if (look.colours === "four") ui.colours = "four";
  } catch { /* an unreadable choice is no choice */ }

  const words = () => model.get("words") ?? {};
  const word = (id, facts) => speaker(words())(id, facts);
  const items = (zone) => [...root.querySelectorAll(`[data-zone="${zone}"]`)];
  const stop = (zone) => items(zone).find((item) => item.tabIndex === 0);
  const send = (message) => { ui.note = null; ui.resumed = false; model.send(message); };
  const own = () => frame.seats.find((s) => s.you);
  const code = (key) => key.split("#")[0];

  /** Say something aloud: a new child each time, so that equal words are heard again. */
  function speak(...texts) {
    for (const text of texts.filter(Boolean)) live.append(Object.assign(document.createElement("div"), { textContent: plain(text) }));
    while (live.childNodes.length > 8) live.firstChild.remove();
  }
  function note(id) { ui.note = id; speak(word(id)); draw(); }
  function trouble(error) {
    ui.error = String(error?.message ?? error);
    speak(ui.error);
    draw();
  }

  function draw() {
    if (done) return;
    if (!frame) return patch(body, ui.error ? [h(".panel.error", ui.error)] : []);
    const page = root.getRootNode(), active = root.contains(page.activeElement) ? page.activeElement : null;
    const zone = active?.dataset.zone, at = zone ? items(zone).indexOf(active) : 0;
    const log = root.querySelector(".lines"), end = !log || log.scrollTop + log.clientHeight > log.scrollHeight - 40;
    try {
      root.setAttribute("aria-label", frame.title);
      root.setAttribute("lang", words().lang ?? "en");
      root.dataset.colours = ui.colours;
      ui.site = model.get("site") ?? null;
      patch(body, view(frame, words(), ui, act));
    } catch (error) {
      body.kids = [];
      body.replaceChildren(Object.assign(document.createElement("div"), { className: "panel error", textContent: String(error) }));
      speak(error);
      console.error(error);
    }
    const lines = root.querySelector(".lines");
    if (lines && end) lines.scrollTop = lines.scrollHeight;
    if (active && page.activeElement !== active) {
      const near = zone && items(zone);
      (active.isConnected ? active : near?.[Math.min(at, near.length - 1)] ?? stop("hand") ?? stop("actions"))?.focus({ preventScroll: true });
    }
  }

  /** A new frame: keep what still holds of this view's choices, say what happened, store the deal, wake the next player. */
  function arrive() {
    const before = frame, now = model.get("frame");
    if (!now?.seats) return;
    if (before && ["variant", "seed", "deal_no", "key"].some((id) => before[id] !== now[id])) {
      Object.assign(ui, { resumed: false, note: null, preview: null, chosen: [] });     // another deal: nothing of the old one stays
    }
    const held = new Set(before ? holding(before).map(({ key }) => key) : []);
    frame = now;
    const row = holding(frame), keys = new Set(row.map(({ key }) => key));
    ui.chosen = row.length < held.size ? [] : ui.chosen.filter((key) => keys.has(key));
    if (before && (before.discards.length !== frame.discards.length || before.phase !== frame.phase || before.turn !== frame.turn)) Object.assign(ui, { preview: null, note: null });
    if (!frame.rummy?.length) ui.open.calls = false;
    const message = frame.message, news = message && message.n !== told;
    if (news) Object.assign(ui, { note: null, preview: null, dismissed: null, open: { ...ui.open, article: false } });
    keep();
    const active = root.getRootNode().activeElement, inside = root.contains(active);
    draw();
    const last = frame.log?.at(-1)?.n ?? -1;
    if (before) speak(...(frame.log ?? []).filter((l) => l.n > spoken).slice(-4).map((l) => l.text));
    if (news) speak(message.text);
    if (frame.over && !before?.over) speak(frame.over.text, frame.over.match);
    for (const id of ["choose", "screen"]) if (frame[id] && frame[id].text !== before?.[id]?.text) speak(frame[id].text);
    if (before && frame.step !== stepText && own() && frame.to_act?.includes(own().seat)) speak(frame.step);
    [spoken, stepText, told] = [last, frame.step, message?.n ?? null];
    if (inside && active.dataset.zone === "piles" && row.length > held.size) {           // a card was drawn: go and look at it
      const drawn = row.find(({ key }) => !held.has(key)).key;
      items("hand").find((item) => item.dataset.key === drawn)?.focus({ preventScroll: true });
    }
    if (inside && frame.over && !before?.over) (root.querySelector("[data-next=true]") ?? root.querySelector(".result")).focus();
    if (inside && ["choose", "screen"].some((id) => frame[id] && frame[id].text !== before?.[id]?.text)) root.querySelector("[data-option=first]")?.focus();
    if (inside && news) root.querySelector(".strip")?.scrollIntoView?.({ block: "nearest" });
    wake(PACES[ui.pace]);
  }

  /** Store the deal as it stands; on the first frame of a new table ask for the stored one instead. */
  function keep() {
    const key = `rummy:${frame.key}`, text = frame.fresh && !begun && !resumed.has(frame) ? store.get(key) : null;
    begun = true;
    if (text && text !== frame.save) {
      resumed.add(frame);
      asked = true;
      return model.send({ type: "resume", text });
    }
    if (asked) {
      asked = false;
      ui.resumed = !frame.fresh;
      if (frame.fresh) return;                               // it could not be read: the message says why, and it stays stored
      speak(word("resumed"));
    }
    if (frame.save != null) store.put(key, frame.save);
  }

  /** Let the waiting computer seat play after a while, whatever is tried meanwhile; never while this view is out of the page, never twice for one frame. */
  function wake(after) {
    const asleep = done || after == null || !frame?.wait || stepped.has(frame);
    const moment = asleep ? null : [frame.key, frame.deal_no, frame.log?.at(-1)?.n, frame.wait, after].join();
    if (moment && moment === waiting) return;
    clearTimeout(timer);
    waiting = moment;
    if (moment) timer = setTimeout(() => { waiting = null; root.isConnected ? act.step() : wake(1000); }, after);
  }

  const act = {
    open(id, value = !ui.open[id]) { ui.open[id] = value; if (id === "menu" && value) ui.draft = {}; draw(); },
    help() { act.open("help"); },
    draft(name, value) { ui.draft[name] = value; draw(); },
    variant(id) {
      const { chosen = {}, variants = [] } = frame.menu ?? {}, seats = variants.find((v) => v.id === id)?.seats ?? [];
      const wish = Number(ui.draft.seats ?? chosen.seats);
      if (seats.length && !seats.includes(wish)) ui.draft.seats = wish < seats[0] ? seats[0] : seats.at(-1);
      act.draft("variant", id);
    },
    look(name, value) {
      ui[name] = value;
      store.put("rummy:look", JSON.stringify({ colours: ui.colours, pace: ui.pace }));
      draw();
      wake(PACES[ui.pace]);
    },
    error(text) { ui.error = text; draw(); },
    toggle(key) {
      ui.chosen = ui.chosen.includes(key) ? ui.chosen.filter((k) => k !== key) : [...ui.chosen, key];
      ui.note = null;
      draw();
    },
    peek(place) {
      if (ui.preview === place) return act.take();
      if (frame.message) act.quiet();
      Object.assign(ui, { preview: place, note: null });
      draw();
      speak(frame.discards.find((c) => c.place === place)?.preview);
    },
    unpeek() { ui.preview = null; draw(); },
    quiet() { ui.dismissed = frame.message?.n ?? null; },
    dismiss() { act.quiet(); model.send({ type: "clear" }); draw(); },
    clear() { send({ type: "clear" }); },
    line(text) { ui.open.calls = false; ui.preview = null; send({ type: "say", line: text }); draw(); },
    draw() { ui.preview = null; send({ type: "draw" }); draw(); },
    take() {
      const place = ui.preview;
      if (place == null) return frame.discards.length ? act.peek(frame.discards.at(-1).place) : note("pile_empty");
      ui.preview = null;
      send({ type: "take", place });
      draw();
    },
    meld() { ui.chosen.length ? send({ type: "meld", cards: ui.chosen.map(code) }) : note("choose_cards"); },
    layoff(n) {
      if (!ui.chosen.length) return note("choose_one_layoff");
      if (typeof n === "number") return send({ type: "layoff", cards: ui.chosen.map(code), n });
      if (frame.melds.length === 1) return act.layoff(frame.melds[0].n);
      note(frame.melds.length ? "choose_meld" : "no_melds");
      stop("melds")?.focus();
    },
    discard() {
      if (ui.chosen.length !== 1) return note("choose_one_discard");
      const [key] = ui.chosen;
      ui.chosen = [];                                        // refused or not, the next thing is chosen anew
      send({ type: "discard", card: code(key) });
      draw();
    },
    swap() { if (frame.can?.swap) ui.chosen.length ? send({ type: "swap", cards: ui.chosen.map(code) }) : note("choose_swap"); },
    block() { if (frame.can?.block) act.line("block"); },
    knock() { if (frame.can?.knock) ui.chosen.length === 1 ? act.line(`knock ${code(ui.chosen[0])}`) : note("choose_one_knock"); },
    rummy() {
      const calls = frame.rummy ?? [];
      if (calls.length === 1) return act.line(calls[0].line);
      if (!calls.length) return;
      act.open("calls");
      if (ui.open.calls) root.querySelector("[data-option=first]")?.focus();
    },
    ready() { send({ type: "ready" }); },
    call(seat) { send({ type: "rummy", seat }); },
    pass() { if (frame.can?.pass) send({ type: "pass" }); },
    undo() { if (frame.can?.undo !== false) send({ type: "undo" }); },
    hint() { if (frame.can?.hint !== false) send({ type: "hint" }); },
    step() {
      clearTimeout(timer);
      waiting = null;
      if (!frame.wait || stepped.has(frame)) return;
      stepped.add(frame);
      model.send({ type: "step" });
    },
    next() { send({ type: "next" }); },
    again() { send({ type: "again" }); },
    new() { send({ type: "new", ...frame.menu?.chosen, seed: null }); },
    anew() { ui.resumed = false; send({ type: "again" }); draw(); },
    carryOn() { ui.resumed = false; draw(); },
    why(n) { send({ type: "why", n }); },
    sortBy(by) { send({ type: "sort", by }); },
    sort() { act.sortBy(frame.hand?.sort === "suit" ? "rank" : "suit"); },
    speak() { root.querySelector("input[name=line]")?.focus(); },
    print() {                                                // the sheet alone, on a paper of its own
      const paper = Object.assign(document.createElement("iframe"), { title: word("sheet"), className: "hidden" });
      root.append(paper);
      const page = paper.contentDocument, heading = page.createElement("h1");
      heading.textContent = frame.title;
      page.title = frame.title;
      page.body.append(heading, ...[...root.querySelectorAll(".sheet table, .sheet p")].map((part) => page.importNode(part, true)));
      page.body.style.font = "12pt serif";
      for (const cell of page.querySelectorAll("th, td")) cell.style.cssText = "padding: .3em 1em; border-bottom: 1px solid; text-align: right";
      paper.contentWindow.addEventListener("afterprint", () => setTimeout(() => paper.remove()));
      paper.contentWindow.print();
    },
    deal(event) {
      event.preventDefault();
      const { chosen = {} } = frame.menu ?? {}, draft = { ...chosen, seed: "", ...ui.draft }, names = { ...chosen.names };
      for (const [name, value] of Object.entries(ui.draft)) if (name.startsWith("name ")) names[name.slice(5)] = value;
      ui.open.menu = false;
      send({ type: "new", variant: draft.variant, seats: Number(draft.seats), people: Number(draft.people ?? 1), player: draft.player, seed: draft.seed.trim() || null, watch: !!draft.watch, names });
      draw();
    },
    spoken(event) {
      event.preventDefault();
      const input = event.target.elements.line, text = input.value.trim();
      if (!text) return;
      if (past.at(-1) !== text) past.push(text);
      back = past.length;
      input.value = "";
      send({ type: "say", line: text });
    },
    escape() {
      if (ui.open.article) return act.open("article");
      if (frame.message && frame.message.n !== ui.dismissed) return act.dismiss();
      if (frame.choose && !frame.choose.must) return act.clear();
      const open = ["calls", "menu", "help"].find((id) => ui.open[id]);
      if (open) return act.open(open);
      if (ui.preview != null) return act.unpeek();
      Object.assign(ui, { chosen: [], note: null });
      draw();
    },
  };

  function remember(input, way) {
    back = Math.min(Math.max(back + way, 0), past.length);
    input.value = past[back] ?? "";
    input.setSelectionRange(input.value.length, input.value.length);
  }

  function pressed(event) {
    event.stopPropagation();
    const { key, target } = event, zone = target.dataset?.zone;
    if (event.ctrlKey || event.metaKey || event.altKey || !frame) return;
    const used = () => event.preventDefault();
    if (key === "Escape") return used(), act.escape();
    if (target.matches("input:not([type=checkbox]), select")) {
      if (target.name === "line" && (key === "ArrowUp" || key === "ArrowDown")) used(), remember(target, key === "ArrowUp" ? -1 : 1);
      return;
    }
    if (zone && /^(Arrow|Home|End)/.test(key)) {
      used();
      const row = items(zone), to = travel(row.map((item) => item.getBoundingClientRect()), row.indexOf(target), key);
      if (to != null) return row[to]?.focus();
      const zones = ZONES.filter((name) => stop(name)), next = zones[zones.indexOf(zone) + (key === "ArrowUp" ? -1 : 1)];
      return next && stop(next).focus();
    }
    if ((key === " " || key === "Enter") && target.getAttribute("role") === "option") return used(), target.click();
    if (zone === "hand" && /^[0-9ajqk*]$/i.test(key)) {
      const row = items("hand"), to = seek(holding(frame).map((c) => c.card), row.indexOf(target), key);
      return used(), to >= 0 ? row[to].focus() : undefined;
    }
    const name = SHORTCUTS[key.toLowerCase()];
    if (name) used(), act[name]();
  }

  function focused({ target }) {
    const { zone, key } = target.dataset ?? {};
    if (!zone) return;
    ui.at[zone] = key;
    for (const item of items(zone)) item.tabIndex = item === target ? 0 : -1;
  }

  const guard = (job) => (...args) => { try { return job(...args); } catch (error) { trouble(error); } };
  for (const name of Object.keys(act)) act[name] = guard(act[name]);
  const body = document.createElement("div");
  body.className = "body";
  root.append(body, live);
  root.addEventListener("keydown", guard(pressed));
  root.addEventListener("focusin", focused);
  el.append(root);

  const onFrame = guard(arrive), onWords = guard(draw);
  const onMessage = guard((content) => { if (content?.type === "error") trouble(content.text ?? content.error); });
  model.on("change:frame", onFrame);
  model.on("change:words", onWords);
  model.on("msg:custom", onMessage);
  model.on("error", trouble);
  if (typeof ResizeObserver === "function") {
    let laidOut = false;
    watcher = new ResizeObserver(([entry]) => {
      const lines = root.querySelector(".lines");
      if (!laidOut && lines) [laidOut, lines.scrollTop] = [true, lines.scrollHeight];     // only now has it a height
      const narrow = entry.contentRect.width < 640;
      if (narrow !== ui.narrow) { ui.narrow = narrow; draw(); }
    });
    watcher.observe(root);
  }

  function cleanup() {
    if (done) return;
    done = true;
    clearTimeout(timer);
    watcher?.disconnect();
    model.off("change:frame", onFrame);
    model.off("change:words", onWords);
    model.off("msg:custom", onMessage);
    model.off("error", trouble);
    root.remove();
  }
  signal?.addEventListener("abort", cleanup);
  onFrame();
  return cleanup;
}

export default { render };
