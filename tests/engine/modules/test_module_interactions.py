"""The interaction tables IX1 to IX11: what modules do to each other. (IX5, IX6: tiger; IX8: trader; IX9: navaratna.)"""

import pytest

from tests.engine.modules.module_table import Table

NEW = {
    "province": ("purple-snake-2", "purple"),
    "village": ("village-4", ""),
    "shalimar": ("green-shalimar-1", "green"),
    "tiger": ("orange-tiger-flag", "orange"),
}
OLD = {
    "province": "orange-tiger-1",
    "village": "village-6",
    "shalimar": "blue-shalimar-1",
    "tiger": "blue-tiger-akbar",
}


def master_builder(old: str, new: str, dice: str) -> Table:
    """A tile of the old kind in the province, one of the new kind on display, the chamber die paid."""
    t = Table("mango", "shalimar", "tiger")
    t.lay(OLD[old], "r0c1", 90)
    t.lay("green-tiger-1", "r1c2", 0)
    t.top(NEW[new][0])
    t.dice("b5 " + dice)
    t.set(karma=0)
    t.play("place chamber-5", "pay b5")
    return t


@pytest.mark.parametrize("new", NEW)
@pytest.mark.parametrize(("old", "rule"), [("village", "MV5.1"), ("shalimar", "SH3.1")])
def test_ix1_nothing_is_laid_on_villages_or_shalimar(new, old, rule):
    t = master_builder(old, new, "b6 g6 o6 p6 p5")
    name = NEW[new][0]
    assert rule in t.keys(f"cover {name} r0c1")
    assert f"cover {name} r0c1" not in t.moves()


@pytest.mark.parametrize(
    ("new", "old", "enough", "not_enough"),
    [
        ("province", "province", "p2", "p1"),  # purple 6 over orange 4: the difference is 2
        ("province", "tiger", "p1", "o6"),
        ("village", "province", "g5", "g6"),
        ("village", "tiger", "o5", "o4"),
        ("shalimar", "province", "g1", "p6"),
        ("shalimar", "tiger", "g6", "b6"),
        ("tiger", "province", "o1", "g6"),
        ("tiger", "tiger", "o6", "p6"),
    ],
)
def test_ix1_the_price_of_covering(new, old, enough, not_enough):
    name = NEW[new][0]
    t = master_builder(old, new, enough + " " + not_enough)
    t.play(f"cover {name} r0c1")
    assert t.moves() == [f"pay {enough}"]
    assert not t.judge(f"pay {not_enough}").ok


def test_ix2_dearer_is_asked_only_of_normal_on_normal():
    t = Table("tiger", "shalimar")
    t.lay("orange-tiger-6", "r0c1", 0)  # price 10
    t.lay("blue-tiger-akbar", "r1c2", 0)
    t.top("purple-cow-1")
    t.top("green-shalimar-1")
    t.dice("b5 p6 g1")
    t.play("place chamber-5", "pay b5")
    assert t.keys("cover purple-cow-1 r0c1") == ["B12.2"]
    assert t.judge("cover purple-cow-1 r1c2").ok
    assert t.judge("cover green-shalimar-1 r0c1").ok


def test_ix2_roads_height_and_edge_yields_hold_for_every_kind():
    t = Table("mango", "tiger")
    t.lay("orange-tiger-6", "r0c1", 0)
    t.lay("green-tiger-1", "r0c0", 90)
    t.top("village-4")  # a straight, so r0c0 can only stay linked one way
    t.dice("b5 g5")
    t.set(karma=0)
    t.play("place chamber-5", "pay b5", "cover village-4 r0c1", "pay g5")
    assert t.moves() == ["lay r0c1 270", "lay r0c1 90"]
    assert t.keys("lay r0c1 0") == ["B12.4"]
    t.play("lay r0c1 90")
    t.roll_on()
    t.play("decline")
    seat = 1 - t.s.seat
    assert sum(map(len, t.player(seat).under)) == 1


def test_ix2_a_tile_laid_by_covering_is_not_covered_again():
    t = Table("tiger")
    t.lay("orange-tiger-1", "r0c1", 90)
    t.lay("blue-tiger-akbar", "r0c1", 90)
    t.lay("green-tiger-1", "r1c2", 0)
    t.top("purple-snake-4")
    t.dice("b5 p6")
    t.play("place chamber-5", "pay b5")
    assert t.keys("cover purple-snake-4 r0c1") == ["B12.7"]


def test_ix3_a_free_master_builder_waives_only_the_chamber_die():
    t = Table("ganga", "mango")
    t.s.remember("river", ((1, "ganga-6"),))
    t.lay("orange-tiger-6", "r0c1", 0)
    t.top("village-3")
    t.dice("b1 g5")
    t.set(karma=0)
    t.play("place harbour-1", "pay b1", "sail 1", "chamber 5", "cover village-3 r0c1")
    assert t.moves() == ["pay g5"]


@pytest.mark.parametrize(
    ("new", "dice", "pending"), [("village", "g5", "sail"), ("shalimar", "g1", "back?"), ("tiger", "o6", "flag?")]
)
def test_ix4_covering_gives_the_laying_benefit_but_no_edge_yields(new, dice, pending):
    t = Table("mango", "shalimar", "tiger")
    t.lay("blue-tiger-1", "r0c1", 90)
    t.lay("orange-tiger-1", "r0c0", 90)
    t.set(yields=0, karma=0)
    name = NEW[new][0]
    t.top(name)
    t.dice(f"b5 {dice} p5 p6")
    seat = t.s.seat
    t.play("place chamber-5", "pay b5", f"cover {name} r0c0", f"pay {dice}")
    t.play(t.moves()[0])
    t.roll_on()
    assert t.pending == pending
    t.play("decline")
    assert t.player(seat).yields == 0


def test_ix7_akbar_on_the_dolphin_makes_the_dolphins_choice_again():
    t = Table("ganga2", "tiger")
    t.s.remember("river", ((10, "ganga2-dolphin"), (20, "ganga2-upgrades")))
    t.top("blue-tiger-akbar")
    t.dice("b1 b1")
    t.set(boat=10, money=1, karma=0)
    t.play("place quarry-1", "buy blue-tiger-akbar", "pay b1 b1")
    t.play(next(move for move in t.moves() if move.startswith("lay r0c1")))
    t.roll_on()
    assert t.pending == "dolphin?"
    seat = t.s.seat
    t.play("dolphin 4")
    assert (t.player(seat).money, t.player(seat).boat) == (3, 10)


def test_a62_ashoka_never_goes_around_the_circle():
    t = Table("tiger")
    t.lay("green-tiger-ashoka", "r0c1", 90)
    t.dice("b6")
    t.set(karma=1)
    t.play("place stall-tea")
    assert not t.judge("pay b6>6").ok
    assert t.judge("pay b6>1").ok and t.judge("pay b6>2").ok
