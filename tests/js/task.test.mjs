import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { frame as dealt } from "./frames.mjs";
import { clock, document, forbidden, Model, storage } from "./page.mjs";
import task, { deck, fresh, given, keeper, kept, negated, toggled, view } from "../../rummy/widgets/task.js";

globalThis.document = document;
clock();

const file = (name) => readFileSync(new URL(`../../rummy/data/words/en/${name}.toml`, import.meta.url), "utf8");

/** The texts of the catalogue that a front end is given: plain `id = "text"` lines under [table] and its parts. */
function catalogue() {
  const words = {};
  for (const part of `${file("table")}\n${file("task")}`.split(/^(?=\[)/m)) {
    const name = part.match(/^\[table(?:\.(\w+))?\]/);
    if (name) for (const [, id, text] of part.matchAll(/^(\w+) = (".*")$/gm)) words[name[1] ? `${name[1]}.${id}` : id] = JSON.parse(text);
  }
  return words;
}
const words = catalogue();

const asked = (form, more = {}) => ({
  id: "x.one", title: "One", goal: "Which?", status: "new", status_text: "not answered", text: "", stars: null, stars_text: "", hints: [], solution: "",
  articles: [{ id: "meld.size", number: "5.1", title: "How many", text: "Three.", place: "rules/meld/#meld.size" }],
  can: { check: true, hint: true, solution: true, reset: false }, ask: null, form, picture: "", given: null, feedback: {}, marks: {}, cost: [], ...more,
});
const choice = { kind: "choice", options: [{ name: "yes", text: "yes" }, { name: "no", text: "<b>no</b>" }], unit: "" };
const several = { ...choice, kind: "several" };
const cards = { kind: "cards", options: [["7H", "seven of hearts"], ["7H", "seven of hearts"], ["*", "joker"], ["TS", "ten of spades"]].map(([name, text]) => ({ name, text })), unit: "" };
const sum = { kind: "number", options: [], unit: "points" };
const question = (form, more) => ({ key: "x.one", fresh: true, save: "", task: asked(form, more) });
const round = (more = {}) => ({ title: "Review", n: 1, count: 2, right: 0, tried: 0, text: "1 of 2 · 0 right", told: "", can: { back: false, next: true }, menu: null, ...more });
const played = (more) => ({ ...dealt(), key: "x.play", task: asked(null, { id: "x.play", goal: "Lay down the sevens.", ...more }) });

const act = new Proxy({}, { get: () => () => {} });
const all = (nodes) => nodes.flatMap((node) => [node, ...all(node.kids ?? [])]);
const text = (node) => node.text ?? (Array.isArray(node) ? node : node.kids).map(text).join(" ");
const draw = (frame, ui = {}) => { const { head, foot } = view(frame, words, { ...fresh(), ...ui }, act); return all([...head, ...foot]); };
const find = (nodes, name) => nodes.filter((n) => n.props?.class?.split(" ").includes(name));
const does = (nodes, id) => nodes.find((n) => n.props?.["data-do"] === id);

test("how a task stands is told by a sign and a word", () => {
  for (const status of ["new", "tried", "wrong", "right"]) {
    const [chip] = find(draw(question(choice, { status, status_text: `it is ${status}` })), "status");
    assert.match(text(chip), new RegExp(`^\\S+ it is ${status}$`));
  }
});

test("an exercise at a table leads to the referee with its position, where there is a site", () => {
  const there = (ui) => draw(played({ settle: "settle/#p=tabc" }), ui).filter((n) => n.props?.href?.includes("settle/")).map((n) => n.props.href);
  assert.deepEqual(there({ site: "http://here/x/" }), ["http://here/x/settle/#p=tabc"]);
  assert.deepEqual(there({}), []);
});

test("stars are drawn and spoken; where there are none yet nothing is", () => {
  const [stars] = find(draw(question(choice, { stars: 2, stars_text: "2 stars of 3" })), "stars");
  assert.deepEqual([stars.props["aria-label"], find(stars.kids, "won").length, find(stars.kids, "left").length], ["2 stars of 3", 2, 1]);
  assert.deepEqual(find(draw(question(choice)), "stars"), []);
});

test("the goal is a polite live region and names the form", () => {
  const nodes = draw(question(choice));
  const [goal] = find(nodes, "goal"), group = nodes.find((n) => n.props?.role === "radiogroup");
  assert.deepEqual([goal.props["aria-live"], group.props["aria-labelledby"]], ["polite", goal.props.id]);
});

test("each kind of question has its form, and what was chosen shows", () => {
  const radio = draw(question(choice), { answer: "no" }).filter((n) => n.props?.type === "radio");
  assert.deepEqual(radio.map((n) => n.props.checked), [false, true]);
  const boxes = draw(question(several), { answer: ["yes"] }).filter((n) => n.props?.type === "checkbox");
  assert.deepEqual(boxes.map((n) => n.props.checked), [true, false]);
  const row = draw(question(cards), { answer: ["7H#2"] }).filter((n) => n.props?.role === "option");
  assert.deepEqual(row.map((n) => [n.props["aria-label"], n.props["aria-selected"], n.props.tabindex]),
    [["seven of hearts", "false", 0], ["seven of hearts", "true", -1], ["joker", "false", -1], ["ten of spades", "false", -1]]);
  const [number] = find(draw(question(sum), { answer: "24" }), "number");
  assert.deepEqual([number.props.inputmode, number.props.value], ["numeric", "24"]);
});

test("what can have the focus keeps the notebook's keys away", () => {
  const frames = [question(choice), question(several), question(cards), question(sum), { ...question(choice), round: round() }];
  for (const one of frames.flatMap((frame) => draw(frame)).filter((n) => ["button", "input", "select", "a", "summary"].includes(n.tag) || n.props?.tabindex != null)) {
    assert.equal(one.props["data-lm-suppress-shortcuts"], "true", one.name);
  }
});

test("a word stands beside each option that has one; only what was chosen is marked", () => {
  const nodes = draw(question(several, { feedback: { yes: "A start." }, marks: { yes: false }, given: ["yes"], status: "wrong" }), { answer: ["yes"] });
  const [first, second] = find(nodes, "option");
  assert.match(text(first), /A start\./);
  assert.deepEqual([/wrong/, /right/].map((mark) => mark.test(first.props.class)), [true, false]);
  assert.doesNotMatch(second.props.class, /wrong|right/);
});

test("hints, the cost of a mistake and the solution are told", () => {
  const nodes = draw(played({ status: "wrong", text: "Not so.", hints: ["Count.", "Rule 5.1."], cost: ["B took it."], solution: "Meld." }));
  assert.deepEqual(nodes.filter((n) => n.tag === "li").map(text), ["B took it.", "Count.", "Rule 5.1."]);
  assert.match(text(find(nodes, "outcome")[0]), /Not so\./);
  assert.match(text(find(nodes, "solution")[0]), /Meld\./);
});

test("starting over is asked about inside the page", () => {
  assert.equal(does(draw(played()), "sure"), undefined);
  const nodes = draw(played({ ask: { type: "reset", text: "Start over?" } }));
  assert.deepEqual([text(does(nodes, "sure")), text(does(nodes, "stay"))], [words["task.sure"], words["task.stay"]]);
});

test("what cannot be done is not pressed; next stands out once it is right", () => {
  const nodes = draw({ ...question(choice, { status: "right", can: { check: false, hint: false, solution: false, reset: true } }), round: round() });
  assert.deepEqual(["check", "hint", "back", "next"].map((id) => does(nodes, id).props["aria-disabled"] ?? null), ["true", "true", "true", null]);
  assert.match(does(nodes, "next").props.class, /primary/);
  assert.doesNotMatch(does(nodes, "check").props.class, /primary/);
});

test("a rule is a link where there is a site, and its text where there is none", () => {
  const link = draw(question(choice), { site: "http://here/x/" }).find((n) => n.tag === "a");
  assert.equal(link.props.href, "http://here/x/rules/meld/#meld.size");
  const nodes = draw(question(choice), { open: { "meld.size": true } });
  assert.deepEqual([nodes.some((n) => n.tag === "a"), find(nodes, "article").map(text)], [false, ["Three."]]);
});

test("a drill offers its kinds, games and levels, with what is chosen", () => {
  const option = (id) => ({ id, title: `<i>${id}</i>` });
  const menu = { kinds: ["meld", "pile"].map(option), variants: [option("basic")], levels: [1, 2].map(option), chosen: { kind: "pile", variant: "basic", level: 2 } };
  const nodes = draw({ ...question(choice), round: round({ menu }) });
  assert.deepEqual(nodes.filter((n) => n.tag === "select").map((n) => n.props.name), ["kind", "variant", "level"]);
  assert.deepEqual(nodes.filter((n) => n.props?.selected).map(text), ["<i>pile</i>", "<i>basic</i>", "<i>2</i>"]);
});

test("every word that is asked for stands in the catalogue", () => {
  const found = [question(choice), question(cards), question(sum), played({ hints: ["a"], cost: ["b"], ask: { text: "c" } }), { ...question(choice), round: round() }]
    .flatMap((frame) => draw(frame, { unkept: true })).flatMap((n) => [n.text, n.props?.["aria-label"]]);
  assert.deepEqual(found.filter((words) => /^(task|board)\.\w+/.test(words ?? "")), []);
});

test("answers: cards by copy, options by name, numbers with a sign", () => {
  assert.deepEqual(deck(cards).map((one) => one.key), ["7H#1", "7H#2", "*#1", "TS#1"]);
  assert.deepEqual(given(cards, ["7H#2", "*#1"]), ["7H", "*"]);
  assert.deepEqual(kept(cards, ["7H", "7H"]), ["7H#1", "7H#2"]);
  assert.deepEqual([given(choice, "no"), kept(choice, undefined), given(cards, null)], ["no", null, []]);
  assert.deepEqual([toggled(null, "a"), toggled(["a", "b"], "a")], [["a"], ["b"]]);
  assert.deepEqual([negated("5"), negated("−5"), negated("-5"), negated(null)], ["−5", "5", "5", "−"]);
});

// ==== in a page

let place, stop;
beforeEach(() => {
  stop?.();
  document.body.replaceChildren();
  document.activeElement = null;
  place = document.createElement("div");
  document.body.append(place);
  globalThis.localStorage = storage();
});

function open(frame, more = {}) {
  const model = new Model({ frame, words, ...more });
  stop = task.render({ model, el: place });
  const one = (selector) => place.querySelector(selector);
  return { model, one, press: (id) => one(`[data-do=${id}]`).click(), options: () => place.querySelectorAll("[data-answer=true]"),
    spoken: () => place.querySelectorAll("[role=status]").at(-1).childNodes.map((n) => n.textContent) };
}

test("cards are chosen by space and checked by enter; a rank key finds the next of its rank", () => {
  const { model, options } = open(question(cards));
  options()[0].focus();
  options()[0].press(" ");
  options()[0].press("ArrowRight");
  assert.equal(document.activeElement, options()[1]);
  options()[1].press("1");
  assert.equal(document.activeElement, options()[3]);
  options()[3].press(" ");
  options()[3].press("Enter");
  assert.deepEqual(model.sent, [{ type: "check", answer: ["7H", "TS"] }]);
});

test("a number is sent as it was typed; its sign can be changed without a key", () => {
  const { model, one } = open(question(sum));
  const box = one(".number");
  box.oninput({ target: { value: "24" } });
  one("button.sign").click();
  assert.equal(box.value, "−24");
  box.tagName = "INPUT";
  box.press("Enter");
  assert.deepEqual(model.sent, [{ type: "check", answer: "−24" }]);
});

test("an answer that was not checked is there again, until it is right", () => {
  open(question(cards)).options()[2].click();
  stop();
  const { model, options } = open(question(cards));
  assert.equal(options()[2].getAttribute("aria-selected"), "true");
  localStorage.removeItem = (key) => { delete localStorage.kept[key]; };
  model.set("frame", { ...question(cards, { status: "right", given: ["*"], can: { check: false } }), fresh: false, save: null });
  assert.deepEqual(localStorage.kept, {});
});

test("hints and what was told are asked for again, once", () => {
  localStorage.kept["rummy:x.one"] = "#task 2 wrong";
  const { model } = open(question(choice));
  assert.deepEqual(model.sent, [{ type: "resume", text: "#task 2 wrong" }]);
  model.set("frame", { ...question(choice, { hints: ["a", "b"] }), save: "#task 2 wrong" });
  assert.equal(model.sent.length, 1);
});

test("a played task is taken up by its table, and judged again by Python", () => {
  localStorage.kept["rummy:x.play"] = "meld 7H 7C 7D\n#task 0 right";
  const { model, spoken } = open({ ...played(), fresh: true, save: "" });
  assert.deepEqual(model.sent, [{ type: "resume", text: "meld 7H 7C 7D\n#task 0 right" }]);
  model.set("frame", { ...played({ status: "right", status_text: "reached", text: "Three sevens." }), save: "meld 7H 7C 7D\n#task 0 right" });
  assert.deepEqual([spoken(), model.sent.length], [["reached", "Three sevens."], 1]);
});

test("another task gets another table, which takes nothing of the first along", () => {
  localStorage.kept["rummy:x.two"] = "draw";
  const { model, one } = open({ ...played(), round: round() });
  model.set("frame", { ...played(), key: "x.two", fresh: true, save: "", round: round() });
  assert.deepEqual([model.sent, localStorage.kept["rummy:x.two"]], [[{ type: "resume", text: "draw" }], "draw"]);
  model.set("frame", { ...question(choice), round: round() });
  assert.equal(one(".felt"), null);
});

test("going on moves the focus to the next question, its card or its box", () => {
  const { model, one, press } = open({ ...question(choice), round: round() });
  one("[data-do=next]").focus();
  press("next");
  assert.deepEqual(model.sent, [{ type: "next-task" }]);
  model.set("frame", { ...question(cards, { id: "x.two" }), key: "x.two", round: round() });
  assert.equal(document.activeElement.getAttribute("aria-label"), "seven of hearts");
  model.set("frame", { ...played(), round: round() });
  assert.equal(document.activeElement, one(".name"));
});

test("starting over takes the answer back; the question is asked where the focus goes", () => {
  const { model, one, press } = open(question(choice, { given: "no", status: "wrong", text: "No.", can: { check: true, reset: true } }));
  press("reset");
  model.set("frame", question(choice, { ask: { type: "reset", text: "Sure?" }, given: "no", status: "tried" }));
  assert.equal(document.activeElement, one("[data-do=sure]"));
  document.activeElement.press("Escape");
  press("sure");
  assert.deepEqual(model.sent, [{ type: "reset" }, { type: "clear" }, { type: "reset", sure: true }]);
  model.set("frame", question(choice));
  assert.deepEqual(place.querySelectorAll("[type=radio]").map((n) => n.checked), [false, false]);
});

test("nothing is left behind", () => {
  const { model } = open(played());
  stop();
  assert.deepEqual([place.childNodes.length, model.listeners()], [0, 0]);
});

test("a broken frame is told, and the next one is drawn", () => {
  const { error } = console;
  console.error = () => {};
  const { model, one } = open({ key: "x", task: { title: "T" } });
  console.error = error;
  assert.match(place.textContent, /Cannot read/);
  model.set("frame", question(choice));
  assert.equal(one(".goal").textContent, "Which?");
});

// ==== progress in a browser

test("a browser gives Python what it keeps, and keeps what comes back", () => {
  localStorage.kept["rummy:progress"] = "old";
  const { model } = open(question(choice), { keeps: true });
  assert.deepEqual(model.sent, [{ type: "progress", text: "old" }]);
  model.emit("msg:custom", { type: "progress", text: "old+new" });
  assert.equal(localStorage.kept["rummy:progress"], "old+new");
});

test("where Python has a file nothing of it is kept in the browser", () => {
  const { model } = open(question(choice));
  assert.deepEqual([model.sent, localStorage.kept], [[], {}]);
});

test("what another page wrote meanwhile is merged before anything is kept", () => {
  const model = new Model({}), one = keeper(model, assert.fail);
  one.give();
  localStorage.kept["rummy:progress"] = "theirs";
  one.take({ text: "mine" });
  assert.deepEqual([localStorage.kept["rummy:progress"], model.sent.at(-1)], ["theirs", { type: "progress", text: "theirs" }]);
  one.take({ text: "mine+theirs" });
  assert.equal(localStorage.kept["rummy:progress"], "mine+theirs");
});

test("what cannot be read is put aside under the name Python gives it", () => {
  localStorage.kept["rummy:progress"] = "{broken";
  const one = keeper(new Model({}), assert.fail);
  one.give();
  one.take({ text: "new", aside: "rummy:progress-1" });
  assert.deepEqual(localStorage.kept, { "rummy:progress": "new", "rummy:progress-1": "{broken" });
});

test("a browser that keeps nothing says so", () => {
  globalThis.localStorage = forbidden;
  const { model, spoken } = open(question(choice), { keeps: true });
  model.emit("msg:custom", { type: "progress", text: "new" });
  assert.deepEqual([spoken(), place.textContent.includes(words["task.unkept"])], [[words["task.unkept"]], true]);
});
