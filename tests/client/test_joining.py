"""Getting to a seat at a real server: new tables, named ones, chosen ones, and seats taken back."""

from pathlib import Path

import pytest
from trio.testing import MockClock

from client.address import Address
from client.chosen_rules import ChosenRules
from client.errors import BadChoice, Refused
from client.joining import Joining, Wish, default_name
from client.seats import KeptSeat, Seats, new_token
from client.session import Session
from protocol.tables import Clock
from tests.client.house import House, open_house
from tests.client.typist import Typist, sitting

DEN = Address("den")


@pytest.fixture
def seats(tmp_path: Path) -> Seats:
    return Seats(tmp_path)


async def open_table(house: House, title: str = "Friday", **options: object) -> Session:
    session = await house.session()
    await session.create(title, "Owner", new_token(), **options)  # type: ignore[arg-type]  # options of the test
    return session


async def sit(house: House, typist: Typist, seats: Seats, wish: Wish) -> tuple[Session, KeptSeat | None]:
    session = await house.session()
    return session, await Joining(session, typist, seats, wish).sit()


async def test_a_new_table_is_opened_as_wished_and_the_seat_is_kept(autojump_clock: MockClock, seats: Seats) -> None:
    async with open_house() as house, sitting() as typist:
        rules = ChosenRules("official", {"max_rounds": 9})
        clock = Clock(bid=9_000)
        wish = Wish(DEN, create=True, name="Ann", rules=rules, seats=4, bots=("careful", "careful"), private=True, clock=clock)
        session, kept = await sit(house, typist, seats, wish)
        model = session.model
        assert (model.seat, model.names(), model.lobby.owner) == (0, ("Ann", "Bot 1", "Bot 2"), 0)
        assert model.settings is not None
        assert (model.settings.name, model.settings.seats, model.settings.private) == ("Ann's table", 4, True)
        assert model.settings.clock == clock
        assert model.rules is not None
        assert model.rules.max_rounds == 9
        assert kept == seats.find(DEN, model.table)


@pytest.mark.parametrize("name", ["by id", "by title"])
async def test_a_table_is_named_by_id_or_title(autojump_clock: MockClock, seats: Seats, name: str) -> None:
    async with open_house() as house, sitting() as typist:
        owner = await open_table(house)
        wanted = owner.model.table if name == "by id" else "FRIDAY"
        session, _ = await sit(house, typist, seats, Wish(DEN, wanted, name="Bob"))
        assert session.model.names() == ("Owner", "Bob")


async def test_two_tables_of_one_title_are_not_guessed_at(autojump_clock: MockClock, seats: Seats) -> None:
    async with open_house() as house, sitting() as typist:
        for _ in range(2):
            await open_table(house)
        with pytest.raises(BadChoice, match="expected one table called Friday, found 2"):
            await sit(house, typist, seats, Wish(DEN, "Friday", name="Bob"))


async def test_a_private_table_is_found_by_its_id(autojump_clock: MockClock, seats: Seats) -> None:
    async with open_house() as house, sitting() as typist:
        owner = await open_table(house, private=True, code="friends")
        with pytest.raises(Refused) as caught:
            await sit(house, typist, seats, Wish(DEN, owner.model.table, name="Bob"))
        assert caught.value.code == "wrong_code"
        session, _ = await sit(house, typist, seats, Wish(DEN, owner.model.table, name="Bob", code="friends"))
        assert session.model.seat == 1


async def test_a_kept_seat_is_taken_back(autojump_clock: MockClock, seats: Seats) -> None:
    async with open_house() as house, sitting() as typist:
        owner = await open_table(house)
        first, kept = await sit(house, typist, seats, Wish(DEN, owner.model.table, name="Bob"))
        await house.hang_up(first)
        second, again = await sit(house, typist, seats, Wish(DEN, owner.model.table))
        assert (second.model.seat, second.model.player, again) == (1, "Bob", kept)


async def test_a_kept_seat_that_is_gone_is_forgotten_and_a_new_one_taken(autojump_clock: MockClock, seats: Seats) -> None:
    async with open_house() as house, sitting() as typist:
        owner = await open_table(house)
        seats.keep(KeptSeat(str(DEN), owner.model.table, "Bob", new_token()))
        session, kept = await sit(house, typist, seats, Wish(DEN, owner.model.table, name="Bob"))
        assert session.model.names() == ("Owner", "Bob")
        assert seats.all_at(DEN) == [kept]


async def test_another_name_is_another_seat(autojump_clock: MockClock, seats: Seats) -> None:
    async with open_house() as house, sitting() as typist:
        owner = await open_table(house)
        for name in ("Bob", "Cid"):
            await sit(house, typist, seats, Wish(DEN, owner.model.table, name=name))
        assert owner.model.names() == ("Owner", "Bob", "Cid")
        assert len(seats.all_at(DEN)) == 2


async def test_without_seats_nothing_is_kept(autojump_clock: MockClock) -> None:
    async with open_house() as house, sitting() as typist:
        session = await house.session()
        assert await Joining(session, typist, None, Wish(DEN, create=True, name="Ann")).sit() is not None


async def test_the_list_is_shown_and_a_number_chooses(autojump_clock: MockClock, seats: Seats) -> None:
    async with open_house() as house, sitting() as typist:
        owner = await open_table(house)
        await typist.types("what", "1")
        session, _ = await sit(house, typist, seats, Wish(DEN, name="Bob"))
        assert session.model.table == owner.model.table
        text = typist.read()
        assert "Friday" in text
        assert "expected a table of the list, `new` or `quit`, found what" in text


async def test_new_opens_a_table_where_none_is_open(autojump_clock: MockClock, seats: Seats) -> None:
    async with open_house() as house, sitting() as typist:
        await typist.types("new")
        session, _ = await sit(house, typist, seats, Wish(DEN, name="Ann", title="Den"))
        assert session.model.lobby.owner == 0
        assert "no table is open" in typist.read()


@pytest.mark.parametrize("line", ["quit", "q", None])
async def test_nobody_has_to_choose(autojump_clock: MockClock, seats: Seats, line: str | None) -> None:
    async with open_house() as house, sitting() as typist:
        await (typist.types(line) if line is not None else typist.ends())
        _, kept = await sit(house, typist, seats, Wish(DEN, name="Bob"))
        assert kept is None


async def test_enter_takes_the_kept_seat_back(autojump_clock: MockClock, seats: Seats) -> None:
    async with open_house() as house, sitting() as typist:
        owner = await open_table(house)
        other = await open_table(house, "Saturday")
        first, _ = await sit(house, typist, seats, Wish(DEN, other.model.table, name="Bob"))
        await house.hang_up(first)
        await typist.types("")
        session, _ = await sit(house, typist, seats, Wish(DEN))
        assert session.model.table == other.model.table != owner.model.table
        assert "you have a seat there" in typist.read()


async def test_enter_sits_down_at_the_first_table_or_opens_one(autojump_clock: MockClock, seats: Seats) -> None:
    async with open_house() as house, sitting() as typist:
        await typist.types("")
        ann, _ = await sit(house, typist, seats, Wish(DEN, name="Ann"))
        assert "(Enter: new)" in typist.read()
        await typist.types("")
        bob, _ = await sit(house, typist, Seats(seats.folder / "bob"), Wish(DEN, name="Bob"))
        assert f"(Enter: {ann.model.table})" in typist.read()
        assert bob.model.table == ann.model.table


async def test_a_full_or_running_table_is_not_offered(autojump_clock: MockClock, seats: Seats) -> None:
    async with open_house() as house, sitting() as typist:
        await open_table(house, seats=2, bots=["careful"])
        await typist.types("1", "quit")
        await sit(house, typist, seats, Wish(DEN, name="Bob"))
        assert "no table is open" in typist.read()


async def test_somebody_who_sits_there_is_asked_for_another_name(autojump_clock: MockClock, seats: Seats) -> None:
    async with open_house() as house, sitting(interactive=True) as typist:
        owner = await open_table(house)
        await typist.types("bank", "Bob")
        session, kept = await sit(house, typist, seats, Wish(DEN, owner.model.table, name="owner"))
        assert session.model.player == "Bob"
        assert kept is not None
        assert kept.player == "Bob"
        assert "name_taken" in typist.read()


async def test_somebody_who_sits_there_is_asked_for_the_code(autojump_clock: MockClock, seats: Seats) -> None:
    async with open_house() as house, sitting(interactive=True) as typist:
        owner = await open_table(house, code="friends")
        await typist.types("foes", "friends")
        session, _ = await sit(house, typist, seats, Wish(DEN, owner.model.table, name="Bob"))
        assert session.model.seat == 1
        text = typist.read()
        assert "this table has a code\nits code: \n" in text
        assert "(wrong_code)\nits code: \n" in text
        await typist.types("")
        with pytest.raises(Refused):
            await sit(house, typist, seats, Wish(DEN, owner.model.table, name="Cleo"))


async def test_nobody_is_asked_at_a_pipe(autojump_clock: MockClock, seats: Seats) -> None:
    async with open_house() as house, sitting() as typist:
        owner = await open_table(house)
        with pytest.raises(Refused) as caught:
            await sit(house, typist, seats, Wish(DEN, owner.model.table, name="owner"))
        assert caught.value.code == "name_taken"


async def test_a_seat_that_cannot_be_kept_is_taken_all_the_same(autojump_clock: MockClock, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    async with open_house() as house, sitting() as typist:
        session, kept = await sit(house, typist, Seats(tmp_path / "file"), Wish(DEN, create=True, name="Ann"))
        assert kept is not None
        assert session.model.seat == 0
        assert "can not be taken back later" in typist.read()


def test_the_usual_name_is_the_one_of_the_login(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "ann")
    assert default_name() == "ann"


def test_an_account_without_a_name_has_one_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.getuid", lambda: 2_000_000_000)
    assert default_name().startswith("player")


async def test_an_open_seat_of_a_running_game_is_taken_over(autojump_clock: MockClock, seats: Seats) -> None:
    async with open_house() as house, sitting() as typist:
        owner = await open_table(house, bots=["careful"])
        await owner.start_game()
        with pytest.raises(Refused) as caught:
            await sit(house, typist, seats, Wish(DEN, owner.model.table, name="Bob"))
        assert caught.value.code == "already_started"
        bot = next(info.seat for info in owner.model.lobby.seats if info.bot is not None)
        await owner.give_seat(bot)
        await typist.types("1")
        session, kept = await sit(house, typist, seats, Wish(DEN, name="Bob"))
        assert (session.model.seat, session.model.player, kept) == (bot, "Bob", seats.find(DEN, owner.model.table))
        assert "seat open" in typist.read()


async def test_a_bad_name_for_an_open_seat_is_told(autojump_clock: MockClock, seats: Seats) -> None:
    async with open_house() as house, sitting() as typist:
        owner = await open_table(house, bots=["careful"])
        await owner.start_game()
        await owner.give_seat(1)
        with pytest.raises(Refused) as caught:
            await sit(house, typist, seats, Wish(DEN, owner.model.table, name="owner"))
        assert caught.value.code == "name_taken"
