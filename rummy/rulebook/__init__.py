"""The rulebook: all rules of any table, a single article with its examples, and a page to keep at hand."""

from rummy.rulebook.articles import about
from rummy.rulebook.book import Book, Chapter, Paragraph, rulebook, sentences
from rummy.rulebook.page import FORMATS, Format, Page, fragment, write
from rummy.rulebook.quick import quick

__all__ = [
    "FORMATS",
    "Book",
    "Chapter",
    "Format",
    "Page",
    "Paragraph",
    "about",
    "fragment",
    "quick",
    "rulebook",
    "sentences",
    "write",
]
