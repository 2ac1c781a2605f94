// The class for which a site was cut: its game, and its lessons. The site for everybody has none, and begins with Rummy 500.

const meta = globalThis.document?.querySelector?.('meta[name="rummy-class"]')?.content;
const { game: rules = { code: "rummy-500", base: "rummy-500", options: {} }, lessons: chosen = null } = meta ? JSON.parse(meta) : {};

/** The game that a tool begins with. */
export const game = rules;

/** The ids of the lessons of the class; null where every lesson is here. */
export const lessons = chosen;
