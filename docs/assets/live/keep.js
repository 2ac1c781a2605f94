// What this browser keeps for the tools. Every window of the site shares it, and what cannot be read is put aside, never written over.

import { say } from "./words.js";

/** A place in this browser for one value as JSON. `save` and `trouble` give a sentence where nothing can be kept, else nothing. */
export function keep(key) {
  const name = `rummy:${key}`;
  let stuck = false;
  function put(at, text) {
    try { localStorage.setItem(at, text); } catch { return say("live.not-kept"); }
    return "";
  }
  const it = {
    /** The value; null where there is none, undefined where what is there cannot be read. */
    load() {
      let text = null;
      try { return JSON.parse(text = localStorage.getItem(name)); } catch { return text === null ? null : undefined; }
    },
    save: (value) => (stuck ? say("live.not-kept") : put(name, JSON.stringify(value))),
    clear() { try { localStorage.removeItem(name); } catch { /* nothing was kept */ } },
    /** Put what is there under a name of its own, and say so. */
    aside() {
      let old = `${name}.old`;
      for (let n = 2; localStorage.getItem(old) !== null; n++) old = `${name}.old${n}`;
      const why = put(old, localStorage.getItem(name));
      stuck = Boolean(why);
      if (!stuck) it.clear();
      return why || say("tool.kept.aside", { name: old });
    },
    /** What stands in the way of keeping anything here. */
    trouble() {
      const why = put(`${name}?`, "");
      try { localStorage.removeItem(`${name}?`); } catch { /* said already */ }
      return why;
    },
    /** Hear when another window has written here. Returns how to stop hearing. */
    watch(job) {
      const heard = (event) => event.key === name && job();
      addEventListener("storage", heard);
      return () => removeEventListener("storage", heard);
    },
  };
  return it;
}
