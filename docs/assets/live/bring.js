// Files of this site, fetched; and the reason where one cannot be had. The worker uses it too.

import { say } from "./words.js";

/** Why something does not work here: a sentence for a person, and the id of its words. */
export class Trouble extends Error {
  constructor(why, facts) {
    super(say(`live.${why}`, facts));
    this.why = why;
  }
}

const nameOf = (url) => String(url).split(/[?#]/)[0].split("/").at(-1);

/** Something arrived that is not the file it should be: half of it, one of another edition, a page of somebody else's network. */
export const broken = (url) => new Trouble("broken", { file: nameOf(url) });

/** What is answered to a request; anything but the file is a trouble. */
export async function get(url, init) {
  const response = await fetch(url, init).catch(() => { throw new Trouble("offline"); });
  if (response.status === 404) throw new Trouble("missing", { file: nameOf(url) });
  if (!response.ok) throw new Trouble("refused", { file: nameOf(url), status: response.status });
  return response;
}

/** Why a script of ours could not be used: it cannot be had, or is none; else this reason. It is fetched anew, whatever the browser has of it. */
export async function unused(url, otherwise = broken(url)) {
  try {
    const response = await get(url, { cache: "reload" });
    return /\b(java|ecma)script\b/.test(response.headers.get("content-type")) ? otherwise : broken(url);
  } catch (error) {
    return error;
  }
}

/** A module of ours. */
export const bring = (url) => import(url).catch(async (error) => {
  console.warn(error);
  throw await unused(url);
});

/** What is promised, unless it takes longer than these seconds. */
export function within(n, promised) {
  let timer = 0;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Trouble("stalled", { n })), 1000 * n); });
  return Promise.race([promised, late]).finally(() => clearTimeout(timer));
}
