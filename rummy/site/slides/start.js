// The slides of a lesson: arrow keys, a number for every page, nothing from anywhere else.
Reveal.initialize({
  hash: true, slideNumber: "c/t", controls: true, progress: true, center: false, width: 1100, height: 700, margin: 0.06,
  transition: matchMedia("(prefers-reduced-motion: reduce)").matches ? "none" : "slide",
  pdfSeparateFragments: false,
});
