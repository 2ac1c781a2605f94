import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { frame, frames, refusal } from "./frames.mjs";
import { clock, document, forbidden, Model, storage } from "./page.mjs";
import table from "../../rummy/widgets/table.js";

globalThis.document = document;
const timers = clock();

let place, stop;
beforeEach(() => {
  stop?.();
  document.body.replaceChildren();
  document.activeElement = null;
  place = document.createElement("div");
  document.body.append(place);
  globalThis.localStorage = storage();
});

/** Put a table on the page with these traits. */
function open(first = frame(), more = {}) {
  const model = new Model({ frame: first, words: { lang: "en", resumed: "goes on", choose_one_discard: "one card, please" }, ...more });
  stop = table.render({ model, el: place });
  const one = (selector) => place.querySelector(selector);
  const hand = (i) => place.querySelectorAll("[data-zone=hand]")[i];
  const press = (name) => one(`[data-key=${name}]`).click();
  return { model, one, hand, press, spoken: () => one("[role=status]").childNodes.map((n) => n.textContent) };
}

test("chosen cards go to the table as their codes, in the order of choosing", () => {
  const { model, hand, press } = open();
  hand(2).click(); hand(0).click(); hand(3).click(); hand(3).click(); hand(7).click();
  press("meld");
  assert.deepEqual(model.sent, [{ type: "meld", cards: ["9S", "7S", "*"] }]);
});

test("one card is discarded; none or several are asked about and nothing is sent", () => {
  const { model, hand, press, spoken } = open();
  press("discard");
  assert.deepEqual(spoken(), ["one card, please"]);
  hand(6).click(); press("discard");
  assert.deepEqual(model.sent, [{ type: "discard", card: "KD" }]);
});

test("chosen cards go to the meld that is pressed; with none chosen nothing is sent", () => {
  const { model, hand, one } = open();
  one("[data-key=\"meld 1\"]").click();
  hand(6).click(); one("[data-key=\"meld 1\"]").click();
  hand(7).click(); one("[data-key=\"meld 3\"]").click();
  assert.deepEqual(model.sent, [{ type: "layoff", cards: ["KD"], n: 1 }, { type: "layoff", cards: ["KD", "*"], n: 3 }]);
});

test("cards are exchanged, the dealer's joker is covered, and a knock takes one card, by button and by key", () => {
  const { model, hand, press } = open(frame({ can: { swap: true, block: true, knock: true } }));
  press("swap"); press("knock");
  hand(6).click(); press("swap"); press("block"); press("knock");
  hand(6).focus();
  for (const key of "wbo") hand(6).press(key);
  const moves = [{ type: "swap", cards: ["KD"] }, { type: "say", line: "block" }, { type: "say", line: "knock KD" }];
  assert.deepEqual(model.sent, [...moves, ...moves]);
});

test("their keys do nothing where the game does not know them", () => {
  const { model, hand } = open();
  hand(6).click(); hand(6).focus();
  for (const key of "wbo") hand(6).press(key);
  assert.deepEqual(model.sent, []);
});

test("what jokers do is named before anything else; escape does not close the question", () => {
  const { model, one, spoken } = open(frames.name);
  assert.deepEqual([spoken(), one(".closed").childNodes.length], [["What do jokers do?"], 8]);
  one("[data-option=first]").focus();
  one("[data-option=first]").press("Escape");
  assert.deepEqual(model.sent, []);
  one("[data-option=first]").click();
  assert.deepEqual(model.sent, [{ type: "say", line: "name wild" }]);
});

test("a joker splits the pile by what is chosen to leave play", () => {
  const { model, one } = open(frames.gambit);
  one("[data-key=\"pile 2\"]").click();
  one("[data-option=first]").click();
  assert.deepEqual(model.sent, [{ type: "say", line: "take KH with * without 4D" }]);
  assert.equal(one(".splits"), null);
});

test("a pile card is first shown, then taken", () => {
  const { model, one, spoken } = open(), card = one("[data-key=\"pile 2\"]");
  card.focus(); card.press("Enter");
  assert.deepEqual([model.sent, spoken()], [[], ["You would take 3."]]);
  card.press("Enter");
  assert.deepEqual(model.sent, [{ type: "take", place: 2 }]);
});

test("a choice is kept while the cards stay, and gone when they have left", () => {
  const { model, hand, one } = open();
  hand(0).click();
  model.set("frame", frame({ message: refusal }));
  assert.equal(hand(0).getAttribute("aria-selected"), "true");
  const seats = frame().seats.map((s) => (s.you ? { ...s, cards: s.cards.slice(1) } : s));
  model.set("frame", frame({ seats }));
  assert.equal(one("[aria-selected=true]"), null);
});

test("the focus stays on its card, or goes to the neighbour of a card that left", () => {
  const { model, hand } = open(), king = hand(6);
  king.focus();
  const without = (...gone) => frame({ seats: frame().seats.map((s) => (s.you ? { ...s, cards: s.cards.filter((c) => !gone.includes(c.c)) } : s)) });
  model.set("frame", without("7S"));
  assert.equal(document.activeElement, king);
  model.set("frame", without("7S", "KD"));
  assert.equal(document.activeElement.getAttribute("aria-label"), "joker");
});

test("after a draw from the piles the focus goes to the new card", () => {
  const { model, one } = open(frame({ seats: frame().seats.map((s) => (s.you ? { ...s, cards: s.cards.filter((c) => !c.new) } : s)) }));
  one("[data-key=stock]").focus();
  model.set("frame", frame({ phase: "play" }));
  assert.equal(document.activeElement.dataset.key, "9S#1");
});

test("another game in the menu brings a number of players that it can have", () => {
  const { model, one } = open();
  place.querySelectorAll("button").find((b) => b.textContent === "menu").click();
  one("select[name=variant]").onchange({ target: { value: "persian" } });
  assert.deepEqual(one("select[name=seats]").childNodes.map((n) => n.textContent), ["4"]);
  assert.equal(one(".blurb").textContent, "Partners.");
  one("form.menu").onsubmit({ preventDefault() {} });
  assert.deepEqual([model.sent[0].variant, model.sent[0].seats], ["persian", 4]);
});

test("a waiting player plays once after the pace, and by the step key at once", () => {
  const { model, one } = open(frame({ ...frames.waiting }));
  timers.tick(690);
  assert.deepEqual(model.sent, []);
  timers.tick(20);
  one("[data-key=step]").click();
  timers.tick(9000);
  assert.deepEqual(model.sent, [{ type: "step" }]);
  model.set("frame", frame({ ...frames.waiting }));
  one("[data-zone=hand]").press("n");
  timers.tick(9000);
  assert.equal(model.sent.length, 2);
});

test("two views of one model wake a player once", () => {
  const first = frame({ ...frames.waiting }), { model } = open(first), other = document.createElement("div");
  document.body.append(other);
  const close = table.render({ model, el: other });
  timers.tick(9000);
  close();
  assert.deepEqual(model.sent, [{ type: "step" }]);
});

test("a table that is out of the page, closed or aborted wakes nobody", () => {
  const { model } = open(frame({ ...frames.waiting }));
  place.remove();
  timers.tick(9000);
  assert.deepEqual(model.sent, []);
  document.body.append(place);
  stop();
  timers.tick(9000);
  assert.deepEqual([model.sent, model.listeners(), place.childNodes.length], [[], 0, 0]);
  const abort = new AbortController();
  table.render({ model, el: place, signal: abort.signal });
  abort.abort();
  timers.tick(9000);
  assert.deepEqual([model.sent, model.listeners()], [[], 0]);
});

test("the pace is a choice that is kept; by key only, nobody plays by himself", () => {
  globalThis.localStorage = storage({ "rummy:look": "{\"pace\":\"key\"}" });
  const { model } = open(frame({ ...frames.waiting }));
  timers.tick(99_000);
  assert.deepEqual(model.sent, []);
});

test("equal rows come and go with the frame", () => {
  const { model, one } = open(frame({ may: ["Meld.", "Meld.", "Pass."] })), rows = () => one(".may").childNodes.map((n) => n.textContent);
  model.set("frame", frame({ may: ["Meld.", "Pass."] }));
  assert.deepEqual(rows(), ["Meld.", "Pass."]);
  model.set("frame", frame({ may: ["Pass.", "Meld.", "Meld."] }));
  assert.deepEqual(rows(), ["Pass.", "Meld.", "Meld."]);
});

test("a fresh table asks once for the stored deal, and says so when it is back", () => {
  globalThis.localStorage = storage({ "rummy:table-1": "old" });
  const { model, one, spoken } = open(frame({ fresh: true, save: "new" }));
  assert.deepEqual(model.sent, [{ type: "resume", text: "old" }]);
  assert.equal(localStorage.kept["rummy:table-1"], "old");
  model.set("frame", frame({ save: "old" }));
  assert.ok(one(".resumed") && spoken().includes("goes on"));
  model.set("frame", frame({ fresh: true, save: "newer" }));
  assert.equal(localStorage.kept["rummy:table-1"], "newer");
  assert.equal(model.sent.length, 1);
});

test("a stored deal that cannot be read stays stored", () => {
  globalThis.localStorage = storage({ "rummy:table-1": "old" });
  const { model, one } = open(frame({ fresh: true, save: "new" }));
  model.set("frame", frame({ fresh: true, save: "new", message: { ...refusal, kind: "error" } }));
  assert.equal(localStorage.kept["rummy:table-1"], "old");
  assert.equal(one(".resumed"), null);
});

test("a browser that forbids storing does not disturb", () => {
  globalThis.localStorage = forbidden;
  const { model, one } = open(frame({ fresh: true }));
  assert.deepEqual([model.sent, one(".step").textContent], [[], "Your turn: draw a card."]);
});

test("new lines of the log and messages are spoken, old ones are not, equal ones are again", () => {
  const { model, spoken } = open(), line = { n: 3, seat: "B", text: "Bea drew.", why: true };
  assert.deepEqual(spoken(), []);
  model.set("frame", frame({ log: [...frame().log, line], message: refusal }));
  model.set("frame", frame({ log: [...frame().log, line, { ...line, n: 4 }], message: refusal }));
  assert.deepEqual(spoken(), ["Bea drew.", "You must use the 7♥\uFE0E.", "Bea drew."]);
});

test("the first line of a deal is spoken as well, and again after it was taken back", () => {
  const { model, spoken } = open(frame({ log: [] })), log = [{ n: 0, seat: "A", text: "You drew.", why: false }];
  for (const now of [log, [], log]) model.set("frame", frame({ log: now }));
  assert.deepEqual(spoken(), ["You drew.", "You drew."]);
});

test("escape puts a message away, then leaves the chosen cards", () => {
  const { model, hand, one } = open(frame({ message: refusal }));
  hand(1).click(); hand(1).focus();
  hand(1).press("Escape");
  assert.deepEqual([model.sent, one(".message"), hand(1).getAttribute("aria-selected")], [[{ type: "clear" }], null, "true"]);
  hand(1).press("Escape");
  assert.equal(hand(1).getAttribute("aria-selected"), "false");
});

test("the text box says its line, and brings it back", () => {
  const { model, one } = open(), input = one("input[name=line]");
  Object.assign(input, { name: "line", value: " take 5S ", setSelectionRange() {} });
  one("form.say").onsubmit({ target: { elements: { line: input } }, preventDefault() {} });
  assert.deepEqual([model.sent, input.value], [[{ type: "say", line: "take 5S" }], ""]);
  input.press("ArrowUp");
  assert.equal(input.value, "take 5S");
});

test("one call is made at once, of several one is chosen", () => {
  const { model, press, one } = open(frame({ ...frames.call }));
  press("rummy");
  assert.deepEqual(model.sent, []);
  one("[data-option=first]").click();
  model.set("frame", frame({ ...frames.call, rummy: [{ line: "call TH TS TC", text: "" }] }));
  press("rummy");
  assert.deepEqual(model.sent.map((m) => m.line), ["call TH on 9H", "call TH TS TC"]);
});

test("an error of the other side, and one of our own, is shown and the next frame is drawn again", () => {
  const { model, one } = open(), quiet = mock.method(console, "error", () => {});
  model.emit("error", new Error("<i>gone</i>"));
  assert.ok(one(".error").textContent.includes("<i>gone</i>"));
  model.set("frame", { ...frame(), discards: null });
  assert.ok(one(".error").textContent.includes("TypeError"));
  assert.equal(quiet.mock.callCount(), 1);
  model.set("frame", frame());
  assert.equal(one(".step").textContent, "Your turn: draw a card.");
});

test("an error before the first frame is shown too", () => {
  const { model, one } = open({});
  model.emit("error", "no kernel");
  assert.equal(one(".error").textContent, "no kernel");
});

test("whatever is tried meanwhile, a waiting player plays when he would have, and the next one waits anew", () => {
  const { model } = open(frame({ ...frames.waiting }));
  for (let n = 1; n <= 2; n++) {
    timers.tick(300);
    model.set("frame", frame({ ...frames.waiting, message: { ...refusal, n } }));
  }
  timers.tick(90);
  assert.deepEqual(model.sent, []);
  timers.tick(20);
  assert.deepEqual(model.sent, [{ type: "step" }]);
  model.set("frame", frame({ ...frames.waiting, log: [{ n: 3, seat: "B", text: "Bea melded.", why: false }] }));
  timers.tick(690);
  assert.equal(model.sent.length, 1);
  timers.tick(20);
  assert.equal(model.sent.length, 2);
});

test("when an example or a match is over the focus goes to Again, or to the result, never to what takes the move back", () => {
  for (const [shown, target] of [[true, "[data-next=true]"], [false, ".result"]]) {
    const { model, one } = open();
    one("[data-key=discard]").focus();
    model.set("frame", { ...frames.over, shown, can: { undo: true } });
    assert.equal(document.activeElement, one(target));
    stop();
  }
});

test("when the deal is over the focus goes to the next one, and nothing is left to say or to stand", () => {
  const { model, hand, one } = open();
  hand(0).focus();
  model.set("frame", frames.over);
  assert.equal(document.activeElement, one("[data-next=true]"));
  assert.deepEqual([one("form.say"), one(".score")], [null, null]);
  document.activeElement.click();
  assert.deepEqual(model.sent, [{ type: "next" }]);
});

test("an example says that it has been shown, and begins again; a task tells its own end", () => {
  const { model, one } = open(frame({ shown: true }), { words: { lang: "en", example_done: "That was it." } });
  assert.match(one(".strip").textContent, /That was it\./);
  one("[data-next=true]").click();
  assert.deepEqual(model.sent, [{ type: "again" }]);
  model.set("frame", frame({ shown: true, task: {} }));
  assert.equal(one("[data-next=true]"), null);
});
