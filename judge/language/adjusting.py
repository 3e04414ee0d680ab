"""Builds and removals by the Dutch rulebook (N3 to N17), one after another in the order of the letter."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from judge.board.geography import PORT, Location, Province, Terrain, Unit, UnitType
from judge.board.orders import Build, Disband, Order, Waive
from judge.board.phases import Kind
from judge.board.problems import Trouble
from judge.language.movement import by_type, ranked
from judge.language.settle import Case, misspelt
from judge.language.shapes import Builds, Disbands, Shape, WrittenUnit, spots
from judge.language.verdict import Reading, Refused, Remark, Taken, Verdict, best


@dataclass(slots=True)
class Desk:
    """What this letter has built and removed so far. What is sent ahead is not counted."""

    case: Case
    built: list[Province] = field(default_factory=list)
    removed: list[Unit] = field(default_factory=list)
    waived: int = 0

    @property
    def _due(self) -> int:
        return self.case.position.board.surplus(self.case.position.power)

    @property
    def _counted(self) -> bool:
        """Whether builds and removals are counted here; with an economy the rules do so, for each line."""
        board = self.case.position.board
        return self.case.strict and board.phase.kind is Kind.ADJUSTMENTS and board.economy is None

    # ---- builds

    def build(self, shape: Builds) -> Verdict:
        """The first build that is allowed; the others named are what to fall back on."""
        unknown = [spot for spot in spots(shape) if not spot.known]
        if unknown:
            return misspelt(self.case, shape, unknown[0], self._readings)
        verdicts = [self._build(unit) for unit in (shape.unit, *shape.others)]
        good = [verdict for verdict in verdicts if isinstance(verdict, Taken)]
        unclear = [v for v in verdicts if isinstance(v, Refused) and v.trouble in _UNCLEAR]
        if unclear or not good:
            return (unclear or verdicts)[0]
        first = good[0]
        assert isinstance(first.order, Build)
        self.built.append(first.order.unit.province)
        return replace(first, others=tuple(verdict.order for verdict in good[1:]))

    def _build(self, written: WrittenUnit) -> Verdict:
        if self._counted and self._due <= 0:
            return Refused(Trouble.NO_BUILD_DUE, written.spot.text)
        if self._counted and written.type is UnitType.FLEET and not self.case.position.speech.fleets:
            return Refused(Trouble.NO_FLEETS, written.spot.text)
        found = self._homes(written)
        if isinstance(found, Refused):
            return found
        units = _buildable(self.case, written, found)
        if not units:
            return self._unbuildable(written, found)
        if len(units) > 1:
            return _which(written, units)
        if self._counted and len(self.built) + self.waived >= self._due:
            return Refused(Trouble.NO_BUILD_LEFT, written.spot.text, order=Build(units[0]))
        dropped = written.spot.coast is not None and units[0].type is UnitType.ARMY
        remarks = (Remark(Trouble.COAST_IGNORED, written.spot.text),) if dropped else ()
        return Taken(Build(units[0]), Kind.ADJUSTMENTS, remarks)

    def _homes(self, written: WrittenUnit) -> list[Province] | Refused:
        """The centers that may be meant; N6 and N7 decide, and say why not."""
        position, spot = self.case.position, written.spot
        home = position.sites()
        meant = _first_tier(written, set(home))
        if not meant:
            centers = (
                position.speech.homes is None and position.geography.rules.get("build", "home") != "home"
            )
            owned = any(p in position.geography.centers for p, _ in ranked(spot))
            return self._unless_lenient(
                written, Trouble.NOT_CONTROLLED if centers and owned else Trouble.NOT_HOME
            )
        if len(meant) > 1:
            free = [p for p in meant if self._closed(p) is None]
            if len(free) != 1:
                return Refused(Trouble.AMBIGUOUS_PROVINCE, spot.text, tuple(sorted(map(str, free or meant))))
            meant = free
        if (trouble := self._closed(meant[0])) is not None:
            order = Build(Unit(written.type, Location(meant[0]))) if written.type else None
            return Refused(trouble, spot.text, order=order)
        return meant

    def _closed(self, center: Province) -> Trouble | None:
        """Why nothing can be built in a home center (N6, N8, N9, N13)."""
        if not self._counted:
            return None
        position = self.case.position
        if center not in position.board.centers.get(position.power, ()):
            return Trouble.NOT_CONTROLLED
        if center in self.built:
            return Trouble.CENTER_USED
        return Trouble.OCCUPIED if center in position.standing else None

    def _unless_lenient(self, written: WrittenUnit, trouble: Trouble) -> list[Province] | Refused:
        meant = [province for province, _ in ranked(written.spot)]
        if not self.case.strict and len(meant) == 1:
            return meant
        return Refused(trouble, written.spot.text)

    def _unbuildable(self, written: WrittenUnit, found: list[Province]) -> Verdict:
        """N10: an inland center has armies only; and a coast that is not there."""
        wrong_coast = written.spot.coast is not None and self.case.position.geography.fleet_places(found[0])
        place = (
            Location(found[0], written.spot.coast)
            if wrong_coast and written.spot.coast
            else Location(found[0])
        )
        order = Build(Unit(UnitType.FLEET, place))
        if not self.case.strict:
            return Taken(order, Kind.ADJUSTMENTS)
        trouble = Trouble.NO_SUCH_COAST if wrong_coast else Trouble.INLAND
        return Refused(trouble, written.spot.text, order=order)

    def _readings(self, shape: Shape) -> Iterator[Reading]:
        assert isinstance(shape, Builds)
        home = set(self.case.position.sites())
        for province, rank in ranked(shape.unit.spot):
            if province in home:
                for unit in _buildable(self.case, shape.unit, [province]):
                    yield Reading(Build(unit), rank)

    # ---- removals and waived builds

    def remove(self, shape: Disbands) -> Verdict:
        """N16: the place is enough; the wrong type is refused (NG7)."""
        if not shape.unit.spot.known:
            return misspelt(self.case, shape, shape.unit.spot, self._removals)
        found = best(self._removals(shape))
        units = [reading.order for reading in found]
        if self._counted and self._due >= 0 and not self._foreign(shape.unit):
            return Refused(
                Trouble.NO_REMOVAL_DUE, shape.unit.spot.text, order=units[0] if len(units) == 1 else None
            )
        if not found:
            return self._nobody(shape.unit)
        if len(found) > 1:
            codes = sorted(str(unit.unit.province) for unit in units if isinstance(unit, Disband))
            return Refused(Trouble.AMBIGUOUS_PROVINCE, shape.unit.spot.text, tuple(codes))
        order = units[0]
        assert isinstance(order, Disband)
        if shape.unit.type not in (None, order.unit.type) and self.case.strict:
            return Refused(Trouble.WRONG_UNIT_TYPE, shape.unit.spot.text, guess=str(order), order=order)
        if self._counted and order.unit not in self.removed and len(self.removed) >= -self._due:
            return Refused(Trouble.NO_REMOVAL_LEFT, shape.unit.spot.text, order=order)
        self.removed.append(order.unit)
        return Taken(order, Kind.ADJUSTMENTS)

    def _removals(self, shape: Shape) -> Iterator[Reading]:
        assert isinstance(shape, Disbands)
        position = self.case.position
        mine = [(unit, rank) for p, rank in ranked(shape.unit.spot) for unit in position.units_at(p)]
        if any(unit.location.coast == PORT for unit, _ in mine):
            mine = [(unit, rank) for unit, rank, _ in by_type(shape.unit, mine)]
        fitting = [(unit, rank) for unit, rank in mine if shape.unit.type in (None, unit.type)]
        for unit, rank in fitting or mine:
            yield Reading(Disband(unit), rank)

    def _foreign(self, written: WrittenUnit) -> bool:
        position = self.case.position
        here = [p for p, _ in ranked(written.spot)]
        return not any(p in position.own for p in here) and any(p in position.standing for p in here)

    def _nobody(self, written: WrittenUnit) -> Refused:
        trouble = Trouble.NOT_YOUR_UNIT if self._foreign(written) else Trouble.NO_UNIT_THERE
        return Refused(trouble, written.spot.text)

    def waive(self) -> Verdict:
        """N15: a build may be left unused for any reason."""
        if self._counted and self._due <= 0:
            return Refused(Trouble.NO_BUILD_DUE)
        if self._counted and len(self.built) + self.waived >= self._due:
            return Refused(Trouble.NO_BUILD_LEFT)
        self.waived += 1
        return Taken(Waive(), Kind.ADJUSTMENTS)

    def undo(self, order: Order) -> None:
        """An order of this letter that is taken back."""
        match order:
            case Build(unit) if unit.province in self.built:
                self.built.remove(unit.province)
            case Disband(unit) if unit in self.removed:
                self.removed.remove(unit)
            case Waive():
                self.waived = max(0, self.waived - 1)
            case _:
                pass

    def redo(self, order: Order) -> None:
        """Count an order that stands after all."""
        match order:
            case Build(unit):
                self.built.append(unit.province)
            case Disband(unit):
                self.removed.append(unit)
            case Waive():
                self.waived += 1
            case _:
                pass

    def to_remove(self) -> int:
        """The units that have to go and are not named yet."""
        return max(0, -self._due - len(self.removed)) if self._counted else 0

    def left(self) -> int:
        """The builds that are not used yet; one where nothing is counted."""
        return max(0, self._due - len(self.built) - self.waived) if self._counted else 1


_UNCLEAR = frozenset({Trouble.AMBIGUOUS_PROVINCE, Trouble.COAST_UNCLEAR, Trouble.TYPE_UNCLEAR})


def _first_tier(written: WrittenUnit, wanted: set[Province]) -> list[Province]:
    for tier in written.spot.tiers:
        found = [province for province in tier if province in wanted]
        if found:
            return found
    return []


def _buildable(case: Case, written: WrittenUnit, provinces: list[Province]) -> list[Unit]:
    """The units that the words can mean: NG1 (inland needs no word), N11 and N12 (a coast does)."""
    geography = case.position.geography
    units: list[Unit] = []
    for province in provinces:
        if written.type is not UnitType.FLEET and geography.terrain.get(province) is not Terrain.SEA:
            units.append(Unit(UnitType.ARMY, Location(province)))
        if written.type is UnitType.FLEET or (written.type is None and case.position.speech.fleets):
            places = geography.fleet_places(province)
            coast = written.spot.coast
            units += [Unit(UnitType.FLEET, place) for place in places if coast in (None, place.coast)]
            if coast == PORT:
                units = [Unit(UnitType.FLEET, Location(province, PORT))]
    return units


def _which(written: WrittenUnit, units: list[Unit]) -> Refused:
    orders: list[Order] = [Build(unit) for unit in units]
    trouble = Trouble.COAST_UNCLEAR if written.type else Trouble.TYPE_UNCLEAR
    return Refused(trouble, written.spot.text, tuple(sorted(map(str, orders))))
