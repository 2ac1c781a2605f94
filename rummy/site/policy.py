"""The content security policy of every page but the workbench: no script that is not a file of this site."""

from __future__ import annotations

import hashlib
import re
from html import escape

POLICY = {
    "default-src": "'self'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'none'",
}
"""What a page may load; `wasm-unsafe-eval` lets WebAssembly be compiled, and nothing else be evaluated."""

SCRIPTS: dict[str, str] = {}
"""The files that the inline scripts of all pages so far became: path in the site to text."""

UNSTORED = """for (const name of ["localStorage", "sessionStorage"]) {
  try { window[name]; } catch {
    const refuse = () => { throw new Error(name); };
    Object.defineProperty(window, name, { value: { getItem: () => null, setItem: refuse, removeItem() {} } });
  }
}
"""
"""What goes before Material's first script: where storage is forbidden, its very name is an error."""

KNOWN = """
try {
  const { index, color } = __md_get("__palette") ?? { index: 0, color: null };
  const parts = color && Object.keys(color).sort().join(), there = parts === "accent,media,primary,scheme";
  if (!Number.isInteger(index) || (color && !(there && /^(default|slate)$/.test(color.scheme)))) throw index;
} catch { localStorage.removeItem(__md_scope.pathname + ".__palette"); }
"""
"""What goes after it: a stored choice of colours that is none would stop the scripts below, search too."""

_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_BUNDLE = re.compile(r'<script src="([^"]*)assets/javascripts/bundle\.')
_CHARSET = '<meta charset="utf-8">'


def policy() -> str:
    """The policy as one line, as it stands in a page and in a header."""
    return "; ".join(f"{name} {sources}" for name, sources in POLICY.items())


def strict(html: str, url: str) -> str:
    """A page as Material rendered it, now under the policy; its inline scripts join `SCRIPTS`.

    >>> page = '<meta charset="utf-8"><script>f()</script><script src="../assets/javascripts/bundle.1.js">'
    >>> strict(page, "glossary/").partition("</script>")[0].partition("<script ")[2]
    'src="../assets/javascripts/inline.19c10413.js">'
    >>> SCRIPTS["assets/javascripts/inline.19c10413.js"]
    'f()'
    """
    bundle = _BUNDLE.search(html)
    if bundle is None or _CHARSET not in html:
        raise ValueError(f"{url} is no page of Material's: nothing says where its scripts lie")
    root = bundle[1]

    def moved(found: re.Match[str]) -> str:
        script = f"{UNSTORED}{found[1]}{KNOWN}" if "localStorage" in found[1] else found[1]
        path = f"assets/javascripts/inline.{hashlib.sha256(script.encode()).hexdigest()[:8]}.js"
        SCRIPTS[path] = script
        return f'<script src="{root}{path}"></script>'

    meta = f'<meta http-equiv="Content-Security-Policy" content="{escape(policy(), quote=True)}">'
    return _INLINE.sub(moved, html).replace(_CHARSET, _CHARSET + meta, 1)
