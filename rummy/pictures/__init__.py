"""Pictures: cards, tables and breaches as SVG, HTML or text: pure functions to `str`, never without words."""

from rummy.pictures.faces import card_svg, cards_svg
from rummy.pictures.felt import table_svg
from rummy.pictures.laid import laid_frame, laid_html, row_html
from rummy.pictures.pages import breach_html, deal_html, deal_svg, table_html
from rummy.pictures.prose import table_text

__all__ = [
    "breach_html",
    "card_svg",
    "cards_svg",
    "deal_html",
    "deal_svg",
    "laid_frame",
    "laid_html",
    "row_html",
    "table_html",
    "table_svg",
    "table_text",
]
