"""`judge adjudicate` and `judge read`: documents and letters in, JSON out. No database is needed."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

Document = dict[str, Any]
_FILE = typer.Argument(help="The file to read; standard input when left out.", show_default="standard input")


def add(app: typer.Typer) -> None:
    """The two commands."""
    app.command()(adjudicate)
    app.command()(read)


def adjudicate(
    file: Annotated[Path | None, _FILE] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Sentences to read instead of JSON.")] = False,
    language: Annotated[str, typer.Option(help="The language of the sentences: en or nl.")] = "en",
) -> None:
    """Adjudicate the position and orders of a JSON document, or of several: one result for each, in order.

    A document with a fault gives {"error": ...} in its place; the exit status is then 1.
    """
    from judge.reports.sentences import explain as sentence
    from judge.reports.sentences import explain_ring
    from judge.reports.words import Names, spoken
    from judge.service.documents import adjudicate as one
    from judge.service.documents import speech

    def answer(document: object) -> str:
        result, done = one(document)
        if not explain:
            return json.dumps(result, ensure_ascii=False)
        geography = done.before.geography
        tongue = spoken(language, speech(document).words)
        lines = [sentence(result, geography, tongue) for result in done.results]
        lines += [explain_ring(ring, Names(geography, tongue)) for ring in done.rings]
        return "\n".join(lines) + "\n"

    _each(_documents(_open(file)), answer)


def read(
    files: Annotated[list[Path] | None, typer.Argument(help="Texts, or raw letters with --eml.")] = None,
    power: Annotated[str, typer.Option(help="Whose orders they are.")] = "",
    language: Annotated[str, typer.Option(help="The language of the writer: en or nl.")] = "en",
    phase: Annotated[str, typer.Option(help="S1901M and the like; the start of the map when left out.")] = "",
    map_name: Annotated[str, typer.Option("--map", help="The board.")] = "standard",
    rules: Annotated[str, typer.Option(help="The rule system.")] = "standard",
    option: Annotated[list[str] | None, typer.Option(help="name=value; may be given again.")] = None,
    position: Annotated[Path | None, typer.Option(help="A JSON file: units, centers, dislodged.")] = None,
    eml: Annotated[bool, typer.Option("--eml", help="Raw letters in, a JSON line for each out.")] = False,
    jsonl: Annotated[bool, typer.Option("--jsonl", help="JSON lines in, JSON lines out.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="A table to read: line, reading, why.")] = False,
) -> None:
    """Read the orders of a text, and print what was understood and what was not."""
    from judge.cli import reading

    table: Document = {"power": power, "language": language, "map": map_name, "rules": rules}
    table["options"] = reading.options(option or [])
    if phase:
        table["phase"] = phase
    if position is not None:
        table |= reading.position(position)
    sources: Sequence[Path | None] = files or [None]
    if eml:
        letters = reading.Letters(table)
        _each(map(_bytes, sources), lambda raw: _dump(letters.read(raw)))
    elif jsonl:
        lines = (line for path in sources for line in _documents(_open(path)))
        _each(lines, lambda line: _dump(reading.line(line, table)))
    else:
        _each(map(_open, sources), lambda text: reading.text(text, table, explain=explain))


def _dump(document: Document) -> str:
    return json.dumps(document, ensure_ascii=False)


def _open(file: Path | None) -> str:
    return _bytes(file).decode("utf-8", "replace")


def _bytes(file: Path | None) -> bytes:
    return sys.stdin.buffer.read() if file is None or str(file) == "-" else file.read_bytes()


def _documents(text: str) -> Iterator[object]:
    """The JSON documents of a text, one after another or else a line each; a fault is itself one."""
    try:
        yield from list(_whole(text))
    except (ValueError, RecursionError):
        for line in filter(str.strip, text.splitlines()):
            try:
                yield json.loads(line)
            except (ValueError, RecursionError) as fault:
                yield fault


def _whole(text: str) -> Iterator[object]:
    decoder, at = json.JSONDecoder(), 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        document, at = decoder.raw_decode(text, at)
        yield document


def _each(documents: Iterable[Any], answer: Callable[[Any], str]) -> None:
    """Print the answer to each document; a fault is printed in its place and makes the exit status 1."""
    from judge.service.documents import DocumentFault

    status = 0
    for document in documents:
        try:
            if isinstance(document, Exception):
                raise DocumentFault(f"no JSON: {document}")
            print(answer(document), flush=True)
        except DocumentFault as fault:
            status = 1
            print(_dump({"error": str(fault)}), flush=True)
    if status:
        raise typer.Exit(status)
