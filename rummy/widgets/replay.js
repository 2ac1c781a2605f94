// A record as a plain anywidget module: the picture of the table after a move, the move and its note, and the way on.
// It knows no rule and holds no sentence; the picture is markup that Python drew, everything else stays text.

const SIGNS = { first: "|◀", back: "◀", forward: "▶", last: "▶|" };

/** Where each button leads from step `n` among `count`. */
export const ways = (n, count) => ({ first: 0, back: Math.max(n - 1, 0), forward: Math.min(n + 1, count - 1), last: count - 1 });

/** Where a key leads; undefined for other keys. */
export function step(key, n, count) {
  const way = { ArrowLeft: "back", ArrowUp: "back", ArrowRight: "forward", ArrowDown: "forward", Home: "first", End: "last" }[key];
  return ways(n, count)[way];
}

/** An element; nothing in it becomes markup, and whatever can have the focus keeps the notebook's keys away. */
function make(tag, props, ...kids) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(tag === "button" ? { type: "button", "data-lm-suppress-shortcuts": "true", ...props } : props)) node.setAttribute(name, value);
  node.append(...kids);
  return node;
}

function render({ model, el }) {
  const { words } = model.get("shown");
  const go = (n) => n !== model.get("shown").n && model.send({ type: "go", n });
  const buttons = Object.entries(SIGNS).map(([id, sign]) => {
    const button = make("button", { "data-way": id, "aria-label": words[id] }, `${sign}\uFE0E`);
    button.onclick = () => go(ways(model.get("shown").n, model.get("shown").count)[id]);
    return button;
  });
  const at = make("span", { class: "where" }), move = make("b", {}), note = make("p", { class: "said", role: "note", "aria-label": words.note });
  const picture = make("div", { class: "picture" }), live = make("div", { class: "hidden", role: "status", "aria-live": "polite" });
  const root = make("section", { class: "rummy-table rummy-replay", "aria-label": words.name },
    make("div", { class: "ways", role: "toolbar", "aria-label": words.name }, ...buttons, at), make("p", { class: "move" }, move), note, picture, live);

  function draw() {
    const { n, count, text, note: told, where, picture: drawn } = model.get("shown"), to = ways(n, count);
    for (const button of buttons) button.setAttribute("aria-disabled", String(to[button.dataset.way] === n));
    at.textContent = where;
    move.textContent = text;
    note.textContent = told;
    note.hidden = !told;
    const details = () => picture.querySelector("details"), open = details()?.open, inside = picture.contains(root.getRootNode().activeElement);
    picture.innerHTML = drawn;
    details().open = Boolean(open);                          // as it was, and the focus too
    details().firstElementChild.setAttribute("data-lm-suppress-shortcuts", "true");
    if (inside) details().firstElementChild.focus({ preventScroll: true });
  }
  function arrive() {
    draw();
    live.replaceChildren(...[move, note].map((one) => make("div", {}, one.textContent)));
  }
  root.addEventListener("keydown", (event) => {
    const { n, count } = model.get("shown"), to = event.ctrlKey || event.metaKey || event.altKey ? undefined : step(event.key, n, count);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    go(to);
  });
  draw();
  el.append(root);
  model.on("change:shown", arrive);
  return () => model.off("change:shown", arrive);
}

export default { render };
