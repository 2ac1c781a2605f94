// What a page of the site comes alive with: its figures can be played, its tools are mounted, also after a change of page.

import { bring } from "./bring.js";
import { enter, onProgress, open, sweep } from "./live.js";
import { announce, h } from "./dom.js";
import { say } from "./words.js";

const SILENCE = 8000;                                        // ms between two spoken words about the same start

/** Make a figure playable: the table or task takes the place of the drawing once Python stands; until then, and if it fails, the drawing stays. */
function figure(el) {
  const go = el.querySelector(".go"), button = go?.querySelector("button");
  if (!button || el.dataset.live) return;
  el.dataset.live = "drawn";
  go.hidden = false;
  const drawn = [...el.children].filter((kid) => kid !== go && kid.tagName !== "FIGCAPTION");
  const text = h("span"), bar = h("progress", { max: 1, value: 0 });
  const told = h("p", { class: "told", hidden: true }, bar, text);
  go.after(told);

  async function play() {
    if (el.dataset.live === "loading") return;
    const asked = el.contains(document.activeElement), place = h("div", { class: "place", hidden: true });
    let spoken = performance.now() - SILENCE;
    el.dataset.live = "loading";
    button.setAttribute("aria-disabled", "true");
    told.hidden = bar.hidden = false;
    told.after(place);
    const opening = open(place, JSON.parse(el.dataset.task ?? el.dataset.table)), quiet = onProgress((at) => {
      bar.value = at.total ? at.done / at.total : 0;
      text.textContent = at.text;
      if (!asked || performance.now() - spoken < SILENCE) return;
      spoken = performance.now();
      announce(at.text);
    });
    try {
      await opening;
      for (const part of [...drawn, go, told]) part.hidden = true;
      place.hidden = false;
      el.dataset.live = "playing";
      if (asked) enter(place);
    } catch (error) {
      place.remove();
      el.dataset.live = "failed";
      text.textContent = error.message;
      bar.hidden = true;
      button.removeAttribute("aria-disabled");
    } finally {
      quiet();
    }
  }
  button.addEventListener("click", play);
  if (el.dataset.start === "near" && !navigator.connection?.saveData) near(el, play);
}

/** Do something once when an element is about to come into view. */
function near(el, job) {
  const watch = new IntersectionObserver((seen) => {
    if (!seen.some((one) => one.isIntersecting)) return;
    watch.disconnect();
    job();
  }, { rootMargin: "300px" });
  watch.observe(el);
}

const tools = new Map();                                     // element -> the cleanup of its tool, once it stands

async function tool(el) {
  if (tools.has(el)) return;
  tools.set(el, null);
  try {
    const { default: mount } = await bring(new URL(`tool-${el.dataset.tool}.js`, import.meta.url).href);
    awake(el);
    const cleanup = await mount(el, { hash: location.hash.slice(1) });
    el.isConnected ? tools.set(el, cleanup) : cleanup?.();
  } catch (error) {
    console.error(error);
    awake(el);
    el.prepend(h("p", { class: "trouble" }, error.why ? error.message : say("live.part")));
  }
}

/** Take away what is to be read until something stands: here it stands, or says itself why not. */
const awake = (el) => el.querySelector(".asleep")?.remove();

function arrive() {
  sweep();
  for (const [el, cleanup] of tools) if (!el.isConnected) { tools.delete(el); cleanup?.(); }
  document.querySelectorAll(".asleep.needs-script").forEach((one) => one.remove());
  document.querySelectorAll("figure.live:is([data-table], [data-task])").forEach(figure);
  document.querySelectorAll("[data-tool]").forEach(tool);
}

globalThis.document$ ? globalThis.document$.subscribe(arrive) : arrive();
