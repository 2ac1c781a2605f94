// Drills: endless questions, as they come from Python; and a worksheet of them to print, with the answers on another sheet.

import { button, choice, redraw } from "./cards.js";
import { game } from "./class.js";
import { announce, fragment, h } from "./dom.js";
import { ask, onProgress, open } from "./live.js";
import { say } from "./words.js";

const word = (id, facts) => say(`tool.drills.${id}`, facts);
const MOST = 40;

/** What an address asks for: a drill, and a worksheet if it names how many questions. */
export function wished(hash) {
  const given = new URLSearchParams(hash), level = Number(given.get("level")), many = Number(given.get("many"));
  return {
    drill: given.get("drill") ?? "meld", variant: given.get("variant") ?? game.code, level: [1, 2, 3].includes(level) ? level : 1,
    kinds: given.getAll("kind"), seed: given.get("seed") ?? "", many: many >= 1 ? Math.min(Math.floor(many), MOST) : 0,
  };
}

/** The address of a worksheet. */
export function address({ kinds, variant, level, many, seed }) {
  return `#${new URLSearchParams([...kinds.map((kind) => ["kind", kind]), ...Object.entries({ variant, level, many, seed })])}`;
}

export default function mount(el, { hash = "" } = {}) {
  const first = wished(hash), ui = { told: "", note: "", failed: false, menu: null, all: first.kinds.length > 1, many: first.many || 10, seed: first.many ? first.seed : "", paper: null, shown: false };
  const head = h("div", { class: "stack" }), stage = h("div", { class: "stage" }), foot = h("div", { class: "stack" });
  el.replaceChildren(h("div", { class: "desk drills" }, head, stage, foot));
  let close = null, done = false;

  function tell(text) {
    ui.note = text;
    draw();
    announce(text);
  }

  async function begin() {
    const { drill, variant, level } = { ...first, drill: first.kinds[0] ?? first.drill }, place = h("div", {});
    stage.replaceChildren(place);
    const put = (args) => open(place, { ...args, seed: String(Math.floor(Math.random() * 1e6)) }, { heard });
    try {
      close = await put({ drill, variant, level });
    } catch (error) {                                        // the address may name what is not there
      tell(error.message);
      close = ui.failed ? null : await put({ drill: "meld" }).catch(() => null);
    }
    if (done) close?.();
  }
  function again() {
    ui.note = "";
    begin();
  }
  function heard({ round }) {
    const before = ui.menu;
    ui.menu = round.menu;
    if (!before && first.many) make(first);
    if (JSON.stringify(before) !== JSON.stringify(ui.menu)) draw();
  }

  async function make({ kinds, variant, level, many, seed }) {
    const sheet = { kinds, variant, level, many, seed }, paper = await ask("worksheet", sheet);
    if (done) return;
    if (paper.error) return tell(paper.error);
    Object.assign(ui, { paper, note: "", seed: paper.seed, shown: false });
    history.replaceState(history.state, "", address({ ...sheet, seed: paper.seed }));
    draw();
    foot.querySelector(".paper h2")?.focus();
  }
  function asked(event) {
    event.preventDefault();
    const { kinds, chosen: { kind, variant, level } } = ui.menu;
    make({ kinds: ui.all ? kinds.map(({ id }) => id) : [kind], variant, level, many: Math.min(Math.max(Math.floor(ui.many) || 10, 1), MOST), seed: ui.seed.trim() });
  }

  function draw() {
    if (done) return;
    redraw(head, ui.note && h("p", { class: "note" }, ui.note, " ", ui.failed && !ui.menu && button(say("live.again"), again, { "data-key": "again" })), !ui.menu && !ui.note && h("p", { class: "soft" }, ui.told || word("waiting")));
    if (!ui.menu) return;
    const sheet = (html, more) => {
      const paper = h("section", { class: "paper", ...more }, fragment(html));
      paper.querySelector("h2").tabIndex = -1;
      return paper;
    };
    redraw(foot,
      h("h2", {}, word("sheet")), h("p", { class: "soft" }, word("about")),
      h("form", { class: "fields", onsubmit: asked },
        choice(word("kinds"), String(ui.all), [["false", word("one")], ["true", word("all")]], (value) => (ui.all = value === "true"), { "data-key": "kinds" }),
        h("label", { class: "field" }, h("span", {}, word("many")), h("input", { type: "number", min: 1, max: MOST, value: ui.many, "data-key": "many", oninput: ({ target }) => (ui.many = target.value) })),
        h("label", { class: "field" }, h("span", {}, word("seed")), h("input", { type: "text", value: ui.seed, placeholder: word("any"), autocomplete: "off", maxlength: 40, "data-key": "seed", oninput: ({ target }) => (ui.seed = target.value) })),
        h("button", { type: "submit", class: "primary", "data-key": "make" }, word("make"))),
      ui.paper && [
        h("div", { class: "tools" }, button(word("print"), () => print(), { "data-key": "print" }),
          button(word(ui.shown ? "hide" : "show"), () => { ui.shown = !ui.shown; draw(); }, { "aria-expanded": String(ui.shown), "data-key": "show" }),
          h("a", { href: location.href }, word("link"))),
        sheet(ui.paper.html), sheet(ui.paper.key, { hidden: !ui.shown })]);
  }

  const off = onProgress(({ stage: at, text }) => {
    ui.told = at === "ready" ? "" : text;
    ui.failed = at === "failed";
    if (!ui.menu) draw();
  });
  draw();
  begin();

  return () => {
    done = true;
    off();
    close?.();
  };
}
