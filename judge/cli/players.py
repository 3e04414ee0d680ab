"""`judge player ...`: who writes to the judge, and from which addresses."""

from typing import Annotated

import typer

from judge.cli.options import Config, office

app = typer.Typer(help="Players and their addresses.", no_args_is_help=True, pretty_exceptions_enable=False)


def add(parent: typer.Typer) -> None:
    """The group of commands."""
    parent.add_typer(app, name="player")


@app.command("list")
def list_players(config: Config = None) -> None:
    """All players: number, name, addresses and games, a line each."""
    from judge.service import people

    with office(config) as opened, opened.store.read() as tx:
        for line in people.player_lines(tx):
            print(line)


@app.command("add-address")
def add_address(
    who: Annotated[str, typer.Argument(help="An address of the player, or the number from the list.")],
    address: Annotated[str, typer.Argument(help="The address that is theirs too.")],
    config: Config = None,
) -> None:
    """One more address a player may write from; letters go to the first that takes them."""
    from judge.service import people

    with office(config) as opened, opened.store.write() as tx:
        player = people.add_address(tx, who, address)
    print(f"{address} is now an address of {player.name}")


@app.command("remove-address")
def remove_address(
    address: Annotated[str, typer.Argument(help="The address that is no longer theirs.")],
    config: Config = None,
) -> None:
    """A player no longer writes from an address. The only one cannot be removed."""
    from judge.service import people

    with office(config) as opened, opened.store.write() as tx:
        player = people.remove_address(tx, address)
    print(f"{address} is no longer an address of {player.name}")
