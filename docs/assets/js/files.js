// A page that was opened as a file: no module runs there, and so nothing comes alive. This script does, and lets the page say so
// in place of its tool, or above what cannot be played.
if (location.protocol === "file:") {
  const told = document.querySelector(".from-file"), tool = document.querySelector("[data-tool]");
  document.documentElement.classList.add("as-file");
  if (told) {
    if (tool) tool.before(told);
    else document.querySelector(".md-content h1, .hero")?.after(told);
    document.querySelectorAll(".asleep").forEach((one) => one.remove());
    told.hidden = false;
  }
}
