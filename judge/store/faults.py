"""What can go wrong with the database, in words for the one who runs the judge."""


class StoreFault(Exception):
    """The database cannot be used; the message says why, and what to do."""


class Unavailable(StoreFault):
    """Not just now (locked, full, connection lost): nothing was stored; try again later."""


class Clash(StoreFault):
    """What must be unique is there already: a name, an address, a place in a game, an open phase.

    After one from `add_game`, `add_player`, `add_address` or `add_seat` the transaction can go on; any other
    has spoilt it on PostgreSQL, so let it rise out of the block.
    """
