// What Material leaves out: names for a screen reader, reach for keys, and jumps within a page that leave it as it is.
const reach = () => document.querySelectorAll(".md-typeset__scrollwrap").forEach((box) => {
  box.scrollWidth > box.clientWidth ? box.setAttribute("tabindex", 0) : box.removeAttribute("tabindex");
});
addEventListener("resize", reach);

// Until it has fetched a page itself, Material takes a jump within this one for another page, and what is played here would be lost.
if (globalThis.location$) {
  const first = location.pathname, next = location$.next.bind(location$);
  let fetched = false;
  location$.next = (url) => {
    fetched ||= url.pathname !== first;
    if (fetched) next(url);
  };
  addEventListener("click", ({ target }) => {
    const link = fetched ? null : target.closest?.("a[href]:not([target])");
    if (link?.href.split("#")[0] !== location.href.split("#")[0]) return;
    link.target = "_self";                                   // the browser's own way of following it
    setTimeout(() => link.removeAttribute("target"));
  }, true);
}

const named = () => {
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
};
globalThis.document$ ? document$.subscribe(named) : named();
