// The form of a value that came from a link, a file or this browser's storage: nobody can know what wrote it.

/** Named values, and no list. */
export const plain = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Has a value this form? A form is the name of a type, a test, `[form]` for a list, `{ name: form }` for some of its parts,
 * `{ "*": form }` for all of them.
 */
export function like(value, form) {
  if (typeof form === "string") return typeof value === form;
  if (typeof form === "function") return Boolean(form(value));
  if (Array.isArray(form)) return Array.isArray(value) && value.every((one) => like(one, form[0]));
  if (!plain(value)) return false;
  if ("*" in form) return Object.values(value).every((one) => like(one, form["*"]));
  return Object.entries(form).every(([name, one]) => like(value[name], one));
}

/** The form, or nothing. */
export const maybe = (form) => (value) => value == null || like(value, form);

/** How deep a value is nested. */
export const depth = (value) => (typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0);
