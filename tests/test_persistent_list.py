"""PersistentList: copies share what they have in common and never see each other's changes."""

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.persistent_list import PersistentList

STEPS = st.lists(
    st.tuples(st.sampled_from(("append", "cut", "copy")), st.integers(0, 5), st.integers(0, 9)), max_size=60
)


@given(STEPS)
def test_copies_are_what_independent_lists_would_be(steps):
    persistent, lists = [PersistentList("ab")], [list("ab")]
    for what, which, number in steps:
        items, plain = persistent[which % len(persistent)], lists[which % len(lists)]
        if what == "append":
            items.append(number)
            plain.append(number)
        elif what == "cut":
            items.cut(number)
            del plain[number:]
        else:
            persistent.append(items.copy())
            lists.append(plain.copy())
    assert [list(items) for items in persistent] == lists
    for items, plain in zip(persistent, lists, strict=True):
        assert len(items) == len(plain)
        assert [items[index] for index in range(-len(plain), len(plain))] == plain + plain


@pytest.mark.parametrize("index", [2, -3])
def test_what_a_copy_added_is_not_found(index):
    items = PersistentList("ab")
    items.copy().append("c")
    with pytest.raises(IndexError):
        items[index]


def test_copies_go_on_at_the_same_moment_in_different_threads():
    rounds, walkers = 300, 4
    for _ in range(rounds):
        items: PersistentList[object] = PersistentList(range(3))
        twins = [items.copy() for _ in range(walkers)]
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
        assert list(items) == [0, 1, 2]
