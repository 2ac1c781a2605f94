// The learner's progress: one document in this browser, which every page adds to and none overwrites. Python merges it.

import { ask } from "./live.js";
import { say } from "./words.js";

const KEY = "rummy:progress";
const watchers = new Set();
let owed = [], whole = "", last = Promise.resolve();         // what may not be stored yet; the whole, as this page knows it

const attempt = (job, otherwise) => { try { return job(); } catch { return otherwise; } };
const stored = (key = KEY) => attempt(() => localStorage.getItem(key), null) ?? "";
const put = (key, text) => attempt(() => (localStorage.setItem(key, text), true), false);
const drop = (key) => attempt(() => localStorage.removeItem(key));
const alone = (job) => globalThis.navigator?.locks?.request(KEY, job) ?? job();
const queued = (job) => (last = last.then(() => alone(job), () => alone(job)));

/** The progress there is, as text. */
export const known = () => stored() || whole;

/** Hear what the desk says of it whenever it was read or has grown. Returns how to stop hearing. */
export function onLearned(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Add another document, as text. Resolves with what the desk says of the whole, and a `note` where something is to be told. */
export function learn(more = "") {
  if (more) owed.push(more);
  return queued(merge);
}

async function merge() {
  const text = stored(), adding = [...owed], answer = await ask("progress", { text, more: adding });
  if (answer.error) return { note: answer.error, ...answer };
  if (stored() !== text) return merge();                     // another page has written meanwhile
  owed.splice(0, adding.length);
  answer.note = text || adding.length ? store(text, answer) : "";
  for (const watcher of [...watchers]) watcher(answer);
  return answer;
}

/** Keep the whole in place of the text it grew from; one that could not be read is put aside first. */
function store(text, { aside: why, text: grown }) {
  const name = `${KEY}-${new Date().toISOString().replace(/\D/g, "").replace(/(.{8})(.{6}).*/, "$1-$2")}`;
  const kept = (whole = grown) === text || ((!why || put(name, text)) && put(KEY, grown));
  if (kept) return why ? say("progress.aside", { why, name }) : "";
  if (why) drop(name);
  owed.unshift(grown);
  return why ? say("live.unread", { why }) : say("live.not-kept");
}

/** Begin anew: neither results nor what was tried in these exercises is kept. */
export const forget = (names) => queued(() => {
  owed = [];
  whole = "";
  [KEY, ...names.flatMap((name) => [`rummy:${name}`, `rummy:${name}/answer`])].forEach(drop);
});

/** What was put aside, or still stands in the way: [name, text]. */
export const asides = (unread) => attempt(() => Object.keys(localStorage), [])
  .filter((name) => name.startsWith(`${KEY}-`) || (unread && name === KEY)).map((name) => [name, stored(name)]);

globalThis.addEventListener?.("storage", ({ key, newValue }) => {
  if (key !== KEY && key !== null) return;
  if (!newValue) [owed, whole] = [[], ""];                   // begun anew in another page
  else if (whole && newValue !== whole) owed.push(whole);    // both pages wrote at once
  if (watchers.size || owed.length) learn();
});
