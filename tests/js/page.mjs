// As much of a document as the table needs, so that its behaviour can be tested without a browser.

class Text {
  constructor(data) { this.data = data; }
  get textContent() { return this.data; }
  remove() { this.parent?.drop(this); }
  get nextSibling() { return this.parent?.childNodes[this.parent.childNodes.indexOf(this) + 1] ?? null; }
}

class Element extends Text {
  childNodes = [];
  attributes = {};
  listeners = {};
  constructor(tag) {
    super("");
    this.tag = tag;
    this.dataset = new Proxy(this.attributes, {
      get: (all, name) => all[dashed(name)],
      set: (all, name, value) => ((all[dashed(name)] = String(value)), true),
    });
  }
  get firstChild() { return this.childNodes[0] ?? null; }
  get textContent() { return this.childNodes.map((n) => n.textContent).join(""); }
  set textContent(text) { this.childNodes = []; this.append(new Text(text)); }
  get className() { return this.attributes.class ?? ""; }
  set className(value) { this.attributes.class = value; }
  get tabIndex() { return Number(this.attributes.tabindex ?? -1); }
  set tabIndex(value) { this.attributes.tabindex = String(value); }
  get isConnected() { return this.getRootNode() === document; }
  setAttribute(name, value) { this.attributes[name] = String(value); }
  getAttribute(name) { return this.attributes[name] ?? null; }
  removeAttribute(name) { delete this.attributes[name]; }
  drop(node) {
    if (node.contains?.(document.activeElement)) document.activeElement = null;
    this.childNodes.splice(this.childNodes.indexOf(node), 1);
    node.parent = null;
  }
  insertBefore(node, next) {
    node.remove();
    this.childNodes.splice(next ? this.childNodes.indexOf(next) : this.childNodes.length, 0, node);
    node.parent = this;
  }
  append(...nodes) { for (const node of nodes) this.insertBefore(node, null); }
  replaceChildren(...nodes) { this.childNodes.forEach((n) => (n.parent = null)); this.childNodes = []; this.append(...nodes); }
  contains(node) { for (let n = node; n; n = n.parent) if (n === this) return true; return false; }
  getRootNode() { let n = this; while (n.parent) n = n.parent; return n === body ? document : n; }
  matches(selector) { return selector.split(",").some((one) => simple(this, one.trim())); }
  querySelectorAll(selector) {
    return this.childNodes.flatMap((n) => (n instanceof Element ? [...(n.matches(selector) ? [n] : []), ...n.querySelectorAll(selector)] : []));
  }
  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }
  addEventListener(kind, job) { (this.listeners[kind] ??= []).push(job); }
  fire(kind, event = {}) {
    event = { target: this, preventDefault() {}, stopPropagation() {}, ...event };
    for (let n = this; n; n = n.parent) (n.listeners?.[kind] ?? []).forEach((job) => job(event));
  }
  press(key) { this.fire("keydown", { key }); }
  click() { this.onclick?.({ target: this, preventDefault() {} }); }
  focus() { document.activeElement = this; this.fire("focusin"); }
  getBoundingClientRect() { return { x: 50 * this.parent.childNodes.indexOf(this), y: 0, width: 44, height: 60 }; }
}

const dashed = (name) => `data-${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`;

/** tag, .class, [name=value] and :not([name=value]), in one compound selector. */
function simple(node, selector) {
  const not = selector.match(/:not\((.*)\)/)?.[1];
  if (not) return simple(node, selector.replace(/:not\(.*\)/, "")) && !simple(node, not);
  const [, tag] = selector.match(/^(\w*)/), classes = [...selector.matchAll(/\.([\w-]+)/g)].map((m) => m[1]);
  const wanted = [...selector.matchAll(/\[([\w-]+)="?([^"\]]*)"?\]/g)];
  return (!tag || node.tag === tag) && classes.every((c) => node.className.split(" ").includes(c))
    && wanted.every(([, name, value]) => node.attributes[name] === value);
}

const body = new Element("body");
export const document = {
  body, activeElement: null,
  createElement: (tag) => new Element(tag),
  createTextNode: (data) => new Text(data),
};

/** A model as anywidget gives it, with everything that was sent. */
export class Model {
  sent = [];
  jobs = {};
  constructor(state) { this.state = state; }
  get(name) { return this.state[name]; }
  on(name, job) { (this.jobs[name] ??= new Set()).add(job); }
  off(name, job) { this.jobs[name]?.delete(job); }
  send(message) { this.sent.push(message); }
  emit(name, ...facts) { for (const job of [...(this.jobs[name] ?? [])]) job(...facts); }
  set(name, value) { this.state[name] = value; this.emit(`change:${name}`); }
  listeners() { return Object.values(this.jobs).reduce((n, set) => n + set.size, 0); }
}

/** What localStorage does, or a browser that forbids it. */
export function storage(kept = {}) {
  return { getItem: (key) => kept[key] ?? null, setItem: (key, value) => { kept[key] = value; }, kept };
}
export const forbidden = { getItem() { throw new Error("forbidden"); }, setItem() { throw new Error("forbidden"); } };

/** A clock that stands still until it is told how far to go (node's own differs from version to version). */
export function clock() {
  const due = new Map();
  let now = 0, last = 0;
  globalThis.setTimeout = (run, wait = 0) => (due.set(++last, { at: now + wait, run }), last);
  globalThis.clearTimeout = (id) => void due.delete(id);
  return {
    tick(time) {
      const end = now + time, next = () => [...due].filter(([, t]) => t.at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      for (let one = next(); one; one = next()) {
        due.delete(one[0]);
        now = one[1].at;
        one[1].run();
      }
      now = end;
    },
  };
}
