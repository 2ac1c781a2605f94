// The index of rulings, sifted by words, topic, rule, variant and verdict. What is asked for stays in the address.

import { say } from "./words.js";

const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
const wordsOf = (text) => plain(text).match(/[\p{L}\p{N}]{2,}/gu) ?? [];
const listed = (id) => say(id).split(" ").map(plain);
const COMMON = new Set(listed("search.common")), ENDINGS = listed("search.endings");
const telling = (text) => wordsOf(text).filter((word) => !COMMON.has(word));

/** A word without its ending, or as it is where little would remain: as the search of the site has it. */
function stem(word) {
  const ending = ENDINGS.find((one) => word.endsWith(one) && word.length - one.length >= 3);
  return ending ? word.slice(0, -ending.length) : word;
}

/** What a question is asked with: the beginnings of its words, without those that any question has. */
function sought(text) {
  const words = telling(text);
  return [...new Set((words.length ? words : wordsOf(text)).map(stem))].slice(0, MOST);
}

/** How well a text fits what is sought: a word tells the more, the fewer texts have it, and the less else is said there. */
const fitting = (tells) => (words) => tells.reduce((sum, [term, tell]) => sum + (has(words, term) ? tell : 0), 0) / (1 + words.length / 10);
const has = (words, term) => words.some((word) => word.startsWith(term));

/** How well each question fits some words: as it stands, and as its rules are asked about, the one that refuses first. */
function scorer(terms, questions, about) {
  const own = new Map(questions.map((one) => [one, telling(one.text)])), rules = Object.entries(about).map(([id, text]) => [id, text.split(/(?<=[?.]) /).map(telling)]);
  const said = [...own.values(), ...rules.map(([, texts]) => texts.flat())];
  const fit = fitting(terms.map((term) => { const n = said.filter((words) => has(words, term)).length; return [term, n && Math.log(said.length / n) + .01]; }));
  const ruled = new Map(rules.map(([id, texts]) => [id, Math.max(...texts.map(fit))]));
  return (one) => fit(own.get(one)) + Math.max(0, ...one.article.split(" ").map((id, at) => (ruled.get(id) ?? 0) * (at ? .7 : 1)));
}

const MOST = 20;                                             // words of a question; nobody asks with more

/** The questions that fit: all that is chosen, and the words nearly as well as the one that fits them best, which comes first.
 *  `about` holds for each rule how people ask about it. */
export function sifted(questions, { q = "", topic, article, variant, verdict }, about = {}) {
  const fits = questions.filter((one) =>
    (!topic || one.topic === topic) && (!variant || one.variant === variant) &&
    (!verdict || one.verdict === verdict) && (!article || one.article.split(" ").includes(article)));
  const terms = sought(q.slice(0, 500));
  if (!terms.length) return fits;
  const score = scorer(terms, questions, about), rated = fits.map((one) => ({ one, fit: score(one) })), best = Math.max(0, ...rated.map(({ fit }) => fit));
  return rated.filter(({ fit }) => fit > best * .5).sort((a, b) => b.fit - a.fit).map(({ one }) => one);
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
  const about = Object.fromEntries([...form.elements.article.options].filter(({ dataset }) => dataset.asked).map(({ value, dataset }) => [value, dataset.asked]));
  let later = 0;

  function show() {
    const asked = Object.fromEntries(new FormData(form)), inOrder = sifted(questions, asked, about), found = new Set(inOrder);
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
