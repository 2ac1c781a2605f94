"""Pages: the variants, the rulebook of a table, and what differs between two."""

from __future__ import annotations

from pathlib import Path

import click

from rummy import variants
from rummy.cli.arguments import Named, format_options, put, set_option
from rummy.compare import compare
from rummy.rulebook import Format, about, rulebook
from rummy.rulebook import quick as quick_page
from rummy.variants import Variant
from rummy.words import listed


@click.command("variants")
def list_variants() -> None:
    """What can be played."""
    width = max(map(len, variants.variants()))
    for name, variant in variants.variants().items():
        click.echo(f"{name:{width}}  {variant.title}. {variant.blurb}")


@click.command("rules")
@click.argument("variant", type=Named(), required=False)
@set_option
@click.option("--article", metavar="RULE", help="One rule, by id or number, with its examples.")
@click.option("--quick", is_flag=True, help="Only what one wants at hand, on one page.")
@click.option("--notes", is_flag=True, help="Say where sources disagree, too.")
@click.option("--options", "listing", is_flag=True, help="List every option of the table, too.")
@format_options
def print_rules(
    variant: Variant | None,
    options: dict[str, str],
    article: str | None,
    quick: bool,
    notes: bool,
    listing: bool,
    form: Format,
    out: Path | None,
) -> None:
    """The complete rulebook of a table, or one rule.

    VARIANT is a name or a code, such as "rummy-500 + ending.last_discard=required".
    """
    if (variant is None) == (article is None):
        raise click.UsageError("Name a variant, or one rule with --article.")
    chosen = {"--set": options, "--quick": quick, "--notes": notes, "--options": listing}
    extra = [name for name, given in chosen.items() if given]
    if article is not None:
        if extra:
            raise click.UsageError(f"--article prints one rule for every table: leave out {listed(extra)}.")
        put(about(article), form, out)
        return
    if quick and (notes or listing):
        late = listed([name for name in extra if name in ("--notes", "--options")])
        raise click.UsageError(f"--quick prints only what one wants at hand: leave out {late}.")
    assert variant is not None
    variant = variant.changed(options)
    put(quick_page(variant) if quick else rulebook(variant).page(notes=notes, options=listing), form, out)


@click.command("diff")
@click.argument("a", type=Named(), metavar="VARIANT")
@click.argument("b", type=Named(), metavar="VARIANT")
@click.option("--all", "stays", is_flag=True, help="List the rules that stay, too.")
@format_options
def print_differences(a: Variant, b: Variant, stays: bool, form: Format, out: Path | None) -> None:
    """What changes between two tables, rule by rule.

    VARIANT is a name or a code, such as "rummy-500 + ending.last_discard=required".
    """
    put(compare(a, b).page(stays=stays), form, out)
