"""The people who write to the judge, and their addresses. An address belongs to one player."""

import unicodedata
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select, update

from judge.store.door import Door, UnlessThere, columns
from judge.store.faults import Clash
from judge.store.rows import Address, AddressState, Player, PlayerId
from judge.store.schema import address as addresses
from judge.store.schema import answer, player

LONGEST_ADDRESS = 320
"""RFC 5321 §4.5.3.1: 64 before the @, 255 after it."""

_PLAYER = select(*columns(Player, player)).where(player.c.id == bindparam("of"))
_BY_ADDRESS = (
    select(*columns(Player, player))
    .join(addresses, addresses.c.player_id == player.c.id)
    .where(addresses.c.address == bindparam("of"))
)
_ADDRESSES = (
    select(*columns(Address, addresses))
    .where(addresses.c.player_id == bindparam("of"))
    .order_by(addresses.c.id)
)
_NEW_ADDRESS = UnlessThere(addresses, "id")
_NOTE_ANSWER = insert(answer)


def fold_address(written: str) -> str:
    """An address as addresses are compared: no blanks around it, in lower case (mail hosts do the same)."""
    return unicodedata.normalize("NFC", written.strip()).lower()


class Players(Door):
    """Players and addresses."""

    def add_player(self, name: str, language: str, address: str) -> PlayerId:
        """A new player with a first address; Clash where the address is another's."""
        if self.player_by_address(address) is not None:
            raise Clash(f"{address} is the address of a player already")
        key = self._run(insert(player), name=name, language=language).inserted_primary_key
        assert key is not None
        player_id = PlayerId(key[0])
        self.add_address(player_id, address)
        return player_id

    def player(self, player_id: PlayerId) -> Player | None:
        """The player with this number."""
        return self._one(Player, _PLAYER, of=player_id)

    def players(self) -> tuple[Player, ...]:
        """Every player, in the order in which they came."""
        return self._all(Player, select(*columns(Player, player)).order_by(player.c.id))

    def player_by_address(self, address: str) -> Player | None:
        """Whose address this is, however it is spelt."""
        return self._one(Player, _BY_ADDRESS, of=_short(fold_address(address)))

    def set_language(self, player_id: PlayerId, language: str) -> None:
        """The language of the letters to a player, from now on."""
        self._change(update(player).where(player.c.id == player_id).values(language=language))

    def set_name(self, player_id: PlayerId, name: str) -> None:
        """How a player is called."""
        self._change(update(player).where(player.c.id == player_id).values(name=name))

    def add_address(self, player_id: PlayerId, address: str) -> None:
        """One more address of a player; Clash where it is somebody's already, ValueError when too long."""
        folded = fold_address(address)
        if len(folded) > LONGEST_ADDRESS:
            raise ValueError(f"an address has at most {LONGEST_ADDRESS} characters")
        row = {"player_id": player_id, "written": address.strip(), "state": AddressState.OK, "proven": False}
        if self._add(_NEW_ADDRESS, address=folded, **row) is None:
            raise Clash(f"{address} is the address of a player already")

    def remove_address(self, address: str) -> None:
        """A player no longer writes from here."""
        self._change(delete(addresses).where(addresses.c.address == _short(fold_address(address))))

    def addresses(self, player_id: PlayerId) -> tuple[Address, ...]:
        """A player's addresses, the oldest first: letters go to the first that is not bouncing."""
        return self._all(Address, _ADDRESSES, of=player_id)

    def set_address_state(self, address: str, state: AddressState) -> None:
        """Whether letters to an address arrive."""
        folded = _short(fold_address(address))
        self._change(update(addresses).where(addresses.c.address == folded).values(state=state))

    def mark_proven(self, address: str) -> None:
        """A letter from this address came with proof of its sender."""
        folded = _short(fold_address(address))
        self._change(update(addresses).where(addresses.c.address == folded).values(proven=True))

    def note_answer(self, address: str, at: datetime) -> None:
        """Remember that an address got an automatic answer, for the limit on them."""
        self._run(_NOTE_ANSWER, address=_short(fold_address(address)), at=at)

    def recent_answers(self, address: str, since: datetime) -> int:
        """How many automatic answers an address got after an instant."""
        mine = answer.c.address == _short(fold_address(address))
        return len(self._run(select(answer.c.id).where(mine, answer.c.at > since)).all())

    def forget_answers(self, before: datetime) -> None:
        """Drop what is too old to count for a limit."""
        self._change(delete(answer).where(answer.c.at < before))


def _short(folded: str) -> str:
    """As much as a column holds. One over the length is never registered, so it finds nobody."""
    return folded.replace("\0", "\ufffd").encode("utf-8", "replace").decode()[: LONGEST_ADDRESS + 1]
