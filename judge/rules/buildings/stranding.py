"""A fleet whose port is gone steps into the province if that is free, and is disbanded if it is not."""

from dataclasses import replace

from judge.board.economy import Bill, Debtor, spot
from judge.board.geography import PORT, Location, Power, Unit
from judge.board.state import Board

Units = tuple[tuple[Power, Unit], ...]


def ashore(board: Board) -> tuple[Board, Units]:
    """The board without fleets in ports that do not stand any more; and the fleets that had no room.

    The text leaves this open: it happens when a port is deleted to get inside the limit (B37).
    """
    economy = board.economy
    in_port = [
        (power, unit) for power, there in board.units.items() for unit in there if unit.location.coast == PORT
    ]
    if not in_port or economy is None:
        return board, ()
    ports = economy.ports()
    stranded = [(power, unit) for power, unit in in_port if unit.province not in ports]
    if not stranded:
        return board, ()
    units = {power: list(there) for power, there in board.units.items()}
    bills: dict[Debtor, Bill] = dict(economy.bills)
    gone: list[tuple[Power, Unit]] = []
    for power, unit in stranded:
        bill = bills.pop((power, spot(unit.location)), None)
        units[power].remove(unit)
        if any(other.province == unit.province for there in units.values() for other in there):
            gone.append((power, unit))
            continue
        place = board.geography.fleet_places(unit.province)[0]
        units[power].append(Unit(unit.type, place))
        if bill is not None:
            bills[power, Location(unit.province)] = bill
    left = {power: tuple(sorted(there)) for power, there in units.items()}
    kept = replace(economy, bills=dict(sorted(bills.items())))
    return replace(board, units=left, economy=kept), tuple(gone)
