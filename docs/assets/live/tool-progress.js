// Progress: every exercise of the course, how the learner stands in it, what is due for review; a copy to take away.

import { button, redraw } from "./cards.js";
import { lessons as chosen } from "./class.js";
import { announce, h } from "./dom.js";
import { keep } from "./keep.js";
import { ask, enter, onProgress, open, root as site } from "./live.js";
import { asides, forget, learn, onLearned } from "./progress.js";
import { say } from "./words.js";

const word = (id, facts) => say(`tool.progress.${id}`, facts);
const SIGNS = { new: "○", wrong: "✕", right: "✓" };

/** What the copy of somebody is called: whoever gets many of them tells them apart. */
export const fileOf = (name) => `${["rummy-progress", ...(name.normalize("NFC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])].join("-").slice(0, 60)}.json`;

/** A copy with the name of whoever hands it in; what reads it needs no name. */
export const signed = (text, name) => (name.trim() ? text.replace("{\n", () => `{\n "name": ${JSON.stringify(name.trim())},\n`) : text);

/** What is told of the reviews: a sentence, and whether there is something to do. */
export function waiting({ due = [], names = [] }) {
  if (due.length) return { text: word("due-now", { count: due.length }), go: true };
  return { text: word(names.length ? "missed" : "nothing"), go: names.length > 0 };
}

/** Of a class: how it stands in the lessons of the class, and nothing of the others. */
export function ofClass({ lessons }, ids = chosen) {
  if (!ids) return {};
  const ours = ids.flatMap((id) => lessons.filter((one) => one.id === id)), sum = (count) => ours.reduce((n, one) => n + count(one), 0);
  return { lessons: ours, told: [word("done", { done: sum(({ done }) => done), of: sum(({ exercises }) => exercises.length) })], placement: null };
}

/** Is this a page of the menu? A lesson that is not told in this language is none: its exercises are done right here. */
const there = (href) => [...document.links].some((link) => link.href === href);

/** Hand a text over as a file. */
function download(name, text) {
  const link = h("a", { download: name, href: URL.createObjectURL(new Blob([text], { type: "application/json" })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export default function mount(el) {
  const ui = { learned: null, due: null, note: "", told: "", failed: false, sure: false, name: "", open: {} };
  const head = h("div", { class: "stack" }), stage = h("div", { class: "stage" }), rest = h("div", { class: "stack" });
  el.replaceChildren(h("div", { class: "desk progress" }, head, stage, rest));
  let close = null, done = false, asked = 0;

  function tell(text) {
    ui.note = text;
    draw();
    announce(text);
  }

  /** What is due is asked for whenever the results have changed. */
  async function learned(answer) {
    ui.learned = { ...answer, ...ofClass(answer) };
    if (answer.note) ui.note = answer.note;
    draw();
    const mine = ++asked, due = await ask("due", { text: answer.text });
    if (mine !== asked || done) return;
    ui.due = due;
    draw();
  }

  /** Put exercises up in this page. */
  async function begin(args) {
    const place = h("div", {});
    close?.();
    stage.replaceChildren(place);
    try {
      close = await open(place, args);
      enter(place);
    } catch (error) {
      tell(error.message);
    }
  }

  async function added({ target }) {
    const [file] = target.files;
    if (!file) return;
    let text;
    try { text = await file.text(); } catch { return tell(word("bad_file")); }
    target.value = "";
    const answer = await learn(text || "-");
    tell(answer.note || answer.problem || word("added"));
  }
  const exported = () => download(fileOf(ui.name), signed(ui.learned.text, ui.name));
  function sure(open) {
    ui.sure = open;
    draw();
    rest.querySelector(`[data-key="${open ? "no" : "over"}"]`)?.focus();
  }
  async function over() {
    exported();
    close?.();
    stage.replaceChildren();
    await forget(ui.learned.lessons.flatMap(({ exercises }) => exercises.map(({ id }) => id)));
    ui.sure = false;
    await learn();
    tell(word("gone"));
    rest.querySelector('[data-key="over"]')?.focus();
  }

  const stars = ({ stars: n, stars_text: text }) => n != null && h("span", { class: "stars", role: "img", "aria-label": text }, "★".repeat(n) + "☆".repeat(3 - n));
  const row = (lesson) => (one) => h("li", {},
    there(site + lesson.place)
      ? h("a", { href: `${site}${lesson.place}#${one.id}`, "data-key": one.id }, one.title)
      : button(one.title, () => begin({ exercise: one.id }), { class: "quiet", "data-key": one.id }),
    h("span", { class: `status ${one.status}` }, h("span", { "aria-hidden": "true" }, SIGNS[one.status]), ` ${one.status_text}`),
    stars(one), ui.due?.due?.includes(one.id) && h("span", { class: "due" }, word("due")));
  const lesson = (one) => h("details", { open: ui.open[one.id] ?? one.begun, ontoggle: ({ target }) => (ui.open[one.id] = target.open) },
    h("summary", { "data-key": `lesson ${one.id}` },
      h("b", {}, word("lesson", one)), h("span", { class: "soft" }, word("minutes", { count: one.minutes })),
      h("span", { class: "tally" }, word("done", { done: one.done, of: one.exercises.length }))),
    h("ul", {}, one.exercises.map(row(one))));

  function draw() {
    if (done) return;
    const { learned: now, due } = ui, tried = now && waiting(due ?? {});
    redraw(head,
      ui.note && h("p", { class: "note" }, ui.note, " ", ui.failed && !now && button(say("live.again"), look, { "data-key": "again" })),
      !now && h("p", { class: "soft" }, ui.told || word("waiting")),
      now && now.told.map((text) => h("p", { class: "told" }, text)),
      due && h("div", { class: "tools" }, h("span", {}, due.error ?? tried.text), !due.error && tried.go && button(word("review"), () => begin({ names: due.names, title: word("title") }), { class: "primary", "data-key": "review" })),
      now?.placement && h("div", { class: "tools" }, h("span", {}, word("placement")), button(word("begin"), () => begin(now.placement), { "data-key": "placement" })));
    if (!now) return;
    const kept = asides(now.aside);
    redraw(rest,
      now.lessons.map(lesson),
      h("h2", {}, word("results")),
      h("p", { class: "soft" }, word("kept")),
      h("div", { class: "fields" }, h("label", { class: "field" }, h("span", {}, word("name")), h("input", {
        type: "text", value: ui.name, maxlength: 40, autocomplete: "off", spellcheck: "false", "data-key": "name", oninput: ({ target }) => (ui.name = target.value),
      }))),
      ui.sure
        ? h("div", { class: "note sure", role: "group" }, h("span", {}, word("sure")), button(word("yes"), over, { "data-key": "yes" }), button(word("no"), () => sure(false), { "data-key": "no" }))
        : h("div", { class: "tools" }, button(word("export"), exported, { "data-key": "export" }),
          h("label", { class: "file" }, h("span", {}, word("import")), h("input", { type: "file", accept: ".json,application/json", "data-key": "import", onchange: added })),
          button(word("over"), () => sure(true), { "data-key": "over" })),
      kept.length > 0 && h("div", { class: "tools" }, h("span", { class: "soft" }, word("asides")),
        kept.map(([name, text]) => button(word("aside", { name }), () => download(`${name.replace(":", "-")}.json`, text), { "data-key": name }))));
  }

  const off = [onLearned(learned), onProgress(({ stage: at, text }) => {
    ui.told = at === "ready" ? "" : text;
    ui.failed = at === "failed";
    if (!ui.learned) draw();
  })];
  async function look() {
    ui.note = keep("progress").trouble();
    draw();
    const { error } = await learn();
    if (error) tell(error);
  }
  look();

  return () => {
    done = true;
    off.forEach((stop) => stop());
    close?.();
  };
}
