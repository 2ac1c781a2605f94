// Points of a common deal that a teacher types in or pastes: the table stands below, with the median of the class.

import { redraw } from "./cards.js";
import { announce, fragment, h } from "./dom.js";
import { ask } from "./live.js";
import { say } from "./words.js";

const PAUSE = 400;                                           // ms without a key, after which the table is made
const word = (id) => say(`tool.scores.${id}`);

export default function mount(el, { hash = "" } = {}) {
  const ui = { code: new URLSearchParams(hash).get("code") ?? "", text: "" };
  const told = h("div", { class: "stack" });
  const typed = (part) => ({ target }) => {
    ui[part] = target.value;
    clearTimeout(timer);
    timer = setTimeout(reckon, PAUSE);
  };
  const lines = h("textarea", { rows: 10, spellcheck: "false", placeholder: word("example"), "data-key": "lines", oninput: typed("text") });
  el.replaceChildren(h("div", { class: "desk scores stack" },
    h("label", { class: "field" }, h("span", {}, word("code")), h("input", {
      type: "text", value: ui.code, maxlength: 20, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", "data-key": "played", oninput: typed("code"),
    })),
    h("label", { class: "field" }, h("span", {}, word("lines")), lines), told));
  let timer = 0, asked = 0, done = false;

  /** What is typed, as a table; what cannot be read of it is told, and the text stays. */
  async function reckon() {
    const mine = ++asked, { error, html } = await ask("scores", ui);
    if (done || mine !== asked) return;
    redraw(told, error || !html ? h("p", { class: error ? "wrong" : "soft" }, error ?? word("none")) : h("article", { class: "paper" }, fragment(html)));
    if (error) announce(error);
  }

  redraw(told, h("p", { class: "soft" }, word("none")));
  return () => {
    done = true;
    clearTimeout(timer);
  };
}
