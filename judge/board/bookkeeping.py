"""The economy of the buildings rules as JSON documents and back; `record` puts them beside units and centers.

A building's `power` is who controls its province; a document made by hand may give it instead of `control`.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from judge.board import notation
from judge.board.accounts import Accounts, Change, Engagement, Entry
from judge.board.economy import Bill, Building, BuildingType, Debtor, Economy, Row, spot
from judge.board.geography import Geography, Power, Province, Terrain, Unit, as_power, as_province
from judge.board.state import Board

Document = dict[str, Any]

MOST = 1_000_000_000_000
"""No game comes to a larger treasury or bill, whatever its prices; a larger number is a slip."""


def write_economy(board: Board) -> Document:
    """The state as documents have it; empty under rules without an economy."""
    economy = board.economy
    if economy is None:
        return {}
    keys = {debtor: key for key, debtor in _debtors(board).items()}
    owed = {keys[debtor]: bill for debtor, bill in economy.bills.items() if debtor in keys}
    rows = {key: bill.row.value for key, bill in sorted(owed.items()) if bill.row is not Row.NONE}
    return {
        "buildings": [_write_building(building, economy) for building in economy.buildings],
        "treasury": dict(economy.treasury),
        "action_points": dict(economy.action_points),
        "replenishment": {key: bill.amount for key, bill in sorted(owed.items())},
        "replenishment_rows": rows,
        "control": dict(economy.control),
        "research": {power: list(items) for power, items in economy.research.items()},
    }


def _write_building(building: Building, economy: Economy) -> Document:
    document: Document = {
        "type": building.type.value,
        "province": building.province,
        "power": economy.control.get(building.province),
    }
    if building.bill is not None:
        document |= {"bill": building.bill.amount, "row": building.bill.row.value, "phases": building.phases}
    return document


def _debtors(board: Board) -> dict[str, Debtor]:
    """The key of every unit: where it stands, `BRE/PORT` in port.

    Where one stands that another was driven out of, the bare place is the dislodged one's.
    """
    out = {str(spot(gone.unit.location)): (gone.power, spot(gone.unit.location)) for gone in board.dislodged}
    for power, unit in board.pieces():
        place = spot(unit.location)
        key = str(place) if str(place) not in out else f"{power}: {unit}"
        out[key] = power, place
    return out


def read_economy(document: Mapping[str, Any], board: Board, start: Economy) -> Economy:
    """The economy of a document for a board; what it leaves out is as in `start`. ValueError names a slip."""
    buildings = tuple(_read_buildings(document.get("buildings", ()), board.geography))
    research = _read_research(document.get("research", {}), board.geography)
    return Economy(
        treasury=_read_amounts(document, "treasury", start.treasury, board.geography),
        action_points=_read_amounts(document, "action_points", start.action_points, board.geography),
        control=_read_control(document, board, start),
        buildings=buildings,
        bills=_read_bills(document, board),
        research={**start.research, **research},
    )


def _table(value: object, name: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError(f"{name} must be a table, not {value!r}")
    return value


def _power(name: object, geography: Geography) -> Power:
    power = as_power(str(name).upper())
    if power not in geography.powers:
        raise ValueError(f"there is no power {name!r} on this map")
    return power


def _land(name: object, geography: Geography) -> Province:
    province = as_province(str(name).upper())
    if geography.terrain.get(province) not in (Terrain.LAND, Terrain.COAST):
        raise ValueError(f"{name!r} is no land province of this map")
    return province


def _amount(value: object, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST:
        raise ValueError(f"{name} must be a whole number from 0 to {MOST}, not {value!r}")
    return value


def _row(value: object) -> Row:
    known = [row.value for row in Row]
    if value not in known:
        raise ValueError(f"there is no row {value!r} in the chart; there are: {', '.join(known)}")
    return Row(value)


def _read_amounts(
    document: Mapping[str, Any], name: str, start: Mapping[Power, int], geography: Geography
) -> dict[Power, int]:
    given = {
        _power(power, geography): _amount(amount, f"{name} of {power}")
        for power, amount in _table(document.get(name, {}), name).items()
    }
    return dict(sorted({**start, **given}.items()))


def _read_buildings(value: object, geography: Geography) -> Iterator[Building]:
    if not isinstance(value, list | tuple):
        raise ValueError(f"buildings must be a list, not {value!r}")
    for one in value:
        fields = _table(one, "a building")
        kind = str(fields.get("type", ""))
        if kind not in [known.value for known in BuildingType]:
            raise ValueError(f"there is no building {kind!r}; there are fort, port and hub")
        province = _land(fields.get("province", ""), geography)
        if kind == BuildingType.PORT.value and not geography.fleet_places(province):
            raise ValueError(f"there is no port in {province}: it has no coast")
        amount = _amount(fields.get("bill", 0), f"the bill of {kind} {province}")
        bill = Bill(amount, _row(fields.get("row", Row.NONE.value))) if amount else None
        phases = _amount(fields.get("phases", 0), f"phases of {kind} {province}")
        yield Building(BuildingType(kind), province, bill, phases if bill else 0)


def _read_control(document: Mapping[str, Any], board: Board, start: Economy) -> dict[Province, Power]:
    """Control as given; where a document leaves it out, a building says it, else where units stand."""
    geography = board.geography
    control: dict[Province, Power | None] = dict(start.control)
    if "control" in document:
        given = _table(document["control"], "control")
        chosen = {_land(p, geography): None if c is None else _power(c, geography) for p, c in given.items()}
    else:
        chosen = {}
    for building in document.get("buildings", ()):
        if building.get("power"):
            province = _land(building.get("province"), geography)
            chosen.setdefault(province, _power(building["power"], geography))
    control |= chosen
    return {province: power for province, power in sorted(control.items()) if power is not None}


def _read_research(value: object, geography: Geography) -> dict[Power, tuple[str, ...]]:
    found: dict[Power, tuple[str, ...]] = {}
    for power, items in sorted(_table(value, "research").items()):
        if not isinstance(items, list | tuple) or not all(isinstance(item, str) for item in items):
            raise ValueError(f"research of {power} must be a list of names, not {items!r}")
        found[_power(power, geography)] = tuple(dict.fromkeys(items))
    return found


def _read_bills(document: Mapping[str, Any], board: Board) -> dict[Debtor, Bill]:
    rows = _table(document.get("replenishment_rows", {}), "replenishment_rows")
    bills: dict[Debtor, Bill] = {}
    for key, value in _table(document.get("replenishment", {}), "replenishment").items():
        amount = _amount(value, f"replenishment of {key}")
        if amount:
            bills[_read_debtor(key, board)] = Bill(amount, _row(rows.get(key, Row.NONE.value)))
    return dict(sorted(bills.items()))


def _read_debtor(key: str, board: Board) -> Debtor:
    known = _debtors(board)
    name, _, unit = key.rpartition(":")
    if name:
        place = spot(notation.read_unit(unit).location)
        debtor = as_power(name.strip().upper()), place
        if debtor in known.values():
            return debtor
    else:
        place = spot(notation.read_location(key.split()[-1] if key.strip() else ""))
        if str(place) in known:
            return known[str(place)]
    raise ValueError(f"replenishment of {key!r}: no unit stands there")


# What happened


def write_accounts(accounts: Accounts) -> Document:
    """Engagements, ledger and changes of a phase."""
    return {
        "engagements": [_write_engagement(one) for one in accounts.engagements],
        "ledger": [write_entry(entry) for entry in accounts.ledger],
        "buildings_changed": [_write_change(change) for change in accounts.changes],
    }


def _write_engagement(one: Engagement) -> Document:
    document = {"power": one.power, "row": one.row.value, "amount": one.amount, "at": str(one.at)}
    return document | {"unit" if isinstance(one.what, Unit) else "building": str(one.what)}


def write_entry(entry: Entry) -> Document:
    """A line of the ledger."""
    return {
        "power": entry.power,
        "item": entry.item.value,
        "order": str(entry.order) if entry.order else entry.note,
        "amount": entry.amount,
        "points": entry.points,
        "before": entry.before,
        "after": entry.after,
        "reason": entry.reason.value,
    }


def _write_change(change: Change) -> Document:
    document = {"building": str(change.building), "fate": change.fate.value, "power": change.power}
    return document | ({"previous": change.previous} if change.previous else {})


__all__ = ["MOST", "read_economy", "write_accounts", "write_economy", "write_entry"]
