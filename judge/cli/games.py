"""`judge game ...`: what a master does on the command line. The daemon need not run; it sees the changes."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from judge.cli.options import Config, find_game, office

app = typer.Typer(help="Make and run games.", no_args_is_help=True, pretty_exceptions_enable=False)
Name = Annotated[str, typer.Argument(help="The game's name.")]


def add(parent: typer.Typer) -> None:
    """The group of commands."""
    parent.add_typer(app, name="game")


@app.command()
def create(
    name: Annotated[str, typer.Argument(help="3 to 32 small letters, digits and dashes.")],
    master: Annotated[str, typer.Option(help="Who runs it: 'Mia <mia@example.org>'.")],
    map_name: Annotated[str, typer.Option("--map", help="A board, or the path of its file.")] = "standard",
    rules: Annotated[str, typer.Option(help="The rule system.")] = "standard",
    edition: Annotated[str, typer.Option(help="datc, 1971, 1982, 2000, 2023 or dutch.")] = "",
    option: Annotated[list[str] | None, typer.Option(help="name=value; may be given again.")] = None,
    options: Annotated[
        Path | None, typer.Option(help="A TOML file with the options of the rules, a table.")
    ] = None,
    zone: Annotated[str, typer.Option(help="The zone its deadlines are meant in.")] = "Europe/Amsterdam",
    movement: Annotated[str, typer.Option(help="When movement phases end.")] = "sun 20:00",
    retreats: Annotated[str, typer.Option(help="When retreats end.")] = "every 24 hours",
    adjustments: Annotated[str, typer.Option(help="When builds end.")] = "every 24 hours",
    language: Annotated[str, typer.Option(help="The master's language: en or nl.")] = "en",
    seed: Annotated[str, typer.Option(help="What powers are drawn from; by chance when left out.")] = "",
    anonymous: Annotated[bool, typer.Option("--anonymous", help="Players know powers, no names.")] = False,
    press: Annotated[
        str, typer.Option(help="open, movement or none; as the rules have it if left out.")
    ] = "",
    config: Config = None,
) -> None:
    """Make a game; people can join at once."""
    from judge.service import master as masters

    plan = masters.Plan(
        name=name,
        master=master,
        map=map_name,
        rules=rules,
        options=masters.read_options(edition, option or [], options),
        zone=zone,
        movement=movement,
        retreats=retreats,
        adjustments=adjustments,
        language=language,
        seed=seed,
        anonymous=anonymous,
        press=press,
    )
    with office(config) as opened:
        game = masters.create(opened, plan, _now())
        address = opened.settings.address
    print(f"The game {game.name} (g{game.id}) is open. To join, players write to {address}:\n")
    print(f"    join {game.name}          (in Dutch: doe mee {game.name})\n")
    print(f"Invite them with: judge game invite {game.name} anna@example.org ...")


@app.command("list")
def list_games(config: Config = None) -> None:
    """All games, a line each."""
    from judge.service import master as masters

    with office(config) as opened, opened.store.read() as tx:
        for game in tx.games():
            print(masters.line(tx, game))


@app.command()
def show(name: Name, config: Config = None) -> None:
    """How a game stands: who is in, what is open, when it ends, who has ordered."""
    from judge.service import master as masters

    with office(config) as opened, opened.store.read() as tx:
        print("\n".join(masters.describe(tx, find_game(tx, name))))


@app.command()
def invite(
    name: Name,
    addresses: Annotated[list[str] | None, typer.Argument(help="Whom to invite; nobody: print it.")] = None,
    language: Annotated[str, typer.Option(help="en or nl; the game's own when left out.")] = "",
    config: Config = None,
) -> None:
    """Mail an invitation, or print it to hand out yourself."""
    from judge.service import master as masters

    with office(config) as opened:
        with opened.store.read() as tx:
            game = find_game(tx, name)
        if not addresses:
            with opened.store.read() as tx:
                print(masters.invitation(opened, tx, game, language or game.language).text)
            return
        masters.invite(opened, game, addresses, language or game.language, _now())
    print(f"invited: {', '.join(addresses)}")


@app.command()
def schedule(
    name: Name,
    movement: Annotated[str, typer.Option(help="When movement phases end.")] = "",
    retreats: Annotated[str, typer.Option(help="When retreats end.")] = "",
    adjustments: Annotated[str, typer.Option(help="When builds end.")] = "",
    config: Config = None,
) -> None:
    """Other deadlines from the next phase on."""
    from judge.service import master as masters

    with office(config) as opened, opened.store.write() as tx:
        chosen = masters.reschedule(tx, find_game(tx, name), movement, retreats, adjustments)
    print(f"movement: {chosen.movement}; retreats: {chosen.retreats}; adjustments: {chosen.adjustments}")


@app.command("set", context_settings={"ignore_unknown_options": True})
def set_options(
    name: Name,
    choices: Annotated[list[str], typer.Argument(help="NAME VALUE, or NAME=VALUE, as many as you like.")],
    config: Config = None,
) -> None:
    """Choose options anew: at once before the game begins, later from the next phase on. All are told."""
    from judge.service import options
    from judge.service.master import read_pairs

    with office(config) as opened:
        changed = options.change(opened, name, read_pairs(choices), _now())
    for one in changed:
        print(f"{one.name} = {one.after or 'gone'} (was {one.before or 'none'})")
    if not changed:
        print("the options are like that already")


@app.command()
def deadline(
    name: Name,
    when: Annotated[str, typer.Argument(help="'2026-12-13 20:00' in the game's zone.")],
    config: Config = None,
) -> None:
    """Move the deadline of the open phase; everybody is told."""
    from judge.service import master as masters

    with office(config) as opened:
        moved = masters.move_deadline(opened, name, when, _now())
    print(f"the deadline of {name} is now {moved}")


@app.command()
def pause(name: Name, config: Config = None) -> None:
    """Stop the clock of a game."""
    _switch(name, config, running=False)


@app.command()
def resume(name: Name, config: Config = None) -> None:
    """Let the clock of a game go on; a deadline that passed meanwhile is set anew."""
    _switch(name, config, running=True)


def _switch(name: str, config: Config, *, running: bool) -> None:
    from judge.service import master as masters

    with office(config) as opened:
        print(masters.switch(opened, name, running, _now()))


@app.command()
def press(
    name: Name,
    rule: Annotated[str, typer.Argument(help="open, movement (in movement phases only) or none.")],
    config: Config = None,
) -> None:
    """When players can write to each other by way of the judge."""
    from judge.service import people

    with office(config) as opened, opened.store.write() as tx:
        people.set_press(tx, find_game(tx, name), rule)
    print(f"press in {name}: {rule}")


@app.command()
def observe(
    name: Name,
    person: Annotated[str, typer.Argument(help="'Olga <olga@example.org>'.")],
    language: Annotated[str, typer.Option(help="en or nl; the game's own when left out.")] = "",
    remove: Annotated[bool, typer.Option("--remove", help="No longer.")] = False,
    config: Config = None,
) -> None:
    """Somebody gets the results without playing."""
    from judge.service import people

    with office(config) as opened, opened.store.write() as tx:
        game = find_game(tx, name)
        if remove:
            people.remove_observer(tx, game, person)
        else:
            people.add_observer(opened, tx, game, person, language or game.language, _now())
    print(f"{person} {'no longer observes' if remove else 'now observes'} {name}")


@app.command("list-address")
def list_address(
    name: Name,
    address: Annotated[str, typer.Argument(help="The address of a mailing list.")],
    language: Annotated[str, typer.Option(help="en or nl; the game's own when left out.")] = "",
    remove: Annotated[bool, typer.Option("--remove", help="No longer.")] = False,
    config: Config = None,
) -> None:
    """A mailing list gets the results; our address must be allowed to write to it."""
    from judge.service import people

    with office(config) as opened, opened.store.write() as tx:
        game = find_game(tx, name)
        if remove:
            people.remove_list(tx, game, address)
        else:
            people.add_list(tx, game, address, language or game.language)
    print(f"{address} {'no longer gets' if remove else 'now gets'} the results of {name}")


@app.command()
def rotate(
    name: Name,
    whose: Annotated[str, typer.Argument(help="A power, 'master', or somebody's address.")],
    config: Config = None,
) -> None:
    """A new reply address, where the old one fell into other hands; its owner is written to."""
    from judge.service import people

    with office(config) as opened, opened.store.write() as tx:
        print(f"new reply address: {people.rotate(opened, tx, find_game(tx, name), whose, _now())}")


@app.command()
def letters(name: Name, config: Config = None) -> None:
    """The letters of a game that went out, and what became of each."""
    with office(config) as opened, opened.store.read() as tx:
        for row in tx.letters_to(find_game(tx, name).id):
            error = f"  {row.last_error}" if row.last_error else ""
            what = f"{row.state.value:8}  {row.kind:16}  {row.recipient}{error}"
            print(f"{row.created:%Y-%m-%d %H:%M:%S}  {what}")


@app.command()
def maps(
    check: Annotated[Path | None, typer.Option(help="Check your own board file instead.")] = None,
) -> None:
    """The boards that come with the judge; with --check, every fault of a board file with its line."""
    from judge.board import atlas
    from judge.board.checking import check_file

    if check is not None:
        faults = check_file(check)
        for fault in faults:
            print(f"{check}:{fault.line}: {fault.text}")
        if faults:
            raise typer.Exit(1)
        print(f"{check} can be played")
        return

    for name in atlas.shipped():
        board = atlas.load(name)
        print(f"{name:20}  {len(board.powers):2} powers  {len(board.centers):3} centers  {board.title}")


def _now() -> datetime:
    return datetime.now(UTC)
