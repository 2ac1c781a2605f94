// Names for what Material leaves unnamed, so that a screen reader can tell one from the other.
document$.subscribe(() => {
  const search = document.querySelector("[data-md-component=search]");
  search?.setAttribute("aria-label", search.querySelector("input")?.placeholder ?? "");
  const name = (n = 1) => document.querySelectorAll(".md-code__nav").forEach((bar) => {
    bar.setAttribute("aria-label", `${bar.querySelector("button")?.title ?? ""} ${n++}`);
  });
  name();
  new MutationObserver(() => document.querySelector(".md-code__nav:not([aria-label])") && name())
    .observe(document.querySelector("[data-md-component=content]") ?? document.body, { childList: true, subtree: true });
});
