// The form of house rules: every option in the order of play, with its choices in words and a mark at what a table changes.

import { button } from "./cards.js";
import { h, siteLinks } from "./dom.js";
import { say } from "./words.js";

const word = (id, facts) => say(`tool.house.${id}`, facts);
const same = (one, other) => String(one) === String(other);

/**
 * The form for the groups of the menu. `change(name, value, typed)` hears what is chosen, `back(name)` that the base's value is wanted again.
 * Gives its element, `show(table)` and `go(name)`, which leads to an option.
 */
export function optionForm(groups, { change, back }) {
  const rows = new Map(), parts = groups.map((group, n) => part(group, n));
  const contents = h("nav", { class: "chapters", "aria-label": word("chapters") }, h("ul", {}, parts.map(({ jump }) => h("li", {}, jump))));

  function part({ title, options }, n) {
    const count = h("small"), sign = h("small", { "aria-hidden": "true" }), summary = h("summary", {}, h("h2", {}, title), count);
    const own = options.map((option) => row(option, { change, back }));
    options.forEach(({ name }, i) => rows.set(name, own[i]));
    const el = h("details", { class: "more", open: n === 0 }, summary, own.map((one) => one.el));
    const jump = button(title, () => { el.open = true; summary.focus({ preventScroll: true }); el.scrollIntoView({ block: "start" }); });
    jump.append(sign);
    return { el, jump, show() {
      const changed = own.filter((one) => one.changed).length, wrong = own.some((one) => one.wrong);
      count.textContent = wrong ? word("contradicts") : changed ? word("changes", { count: changed }) : "";
      sign.textContent = wrong ? "✗" : changed ? `≠${changed}` : "";
    } };
  }
  return {
    el: h("div", { class: "stack" }, contents, parts.map(({ el }) => el)),
    show(table) {
      for (const [name, one] of rows) one.show(table, table.options[name], table.basis[name], table.given[name]);
      for (const one of parts) one.show();
    },
    go(name) {
      const { el, focus } = rows.get(name);
      el.closest("details").open = true;
      focus();
      el.scrollIntoView({ block: "center" });
    },
  };
}

/** One option: its title, what it changes, its values, and where it stands. */
function row({ name, title, text, values, any, article, only }, { change, back }) {
  const id = `option-${name}`, other = any ? h("input", { type: "text", maxlength: 80, autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": word("other-of", { title, any }) }) : null;
  const reads = h("span", { class: "soft" });
  const radio = (job, ...kids) => {
    const input = h("input", { type: "radio", name, onchange: job });
    return { input, el: h("label", { class: "check" }, input, kids) };
  };
  const picks = values.map(({ value, text: told }) => ({ value, ...radio(() => change(name, value), told) }));
  const own = other && radio(() => { other.hidden = false; other.focus(); typed(); }, h("span", {}, word("other", { any })));
  const typed = () => { own.input.checked = true; if (other.value.trim()) change(name, other.value.trim(), true); };
  other?.addEventListener("input", typed);
  const wrong = h("p", { class: "wrong", id: `${id}-wrong` }), moot = h("p", { class: "soft" }), reset = button("", () => { back(name); it.focus(); }, { class: "quiet" });
  const mark = h("p", { class: "mark", hidden: true }, h("b", {}, h("span", { "aria-hidden": "true" }, "≠ "), word("changed")), reset);
  const el = h("fieldset", { id, "aria-describedby": `${id}-text ${id}-wrong` },
    h("legend", {}, title), h("p", { id: `${id}-text` }, text, " ", article && h("a", { href: article.href }, word("rule", article))), moot,
    h("div", { class: "row" }, picks.map((pick) => pick.el), own && h("div", { class: "other" }, own.el, other, reads)), mark, wrong);
  siteLinks(el);

  const it = { el, changed: false, wrong: false, focus: () => (el.querySelector("input:checked") ?? el.querySelector("input")).focus({ preventScroll: true }), show(table, now, was, given) {
    const refused = given !== undefined && !same(given, now.value) && table.problem?.options.includes(name), value = refused ? given : now.value;
    const pick = picks.find((one) => same(one.value, value));
    it.changed = now.changed || refused;
    it.wrong = Boolean(table.problem?.options.includes(name));
    for (const one of picks) one.input.checked = one === pick;
    if (own) {
      own.input.checked = !pick || document.activeElement === other;
      other.hidden = !own.input.checked;
      reads.textContent = !pick && !refused && now.text !== String(value) ? word("reads", { text: now.text }) : "";
      if (document.activeElement !== other) other.value = pick ? "" : value;
      it.wrong ? other.setAttribute("aria-invalid", "true") : other.removeAttribute("aria-invalid");
    }
    mark.hidden = !it.changed;
    reset.textContent = word("back", { title: table.from, text: was.text });
    wrong.textContent = it.wrong ? table.problem.text : "";
    el.classList.toggle("moot", !now.matters);
    moot.hidden = now.matters;
    moot.textContent = now.matters ? "" : only ? word("only", { where: only }) : word("moot");
  } };
  return it;
}
