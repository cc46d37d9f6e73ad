"""Names and ids: nobody can look like somebody else, be invisible, pass as a bot, or guess an id."""

import secrets

import pytest

from plyground.errors import ServiceRefused
from plyground.server.guests import Guests, guest_of, new_token, old_id
from plyground.server.names import LOOK_ALIKES, fit_name, fold, is_reserved, skeleton

ANN, BEN = guest_of(new_token()), guest_of(new_token())


def refusal(guests: Guests, guest: str, name: str) -> str:
    try:
        guests.rename(guest, name)
    except ServiceRefused as error:
        return error.code
    return ""


@pytest.mark.parametrize(
    ("name", "like"),
    [
        ("Ann", "Аnn"),
        ("Ann", "ΑNN"),
        ("Oscar", "0scar"),
        ("Oscar", "Օscar"),
        ("Ian", "lan"),
        ("Bill", "Bi1l"),
        ("Marc", "rnarc"),
        ("Ann", "Ａｎｎ"),
        ("Ann", "𝐀𝐧𝐧"),
        ("Ann B", "AnnB"),
        ("Ann", "Ann."),
        ("Гоша", "Γоша".replace("Γ", "Г")),
        ("НИНА", "нина"),
        ("Ágnes", "A\u0301gnes"),
    ],
)
def test_a_name_that_looks_like_anothers_is_taken(name, like):
    guests = Guests()
    guests.arrive(ANN, name)
    assert refusal(guests, BEN, like) == "name_taken"
    guests.depart(ANN)
    assert refusal(guests, BEN, like) == ""


@pytest.mark.parametrize(("name", "other"), [("Ann", "Anna"), ("Ágnes", "Agnes"), ("Вера", "Vera"), ("!!!", "???")])
def test_names_that_look_different_are_different(name, other):
    guests = Guests()
    guests.arrive(ANN, name)
    assert refusal(guests, BEN, other) == ""


def test_who_changes_name_frees_the_old_one_and_all_that_look_like_it():
    guests = Guests()
    guests.arrive(ANN, "Oscar")
    guests.rename(ANN, "0scar")
    guests.rename(ANN, "Ann")
    assert refusal(guests, BEN, "Oscar") == ""


@pytest.mark.parametrize(
    "name",
    ["\u3164", "\u2800", "\u115f\u1160", "Ann\u200b", "A\u034fnn", "Ann\ufe00", "Ann\U000e0101", "Ann\u180b", "\uffa0"],
)
def test_what_nobody_sees_is_no_name(name):
    with pytest.raises(ServiceRefused, match="visible characters"):
        fit_name(name)


@pytest.mark.parametrize("name", ["A" + "\u0301" * 29, "a\u0323\u0302\u0301\u0300\u0303nn", "\u0301Ann", "Ann \u0301"])
def test_accents_are_not_stacked_and_stand_on_a_letter(name):
    with pytest.raises(ServiceRefused, match="at most two accents"):
        fit_name(name)


@pytest.mark.parametrize("name", ["Nguyễn", "Ệ\u0301", "हिन्दी", "ภาษาไทย", "שָׁלוֹם", "Мөнх", "李雷", "Ann ❤️"])
def test_names_of_all_languages_are_names(name):
    assert fit_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *("Level 3", "LEVEL 12", "Leve1 3", "Level 3, attacking", "Taso 7", "3. szint", "Уровень 5", "第 3 级"),
        *(
            "Plyground",
            "ΡIyground",
            "admin",
            "Аdmin",
            "Administrator",
            "M0derator",
            "NegaScout",
            "Best",
            "Perfect",
            "Full strength",
        ),
    ],
)
def test_names_of_bots_and_of_those_in_charge_are_reserved(name):
    assert refusal(Guests(), ANN, name) == "name_reserved"


def test_names_of_the_operators_engines_are_reserved():
    assert refusal(Guests(["Stockfish"]), ANN, "St0ckfish") == "name_reserved"


@pytest.mark.parametrize("name", ["Levelle", "Level-headed", "Badminton", "Bestina", "Systema"])
def test_names_that_only_contain_a_reserved_one_are_free(name):
    assert not is_reserved(name)
    assert refusal(Guests(), ANN, name) == ""


def test_a_generated_name_belongs_to_its_guest():
    guests = Guests()
    own = guests.arrive(ANN, "")
    guests.rename(ANN, "Ann")
    assert refusal(guests, BEN, own) == "name_reserved"
    assert refusal(guests, BEN, "Guest l234") == "name_reserved"
    assert refusal(guests, BEN, "guest0000") == "name_reserved"
    assert refusal(guests, ANN, own) == ""
    assert refusal(guests, BEN, "Guest of honour") == ""


def test_every_look_alike_is_another_character_that_looks_plain():
    for plain, likes in LOOK_ALIKES.items():
        for like in likes:
            assert not like.isascii()
            assert skeleton(f"x{like}x") == skeleton(f"x{plain}x")
            assert fold(like) != fold(plain)


# --- ids ---


def test_ids_have_128_bits_of_which_those_of_0_1_are_the_first_half():
    token = new_token()
    guest = guest_of(token)
    assert len(bytes.fromhex(guest[1:])) == 16
    assert old_id(guest) == guest[:17]


@pytest.mark.parametrize("token", ["", "guess", "A" * 32, "password" * 4, "0123456789" * 2, "x" * 100, "é" * 32])
def test_tokens_that_can_be_guessed_are_refused(token):
    with pytest.raises(ServiceRefused, match="token is invalid"):
        guest_of(token)


def test_tokens_of_ours_are_accepted():
    for _ in range(1000):
        assert guest_of(new_token())
    assert guest_of(secrets.token_hex(16))
