// A common deal: whoever types in the same code plays the same cards; what it brought is kept among the progress.

import { button, redraw } from "./cards.js";
import { game } from "./class.js";
import { announce, h } from "./dom.js";
import { ask, open } from "./live.js";
import { say } from "./words.js";

const word = (id, facts) => say(`tool.deal.${id}`, facts);

/** What an address asks for: a code, and the rules of the class, which it brings or this site was cut for. */
export function wished(hash) {
  const given = new URLSearchParams(hash);
  return { code: given.get("code") ?? "", rules: given.get("rules") ?? (Object.keys(game.options).length ? game.code : "") };
}

/** The address of a deal. */
export const address = ({ code, rules }) => `#${new URLSearchParams({ code, ...(rules && { rules }) })}`;

export default function mount(el, { hash = "" } = {}) {
  const ui = { ...wished(hash), note: "", over: null };
  const head = h("div", { class: "stack" }), stage = h("div", { class: "played" }), foot = h("div", { class: "stack" });
  el.replaceChildren(h("div", { class: "desk deal" }, head), stage, h("div", { class: "desk" }, foot));   // the look of a desk would reach into the table
  let close = null, done = false, asked = 0;

  function tell(text) {
    ui.note = text;
    draw();
    announce(text);
  }

  async function play() {
    if (!ui.code.trim()) {
      tell(word("no-code"));
      return head.querySelector("input").focus();
    }
    const mine = ++asked, args = { code: ui.code.trim(), ...(ui.rules && { rules: ui.rules }) };
    close?.();
    close = null;
    stage.replaceChildren();
    Object.assign(ui, { note: word("coming"), over: null });
    draw();
    const place = h("div", {});
    stage.append(place);
    try {
      const shut = await open(place, args, { heard: (frame) => mine === asked && heard(frame) });
      if (done || mine !== asked) return shut();
      close = shut;
      ui.note = "";
      history.replaceState(history.state, "", address({ ...args, rules: ui.rules }));
      draw();
    } catch (error) {
      if (mine !== asked) return;
      stage.replaceChildren();
      tell(error.message);
    }
  }
  function heard(frame) {
    const own = frame.seats?.find(({ you }) => you), count = own && frame.over?.counts.find(({ seats }) => seats.includes(own.seat));
    const over = count ? word("brought", { points: count.points }) : null;
    if (over === ui.over) return;
    ui.over = over;
    draw();
    if (over) announce(over);
  }
  async function fresh() {
    const { code, error } = await ask("deal", { rules: ui.rules || game.code, number: Math.floor(Math.random() * 20000) });
    if (done) return;
    if (error) return tell(error);
    ui.code = code;
    play();
  }

  function draw() {
    if (done) return;
    redraw(head,
      h("form", { class: "fields", onsubmit: (event) => { event.preventDefault(); play(); } },
        h("label", { class: "field" }, h("span", {}, word("code")), h("input", {
          type: "text", value: ui.code, maxlength: 20, autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
          "data-key": "code", oninput: ({ target }) => (ui.code = target.value),
        })),
        h("button", { type: "submit", class: "primary", "data-key": "play" }, word("play")),
        button(word("fresh"), fresh, { "data-key": "fresh" })),
      ui.note && h("p", { class: "note" }, ui.note));
    redraw(foot, ui.over && h("p", { class: "note over" }, ui.over, " ", h("a", { href: "../progress/" }, word("kept"))));
  }

  draw();
  if (ui.code) play();
  return () => {
    done = true;
    close?.();
  };
}
