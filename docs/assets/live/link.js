// Text in a link: compressed where the browser can, as letters that need no escaping after a `#`.

const MOST = 1_000_000;                                      // nobody's position is longer; a link could unfold to gigabytes

const encode = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const decode = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

async function through(bytes, stream, most = MOST) {
  const parts = [];
  let length = 0;
  for (const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader(); ;) {
    const { value, done } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    if ((length += value.length) > most) throw new RangeError(String(length));
    parts.push(value);
  }
}

/** The text as part of an address: a `z` and its compressed bytes, or a `t` and its bytes as they are. */
export async function pack(text) {
  const bytes = new TextEncoder().encode(text);
  if (typeof CompressionStream !== "function") return `t${encode(bytes)}`;
  return `z${encode(await through(bytes, new CompressionStream("deflate-raw")))}`;
}

/** The text that was packed; null if this is not what `pack` makes, or more than `most` bytes. */
export async function unpack(packed, most = MOST) {
  try {
    const bytes = decode(packed.slice(1));
    const whole = packed[0] === "z" ? await through(bytes, new DecompressionStream("deflate-raw"), most) : packed[0] === "t" ? bytes : null;
    return whole && whole.length <= most ? new TextDecoder("utf-8", { fatal: true }).decode(whole) : null;
  } catch {
    return null;
  }
}
