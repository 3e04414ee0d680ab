"""Options chosen anew by a game's master, on the command line or by mail; everybody is told.

Before a game begins they count at once; later from the next phase on. Each phase keeps its own.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from judge.language.choosing import Choose
from judge.reports import choices
from judge.reports.choices import Changed, Refused
from judge.reports.pages import Page
from judge.rules import OptionFault, RuleFault, Wrong, settled_at_start, terms_of
from judge.service import posting
from judge.service.identity import Seated
from judge.service.master import MasterFault
from judge.service.matter import Matter
from judge.service.office import Office, Rulebook, rulebook
from judge.service.posting import Occasion
from judge.service.standing import reader, standing, view
from judge.store import Game, GameState, Role, SeatId, Transaction

Options = Mapping[str, Any]
USUAL = frozenset({"usual", "default", "gewoon", "standaard"})
"""Values that take a choice back."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The options a game would have, and in what they differ from those it has."""

    options: Options
    changed: tuple[Changed, ...]


def change(office: Office, name: str, pairs: Sequence[tuple[str, str]], now: datetime) -> tuple[Changed, ...]:
    """From the command line: all of it, or nothing where RuleFault or MasterFault says what is wrong."""
    with office.store.write() as tx:
        found = tx.game_by_name(name.lower())
        game = tx.lock_game(found.id) if found else None
        if game is None:
            raise MasterFault(f"there is no game called {name!r}")
        if game.state is GameState.FINISHED:
            raise MasterFault(f"{game.name} is over; nothing of it can change")
        options = game.options
        for option, value in pairs:
            options = chosen(game, options, option, value)
        draft = Draft(options, tuple(_changes(game, options)))
        _store(office, tx, game, draft, now, f"{now.isoformat()}")
        return draft.changed


def by_mail(matter: Matter, seated: Seated, wishes: Sequence[Choose]) -> Page | None:
    """From a letter: each line for itself. None from somebody who is not the master, and names no option."""
    tx, game = matter.tx, tx_game(matter.tx, seated.game)
    who, shown = reader(seated.player, seated.seat), view(matter.tx, seated.game)
    if seated.seat.role is not Role.MASTER:
        known = terms_of(rulebook(game).rules, rulebook(game).options)
        asked = [wish for wish in wishes if any(name.startswith(wish.option) for name in known)]
        return choices.not_yours(who, shown, [wish.text for wish in asked]) if asked else None
    if game.state is GameState.FINISHED:
        return choices.not_yours(who, shown, [wish.text for wish in wishes], over=True)
    options, refused = game.options, []
    for wish in wishes:
        try:
            options = chosen(game, options, wish.option, wish.value)
        except RuleFault as fault:
            refused.append(Refused(wish.text, fault))
    draft = Draft(options, tuple(_changes(game, options)))
    _store(matter.office, tx, game, draft, matter.now, str(matter.row.id), seated.seat.id)
    return choices.answered(who, shown, draft.changed, refused, _open_phase(tx, game))


def tx_game(tx: Transaction, game: Game) -> Game:
    """The game as it is now that nobody else can change it."""
    return tx.lock_game(game.id) or game


def _open_phase(tx: Transaction, game: Game) -> Any:
    stands = standing(tx, game)
    return stands.board.phase if stands else None


# From words to options


def chosen(game: Game, options: Options, option: str, value: str) -> Options:
    """The options with one of them chosen anew, or taken back. RuleFault says why that cannot be."""
    left = _without(options, option)
    fresh = left if value.strip().lower() in USUAL else {**left, option: _read(option, value)}
    book = rulebook(game)
    before, after = (
        terms_of(book.rules, book.rules.options(options)),
        terms_of(book.rules, _played(book, fresh)),
    )
    different = {name for name in {*before, *after} if before.get(name) != after.get(name)}
    if not different and not any(name == option or name.startswith(f"{option}.") for name in after):
        raise OptionFault(Wrong.UNKNOWN, option, option, after)
    settled = settled_at_start(book.rules) if game.state is not GameState.SIGNUP else frozenset()
    if late := sorted(name for name in different if name.partition(".")[0] in settled):
        raise OptionFault(Wrong.SETTLED, late[0])
    return fresh if different else options


def _played(book: Rulebook, options: Options) -> object:
    """The options record, once its rules are known to be kept on this board."""
    read = book.rules.options(options)
    book.rules.start(book.geography, read)
    return read


def _read(option: str, value: str) -> object:
    """The value of a line: a word or a number as they are written, a table or a list as TOML has them."""
    text = value.strip()
    if not text.startswith(("{", "[")):
        return text
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError as fault:
        raise OptionFault(Wrong.TABLE, option, text) from fault


def _without(options: Options, option: str) -> dict[str, Any]:
    """The options without a choice and the fields below it; a field of a table is taken out of the table."""
    left = {name: value for name, value in options.items() if f"{name}.".find(f"{option}.") != 0}
    top, _, rest = option.partition(".")
    if rest and isinstance(left.get(top), Mapping):
        left[top] = _pruned(left[top], rest.split("."))
    return left


def _pruned(table: Mapping[str, Any], path: Sequence[str]) -> dict[str, Any]:
    out = dict(table)
    if len(path) == 1:
        out.pop(path[0], None)
    elif isinstance(out.get(path[0]), Mapping):
        out[path[0]] = _pruned(out[path[0]], path[1:])
    return out


def _changes(game: Game, options: Options) -> Iterator[Changed]:
    book = rulebook(game)
    before, after = terms_of(book.rules, book.options), terms_of(book.rules, book.rules.options(options))
    for name in dict.fromkeys((*after, *before)):
        if before.get(name) != after.get(name):
            yield Changed(name, before.get(name, ""), after.get(name, ""))


# Keeping and telling


def _store(
    office: Office,
    tx: Transaction,
    game: Game,
    draft: Draft,
    now: datetime,
    key: str,
    told: SeatId | None = None,
) -> None:
    """Keep the options, note what was changed when, and tell everybody but the seat `told`, which knows."""
    if not draft.changed:
        return
    tx.update_game(game.id, options=draft.options)
    row = tx.current_phase(game.id)
    changed = {one.name: [one.before, one.after] for one in draft.changed}
    tx.note(now, "options changed", {"after_phase": row.no if row else 0, "changed": changed}, game.id)
    phase, shown = _open_phase(tx, game), view(tx, game)
    occasion = Occasion("options", key, posting.SOON)
    for seat in tx.seats(game.id):
        player = tx.player(seat.player_id)
        if player is not None and seat.id != told:
            page = choices.announced(reader(player, seat), shown, draft.changed, phase)
            posting.to_seat(office, tx, game, seat, page, occasion, now)
    posting.to_lists(
        office, tx, game, lambda who: choices.announced(who, shown, draft.changed, phase), occasion, now
    )
