"""Trail: copies share what they have in common and never see one another's."""

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.trail import Trail

STEPS = st.lists(
    st.tuples(st.sampled_from(("append", "cut", "copy")), st.integers(0, 5), st.integers(0, 9)), max_size=60
)


@given(STEPS)
def test_trails_are_what_independent_lists_would_be(steps):
    trails, lists = [Trail("ab")], [list("ab")]
    for what, which, number in steps:
        trail, plain = trails[which % len(trails)], lists[which % len(lists)]
        if what == "append":
            trail.append(number)
            plain.append(number)
        elif what == "cut":
            trail.cut(number)
            del plain[number:]
        else:
            trails.append(trail.copy())
            lists.append(plain.copy())
    assert [list(trail) for trail in trails] == lists
    for trail, plain in zip(trails, lists, strict=True):
        assert len(trail) == len(plain)
        assert [trail[index] for index in range(-len(plain), len(plain))] == plain + plain


@pytest.mark.parametrize("index", [2, -3])
def test_what_a_copy_added_is_not_found(index):
    trail = Trail("ab")
    trail.copy().append("c")
    with pytest.raises(IndexError):
        trail[index]


def test_copies_go_on_at_the_same_moment_in_different_threads():
    rounds, walkers = 300, 4
    for _ in range(rounds):
        trail: Trail[object] = Trail(range(3))
        twins = [trail.copy() for _ in range(walkers)]
        ready = threading.Barrier(walkers)

        def walk(number, twins=twins, ready=ready):
            ready.wait()
            for step in range(5):
                twins[number].append((number, step))

        threads = [threading.Thread(target=walk, args=(number,)) for number in range(walkers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for number, twin in enumerate(twins):
            assert list(twin) == [0, 1, 2, *((number, step) for step in range(5))]
        assert list(trail) == [0, 1, 2]
