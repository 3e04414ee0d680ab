"""Options chosen anew in a game that exists: by its master alone, from the next phase on, and told to all."""

import json
from pathlib import Path

import pytest
from house import await_letter, make_house, post_office, sign_on
from mailroom import Mailroom, text_of
from test_cli import judge

from judge.board.record import read_board, write_adjudication
from judge.language.commands import read_commands
from judge.rules import OptionFault, RuleFault
from judge.rules.preferences import choose
from judge.service import options as choosing
from judge.service import orders
from judge.service.office import rulebook
from judge.service.standing import Standing, filed, view
from judge.store import Game, PhaseRow, Store

ANNA, FRED, MIA = "anna@players.nl", "fred@players.example", "mia@players.example"


@pytest.fixture
def room(store: Store) -> Mailroom:
    return Mailroom(store)


def begun(room: Mailroom, rules: str = "buildings", **plan: object) -> Mailroom:
    """A running game: Anna (in Dutch) is France, Fred (in English) Austria, Mia its master."""
    room.make_game(rules=rules, **plan)  # type: ignore[arg-type]
    room.sign_on(f"{ANNA} Frankrijk", f"{FRED} Austria")
    return room


def ask(room: Mailroom, who: str, text: str) -> str:
    """The answer to a letter to somebody's seat, on one line."""
    room.write(who, text, room.reply_to(who))
    room.work()
    return flat(room.last(who))


def flat(text: str) -> str:
    return " ".join(text.replace("\n|    ", " ").replace("\n  ", " ").split())


def game_of(room: Mailroom) -> Game:
    with room.store.read() as tx:
        game = tx.game_by_name("duel")
    assert game is not None
    return game


def phase_of(room: Mailroom) -> PhaseRow:
    with room.store.read() as tx:
        row = tx.current_phase(game_of(room).id)
    assert row is not None
    return row


def test_a_master_chooses_by_mail_and_everybody_is_told_in_their_own_language(room: Mailroom) -> None:
    begun(room)
    told = ask(room, MIA, "set fort_bonus 2\nset replenish_pct.def_ok = 30\n\nMia")
    assert "You have chosen other options for duel" in told
    assert "| replenish_pct.def_ok = 30 (was 20) | fort_bonus = 2 (was 1)" in told
    assert "Everybody in the game has been told" in told
    dutch, english = flat(room.last(ANNA)), flat(room.last(FRED))
    changed = "| replenish_pct.def_ok = 30 (was 20) | fort_bonus = 2 (was 1)"
    assert f"De spelleider heeft andere keuzes gemaakt voor duel: {changed}" in dutch
    assert "voorjaar 1901 (verplaatsingen) wordt nog gespeeld met de keuzes waarmee die begon" in dutch
    assert f"The master has chosen other options for duel: {changed}" in english
    assert str(room.letters(ANNA)[-1]["Subject"]).endswith("Andere regels voor duel")
    assert len([row for row in room.rows(MIA) if row.kind == "options"]) == 0


def test_the_open_phase_is_played_by_the_options_it_began_with(room: Mailroom) -> None:
    begun(room)
    ask(room, MIA, "stel fort_bonus in op 2")
    assert phase_of(room).options == {}
    assert game_of(room).options == {"fort_bonus": "2"}
    rules = ask(room, FRED, "rules duel")
    assert "FROM THE NEXT PHASE ON | fort_bonus = 2" in rules
    assert "| fort_bonus = 1" in rules
    room.pass_deadline()
    assert phase_of(room).options == {"fort_bonus": "2"}
    rules = ask(room, ANNA, "regels duel")
    assert "VANAF DE VOLGENDE FASE" not in rules
    assert "GEKOZEN VOOR DEZE PARTIJ | fort_bonus = 2" in rules


def test_before_a_game_begins_it_begins_with_them(room: Mailroom) -> None:
    room.make_game(rules="buildings")
    room.sign_on(f"{ANNA} Frankrijk")
    choosing.change(room.office, "duel", [("start_treasury", "33"), ("open_books", "no")], room.at)
    assert "De partij begint ermee." in flat(room.last(ANNA))
    room.sign_on(f"{FRED} Austria")
    assert phase_of(room).board["treasury"] == {"AUSTRIA": 33, "FRANCE": 33}
    assert "33" in room.last(FRED)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("set fort_bonos 3", "There is no option 'fort_bonos'. Did you mean fort_bonus?"),
        ("set fort_bonus -3", "Option fort_bonus cannot be '-3'. Write a whole number from 0 to 9."),
        ("set cost_fort 9999999999999", "Write a whole number from 0 to 100000."),
        ("set cost_fort = much", "Option cost_fort cannot be 'much'. Write a whole number from 0 to 100000."),
        ("set cost_fort 1.5", "Option cost_fort cannot be '1.5'."),
        (
            "set tile_control winter",
            "Option tile_control cannot be 'winter'. The choices are: immediate, fall.",
        ),
        ("set supporters_engage maybe", "The choices are: yes, no."),
        ("set unit_types army, dragons", "cannot contain 'dragons'. It is a list of: army, fleet."),
        ("set replenish_pct 5", "It is a table: choose one of its fields"),
        ("set replenish_pct.def_okay 5", "has no row 'def_okay'. The rows are: none, def_ok,"),
        ("set replenish_pct {def_ok = }", "It is a table: choose one of its fields"),
        ("set research.tree.masonry.cost -1", "research.tree.masonry.cost cannot be '-1'."),
        ("set research.tree.masonry.price 5", "has no field 'price'. The fields are: cost, requires,"),
        ("set research.tree.masonry.requires alchemy", "can never be bought: masonry (after alchemy)"),
        ("set research.multiplier 99", "Write a number from 0 to 10, such as 0.75."),
        ("set partial_payment usual please", ""),
        ("set phases summer", "It is always: spring_move, spring_retreat, fall_move,"),
        (
            "set start_treasury 50",
            "Option start_treasury is settled when a game begins, and this one has begun.",
        ),
        ("set open_books no", "Option open_books is settled when a game begins, and this one has begun."),
        ("set edition 1999", "There is no edition '1999'. The editions are: datc, 1971"),
        ("set paradox none", "Option paradox cannot be 'none'. The choices are: szykman"),
        ("set nonsense usual", "There is no option 'nonsense'."),
    ],
)
def test_what_cannot_be_chosen_is_told_and_changes_nothing(room: Mailroom, line: str, why: str) -> None:
    begun(room)
    told = ask(room, MIA, line)
    if why:
        assert f"THIS CHANGES NOTHING > {line} " in told
    assert why in told
    assert game_of(room).options == {}
    assert "options" not in {row.kind for row in room.rows()}


def test_a_dutch_master_reads_why_in_dutch(room: Mailroom) -> None:
    begun(room)
    ask(room, MIA, "language dutch")
    told = ask(room, MIA, "zet fort_bonus op 12\nstel fort_bonuz in op 2\nzet supporters_engage op ja")
    assert "Keuze fort_bonus kan niet '12' zijn. Schrijf een geheel getal van 0 tot en met 9." in told
    assert "Er is geen keuze 'fort_bonuz'. Bedoelde je fort_bonus?" in told
    assert "supporters_engage = yes (was no)" in told
    assert game_of(room).options == {"supporters_engage": "yes"}


def test_one_bad_line_does_not_cost_the_good_ones_by_mail(room: Mailroom) -> None:
    begun(room)
    told = ask(room, MIA, "set fort_bonus 3\nset fort_bonus 30\nset cost_hub 5")
    assert "| cost_hub = 5 (was 12)" in told
    assert "THIS CHANGES NOTHING > set fort_bonus 30" in told
    assert game_of(room).options == {"fort_bonus": "3", "cost_hub": "5"}


def test_on_the_command_line_it_is_all_or_nothing(room: Mailroom) -> None:
    begun(room)
    with pytest.raises(OptionFault, match="from 0 to 9"):
        choosing.change(room.office, "duel", [("cost_hub", "5"), ("fort_bonus", "30")], room.at)
    assert game_of(room).options == {}
    changed = choosing.change(room.office, "duel", [("cost_hub", "5"), ("fort_bonus", "3")], room.at)
    assert [(one.name, one.before, one.after) for one in changed] == [
        ("cost_hub", "12", "5"),
        ("fort_bonus", "1", "3"),
    ]
    assert "| cost_hub = 5 (was 12)" in room.last(MIA)


def test_a_choice_can_be_taken_back(room: Mailroom) -> None:
    begun(room, options={"replenish_pct": {"def_ok": 10, "off_fail": 40}, "fort_bonus": 2})
    told = ask(room, MIA, "set replenish_pct.def_ok usual\nset fort_bonus default")
    assert "replenish_pct.def_ok = 20 (was 10)" in told
    assert "fort_bonus = 1 (was 2)" in told
    assert game_of(room).options == {"replenish_pct": {"off_fail": 40}}
    assert "The options are like that already" in ask(room, MIA, "set fort_bonus 1")


def test_a_whole_table_takes_the_place_of_its_fields(room: Mailroom) -> None:
    begun(room, options={"research.tree.masonry.cost": "5"})
    told = ask(room, MIA, "set research {enabled = true, tree = {siege = {cost = 4, army_cost = 7}}}")
    assert "research.tree.siege.cost = 4 (new)" in told
    assert "research.tree.masonry.cost: no more (was 5)" in told
    assert list(game_of(room).options) == ["research"]


@pytest.mark.parametrize(
    ("rules", "board", "line", "shown"),
    [
        ("standard", "france-austria", "set paradox 1982", "paradox = 1982 (was szykman)"),
        ("standard", "france-austria", "set edition dutch", "distance = home (was owned)"),
        ("depots", "france-austria", "set swap no", "swap = no (was yes)"),
        ("depots", "france-austria", "set swap no\nset victory 99", "Option victory cannot be 99: the board"),
    ],
)
def test_every_rule_system_lets_its_options_be_chosen(
    room: Mailroom, rules: str, board: str, line: str, shown: str
) -> None:
    begun(room, rules=rules, board=board)
    assert shown in ask(room, MIA, line)
    assert "settled when a game begins" in ask(room, MIA, "set fleets yes") or rules != "depots"
    room.pass_deadline()
    assert phase_of(room).options == game_of(room).options != {}


@pytest.mark.parametrize(("who", "line", "said"), [
    (ANNA, "zet fort_bonus op 2", "Die keuze is aan de spelleider, Mia; er is niets veranderd"),
    (FRED, "set fort_bonus 2", "That is for the game's master, Mia, to choose; nothing has changed"),
])  # fmt: skip
def test_nobody_but_the_master_chooses(room: Mailroom, who: str, line: str, said: str) -> None:
    begun(room)
    assert said in ask(room, who, line)
    assert game_of(room).options == {}


def test_a_players_talk_of_setting_things_is_talk(room: Mailroom) -> None:
    begun(room)
    told = ask(room, FRED, "A Vie - Tri\nChange tactics!\nSet course to Venice")
    assert "Austria: Army Vienna to Trieste (*new*)" in told
    assert "master" not in told.replace("the master", "")


def test_a_letter_that_did_not_prove_its_master_changes_nothing_yet(room: Mailroom) -> None:
    begun(room)
    room.write("mallory@elsewhere.example", "set fort_bonus 2", room.reply_to(MIA))
    room.work()
    assert game_of(room).options == {}


def test_the_letters_about_options_order_and_choose_nothing_when_they_come_back(room: Mailroom) -> None:
    begun(room)
    ask(room, MIA, "set fort_bonus 3\nset fort_bonus 33")
    for who in (ANNA, FRED, MIA):
        text = text_of(room.letters(who)[-1])
        assert max(map(len, text.splitlines())) <= 72
        assert read_commands(text, "", "nl" if who == ANNA else "en") == ()


def test_a_change_stays_in_the_history_of_the_game(room: Mailroom) -> None:
    begun(room)
    ask(room, MIA, "set fort_bonus 2")
    room.pass_deadline()
    ask(room, MIA, "set fort_bonus 3")
    with room.store.read() as tx:
        events = [event for event in tx.events(game_of(room).id) if event.what == "options changed"]
    assert [dict(event.doc) for event in events] == [
        {"after_phase": 1, "changed": {"fort_bonus": ["1", "2"]}},
        {"after_phase": 2, "changed": {"fort_bonus": ["2", "3"]}},
    ]


def test_a_replay_by_the_options_of_each_phase_gives_the_same_bytes(room: Mailroom) -> None:
    begun(room)
    ask(room, FRED, "A Vie - Tyr\nA Bud - Tri\nF Tri - Alb")
    ask(room, ANNA, "Leger Marseille naar Piëmont\nLeger Parijs naar Bourgondië")
    changes = ["set cost_army 3", "set income_base 9", "set fort_bonus 2", "set replenish_pct.off_fail 90"]
    for line in changes:
        ask(room, MIA, line)
        room.pass_deadline()
    game = game_of(room)
    with room.store.read() as tx:
        rows = tx.phases(game.id)
        played = [row for row in rows if tx.result(game.id, row.no)]
        assert len({json.dumps(dict(row.options)) for row in played}) == len(played) >= 4
        for row in played:
            book = rulebook(game, row.options)
            board = read_board(dict(row.board), book.geography)
            stands = Standing(game, book, row, board)
            sheets = filed(tx, stands, row.deadline)
            wishes = {
                power: [(entry.order, *entry.alternatives) for entry in orders.in_force(given, stands.kind)]
                for power, given in sheets.items()
            }
            done = book.rules.adjudicate(board, choose(book.rules, board, wishes, book.options), book.options)
            stored = tx.result(game.id, row.no)
            assert stored is not None
            assert json.dumps(write_adjudication(done)) == json.dumps(dict(stored.doc))


def test_letters_speak_by_the_rules_of_the_phase_that_is_open(room: Mailroom) -> None:
    begun(room)
    ask(room, MIA, "set victory_centers 5")
    with room.store.read() as tx:
        assert view(tx, game_of(room)).speech.choices["victory"] != 5
    room.pass_deadline()
    with room.store.read() as tx:
        assert view(tx, game_of(room)).speech.choices["victory"] == 5


def test_the_command_line_takes_one_choice_or_several(tmp_path: Path) -> None:
    judge(
        "game", "create", "club1", "--master", "Mia <mia@example.org>", "--rules", "buildings", cwd=tmp_path
    )
    done = judge("game", "set", "club1", "fort_bonus", "2", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "fort_bonus = 2 (was 1)\n"), done.stderr
    done = judge("game", "set", "club1", "cost_fort=5", "tile_control=fall", cwd=tmp_path)
    assert done.stdout == "cost_fort = 5 (was 8)\ntile_control = fall (was immediate)\n"
    assert "already" in judge("game", "set", "club1", "cost_fort=5", cwd=tmp_path).stdout
    shown = judge("game", "show", "club1", cwd=tmp_path).stdout
    assert "  * fort_bonus = 2\n" in shown
    for words, said in (
        (["club1", "start_treasury", "-3"], "option start_treasury cannot be '-3'; write a whole number"),
        (["club1", "fort_bonos=2"], "perhaps 'fort_bonus' was meant"),
        (["club1", "fort_bonus"], "write NAME VALUE or NAME=VALUE"),
        (["club1", "cost_hub=5", "fort_bonus=22"], "from 0 to 9"),
        (["club2", "cost_hub=5"], "there is no game called 'club2'"),
    ):
        done = judge("game", "set", *words, cwd=tmp_path)
        assert done.returncode == 2
        assert said in done.stderr
        assert "Traceback" not in done.stderr
    assert "cost_hub = 12" in judge("game", "show", "club1", cwd=tmp_path).stdout


def test_the_house_keeps_what_was_chosen_by_mail_and_on_the_command_line(tmp_path: Path) -> None:
    """The real daemon: a letter and a command while it runs, a kill, and the next phase."""
    with post_office(tmp_path / "mail") as office:
        house = make_house(tmp_path, office.listener.port)
        house.start()
        every = ("--movement", "every 8 seconds", "--adjustments", "every 1 hour")
        plan = ("--master", MIA, "--map", "france-austria", "--rules", "buildings", *every)
        house.run("game", "create", "duel", *plan)
        sign_on(house, office, {FRED: "France", ANNA: "Austria"})
        mine = str(await_letter(office, MIA, "duel begins")[0]["Reply-To"])
        house.send(MIA, mine, "set fort_bonus 3\nset fort_bonus 33")
        _, told = await_letter(office, FRED, "fort_bonus = 3 (was 1)")
        assert "They count from the next phase on" in told.replace("\n", " ")
        await_letter(office, MIA, "Write a whole number")
        house.kill()
        house.start()
        assert house.run("game", "set", "duel", "income_base=40") == "income_base = 40 (was 4)\n"
        await_letter(office, FRED, "income_base = 40 (was 4)")
        await_letter(office, FRED, "Results Spring 1901")
        assert "* fort_bonus = 3\n" in house.run("game", "show", "duel")
        _, winter = await_letter(office, FRED, "Results Fall 1901")
        assert "You have 68 to spend" in winter
        house.stop()


def test_what_is_wrong_is_a_fault_of_the_rules() -> None:
    assert issubclass(OptionFault, RuleFault)
