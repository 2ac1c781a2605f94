// The few things that every page of ours does with the document.

import { root } from "./live.js";

/** An element: `h("a", { href, class, onclick, hidden: true }, "text", node, …)`. Text stays text. */
export function h(tag, props, ...kids) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") node[name] = value;
    else if (value != null && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  for (const kid of kids.flat(3)) if (kid != null && kid !== false) node.append(kid);
  return node;
}

/** Nodes from HTML that Python wrote and escaped, its links made whole. Never for what a visitor wrote. */
export function fragment(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return siteLinks(template.content);
}

/** Turn `site:rules/draw/#the.id` into addresses of this site. */
export function siteLinks(node) {
  for (const link of node.querySelectorAll('a[href^="site:"]')) link.href = new URL(link.getAttribute("href").slice(5), root).href;
  return node;
}

let spoken = null;

/** Say something to a screen reader once it has nothing more urgent to say. */
export function announce(text) {
  if (!spoken?.isConnected) document.body.append(spoken = h("div", { class: "announce", role: "status", "aria-live": "polite" }));
  spoken.append(h("div", {}, text));
  while (spoken.childNodes.length > 4) spoken.firstChild.remove();
}
