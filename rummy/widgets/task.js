// A task of the course as a plain anywidget module: what is to be done, the table or the question, and what came of it.
// It knows no rule and holds no sentence. `view` is a pure function, as the table's is; the table inside is the table's own.

import table, { glyph, h, keyed, patch, plain, seek, speaker, travel } from "./table.js";

const SIGNS = { new: "○", tried: "◐", wrong: "✕", right: "✓" };
const PROGRESS = "rummy:progress";

// ==== the answer so far

/** An answer with one option more or less. */
export const toggled = (answer, name) => (answer?.includes(name) ? answer.filter((one) => one !== name) : [...answer ?? [], name]);

/** A number with the other sign, as it is typed. */
export const negated = (text) => (/^\s*[-−]/.test(text ?? "") ? text.replace(/^\s*[-−]/, "") : `−${text ?? ""}`);

/** The cards of a question by key, so that two that look alike can be told apart. */
export const deck = (form) => keyed(form.options.map(({ name, text }) => ({ c: name, text })));

/** The answer as Python is asked to judge it: cards as their codes. */
export const given = (form, answer) => (form.kind === "cards" ? (answer ?? []).map((key) => key.split("#")[0]) : answer);

/** An answer that was judged, as this view keeps it. */
export function kept(form, answer) {
  if (form?.kind !== "cards" || !Array.isArray(answer)) return answer ?? null;
  return keyed(answer.map((c) => ({ c }))).map(({ key }) => key);
}

// ==== view

/** What one view remembers besides the frame: the answer so far, what is open, where the arrow keys are. */
export const fresh = () => ({ answer: null, open: {}, at: null, error: null, unkept: false, site: null, name: "task" });

const sign = (status) => h("span.sign", { "aria-hidden": "true" }, SIGNS[status] ?? "");
const starred = (n, text) => n != null && h("span.stars", { role: "img", "aria-label": text, key: `stars ${n}` },
  [1, 2, 3].map((at) => h("span", { class: at <= n ? "won" : "left" }, plain(at <= n ? "★" : "☆"))));
const title = (text) => h(".name", { role: "heading", "aria-level": 2, tabindex: -1, key: "title" }, text);

/** The whole task as two trees: what stands above the table, and what below. A question has all but the buttons above. */
export function view(frame, words, ui, act) {
  const say = speaker(words), { task, round, board } = frame;
  const button = (id, onclick, props = {}) => h("button", { onclick, key: id, "data-do": id, ...props }, say(`task.${id}`));
  const off = (can) => ({ "aria-disabled": can ? null : "true" });
  const sentence = (text, look, key) => text && h("p", { class: look, key }, text);
  const trouble = [ui.error, frame.trouble, ui.unkept && say("task.unkept")].map((text) => sentence(text, "panel error", text));

  if (board) return { head: [...trouble, ...progress(board, say, act)].filter(Boolean), foot: [] };
  if (!task) return { head: [...trouble, sentence(frame.note, "goal", "note")].filter(Boolean), foot: [] };

  // ---- above: where in the round, what to do, the question

  const menu = ({ kinds, variants, levels, chosen }) => h(".choices", { role: "group", "aria-label": say("task.menu") },
    [["kind", kinds], ["game", variants, "variant"], ["level", levels]].map(([id, options, name = id]) =>
      h("label", { key: name }, h("span", say(`task.${id}`)), h("select", { name, onchange: (e) => act.pick(name, e.target.value) },
        options.map((o) => h("option", { value: o.id, selected: String(o.id) === String(chosen[name]), key: o.id }, o.title))))));

  const status = h("span", { class: `status ${task.status}`, key: `status ${task.status}` }, sign(task.status), h("span", task.status_text), starred(task.stars, task.stars_text));

  const head = [
    ...trouble,
    round && h(".where", h("span.round", round.title && round.title !== task.title ? `${round.title} · ` : "", round.text)),
    h(".title", title(task.title), status),
    h("p.goal", { key: "goal", id: `${ui.name}-goal`, "aria-live": "polite" }, task.goal),
    task.form && question(task, say, ui, act),
  ];

  // ---- below: what came of it, hints, what can be done

  const list = (items, look, label) => items?.length > 0 && h("div", { class: look, key: look, role: "group", "aria-label": label },
    h("b", label), h(look === "hints" ? "ol" : "ul", items.map((text) => h("li", { key: text }, text))));
  const rule = (article) => {
    const name = [h("b", article.number), " ", article.title], open = !!ui.open[article.id];
    if (ui.site) return h("a.rule", { href: new URL(article.place, ui.site).href, key: article.id, "data-lm-suppress-shortcuts": "true" }, name);
    return [h("button.rule", { onclick: () => act.open(article.id), "aria-expanded": String(open), key: article.id }, name),
      open && h("p.article", { key: `${article.id} text` }, article.text)];
  };
  const right = task.status === "right", next = round?.can.next;
  const foot = [
    task.text && h("div", { class: `outcome ${task.status}`, key: `outcome ${task.status}` },
      sign(task.status), h("span.text", task.text)),
    list(task.cost, "cost", say("task.cost")),
    list(task.hints, "hints", say("task.hints")),
    task.solution && h("p.solution", { key: "solution" }, task.solution),
    task.ask && h(".ask", { role: "group", "aria-label": task.ask.text, key: "ask" }, h("p", task.ask.text),
      h(".options", button("sure", act.sure, { class: "primary" }), button("stay", act.stay))),
    h(".doing", { role: "group", "aria-label": say("task.actions"), key: "doing" },
      h(".play",
        button("check", act.check, { ...off(task.can.check), class: task.form && !right ? "primary" : "" }),
        button("hint", act.hint, off(task.can.hint)), button("solution", act.solution, off(task.can.solution)),
        button("reset", act.reset, off(task.can.reset))),
      round && h(".turn",
        button("back", act.back, off(round.can.back)), button("next", act.next, { ...off(next), class: right && next ? "primary" : "" }))),
    sentence(round?.told, "panel error", "told"),
    sentence(round?.leads, "leads", "leads"),
    round?.menu && menu(round.menu),
    task.articles.length > 0 && h(".rules", { key: "rules", role: "group", "aria-label": say("task.rules") }, h("span", say("task.rules")), task.articles.map(rule)),
    ui.site && task.settle && h("p.there", { key: "there" }, h("a", { href: new URL(task.settle, ui.site).href, "data-lm-suppress-shortcuts": "true" }, say("task.settle"))),
  ];
  return { head: head.filter(Boolean), foot: foot.filter(Boolean) };
}

/** A question: its picture, and the form to answer it. */
function question(task, say, ui, act) {
  const { form, feedback = {}, marks = {} } = task, done = task.status === "right", answer = ui.answer;
  const word = (name) => feedback[name] && h("span.feedback", { key: "feedback" }, feedback[name]);
  const label = { "aria-labelledby": `${ui.name}-goal` };
  const block = (event) => { if (done) event.preventDefault(); };

  const option = (type) => ({ name, text }) => {
    const chosen = type === "radio" ? answer === name : !!answer?.includes(name);
    return h("label.option", { key: name, class: `${chosen ? "chosen" : ""} ${chosen && name in marks ? (marks[name] ? "right" : "wrong") : ""}` },
      h("input", { type, name: ui.name, "data-answer": "true", value: name, checked: chosen, onclick: block, onchange: () => act.answer(type === "radio" ? name : toggled(answer, name)) }),
      h("span.text", text), word(name));
  };
  const card = ({ card: { c, text }, key }, at, all) => {
    const { rank, suit, kind } = glyph(c), chosen = !!answer?.includes(key);
    const stop = all.some((one) => one.key === ui.at) ? ui.at : all[0].key;
    return h("div", {
      key, "data-answer": "true", "data-key": key, role: "option", "aria-selected": String(chosen), "aria-label": text, tabindex: key === stop ? 0 : -1,
      onclick: () => !done && act.answer(toggled(answer, key)), class: `card ${kind} ${chosen ? "chosen" : ""}`,
    }, h("span.corner", h("b", rank), h("i", suit)), h("span.pip", suit || rank));
  };
  const forms = {
    choice: () => h(".choice", { role: "radiogroup", ...label, key: task.id }, form.options.map(option("radio"))),
    several: () => h(".choice", { role: "group", ...label, key: task.id }, form.options.map(option("checkbox"))),
    number: () => h(".sum", { key: task.id },
      h("button.sign", { onclick: () => !done && act.answer(negated(answer)), "aria-label": say("task.sign") }, "±"),
      h("label", h("span", say("task.answer")), h("input.number", {
        type: "text", name: ui.name, "data-answer": "true", inputmode: "numeric", autocomplete: "off", value: answer ?? "", readonly: done, "aria-describedby": label["aria-labelledby"],
        oninput: (event) => act.answer(event.target.value) })), form.unit && h("span.unit", form.unit)),
  };
  const picture = task.picture && h(".picture", { key: `picture ${task.id}` });
  if (form.kind !== "cards") return h(".question", { key: `question ${task.id}` }, picture && h(".felt", picture), forms[form.kind]?.());
  const codes = Object.keys(feedback);
  return h(".question", { key: `question ${task.id}` },
    h(".felt.cards", picture, h(".heading", { "aria-hidden": "true" }, say("task.answer")), h(".hand", { role: "listbox", "aria-multiselectable": "true", ...label, key: task.id }, deck(form).map(card))),
    h("p.soft", say("task.choose")),
    codes.length > 0 && h("ul.said", codes.map((code) => h("li", { key: code }, feedback[code]))));
}

/** All lessons and exercises, and how each stands. */
function progress(board, say, act) {
  const row = (one) => h("tr", { key: one.id },
    h("th", { scope: "row" }, one.title, h("span.id", one.id)),
    h("td", { class: `status ${one.status}` }, sign(one.status), h("span", one.status_text), starred(one.stars, one.stars_text),
      one.due && h("span.due", say("board.due"))));
  const lesson = (one) => h("details.lesson", { key: one.id, open: one.begun },
    h("summary", { "data-lm-suppress-shortcuts": "true" }, h("b", say("board.lesson", { number: one.number, title: one.title })), h("span.soft", say("board.minutes", { n: one.minutes })), h("span.tally", say("board.done", { n: one.done, of: one.exercises.length }))),
    h("table.figures", { "aria-label": one.title },
      h("thead", h("tr", h("th", { scope: "col" }, say("board.exercise")), h("th", { scope: "col" }, say("board.status")))),
      h("tbody", one.exercises.map(row))));
  return [
    h(".title", { key: "title" }, title(board.title)),
    board.told && h("p.panel", { key: "told" }, board.told),
    ...board.texts.map((text, i) => h("p", { class: i ? "soft" : "goal", key: text }, text)),
    h(".lessons", { key: "lessons" }, board.lessons.map(lesson)),
    h(".doing", { role: "group", "aria-label": say("board.actions"), key: "doing" }, h(".play",
      h("button", { onclick: act.export, "data-do": "export" }, say("board.export")),
      h("label.file", h("input", { type: "file", accept: ".json,application/json", onchange: act.import }), h("span", say("board.import"))),
      h("button", { onclick: act.refresh, "data-do": "refresh" }, say("board.refresh")))),
  ];
}

// ==== render

const asked = new WeakSet();                                 // frames whose stored try was asked for, whichever view did it

/** A store that never fails: `put` says whether it could. */
const store = {
  get(key) { try { return globalThis.localStorage.getItem(key); } catch { return null; } },
  put(key, value) { try { globalThis.localStorage.setItem(key, value); return true; } catch { return false; } },
  drop(key) { try { globalThis.localStorage.removeItem(key); } catch { /* nothing was kept */ } },
};

/** The learner's progress in this browser. Python merges: it is given what is kept, and what it sends back is kept,
 *  unless another page has written meanwhile; then Python is given that first. `failed` is called where nothing can be kept. */
export function keeper(model, failed) {
  let known = null;
  const give = () => {
    known = store.get(PROGRESS) ?? "";
    model.send({ type: "progress", text: known });
  };
  const take = ({ text, aside }) => {
    const there = store.get(PROGRESS) ?? "";
    if (there !== known) return give();
    if (aside && there && !store.put(aside, there)) return failed();  // what could not be read is never lost
    if (store.put(PROGRESS, text)) known = text;
    else failed();
  };
  return { give, take };
}

/** Hand a text to the learner as a file. */
function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The model as the table inside a task sees it: it hears of a frame when the task has seen it, and of no other table's. */
function inside(model) {
  const jobs = {};
  return {
    get: (name) => model.get(name),
    send: (message) => model.send(message),
    on(name, job) { jobs[name] = job; },
    off(name) { delete jobs[name]; },
    hear(name) { jobs[name]?.(); },
  };
}

let views = 0;

function render({ model, el, signal }) {
  const part = (look) => Object.assign(document.createElement("div"), { className: look });
  const root = document.createElement("section"), head = part("body above"), place = part("place"), foot = part("body below"), live = part("hidden");
  const ui = { ...fresh(), name: `task-${++views}-${Math.random().toString(36).slice(2, 7)}` };
  let frame = null, seated = null, begun = null, done = false;
  root.className = "rummy-table rummy-task";
  for (const [name, value] of Object.entries({ role: "status", "aria-live": "polite", "aria-atomic": "false" })) live.setAttribute(name, value);
  root.append(head, place, foot, live);

  const words = () => model.get("words") ?? {};
  const controls = () => [...root.querySelectorAll("[data-answer=true]")];
  const send = (message) => model.send(message);
  const draft = () => `rummy:${frame.key}/answer`;
  const focus = (selector) => root.querySelector(selector)?.focus();

  /** Say something aloud: a new child each time, so that equal words are heard again. */
  function speak(...texts) {
    for (const text of texts.filter(Boolean)) live.append(Object.assign(document.createElement("div"), { textContent: plain(text) }));
    while (live.childNodes.length > 6) live.firstChild.remove();
  }
  function trouble(error) {
    ui.error = String(error?.message ?? error);
    speak(ui.error);
    draw();
  }

  function draw() {
    if (done || !frame) return;
    ui.site = model.get("site") ?? null;
    root.setAttribute("lang", words().lang ?? "en");
    root.setAttribute("aria-label", frame.task?.title ?? frame.board?.title ?? frame.note ?? "");
    try {
      const trees = view(frame, words(), ui, act);
      patch(head, trees.head);
      patch(foot, trees.foot);
    } catch (error) {
      head.kids = [];
      head.replaceChildren(Object.assign(document.createElement("p"), { className: "panel error", textContent: String(error) }));
      console.error(error);
    }
    const picture = root.querySelector(".picture"), html = frame.task?.picture;
    if (picture && picture.drawn !== html) picture.innerHTML = picture.drawn = html;
  }

  /** The table of this frame: the same one as long as the task is the same. */
  function seat() {
    const key = frame.seats ? frame.key : null;
    if (seated?.key === key) return seated?.model.hear("change:frame");
    seated?.leave();
    seated = null;
    if (!key) return;
    const own = inside(model);
    seated = { key, model: own, leave: table.render({ model: own, el: place }) };
  }

  /** A new frame: take what was answered, say what has happened, keep what is to be kept. */
  function arrive() {
    const before = frame?.task, led = frame?.round?.leads, now = model.get("frame");
    if (!now || now === frame) return;
    const another = now.key !== frame?.key, task = now.task;
    frame = now;
    ui.error = null;
    if (another) Object.assign(ui, { answer: stored(), at: null, open: {} });
    else if (before?.given != null && task?.given == null) [ui.answer] = [null, store.drop(draft())];         // started over
    const active = root.contains(root.getRootNode().activeElement);
    draw();
    seat();
    keep();
    if (frame.board) speak(frame.board.told);
    if (!before || !task) return;
    if (another) return active && (controls().find((one) => one.tabIndex === 0) ?? root.querySelector(".name"))?.focus();
    if (task.text !== before.text) speak(task.status !== before.status && task.status_text, task.text, ...task.cost ?? []);
    if (now.round?.leads !== led) speak(now.round?.leads);
    if (task.hints.length > before.hints.length) speak(task.hints.at(-1));
    if (task.solution !== before.solution) speak(task.solution);
    if (task.ask && !before.ask) focus("[data-do=sure]");
    if (active && task.text && task.text !== before.text) root.querySelector(".outcome")?.scrollIntoView?.({ block: "nearest" });
  }

  // ---- keeping

  /** What was answered but not checked, when this page was last open; else what was judged. */
  function stored() {
    const { form, given: answer } = frame.task ?? {};
    if (!form) return null;
    try { return kept(form, answer) ?? JSON.parse(store.get(draft())); } catch { return null; }
  }

  /** A question is kept as the table keeps its deal: the hints, and what was told; on the first frame the stored one is asked for. */
  function keep() {
    if (!frame.task?.form) return;
    const key = `rummy:${frame.key}`, text = frame.fresh && begun !== frame.key && !asked.has(frame) ? store.get(key) : null;
    begun = frame.key;
    if (text && text !== frame.save) {
      asked.add(frame);
      return send({ type: "resume", text });
    }
    if (frame.task.status === "right") [key, draft()].forEach(store.drop);
    else if (frame.save) store.put(key, frame.save);
    else store.drop(key);
  }
  const keeping = keeper(model, () => { ui.unkept = true; speak(speaker(words())("task.unkept")); draw(); });

  // ---- what can be done

  const act = {
    answer(value) {
      ui.answer = value;
      store.put(draft(), JSON.stringify(value));
      draw();
    },
    open(id) { ui.open[id] = !ui.open[id]; draw(); },
    check() {
      const { can, form } = frame.task;
      if (can.check) send(form ? { type: "check", answer: given(form, ui.answer) } : { type: "check" });
    },
    hint() { if (frame.task.can.hint) send({ type: "hint" }); },
    solution() { if (frame.task.can.solution) send({ type: "solution" }); },
    reset() { if (frame.task.can.reset) send({ type: "reset" }); },
    sure() { send({ type: "reset", sure: true }); focus("[data-do=reset]"); },
    stay() { send({ type: "clear" }); focus("[data-do=reset]"); },
    back() { if (frame.round.can.back) send({ type: "back-task" }); },
    next() { if (frame.round.can.next) send({ type: "next-task" }); },
    pick(name, value) { send({ type: "choose", [name]: value }); },
    refresh() { send({ type: "refresh" }); },
    export() { send({ type: "export" }); },
    import({ target }) {
      const [file] = target.files;
      target.value = "";
      file?.text().then((text) => send({ type: "import", text }), trouble);
    },
  };

  function pressed(event) {
    event.stopPropagation();
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !frame?.task) return;
    const used = () => event.preventDefault();
    if (key === "Escape" && frame.task.ask) return used(), act.stay();
    if (!target.dataset?.answer) return;
    if (key === "Enter") return used(), act.check();
    if (target.tagName === "INPUT") return;
    const row = controls(), at = row.indexOf(target);
    if (key === " ") return used(), target.click();
    if (/^(Arrow|Home|End)/.test(key)) {
      used();
      return row[travel(row.map((item) => item.getBoundingClientRect()), at, key) ?? at].focus();
    }
    if (/^[0-9ajqk*]$/i.test(key)) {
      const to = seek(deck(frame.task.form).map(({ card }) => card), at, key);
      used();
      if (to >= 0) row[to].focus();
    }
  }

  function focused({ target }) {
    if (!target.dataset?.answer || target.tagName === "INPUT") return;
    ui.at = target.dataset.key;
    for (const item of controls()) item.tabIndex = item === target ? 0 : -1;
  }

  function reworded() {
    draw();
    seated?.model.hear("change:words");
  }

  function heard(content) {
    if (content?.type === "progress") keeping.take(content);
    else if (content?.type === "export") download(content.name, content.text);
    else if (content?.type === "error") trouble(content.text ?? content.error);
  }

  const guard = (job) => (...args) => { try { return job(...args); } catch (error) { trouble(error); } };
  for (const name of Object.keys(act)) act[name] = guard(act[name]);
  root.addEventListener("keydown", guard(pressed));
  root.addEventListener("focusin", focused);
  el.append(root);

  const hears = { "change:frame": guard(arrive), "change:words": guard(reworded), "msg:custom": guard(heard), error: trouble };
  for (const [name, job] of Object.entries(hears)) model.on(name, job);
  function cleanup() {
    if (done) return;
    done = true;
    seated?.leave();
    for (const [name, job] of Object.entries(hears)) model.off(name, job);
    root.remove();
  }
  signal?.addEventListener("abort", cleanup);
  hears["change:frame"]();
  if (model.get("keeps")) keeping.give();
  return cleanup;
}

export default { render };
