// Names and reach for what Material leaves without: a screen reader can tell one from the other, and keys get everywhere.
const reach = () => document.querySelectorAll(".md-typeset__scrollwrap").forEach((box) => {
  box.scrollWidth > box.clientWidth ? box.setAttribute("tabindex", 0) : box.removeAttribute("tabindex");
});
addEventListener("resize", reach);

document$.subscribe(() => {
  const search = document.querySelector("[data-md-component=search]");
  search?.setAttribute("aria-label", search.querySelector("input")?.placeholder ?? "");
  document.querySelectorAll(".md-nav__item--nested > nav").forEach((part) => {
    part.setAttribute("aria-label", part.parentElement.querySelector(".md-ellipsis")?.textContent.trim() ?? "");
    part.removeAttribute("aria-labelledby");
  });
  const name = (n = 1) => document.querySelectorAll(".md-code__nav").forEach((bar) => {
    bar.setAttribute("aria-label", `${bar.querySelector("button")?.title ?? ""} ${n++}`);
  });
  const seen = () => {
    if (document.querySelector(".md-code__nav:not([aria-label])")) name();
    reach();
  };
  name();
  reach();
  new MutationObserver(seen)
    .observe(document.querySelector("[data-md-component=content]") ?? document.body, { childList: true, subtree: true });
});
