"""HTML to text in one pass, in linear time, without building a tree.

Quotations come out as lines that begin with '>', so that one reader strips both kinds. Text nested deeper
than MAX_DEPTH is not read, and what a mail program hides or strikes out is left out.
"""

import html
import re
from collections import Counter
from dataclasses import dataclass, field

MAX_DEPTH = 250
MAX_HTML = 400_000

_NAME = re.compile(r"</?([a-zA-Z][a-zA-Z0-9:_-]{0,30})")
_ATTRIBUTE = re.compile(
    r"\b(class|id|style|type|cite)\s*=\s*(\"[^\"]{0,500}\"|'[^']{0,500}'|[^\s>]{1,200})", re.IGNORECASE
)
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
_INLINE = frozenset(
    (
        *("a", "abbr", "acronym", "b", "bdo", "big", "cite", "code", "del", "em", "font", "i", "ins", "kbd"),
        *("label", "mark", "o:p", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "tt"),
        *("u", "var"),
    )
)
_CLOSED_BY_ITSELF = frozenset(
    ("p", "li", "td", "th", "tr", "dd", "dt", "option", "tbody", "thead", "tfoot", "body", "html", "head")
)
_RAW = frozenset(("script", "style", "title", "textarea", "noscript", "xml"))
_PARAGRAPHS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_QUOTE_CLASS = re.compile(
    r"gmail_quote|gmail_extra|yahoo_quoted|protonmail_quote|moz-cite-prefix|tutanota_quote|zmail_extra|quoted-plain-text|"
    r"ms-outlook-mobile-reference-message|x_gmail_quote|edo_quote|OutlookMessageHeader"
)
_REST_IS_QUOTE = re.compile(
    r"divRplyFwdMsg|appendonsend|stopSpelling|mail-editor-reference-message-container|divTagDefaultWrapperReply"
)
_SPACES = re.compile(r"[ \t\r\n\f\v\xa0]+")
_FLAT_MARGIN = re.compile(r"margin(-top|-bottom)?\s*:\s*0", re.IGNORECASE)


@dataclass(slots=True)
class _Open:
    """An element that is open, and what it does to the text inside."""

    name: str
    quote: bool = False
    hidden: bool = False
    pre: bool = False


@dataclass(slots=True)
class _Writer:
    """The lines so far; `quotes` and `hidden` count the open elements that quote or hide."""

    lines: list[str] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    open: list[_Open] = field(default_factory=list)
    too_deep: int = 0
    quotes: int = 0
    hidden: int = 0
    pre: int = 0
    rest_is_quote: bool = False
    never_closed: set[str] = field(default_factory=set)
    names: Counter[str] = field(default_factory=Counter)

    def text(self, text: str) -> None:
        if self.hidden or self.too_deep:
            return
        text = html.unescape(text)
        if self.pre:
            first, *rest = text.replace("\r", "").split("\n")
            self.line.append(first)
            for piece in rest:
                self.end_line(force=True)
                self.line.append(piece)
        elif text:
            text = _SPACES.sub(" ", text)
            at_start = not any(piece.strip() for piece in self.line)
            self.line.append(text.lstrip(" ") if at_start else text)

    def end_line(self, force: bool = False) -> None:
        line = "".join(self.line).rstrip()
        self.line.clear()
        if line or force:
            quoted = self.quotes or self.rest_is_quote
            self.lines.append(("> " + line) if quoted else line)

    def blank_line(self) -> None:
        self.end_line()
        if self.lines and self.lines[-1].strip("> "):
            self.lines.append("> " if self.quotes or self.rest_is_quote else "")

    def last_words(self) -> str:
        return next((line for line in reversed(self.lines[-3:]) if line.strip()), "")

    def push(self, element: _Open) -> None:
        if len(self.open) >= MAX_DEPTH:
            self.too_deep += 1
            return
        self.open.append(element)
        self._count(element, 1)

    def pop(self, name: str) -> None:
        if self.too_deep and name not in _CLOSED_BY_ITSELF:
            self.too_deep -= 1
            return
        for index in range(len(self.open) - 1, -1, -1) if self.names[name] else ():
            if self.open[index].name == name:
                for element in self.open[index:]:
                    self._count(element, -1)
                del self.open[index:]
                return

    def _count(self, element: _Open, by: int) -> None:
        self.names[element.name] += by
        self.quotes += by * element.quote
        self.hidden += by * element.hidden
        self.pre += by * element.pre


def to_text(source: str) -> str:
    """The visible text of an HTML page, quotations marked with '>'."""
    source = source[:MAX_HTML]
    writer = _Writer()
    lower = source.translate(_ASCII_LOWER)
    at = 0
    while (start := source.find("<", at)) >= 0:
        if start > at:
            writer.text(source[at:start])
        at = _markup(source, lower, start, writer)
    writer.text(source[at:])
    writer.end_line()
    return "\n".join(writer.lines)


_ASCII_LOWER = {code: code + 32 for code in range(65, 91)}


def _markup(source: str, lower: str, start: int, writer: _Writer) -> int:
    """Handle what begins at the '<' and return where the text goes on."""
    if source.startswith("<!--", start):
        end = source.find("-->", start + 4)
        return end + 3 if end >= 0 else len(source)
    name = _NAME.match(source, start)
    if name is None:
        if source.startswith(("<!", "<?", "</"), start):
            return _tag_end(source, start)
        writer.text("<")
        return start + 1
    end = _tag_end(source, start)
    word = name[1].lower()
    if source[start + 1] == "/":
        _close(word, writer)
        return end
    if word in _RAW and word not in writer.never_closed:
        close = lower.find("</" + word, end)
        if close >= 0:
            return _tag_end(source, close)
        writer.never_closed.add(word)
        return end
    _start(word, source[name.end() : min(end, name.end() + 3000)], writer)
    return end


def _tag_end(source: str, start: int) -> int:
    """Just past the '>' of a tag; a '>' inside quotes is passed over, as far as a few tries go."""
    end = source.find(">", start)
    for _ in range(6):
        if end < 0:
            return len(source)
        tag = source[start : min(end, start + 3000)]
        if tag.count('"') % 2 == 0 and tag.count("'") % 2 == 0:
            return end + 1
        following = source.find(">", end + 1, end + 2000)
        if following < 0:
            return end + 1
        end = following
    return source.find(">", start) + 1


def _start(word: str, attributes: str, writer: _Writer) -> None:
    if word == "br":
        writer.end_line(force=True)
        return
    if word in _VOID:
        if word == "hr":
            writer.end_line()
        return
    has = {name.lower(): value.strip("\"'") for name, value in _ATTRIBUTE.findall(attributes)}
    element = _element(word, has, writer)
    _begin_block(word, has, writer)
    if _REST_IS_QUOTE.search(has.get("id", "")):
        writer.end_line()
        writer.rest_is_quote = True
    flagged = element.quote or element.hidden or element.pre
    if element.quote:
        writer.end_line()
    if word in _CLOSED_BY_ITSELF and writer.open and writer.open[-1].name == word:
        writer.pop(word)
    if flagged or word not in _INLINE | _CLOSED_BY_ITSELF or any(e.name == word for e in writer.open[-3:]):
        writer.push(element)
    if word == "li":
        writer.line.append("* ")


def _element(word: str, has: dict[str, str], writer: _Writer) -> _Open:
    style = has.get("style", "").replace(" ", "").lower()
    quote = bool(_QUOTE_CLASS.search(has.get("class", "")) or _QUOTE_CLASS.search(has.get("id", "")))
    if word == "blockquote" and not quote:
        quote = _quotes(has, style, writer)
    hidden = "display:none" in style or word in ("s", "strike", "del")
    return _Open(word, quote, hidden, word == "pre")


def _quotes(has: dict[str, str], style: str, writer: _Writer) -> bool:
    """A blockquote is a quotation when it says so or an attribution stands before it; else it is an indented
    text."""
    if has.get("type", "").lower() == "cite" or "cite" in has or "border-left:" in style:
        return "border:none" not in style or "cite" in has.values()
    return writer.last_words().rstrip().endswith(":") and "border:none" not in style


def _begin_block(word: str, has: dict[str, str], writer: _Writer) -> None:
    if word in ("td", "th"):
        if writer.line:
            writer.line.append(" ")
    elif word in _PARAGRAPHS and not _FLAT_MARGIN.search(has.get("style", "")):
        writer.blank_line()
    elif word not in _INLINE:
        writer.end_line()


def _close(word: str, writer: _Writer) -> None:
    if word in _VOID or word in ("td", "th"):
        return
    if word not in _INLINE:
        if word in _PARAGRAPHS:
            writer.blank_line()
        else:
            writer.end_line()
    elif any(e.name == word and (e.quote or e.hidden) for e in writer.open[-3:]):
        writer.end_line() if writer.quotes else None
    writer.pop(word)
