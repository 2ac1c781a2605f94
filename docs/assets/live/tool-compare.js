// Compare: any two tables, named or by code, and what differs between them. Both stay in the address.

import { announce, fragment, h } from "./dom.js";
import { ask, onProgress, root } from "./live.js";
import { menuOf } from "./menu.js";
import { say } from "./words.js";

const SIDES = ["a", "b"], OTHER = "+", START = { a: "rummy-500", b: "500-rum" };
const address = (path) => new URL(path, root).href;
const base = (code) => code.split("+")[0].trim();

export default async function mount(el, { hash }) {
  const chosen = { ...START, ...read(hash) }, form = {}, told = h("p", { class: "soft", role: "status" }), out = h("div", { class: "between" });
  const ways = h("p", { class: "ways needs-script" });
  const again = h("button", { type: "button", class: "md-button", onclick: () => begin() }, say("live.again"));
  let asked = 0, variants = [];

  /** One of the two tables: a named one, or a code. */
  function table(side) {
    const list = h("select", { onchange: () => { code.hidden = list.value !== OTHER; code.hidden ? set(side, list.value) : field.focus(); } });
    const wrong = h("p", { class: "wrong", id: `wrong-${side}` });
    const field = h("input", {
      autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-describedby": wrong.id,
      placeholder: say("tool.compare.example"), onchange: () => set(side, field.value.trim()),
    });
    const code = h("label", { class: "field", hidden: true }, h("span", {}, say("tool.compare.code")), field);
    form[side] = { list, field, code, wrong };
    return h("div", { class: "stack" }, h("label", { class: "field" }, h("span", {}, say(`tool.compare.${side}`)), list), code, wrong);
  }
  function set(side, code) {
    chosen[side] = code;
    history.replaceState(history.state, "", `${location.pathname}${location.search}#${SIDES.map((name) => `${name}=${encodeURIComponent(chosen[name])}`).join("&")}`);
    show();
  }
  function swap() {
    [chosen.a, chosen.b] = [chosen.b, chosen.a];
    set("a", chosen.a);
    announce(say("tool.compare.swapped"));
  }

  /** The fields as they are chosen: a table that is not named is shown by its code. */
  function fields() {
    const named = new Set(variants.map(({ id }) => id));
    for (const side of SIDES) {
      const { list, field, code } = form[side];
      if (list.options.length !== variants.length + 1) {
        list.replaceChildren(...variants.map(({ id, title }) => h("option", { value: id }, title)), h("option", { value: OTHER }, say("tool.compare.other")));
      }
      list.value = named.has(chosen[side]) ? chosen[side] : OTHER;
      code.hidden = list.value !== OTHER;
      field.value = code.hidden ? "" : chosen[side];
    }
  }

  async function show() {
    const now = ++asked;
    fields();
    const answer = await ask("compare", chosen);
    if (now !== asked) return;
    for (const side of SIDES) {
      const wrong = answer.error && answer.field === side ? answer.error : "";
      form[side].wrong.textContent = wrong;
      form[side].field.setAttribute("aria-invalid", Boolean(wrong));
    }
    if (answer.error) announce(answer.error);
    told.replaceChildren(...(answer.error && !SIDES.includes(answer.field) ? [answer.error, " ", again] : []));
    if (answer.error) return;                                // what was compared before stays to be read
    out.replaceChildren(chaptered(fragment(answer.html)));
    announce(out.querySelector(".blurb")?.textContent ?? "");
    ways.replaceChildren(
      h("button", { type: "button", onclick: () => { unfold(); print(); } }, say("tool.compare.print")),
      ...SIDES.flatMap((side) => [
        h("a", { class: "md-button", href: address(`variants/${base(answer[side].code)}/`) }, say("tool.compare.page", { title: answer[side].title })),
        h("a", { class: "md-button", href: address(`house-rules/#v=${encodeURIComponent(answer[side].code)}`) }, say("tool.compare.change", { title: answer[side].title })),
      ]));
  }

  const unfold = () => { for (const part of out.querySelectorAll("details")) part.open = true; };
  addEventListener("beforeprint", unfold);
  el.append(h("div", { class: "desk compare" },
    h("div", { class: "pair needs-script" }, table("a"), h("button", { type: "button", class: "swap", "aria-label": say("tool.compare.swap"), title: say("tool.compare.swap"), onclick: swap }, "⇄"), table("b")),
    told, out, ways));
  const arrived = () => { Object.assign(chosen, read(location.hash.slice(1))); show(); };
  addEventListener("hashchange", arrived);
  const quiet = onProgress(({ stage, text }) => { if (stage !== "ready" && !out.firstChild) told.textContent = text; });
  async function begin() {
    variants = (await menuOf(el)).variants ?? [];
    await show();
  }
  await begin();
  return () => { quiet(); removeEventListener("hashchange", arrived); removeEventListener("beforeprint", unfold); };
}

const FEW = 8;                                               // rules that are read in one go

/** The page with every chapter folded under its title, unless there is little to read. */
function chaptered(page) {
  const section = page.querySelector("section"), few = section.querySelectorAll("h4").length <= FEW;
  for (const title of section.querySelectorAll("h3")) {
    const inside = [];
    for (let next = title.nextElementSibling; next && next.tagName !== "H3"; next = next.nextElementSibling) inside.push(next);
    const n = inside.filter(({ tagName }) => tagName === "H4").length, summary = h("summary"), part = h("details", { class: "more", open: few }, summary, inside);
    title.replaceWith(part);
    summary.append(title, ...(n ? [h("small", {}, say("tool.compare.rules", { count: n }))] : []));
  }
  return page;
}

/** The two tables that an address names; a plus sign stays one, for codes are full of them. */
export function read(hash) {
  const parts = hash.split("&").map((part) => part.split(/=(.*)/s)).filter(([side, code]) => SIDES.includes(side) && code);
  return Object.fromEntries(parts.map(([side, code]) => [side, plain(code)]));
}

function plain(code) {
  try { return decodeURIComponent(code); } catch { return code; }
}
