"""Which seeks fit: the book against a list that is looked through from its beginning."""

from hypothesis import given
from hypothesis import strategies as st

from plyground.server.pairing.seek_book import SeekBook
from plyground.server.wire.pairing import Opponent, Seek, Terms
from plyground.server.wire.parts import ClockSettings

PEOPLE = {"ann": None, "bob": 1400, "cem": 1500, "dan": 1600, "eve": 1600}
"""People and their ratings."""
bounds = st.sampled_from([None, 1400, 1500, 1550, 1700])
terms = st.builds(
    Terms,
    game=st.sampled_from(["chess", "mill:nine"]),
    rules=st.sampled_from([None, None, {"men": 6, "flying": True}, {"flying": True, "men": 6}, {"men": 7}]),
    clock=st.sampled_from([None, ClockSettings(initial_ms=60_000), ClockSettings(initial_ms=60_000, delay_ms=1)]),
    side=st.sampled_from(["any", "white", "black"]),
    rated=st.booleans(),
)
steps = st.lists(
    st.tuples(st.sampled_from(sorted(PEOPLE)), terms, bounds, bounds, st.sampled_from(["seek", "seek", "leave"]))
)


def may_meet(one: Seek, other: Seek) -> bool:
    """The rule as it would be said aloud."""
    if one.by.guest == other.by.guest:
        return False
    if {one.terms.side, other.terms.side} in ({"white"}, {"black"}):
        return False
    what = ("game", "rules", "start", "clock", "rated")
    if any(getattr(one.terms, name) != getattr(other.terms, name) for name in what):
        return False
    for seeker, opponent in ((one, other.by), (other, one.by)):
        if seeker.min_rating is not None and not (opponent.rating and opponent.rating >= seeker.min_rating):
            return False
        if seeker.max_rating is not None and not (opponent.rating and opponent.rating <= seeker.max_rating):
            return False
    return True


@given(steps)
def test_a_seek_is_paired_with_the_oldest_that_fits(steps):
    book = SeekBook()
    waiting: list[Seek] = []
    for number, (person, wish, low, high, step) in enumerate(steps):
        if step == "leave":
            assert book.remove_all_of(person) == [seek for seek in waiting if seek.by.guest == person]
            waiting = [seek for seek in waiting if seek.by.guest != person]
        else:
            by = Opponent(guest=person, name=person, rating=PEOPLE[person])
            seek = Seek(seek=str(number), by=by, terms=wish, title="", min_rating=low, max_rating=high)
            expected = next((other for other in waiting if may_meet(other, seek)), None)
            partner = book.partner(seek)
            assert partner is expected
            if partner is None:
                book.add(seek)
                waiting.append(seek)
            else:
                book.remove(partner)
                waiting.remove(partner)
        assert list(book.oldest(100)) == waiting
        assert all(book.of(person) == [seek for seek in waiting if seek.by.guest == person] for person in PEOPLE)
        assert not any(may_meet(one, other) for one in waiting for other in waiting)
    for person in PEOPLE:
        book.remove_all_of(person)
    assert not any((book._by_game, book._by_owner, book._addresses, book._by_address))
