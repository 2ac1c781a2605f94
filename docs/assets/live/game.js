// The game that is played: a named variant, or a table with house rules by its code.

import { button, choice } from "./cards.js";
import { h } from "./dom.js";
import { ask } from "./live.js";
import { say } from "./words.js";

const OTHER = "+";

/** A game from a row of the menu. */
export const named = ({ id, title, seats }) => ({ code: id, base: id, options: {}, title, seats });

/** A game from the desk's answer about house rules. */
export function housed({ code, title, base, seats, options }) {
  const changed = Object.entries(options).filter(([, { changed }]) => changed).map(([name, { value }]) => [name, value]);
  return { code, base, options: Object.fromEntries(changed), title, seats };
}

/**
 * The fields that choose a game. `ui.code` is the code being written (null: none is), `ui.wrong` what is wrong with it.
 */
export function gameField({ menu, game, ui, pick, draw }) {
  const rows = menu?.variants ?? [];
  const own = rows.some(({ id }) => id === game.code) ? [] : [[game.code, game.title ?? game.code]];
  const chosen = (value) => {
    ui.code = value === OTHER ? (own.length ? game.code : "") : null;
    ui.wrong = "";
    if (value === OTHER || value === game.code) return draw();
    pick(named(rows.find(({ id }) => id === value)));
  };
  const pairs = [...own, ...rows.map(({ id, title }) => [id, title]), ...(menu ? [[OTHER, say("tool.game.other")]] : [])];
  const field = choice(say("tool.game.game"), ui.code == null ? game.code : OTHER, pairs, chosen, { "data-key": "game" });
  if (ui.code == null) return [field];
  const code = h("input", {
    name: "code", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "data-key": "code", oninput: (event) => (ui.code = event.target.value),
    "aria-invalid": ui.wrong ? "true" : null, "aria-describedby": ui.wrong ? "code-wrong" : null, placeholder: say("tool.game.example"),
  });
  code.value = ui.code;
  const used = async (event) => {
    event.preventDefault();
    const text = ui.code.trim(), answer = await ask("house", { code: text });
    if (ui.code?.trim() !== text) return;
    ui.wrong = answer.error ?? answer.problem?.text ?? answer.unread?.join(" ") ?? "";
    if (ui.wrong) return draw();
    ui.code = null;
    pick(housed(answer));
  };
  return [field, h("form", { class: "field code", onsubmit: used },
    h("label", {}, h("span", {}, say("tool.game.code")), code),
    h("div", { class: "row" }, h("button", { type: "submit" }, say("tool.game.use")),
      button(say("tool.game.leave"), () => { ui.code = null; ui.wrong = ""; draw(); }, { class: "quiet", "data-key": "leave code" })),
    ui.wrong ? h("p", { class: "wrong", id: "code-wrong" }, ui.wrong) : null)];
}
