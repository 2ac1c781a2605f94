// The index of rulings, sifted by words, topic, rule, variant and verdict. What is asked for stays in the address.

import { say } from "./words.js";

const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
const wordsOf = (text) => plain(text).match(/[\p{L}\p{N}]{2,}/gu) ?? [];

/** How well a question fits some words, whole or begun: a word tells the more, the fewer questions have it. */
function scorer(words, questions) {
  const tests = words.map((word) => {
    const begins = new RegExp(`(?<![\\p{L}\\p{N}])${word}`, "u"), known = questions.filter((one) => begins.test(one.text));
    return { begins, tells: known.length && Math.log(questions.length / known.length) + .01 };
  });
  return (one) => tests.reduce((sum, { begins, tells }) => sum + (begins.test(one.text) ? tells : 0), 0);
}

const MOST = 20;                                             // words of a question; nobody asks with more

/** The questions that fit: all that is chosen, and the words nearly as well as the one that fits them best, which comes first. */
export function sifted(questions, { q = "", topic, article, variant, verdict }) {
  const fits = questions.filter((one) =>
    (!topic || one.topic === topic) && (!variant || one.variant === variant) &&
    (!verdict || one.verdict === verdict) && (!article || one.article.split(" ").includes(article)));
  const words = [...new Set(wordsOf(q.slice(0, 500)))].slice(0, MOST);
  if (!words.length) return fits;
  const score = scorer(words, questions), rated = fits.map((one) => ({ one, fit: score(one) })), best = Math.max(0, ...rated.map(({ fit }) => fit));
  return rated.filter(({ fit }) => fit > best * .75).sort((a, b) => b.fit - a.fit).map(({ one }) => one);
}

export default function mount(el, { hash }) {
  const form = el.querySelector("form"), told = form.querySelector("output"), fields = [...form.elements].filter((field) => field.name);
  const sections = [...el.querySelectorAll("[data-topic]")], best = document.createElement("ul"), first = document.createElement("section");
  first.className = "questions";
  first.hidden = true;
  first.append(best);
  sections[0]?.before(first);
  const questions = sections.flatMap((section) => [...section.querySelectorAll("li")].map((li) =>
    ({ li, home: li.parentNode, ...li.dataset, topic: section.dataset.topic, text: plain(li.textContent) })));
  let later = 0;

  function show() {
    const asked = Object.fromEntries(new FormData(form)), inOrder = sifted(questions, asked), found = new Set(inOrder);
    first.hidden = !wordsOf(asked.q ?? "").length;
    for (const one of questions) {
      one.li.hidden = !found.has(one);
      one.home.append(one.li);
    }
    if (!first.hidden) best.append(...inOrder.map(({ li }) => li));
    for (const section of sections) section.hidden = !section.querySelector("li:not([hidden])");
    told.textContent = found.size ? say("tool.rulings.found", { count: found.size }) : say("tool.rulings.none");
  }
  function read(text) {
    const asked = new URLSearchParams(text.includes("=") ? text : "");
    for (const field of fields) field.value = asked.get(field.name) ?? "";
    for (const field of fields) if (field.selectedIndex === -1) field.value = "";
    show();
  }
  function changed() {
    clearTimeout(later);
    later = setTimeout(() => {
      const asked = new URLSearchParams([...new FormData(form)].filter(([, value]) => value)).toString();
      history.replaceState(history.state, "", `${location.pathname}${location.search}${asked && `#${asked}`}`);
      show();
    }, 150);
  }
  const arrived = () => read(location.hash.slice(1));

  form.addEventListener("input", changed);
  form.addEventListener("reset", () => setTimeout(changed));
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", arrived);
  form.hidden = false;
  if (hash) read(hash);
  return () => {
    clearTimeout(later);
    removeEventListener("hashchange", arrived);
  };
}
