"""What a master does: make a game, invite people, move a deadline, pause. Used by the command line."""

import re
import secrets
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from judge.board.checking import check_file
from judge.board.geography import Geography
from judge.reports import confirmations, notices
from judge.reports.moments import moment
from judge.reports.notices import Delay
from judge.reports.pages import Page, Reader
from judge.rules import system, terms_of
from judge.service import posting
from judge.service import schedule as schedules
from judge.service.deadlines import next_deadline
from judge.service.manner import Manner, PressRule, manner, usual_press
from judge.service.office import Office, changed, geography, rulebook
from judge.service.posting import Occasion
from judge.service.schedule import Schedule, read_schedule, read_zone
from judge.service.standing import book_in_force, in_force, reader, standing, view
from judge.store import Clash, Game, GameState, PlayerId, Role, Transaction

_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{1,30})[a-z0-9]")
_PERSON = re.compile(r"\s*(?:\"?([^\"<>]*?)\"?\s*<)?\s*([^\s<>,]+@[^\s<>,]+?)>?\s*")
LANGUAGES = ("en", "nl")


class MasterFault(Exception):
    """Something a master asked that cannot be done; the message says why."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A game as its master asks for it."""

    name: str
    master: str
    """`Mia <mia@example.org>`."""
    map: str = "standard"
    rules: str = "standard"
    options: Mapping[str, object] | None = None
    zone: str = "Europe/Amsterdam"
    movement: str = "sun 20:00"
    retreats: str = "every 24 hours"
    adjustments: str = "every 24 hours"
    language: str = "en"
    seed: str = ""
    anonymous: bool = False
    press: str = ""
    """`open`, `movement` or `none`; empty: as the rules have it."""


def read_options(edition: str, pairs: Sequence[str], file: Path | None = None) -> dict[str, object]:
    """`--options o.toml --edition dutch --option paradox=1982` as the options of a game; later ones win."""
    chosen = _read_table(file) if file else {}
    if edition:
        chosen["edition"] = edition
    for pair in pairs:
        name, found, value = pair.partition("=")
        if not found:
            raise MasterFault(f"{pair!r} is no option; write it as name=value")
        chosen[name.strip()] = value.strip()
    return chosen


def read_pairs(words: Sequence[str]) -> list[tuple[str, str]]:
    """`NAME VALUE`, or any number of `NAME=VALUE`."""
    if words and "=" not in words[0]:
        if len(words) < 2:
            raise MasterFault(f"{words[0]!r} is no option with a value; write NAME VALUE or NAME=VALUE")
        return [(words[0].strip(), " ".join(words[1:]).strip())]
    pairs = [word.partition("=") for word in words]
    if wrong := next((name for name, sign, _ in pairs if not sign), ""):
        raise MasterFault(f"{wrong!r} is no option; write it as NAME=VALUE")
    return [(name.strip(), value.strip()) for name, _, value in pairs]


def _read_table(file: Path) -> dict[str, object]:
    """The options of a TOML file: its fields, or those of its table `[options]`."""
    try:
        document: dict[str, object] = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as fault:
        raise MasterFault(f"the options in {file} cannot be read: {fault}") from fault
    except tomllib.TOMLDecodeError as fault:
        raise MasterFault(f"{file} is no TOML: {fault}") from fault
    table = document.get("options", document)
    if not isinstance(table, dict):
        raise MasterFault(f"{file}: options must be a table, not {table!r}")
    return dict(table)


def create(office: Office, plan: Plan, now: datetime) -> Game:
    """Make a game and its master's seat. A fault names what is wrong with the plan, and nothing is made."""
    name = plan.name.lower()
    if not _NAME.fullmatch(name):
        raise MasterFault(f"{plan.name!r} is no name for a game; use 3 to 32 letters, digits and dashes")
    if plan.language not in LANGUAGES:
        raise MasterFault(f"there is no language {plan.language!r}; there are: {', '.join(LANGUAGES)}")
    person, address = read_person(plan.master)
    read_zone(plan.zone)
    schedule = read_schedule(plan.movement, plan.retreats, plan.adjustments)
    options = dict(plan.options or {})
    board = _playable(plan, options)
    chosen = Manner(plan.anonymous, read_press_rule(plan.press) if plan.press else usual_press(options))
    with office.store.write() as tx:
        master_id = player_id(tx, person, address, plan.language)
        try:
            game_id = tx.add_game(
                name=name,
                rules=plan.rules,
                map=plan.map,
                options=options,
                zone=plan.zone,
                schedule=schedule.document(),
                language=plan.language,
                seed=plan.seed or secrets.token_hex(8),
                created=now,
                min_players=len(board.powers),
                master_id=master_id,
                manner=chosen.document(),
            )
        except Clash as fault:
            raise MasterFault(str(fault)) from fault
        tx.add_seat(game_id, master_id, now, role=Role.MASTER)
        tx.note(now, "game made", {"name": name}, game_id)
        game = tx.game(game_id)
    if game is None:
        raise RuntimeError("a game that was just made is not there")
    return game


def read_press_rule(text: str) -> PressRule:
    """`open`, `movement` or `none`."""
    try:
        return PressRule(text)
    except ValueError:
        known = ", ".join(rule.value for rule in PressRule)
        raise MasterFault(f"{text!r} says not when there is press; use one of: {known}") from None


def _playable(plan: Plan, options: Mapping[str, object]) -> Geography:
    """The board, once its rules are known to be kept: better refused now than played wrong later."""
    rules = system(plan.rules)
    if plan.map.endswith(".toml"):
        _check_board(Path(plan.map))
    board = geography(plan.map)
    rules.start(board, rules.options(options))
    return board


def _check_board(path: Path) -> None:
    """MasterFault names every fault of a master's own board file, with its line."""
    faults = [f"{path}:{fault.line}: {fault.text}" for fault in check_file(path)]
    if faults:
        raise MasterFault("\n".join(["this board cannot be used:", *faults]))


def read_person(text: str) -> tuple[str, str]:
    """`Mia <mia@example.org>` or an address alone -> a name and an address."""
    match = _PERSON.fullmatch(text)
    if match is None:
        raise MasterFault(f"{text!r} is no person; write it as 'Mia <mia@example.org>'")
    name, address = match.groups()
    return name or address.partition("@")[0].title(), address


def player_id(tx: Transaction, name: str, address: str, language: str) -> PlayerId:
    """The player of this address; a new one where there is none."""
    known = tx.player_by_address(address)
    return known.id if known else tx.add_player(name, language, address)


def invitation(office: Office, tx: Transaction, game: Game, language: str) -> Page:
    """How to join, to mail or to hand out."""
    board = rulebook(game).geography
    powers = [board.power_name(power, language) for power in board.powers]
    when = Schedule(**game.schedule).movement
    return confirmations.invitation(Reader(language), view(tx, game), office.settings.address, powers, when)


def invite(office: Office, game: Game, addresses: Sequence[str], language: str, now: datetime) -> None:
    """Mail an invitation to each address."""
    people = [read_person(address)[1] for address in addresses]
    with office.store.write() as tx:
        page = invitation(office, tx, game, language)
        for address in people:
            occasion = Occasion("invitation", f"{game.id}.{address}.{now:%Y%m%d}")
            posting.to_address(office, tx, address, page, occasion, now)


def reschedule(tx: Transaction, game: Game, movement: str, retreats: str, adjustments: str) -> Schedule:
    """Other rules for the deadlines from the next phase on; an empty one stays as it was."""
    old = Schedule(**game.schedule)
    chosen = read_schedule(movement or old.movement, retreats or old.retreats, adjustments or old.adjustments)
    tx.update_game(game.id, schedule=chosen.document())
    return chosen


def read_instant(text: str, zone: ZoneInfo) -> datetime:
    """A time on the wall of the game's zone as an instant (UTC); MasterFault where there is none."""
    try:
        wall = datetime.fromisoformat(text.strip())
    except ValueError:
        raise MasterFault(f"{text!r} is no time; write it as '2026-12-13 20:00'") from None
    if wall.tzinfo is not None:
        return wall.astimezone(UTC)
    # A time that comes twice is the later one.
    instant = wall.replace(tzinfo=zone, fold=1).astimezone(UTC)
    if instant.astimezone(zone).replace(tzinfo=None, fold=0) == wall:
        return instant
    before = wall.replace(tzinfo=zone, fold=1).astimezone(UTC).astimezone(zone)
    after = wall.replace(tzinfo=zone, fold=0).astimezone(UTC).astimezone(zone)
    raise MasterFault(
        f"{text} does not exist in {zone.key}, as summer time begins; "
        f"the nearest times are {before:%H:%M} and {after:%H:%M}"
    )


def move_deadline(office: Office, name: str, when: str, now: datetime) -> str:
    """Another deadline for the open phase, told to everybody; the new one in words."""
    with office.store.write() as tx:
        game = _running(tx, name)
        stands = standing(tx, game)
        instant = read_instant(when, read_zone(game.zone))
        if stands is None:
            raise MasterFault(f"{game.name} has no open phase")
        if instant <= now:
            raise MasterFault(f"{when} has passed already; a deadline must lie in the future")
        row = stands.phase
        if not tx.move_deadline(game.id, row.no, row.revision, instant):
            raise MasterFault(f"the phase of {game.name} has just been closed")
        tx.note(now, "deadline moved", {"from": str(row.deadline), "to": str(instant)}, game.id)
        for seat in tx.seats(game.id):
            player = tx.player(seat.player_id)
            if player is not None:
                who = reader(player, seat)
                page = notices.game_delayed(
                    who, view(tx, game), stands.board, instant, Delay.BY_MASTER, row.deadline
                )
                occasion = Occasion("delay", f"{row.no}.{row.revision}.{instant}", posting.SOON)
                posting.to_seat(office, tx, game, seat, page, occasion, now)
        shown, board, before = view(tx, game), stands.board, row.deadline
        posting.to_lists(
            office,
            tx,
            game,
            lambda who: notices.game_delayed(who, shown, board, instant, Delay.BY_MASTER, before),
            Occasion("delay", f"{row.no}.{row.revision}.{instant}", posting.SOON),
            now,
        )
        return moment(instant, game.zone, game.language)


def _running(tx: Transaction, name: str) -> Game:
    game = tx.game_by_name(name.lower())
    if game is None:
        raise MasterFault(f"there is no game called {name!r}")
    if game.state not in (GameState.RUNNING, GameState.PAUSED):
        raise MasterFault(f"{game.name} is not under way ({game.state.value})")
    return game


def switch(office: Office, name: str, running: bool, now: datetime) -> str:
    """Pause a game, or let it go on; what was done, in words."""
    with office.store.write() as tx:
        game = _running(tx, name)
        wanted = GameState.RUNNING if running else GameState.PAUSED
        if game.state is wanted:
            raise MasterFault(f"{game.name} is {wanted.value} already")
        tx.set_game_state(game.id, wanted)
        tx.note(now, "paused" if not running else "resumed", {}, game.id)
        row = tx.current_phase(game.id)
        stands = standing(tx, game)
        if running and row and stands and row.deadline and row.deadline <= now + timedelta(hours=1):
            fresh = next_deadline(game, stands.board, now, now)
            tx.move_deadline(game.id, row.no, row.revision, fresh)
            return f"{game.name} goes on; the deadline is now {moment(fresh, game.zone, game.language)}"
        return f"{game.name} {'goes on' if running else 'is paused: no deadline passes'}"


def line(tx: Transaction, game: Game) -> str:
    """A game in one line."""
    row = tx.current_phase(game.id)
    seats = sum(seat.role is Role.PLAYER for seat in tx.seats(game.id))
    where = f"{row.code} until {_local(row.deadline, game)}" if row else f"{seats}/{game.min_players} in"
    return f"{game.name:20} g{game.id:<4} {game.state.value:9} {game.rules}/{game.map}  {where}"


def _options(tx: Transaction, game: Game) -> Iterator[str]:
    book, coming = book_in_force(tx, game), rulebook(game)
    chosen_here = changed(book)
    terms, later = terms_of(book.rules, book.options), terms_of(coming.rules, coming.options)
    yield "options (* chosen for this game):"
    for name in dict.fromkeys((*terms, *later)):
        now, then = terms.get(name, "none"), later.get(name, "none")
        change = "" if now == then else f"; from the next phase on: {then}"
        yield f"  {'*' if name in chosen_here else ' '} {name} = {now}{change}"


def _local(instant: datetime | None, game: Game) -> str:
    if instant is None:
        return "the master says so"
    return f"{instant.astimezone(ZoneInfo(game.zone)):%a %Y-%m-%d %H:%M} {game.zone}"


def describe(tx: Transaction, game: Game) -> Iterator[str]:
    """How a game stands, for its master."""
    yield line(tx, game)
    chosen = schedules.Schedule(**game.schedule)
    yield f"deadlines: {chosen.movement}; retreats {chosen.retreats}; adjustments {chosen.adjustments}"
    yield from _options(tx, game)
    how = manner(game)
    yield f"press: {how.press.value}{'; players do not know each other' if how.anonymous else ''}"
    for each in how.lists:
        yield f"results also to: {each.address} ({each.language})"
    stands = standing(tx, game)
    given = in_force(tx, stands) if stands else {}
    for seat in tx.seats(game.id):
        player = tx.player(seat.player_id)
        if player is None:
            continue
        orders = f"  {len(given[seat.power])} orders" if seat.power in given else ""  # type: ignore[index]
        addresses = ", ".join(address.written for address in tx.addresses(player.id))
        role = seat.power or (seat.role.value if seat.role is not Role.PLAYER else "-")
        yield f"  {role:10} {player.name} <{addresses}> ({player.language}){orders}"
