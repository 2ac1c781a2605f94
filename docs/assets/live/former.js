// What lay in a tool before a link or another beginning took its place: kept beside the draft, newest first, so that nothing made here is lost.

import { keep } from "./keep.js";

const MOST = 20;

/** Are two values the same as JSON? */
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The former drafts of a tool, as far as they are what `fits` knows. */
export function former(key, fits) {
  const store = keep(`${key}-former`);
  const all = () => [store.load()].flat().filter(fits), without = (one) => all().filter((other) => !same(one, other));
  return {
    all,
    put(one) {
      if (store.load() === undefined) store.aside();
      return store.save([one, ...without(one)].slice(0, MOST));
    },
    drop: (one) => store.save(without(one)),
    /** Take one out, and put another last in the row. */
    swap: (one, other) => store.save([...without(one), other]),
  };
}
