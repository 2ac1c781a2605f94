// What there is to choose: the build wrote it into the page, so that it stands there before Python does.

import { ask } from "./live.js";

/** The desk's menu, from the element of a tool or, where that has none, from Python. */
export const menuOf = async (el) => (el.dataset.menu ? JSON.parse(el.dataset.menu) : ask("menu", {}));
