"""The site: lessons become pages, as a MkDocs hook or as a command (`python -m rummy.site DOCS OUT`)."""
