// The slides of a lesson: arrow keys, a number for every page, nothing from anywhere else.
const WIDTH = 1100, HEIGHT = 660, SMALLEST = 0.5;
const slides = document.querySelector(".slides");

/** Those of some blocks that end below a page, from the first of them; none where that is the very first. */
function below(section, blocks) {
  const first = blocks.findIndex((one) => one.offsetTop + one.offsetHeight > HEIGHT);
  return first > 0 ? blocks.slice(first) : [];
}

/** The blocks of a page of prose that it cannot hold, as another page under the same heading; null if it cannot be parted. */
function rest(section) {
  const blocks = [...section.children].filter((one) => !one.matches("h1, h2")), last = blocks.at(-1), title = section.querySelector("h2");
  const list = last?.matches("ul, ol") && last.offsetTop < HEIGHT * 0.6, moved = below(section, list ? [...last.children] : blocks);
  if (!moved.length || section.querySelector(".fragment")) return null;
  const next = document.createElement("section"), into = list ? last.cloneNode(false) : next;
  into.append(...moved);
  if (title) next.append(title.cloneNode(true));
  if (list) next.append(into);
  else next.append(...moved);
  return next;
}

/** Let every page hold what stands on it: prose goes on the next one, an exercise is drawn smaller. */
function fit(section) {
  section.style.display = "block";
  const next = section.scrollHeight > HEIGHT ? rest(section) : null;
  if (next) section.after(next);
  for (let size = 0.95; size >= SMALLEST && section.scrollHeight * size > HEIGHT; size -= 0.05) section.style.zoom = size;
  section.style.display = "";
  if (next) fit(next);
}

addEventListener("load", () => {
  slides.style.width = `${WIDTH}px`;
  for (const section of [...slides.children]) fit(section);
  Reveal.initialize({
    hash: true, slideNumber: "c/t", controls: true, progress: true, center: false, width: WIDTH, height: HEIGHT + 40, margin: 0.06,
    transition: matchMedia("(prefers-reduced-motion: reduce)").matches ? "none" : "slide",
    pdfSeparateFragments: false,
  });
});
