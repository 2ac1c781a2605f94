import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { around, byOwner, fill, fresh, glyph, h, holding, keyed, markings, number, plain, seek, SHORTCUTS, speaker, taken, travel, view, ZONES } from "../../rummy/widgets/table.js";
import { cards, frame, frames } from "./frames.mjs";

const own = (name) => new URL(`../../rummy/${name}`, import.meta.url);

/** The [table] section of the catalogue: plain `id = "text"` lines. */
function catalogue() {
  const section = readFileSync(own("data/words/en/table.toml"), "utf8").split(/^\[table\]$/m)[1].split(/^\[/m)[0];
  return Object.fromEntries([...section.matchAll(/^(\w+) = (".*")$/gm)].map(([, id, value]) => [id, JSON.parse(value)]));
}

const words = catalogue();
const act = new Proxy({}, { get: () => () => {} });
const all = (node) => (Array.isArray(node) ? node : node.kids ?? []).flatMap((kid) => [kid, ...all(kid)]);
const text = (node) => node.text ?? (Array.isArray(node) ? node : node.kids).map(text).join(" ");
const draw = (f, ui = {}) => all(view(f, words, { ...fresh(), ...ui }, act));
const find = (nodes, name) => nodes.filter((n) => n.props?.class?.split(" ").includes(name));
const labelled = (nodes, label) => nodes.filter((n) => n.props?.["aria-label"]?.startsWith(label));
const button = (nodes, label) => nodes.find((n) => n.tag === "button" && text(n).includes(label));
const opened = { open: { menu: true, help: true, article: true, calls: true, log: true }, error: "no", resumed: true, note: "choose_cards", preview: 2 };

test("a card shows its rank and its suit as text", () => {
  assert.deepEqual(glyph("TS"), { rank: "10", suit: "♠\uFE0E", kind: "S" });
  assert.deepEqual(glyph("10H"), { rank: "10", suit: "♥\uFE0E", kind: "H" });
  assert.equal(glyph("*").kind, "joker");
  assert.deepEqual(glyph("T?"), { rank: "10", suit: "", kind: "rank" });
  assert.deepEqual(glyph("??"), { rank: "", suit: "", kind: "back" });
});

test("suits never turn into emoji, and are marked once", () => assert.equal(plain(plain("7♥ K♠")), "7♥\uFE0E K♠\uFE0E"));

test("numbers have a true minus and a sign for the unknown", () => assert.deepEqual([-30, "13/2", null].map(number), ["−30", "13/2", "?"]));

test("in a sum no line ends with a sign", () => {
  const [counts] = find(draw({ ...frame(), phase: "over", over: { text: "", match: null, counts: [{ seats: ["A"], name: "You", text: "table 5 + 2, hand − 9 = −2", points: "−2" }] } }), "counts");
  assert.match(text(counts), /table 5 \+\u00a02, hand −\u00a09 =\u00a0−2/);
});

test("words are filled and counted", () => {
  const say = speaker({ lang: "en", cards_one: "{n} card", cards_other: "{n} cards", hi: "Hi {name}, {gap}" });
  assert.deepEqual([say("cards", { n: 1 }), say("cards", { n: 0 }), say("hi", { name: "{n}" }), say("none")], ["1 card", "0 cards", "Hi {n}, {gap}", "none"]);
  assert.equal(fill("{a}{a}", { a: 0 }), "00");
});

test("two copies of a card have keys of their own", () => assert.deepEqual(keyed(cards("7H 7C 7H")).map((c) => c.key), ["7H#1", "7C#1", "7H#2"]));

test("held melds mark each card once", () => {
  const row = keyed(cards("7H 7C 7H 8S"));
  assert.deepEqual(markings(row, [["7H", "7H", "7C"], ["8S", "8S"]]), { "7H#1": 1, "7H#2": 1, "7C#1": 1, "8S#1": 2 });
});

test("the others sit in the order of play after you", () => {
  const [a, b, c] = ["A", "B", "C"].map((seat) => ({ seat }));
  assert.deepEqual(around([a, b, c], b), [c, a]);
  assert.deepEqual(around([a, b, c], undefined), [a, b, c]);
});

test("what is taken from the pile comes from the frame where it says so", () => {
  const pile = [{ place: 1 }, { place: 2, takes: [2] }, { place: 3 }];
  assert.deepEqual([taken(pile, 1), taken(pile, 2), taken(pile, null)], [[1, 2, 3], [2], []]);
});

test("melds lie by their owner", () => assert.deepEqual(byOwner(frame().melds).map((ms) => ms.map((m) => m.n)), [[1, 3], [2]]));

test("arrows move in a row, up and down to the nearest of the next row, then out", () => {
  const boxes = [0, 1, 2, 3, 4].map((i) => ({ x: (i % 3) * 50, y: Math.floor(i / 3) * 60, width: 44, height: 60 }));
  const go = (at, key) => travel(boxes, at, key);
  assert.deepEqual([go(0, "ArrowLeft"), go(0, "ArrowRight"), go(4, "ArrowRight"), go(2, "Home"), go(2, "End")], [0, 1, 4, 0, 4]);
  assert.deepEqual([go(1, "ArrowDown"), go(2, "ArrowDown"), go(4, "ArrowUp"), go(0, "ArrowUp"), go(3, "ArrowDown")], [4, 4, 1, null, null]);
});

test("a rank key finds the next card of that rank", () => {
  const row = cards("7S TS 7H *");
  assert.deepEqual([seek(row, 0, "7"), seek(row, 2, "7"), seek(row, 0, "1"), seek(row, 0, "*"), seek(row, 0, "k")], [2, 0, 1, 3, -1]);
});

test("letters of the keyboard do not fight with the ranks", () => assert.deepEqual(Object.keys(SHORTCUTS).filter((k) => "a23456789tjqk10*".includes(k) && k !== "t"), []));

for (const [name, f] of Object.entries(frames)) {
  test(`frame "${name}": every word is in the catalogue`, () => {
    const missing = new Set(), spy = new Proxy(words, { get: (all, id) => (id in all || missing.add(id), all[id]) });
    for (const ui of [{}, opened, { narrow: true }]) view(f, spy, { ...fresh(), ...ui }, act);
    const plural = [...missing].filter((id) => !/_(one|other)$/.test(id) && !(`${id}_other` in words));
    assert.deepEqual(plural, []);
  });

  test(`frame "${name}": whatever can have the focus keeps the notebook's shortcuts away, and has a name`, () => {
    for (const node of draw(f, opened).filter((n) => ["button", "input", "select"].includes(n.tag) || n.props?.tabindex != null)) {
      assert.equal(node.props["data-lm-suppress-shortcuts"], "true", node.name);
      if (node.tag === "button") assert.ok(node.props["aria-label"] || text(node).trim(), node.name);
    }
  });

  test(`frame "${name}": one tab stop in each zone, no ids, keys unlike each other`, () => {
    const nodes = draw(f, opened);
    for (const zone of ZONES) {
      const items = nodes.filter((n) => n.props?.["data-zone"] === zone);
      assert.equal(items.filter((n) => n.props.tabindex === 0).length, Math.min(items.length, 1), zone);
      assert.equal(new Set(items.map((n) => n.props["data-key"])).size, items.length, zone);
    }
    assert.ok(nodes.every((n) => n.props?.id === undefined));
  });
}

test("a name with HTML in it is a text and nothing else", () => {
  const nodes = draw(frames.draw, opened);
  assert.ok(nodes.some((n) => n.text === "<b>Bea</b>"));
  assert.ok(nodes.every((n) => !("innerHTML" in (n.props ?? {}))));
  assert.ok(!/innerHTML|insertAdjacent|outerHTML/.test(readFileSync(own("widgets/table.js"), "utf8")));
});

test("every card of the pile is readable, the last is the upcard", () => {
  const pile = draw(frames.draw).filter((n) => n.props?.["data-key"]?.startsWith("pile "));
  assert.deepEqual(pile.map((n) => text(find(all(n), "corner")[0]).replace(/[\uFE0E ]/g, "")), ["5♠", "K♥", "4♦", "10♥"]);
  assert.equal(pile.at(-1).props["aria-label"], "ten of hearts, upcard, takes 1 card");
});

test("a chosen pile card shows all that would be taken, by more than colour", () => {
  const nodes = draw(frames.draw, { preview: 3 }), chosen = find(nodes, "fan")[0].kids.filter((n) => n.props["aria-selected"] === "true");
  assert.deepEqual(chosen.map((n) => text(find(all(n), "mark")[0])), ["✓", "✓"]);
  assert.ok(text(find(nodes, "preview")[0]).includes("You would take 2."));
});

test("a meld tells its jokers and who laid a card off", () => {
  const meld = labelled(draw(frames.draw), "Meld 1")[0];
  assert.ok(meld.props["aria-label"].includes("joker, standing for the ten of diamonds"));
  assert.ok(meld.props["aria-label"].includes("queen of diamonds, laid by You"));
  assert.equal(text(find(all(meld), "by")[0]), "Y");
  assert.equal(text(find(all(meld), "as")[0]).replace(/[\uFE0E ]/g, ""), "10♦");
});

test("a card that is wild says so, by a sign and in words; what it stands for on the table too", () => {
  const nodes = draw(frames.wild), king = nodes.find((n) => n.props?.["data-key"] === "KD#1"), meld = labelled(nodes, "Meld 1")[0];
  assert.ok(find(all(king), "badge").some((n) => text(n).startsWith("★")) && king.props["aria-label"].startsWith("king of diamonds, wild"));
  assert.deepEqual(find(all(meld), "as").map((n) => text(n).replace(/[\uFE0E ]/g, "")), ["10♦", "7"]);
  assert.ok(meld.props["aria-label"].includes("king of clubs, standing for the ten of diamonds; joker, standing for the seven; joker"));
});

test("a meld that counts double and is sealed says so, and shows the joker that lies on it", () => {
  const meld = labelled(draw(frames.gambit), "Meld 2")[0];
  assert.deepEqual(find(all(meld), "tag").map(text), ["×2", "sealed"]);
  assert.equal(find(all(meld), "top").length, 1);
  assert.ok(meld.props["aria-label"].includes("joker, lying on the meld"));
});

test("beside the stock lies the dealer's joker, beside the pile what is out of play", () => {
  const nodes = draw(frames.gambit), shut = draw(frames.draw);
  assert.equal(find(all(labelled(nodes, "The dealer’s joker is blocked.")[0]), "joker").length, 2);
  assert.deepEqual(labelled(find(nodes, "gone"), "king of diamonds").length + labelled(find(nodes, "gone")[0].kids.flatMap(all), "four").length, 1);
  assert.deepEqual([find(shut, "beside"), find(shut, "gone")], [[], []]);
});

test("the dealer's joker lies apart in the row of cards that may be chosen", () => {
  const row = draw(frames.gambit).filter((n) => n.props?.["data-zone"] === "hand");
  assert.deepEqual([row.length, row.at(-1).props["data-key"], row.at(-1).props["aria-label"]], [9, "*#2", "joker, beside the pack"]);
  assert.equal(holding(frames.watch).length, 0);
});

test("a split of the pile is offered with the card it begins at", () => {
  const splits = (place) => find(draw(frames.gambit, { preview: place }), "splits").flatMap(all).filter((n) => n.tag === "button").map(text);
  assert.deepEqual([splits(2), splits(3)].map((s) => s.map((t) => t.replaceAll("\uFE0E", ""))), [["4♦", "4♦ 10♥"], []]);
});

test("partners are named, the score is by side, who sits out has no cards", () => {
  const nodes = draw(frames.sides), dee = labelled(nodes, "Dee, sits out")[0];
  assert.ok(labelled(nodes, "Cid, your partner")[0].props.class.includes("partner"));
  assert.equal(find(all(dee), "back").length, 0);
  assert.deepEqual(find(nodes, "score").flatMap(all).filter((n) => n.props?.scope === "row").map(text), ["You and Cid", "<b>Bea</b> and Dee"]);
});

test("buttons for a swap, a block and a knock show only where the game knows them", () => {
  const shown = (f) => ["swap", "block", "knock"].filter((key) => draw(f).some((n) => n.props?.["data-key"] === key));
  assert.deepEqual([shown(frames.draw), shown(frames.wild), shown(frames.gambit)], [[], ["swap", "knock"], ["block"]]);
});

test("a card that its owner laid bears no initial", () => {
  const melds = [{ ...frame().melds[1], cards: cards("5H/A 5D/A 5C/B") }], meld = labelled(draw(frame({ melds })), "Meld 2")[0];
  assert.deepEqual(find(all(meld), "by").map(text), ["<"]);
});

test("equal sentences in a row are all there", () => assert.equal(find(draw(frame({ may: ["Meld.", "Meld."] })), "may")[0].kids.length, 2));

test("the others show backs for what nobody knows", () => {
  const bea = labelled(draw(frames.draw), "<b>Bea</b>, dealer")[0];
  assert.equal(find(all(bea), "back").length, 5);
  assert.ok(bea.props["aria-label"].includes("known: king of hearts, four of spades"));
});

test("a refusal shows its sentence, its cards and its rule", () => {
  const shut = draw(frames.refused), open = draw(frames.refused, { open: { article: true } });
  assert.equal(labelled(shut, "seven of hearts").filter((n) => find(all(n), "alarm").length === 1).length, 2);
  assert.equal(button(shut, "4.5").props["aria-expanded"], "false");
  assert.equal(find(shut, "article").length, 0);
  assert.equal(text(find(open, "article")[0]), "The lowest card taken is used at once.");
  assert.equal(find(draw(frames.refused, { dismissed: 5 }), "alarm").length, 0);
});

test("a move is never shut off because it is against a rule", () => {
  for (const label of ["Draw", "Take", "Meld", "Lay off", "Discard"]) {
    for (const f of [frames.draw, frames.refused]) assert.equal(button(draw(f), label).props["aria-disabled"], undefined, label);
  }
});

test("rummy and pass show only when there is something to call", () => {
  assert.equal(button(draw(frames.draw), "Rummy!"), undefined);
  assert.ok(button(draw(frames.call), "Rummy!") && button(draw(frames.call), "Pass"));
});

test("who only watches sees no hand of his own and has nothing to play", () => {
  const nodes = draw(frames.watch);
  assert.equal(labelled(nodes, "Your hand").length, 0);
  assert.equal(button(nodes, "Meld"), undefined);
});

test("a node takes its classes from its name and may leave its properties out", () => {
  assert.deepEqual(h("p.a.b", "x").props, { class: "a b" });
  assert.deepEqual(h("b", 0, null, false, "", [["y"]]).kids, [{ text: "0" }, { text: "y" }]);
});

test("the front end stays small", () => {
  assert.ok(statSync(own("widgets/table.js")).size + statSync(own("widgets/table.css")).size <= 67_000);
});

test("a refusal leads to its rule where the site is", () => {
  const f = { ...frames.refused, message: { ...frames.refused.message, article: { ...frames.refused.message.article, place: "rules/draw/#x" } } };
  const links = (ui) => draw(f, { open: { article: true }, ...ui }).filter((n) => n.tag === "a").map((n) => [n.props.href, text(n)]);
  assert.deepEqual(links({ site: "https://here/there/" }), [["https://here/there/rules/draw/#x", "Read rule 4.5 with its examples"]]);
  assert.deepEqual(links({}), []);
});

test("the next thing to do is emphasised: draw, then meld what you hold, else discard", () => {
  const first = (more, ui) => draw(frame(more), ui).filter((n) => n.props?.["data-zone"] === "actions" && n.props.class === "primary").map((n) => n.props.key);
  const bare = { phase: "play", hand: { ...frame().hand, marked: [] } };
  assert.deepEqual([first(), first({ phase: "play" }), first(bare)], [["draw"], ["meld"], ["discard"]]);
  assert.deepEqual([first(bare, { chosen: ["KD#1"] }), first(bare, { chosen: ["7S#1"] }), first(bare, { chosen: ["7H#1", "7H#2", "7C#1"] })], [["discard"], ["layoff"], ["meld"]]);
  assert.deepEqual(first({ phase: "play", turn: "B", to_act: ["B"], wait: "B" }), []);
});

test("a table that comes up has the focus where something is to be done", () => {
  const first = (more) => draw(frame(more)).filter((n) => n.props?.["data-first"]).map((n) => n.props.class);
  assert.deepEqual([first(), first({ phase: "play" })], [["piles"], ["own turn"]]);
});

test("at a shared screen whose hands are covered there is only who takes it, and who calls", () => {
  const screen = { text: "Bea is to play.", ready: "I am Bea", calls: [{ seat: "A", text: "Rummy! Ada" }] };
  const nodes = draw({ ...frames.draw, screen });
  assert.ok(button(nodes, "I am Bea") && button(nodes, "Rummy! Ada"));
  assert.equal(button(nodes, "Draw"), undefined);
  assert.equal(nodes.some((n) => n.props?.name === "line"), false);
  assert.equal(button(draw({ ...frames.draw, screen: { ...screen, ready: "" } }), "I am Bea"), undefined);
});
