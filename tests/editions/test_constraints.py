"""The shipped box satisfies every constraint on reconstructed data, K1 to K12, and allows the rulebooks' examples."""

import itertools
from collections import Counter

import pytest

from assistant.editions import Correction, Document
from assistant.editions.checks import neighbour
from assistant.engine.rajas.box import ANIMALS, BUILDINGS, COLOURS, GOODS, Edition, ProvinceBoard, Reward, Tile

Tiles = tuple[Tile, ...]


def kinds_of(rewards: list[Reward]) -> Counter[str]:
    return Counter(str(part[0]) for reward in rewards for part in reward)


def shape(tile: Tile) -> str:
    ends = "".join(tile.roads)
    if len(ends) == 2:
        return "straight" if set(ends) in ({"n", "s"}, {"e", "w"}) else "curve"
    return {3: "junction", 4: "crossing"}[len(ends)]


def symbols(tile: Tile) -> int:
    return len(tile.markets) + len(tile.buildings)


def border(board: ProvinceBoard) -> set[tuple[str, str]]:
    inside = {*board.cells, board.residence}
    return {(cell, side) for cell in board.cells for side in "nesw" if neighbour(cell, side) not in inside}


def test_K1_there_are_64_tiles_16_of_each_colour_in_twelve_stacks(province_tiles: Tiles):
    assert len(province_tiles) == len({tile.id for tile in province_tiles}) == 64
    assert Counter(tile.colour for tile in province_tiles) == dict.fromkeys(COLOURS, 16)
    stacks = {(tile.colour, tile.animal) for tile in province_tiles}
    assert stacks == set(itertools.product(COLOURS, ANIMALS))


def test_K1_the_four_colours_are_built_alike(province_tiles: Tiles):
    def strength(colour: str) -> Counter[tuple[object, ...]]:
        return Counter(
            (tile.animal, tile.price, sorted(v for _, v in tile.markets).__repr__(), len(tile.buildings), ends(tile))
            for tile in province_tiles
            if tile.colour == colour
        )

    def ends(tile: Tile) -> int:
        return len("".join(tile.roads))

    assert len({frozenset(strength(colour).items()) for colour in COLOURS}) == 1
    curves = Counter(tile.colour for tile in province_tiles if shape(tile) == "curve")
    assert max(curves.values()) - min(curves.values()) <= 1


def test_K1_no_good_and_no_building_is_clearly_rarer(province_tiles: Tiles):
    goods = Counter(good for tile in province_tiles for good, _ in tile.markets)
    buildings = Counter(building for tile in province_tiles for building in tile.buildings)
    assert max(goods.values()) - min(goods.values()) <= 1
    assert max(buildings.values()) == min(buildings.values())


def test_K2_every_tile_has_a_price_and_the_symbols_of_its_animal(province_tiles: Tiles):
    for tile in province_tiles:
        assert tile.price >= 1
        assert 1 <= symbols(tile) <= 2
        if tile.animal == "tiger":
            assert not tile.markets
        if tile.animal == "cow":
            assert not tile.buildings
        if tile.animal == "snake":
            assert len(tile.markets) == len(tile.buildings) == 1


def test_K3_all_goods_come_in_2_and_3_and_all_buildings_occur(province_tiles: Tiles):
    printed = {market for tile in province_tiles for market in tile.markets}
    assert all(1 <= value <= 3 for _, value in printed)
    assert {(good, value) for good in GOODS for value in (2, 3)} <= printed
    assert {building for tile in province_tiles for building in tile.buildings} == set(BUILDINGS)


def test_K3_three_teas_of_7_and_a_silk_that_makes_5_can_lie_in_one_province(province_tiles: Tiles):
    def values(good: str) -> list[tuple[int, str]]:
        return [(v, tile.id) for tile in province_tiles for g, v in tile.markets if g == good and symbols(tile) == 1]

    def fits(teas: tuple[tuple[int, str], ...], silk: tuple[int, str]) -> bool:
        best = max(value for value, _ in teas)
        return sum(value for value, _ in teas) == 7 and best + silk[0] == 5

    pairs = itertools.product(itertools.combinations(values("tea") + snake_teas(province_tiles), 3), values("silk"))
    assert any(fits(teas, silk) for teas, silk in pairs)


def snake_teas(tiles: Tiles) -> list[tuple[int, str]]:
    """Teas beside a building: they add tea and nothing else to the markets."""
    return [(value, t.id) for t in tiles if t.buildings for good, value in t.markets if good == "tea"]


@pytest.mark.parametrize(
    ("colour", "price"), [("orange", 4), ("orange", 8), ("orange", 9), ("orange", 10), ("blue", 7), ("purple", 6)]
)
def test_K4_the_known_prices_occur(province_tiles: Tiles, colour: str, price: int):
    assert any(tile.colour == colour and tile.price == price for tile in province_tiles)


@pytest.mark.parametrize("colour", COLOURS)
def test_K4_each_colour_has_cheap_and_dear_tiles(province_tiles: Tiles, colour: str):
    prices = sorted(tile.price for tile in province_tiles if tile.colour == colour)
    assert prices[0] <= 4
    assert sum(price > 6 for price in prices) >= 4


@pytest.mark.parametrize("road", ["straight", "curve", "junction", "crossing"])
def test_K5_every_road_shape_occurs_in_every_colour(province_tiles: Tiles, road: str):
    assert {tile.colour for tile in province_tiles if shape(tile) == road} == set(COLOURS)


def test_K5_every_tile_has_two_road_ends(edition: Edition):
    assert all(len(set("".join(tile.roads))) >= 2 for tile in edition.tiles)


def test_K5_a_junction_with_temple_and_mill_exists(province_tiles: Tiles):
    assert any(shape(t) == "junction" and sorted(t.buildings) == ["mill", "temple"] for t in province_tiles)


@pytest.mark.parametrize("name", ["base", "navaratna"])
def test_K6_every_port_is_on_the_border_and_leads_to_one_yield(edition: Edition, name: str):
    board = edition.provinces[name]
    ports = [port for row in board.yields for port in row.ports]
    assert len(ports) == len(set(ports))
    # Reading B: yields all around but above the top row and beside the residence.
    assert set(ports) == {(cell, side) for cell, side in border(board) if side != "n"}


def test_K6_one_die_5_money_and_an_upgrade_occur_and_the_first_two_touch_the_left_corner_cell(edition: Edition):
    by_reward: dict[Reward, set[str]] = {}
    for row in edition.provinces["base"].yields:
        by_reward.setdefault(row.reward, set()).update(cell for cell, _ in row.ports)
    assert (("upgrade", 1),) in by_reward
    assert "r2c0" in by_reward[(("dice", 1),)] & by_reward[(("money", 5),)]


def test_K6_a_die_and_an_upgrade_can_be_linked_by_one_tile(edition: Edition):
    cells = {
        row.reward: {cell for cell, _ in row.ports}
        for row in edition.provinces["base"].yields
        if row.id in ("right-3", "corner-right")
    }
    assert cells[(("dice", 1),)] & cells[(("upgrade", 1),)]


def test_K6_the_navaratna_side_is_weaker_and_has_two_brown_slots(edition: Edition):
    base = {row.id: row for row in edition.provinces["base"].yields}
    back = {row.id: row for row in edition.provinces["navaratna"].yields}
    slots = Counter(row.slot for row in back.values())
    assert slots["brown"] == 2
    assert set(slots) <= {"white", "yellow", "red", "brown", ""}
    assert not any(row.slot for row in base.values())
    assert sum(worth(row.reward) for row in back.values()) < sum(worth(row.reward) for row in base.values())
    assert all(worth(back[key].reward) <= worth(base[key].reward) for key in base)


def worth(reward: Reward) -> int:
    """A rough worth in money, as the white yield tiles equate them."""
    price = {"money": 1, "fame": 2, "dice": 3, "upgrade": 3, "karma": 2, "boat": 4}
    return sum(price[str(part[0])] * int(str(part[1])) for part in reward)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_K7_the_river_has_30_spaces_with_all_thirteen_kinds(edition: Edition, players: int):
    side = edition.sides[players]
    assert len(side.river) == 30
    assert side.river[1] == (("karma", 2),)
    assert abs(side.bridge_after - 20) <= 2
    assert all(side.river)
    parts = {part for reward in side.river for part in reward}
    wanted = {"dice", "karma", "money", "chamber", "dice_per_karma", "fame", "upgrade", "money_per_market"}
    wanted |= {"markets_different", "markets_one", "fame_per_upgrade", "money_per_upgrade", "fame_per_karma"}
    assert {str(part[0]) for part in parts} == wanted
    assert ("chamber", (2, 3, 4, 5, 6)) in parts
    assert {("dice_per_karma", colour) for colour in COLOURS} <= parts
    assert any(part[0] == "markets_one" and part[1] in (4, 5, 6) for part in parts)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_K8_quarry_and_harbour_fees(edition: Edition, players: int):
    side = edition.sides[players]
    assert set(side.quarry_fees) == {1, 2, 3, 4}
    assert side.quarry_fees[0] == 1
    assert set(side.harbour_fees) == {0, 1, 2}
    assert side.harbour_fees[0] == 0
    assert list(side.quarry_fees) == sorted(side.quarry_fees)
    assert list(side.harbour_fees) == sorted(side.harbour_fees)
    assert 0 not in side.harbour_fees[1:]


def test_K9_the_larger_side_has_37_spaces_19_in_the_palace(edition: Edition):
    side = edition.sides[4]
    outside = len(side.quarry_fees) + len(side.harbour_fees) + side.assorted + len(GOODS)
    palace = side.forecourts + side.terraces_per_colour * len(COLOURS) + len(edition.balconies) + len(edition.chambers)
    assert (outside, palace) == (18, 19)
    assert side.covered.get(4, ()) == ()


def test_K9_two_cover_tiles_hide_quarry_and_harbour_spaces_with_three_players(edition: Edition):
    side = edition.sides[3]
    covered = side.covered[3]
    assert covered
    assert all(space.startswith(("quarry-", "harbour-")) for space in covered)
    quarry = len(side.quarry_fees) - sum(space.startswith("quarry") for space in covered)
    harbour = len(side.harbour_fees) - sum(space.startswith("harbour") for space in covered)
    assert (quarry, harbour) == (6, 4)


def test_K9_the_two_player_side_has_fewer_spaces_and_one_assorted(edition: Edition):
    two, more = edition.sides[2], edition.sides[4]
    assert two.assorted == 1
    assert len(two.quarry_fees) < len(more.quarry_fees)
    assert len(two.harbour_fees) < len(more.harbour_fees)


def test_K10_yield_tiles(edition: Edition):
    by_colour = {c: [t for t in edition.yield_tiles if t.colour == c] for c in ("white", "yellow", "red", "brown")}
    assert {colour: len(tiles) for colour, tiles in by_colour.items()} == {
        "white": 8,
        "yellow": 9,
        "red": 6,
        "brown": 8,
    }
    white = {tile.reward for tile in by_colour["white"]}
    assert white == {(("dice", 1),), (("money", 3),), (("upgrade", 1),), (("karma", 1),)}
    coloured = [tile.reward for tile in by_colour["yellow"] + by_colour["red"]]
    assert set(kinds_of(coloured)) == {"dice", "dice_of", "money", "upgrade", "boat", "karma"}
    for reward in coloured:
        (part,) = reward
        limit = {"dice": 2, "upgrade": 1, "boat": 1, "karma": 2}.get(str(part[0]))
        assert limit is None or int(str(part[1])) <= limit
        assert part[0] != "dice_of" or len(part[1]) <= 2  # type: ignore[arg-type]


def test_K10_one_brown_tile_of_each_kind_and_the_one_of_the_mango_village(edition: Edition):
    brown = {tile.id: tile.reward for tile in edition.yield_tiles if tile.colour == "brown"}
    assert brown.pop("brown-village") == (("money_per_village", 3),)
    assert set(brown.values()) == {
        (("fame_per_market_tile", 1),),
        (("fame_per_river", 3),),
        (("money_per_building", 1),),
        (("money_per_linked_yield", 2),),
        (("fame_per_curve", 2),),
        (("money_per_upgrade", 2),),
        (("fame_per_worker", 1),),
    }


def test_K11_river_tiles(edition: Edition):
    ganga = [tile.reward for tile in edition.river_tiles if tile.module == "ganga"]
    assert len(ganga) == 8
    assert set(kinds_of(ganga)) == {"dice_per_karma", "dice_of", "chamber", "markets_one", "sail_up_to"}
    for ((kind, *details),) in ganga:
        assert kind != "chamber" or set(details[0]) <= {2, 3, 4, 5, 6}  # type: ignore[arg-type]
        assert kind != "dice_of" or len(set(details[0])) == 3  # type: ignore[arg-type]
    extra = {tile.reward for tile in edition.river_tiles if tile.module == "ganga2"}
    assert extra == {(("upgrade", 2),), (("dolphin",),)}


def test_K11_villages(edition: Edition):
    rewards = [tile.reward for tile in edition.tiles if tile.kind == "village"]
    assert len(rewards) == 10
    one_each = [
        (("money", 1), ("dice", 1)),
        (("money", 1), ("upgrade", 1)),
        (("money", 3), ("karma", 1)),
        (("boat", 1),),
        (("money", 2), ("dice_of", ("green",))),
        (("fame", 1), ("white_tile",)),
        (("markets_any", 2),),
    ]
    assert set(one_each) <= set(rewards)
    rest = [reward for reward in rewards if reward not in one_each]
    assert all(reward[0] == ("money", 2) and reward[1][0] == "dice_of" for reward in rest)


def test_K11_one_shalimar_and_one_tiger_tile_of_each_colour(edition: Edition):
    for kind in ("shalimar", "tiger"):
        assert sorted(tile.colour for tile in edition.tiles if tile.kind == kind) == sorted(COLOURS)
    assert all(shape(tile) == "crossing" for tile in edition.tiles if tile.kind == "shalimar")
    benefits = {tile.reward for tile in edition.tiles if tile.kind == "tiger"}
    assert benefits == {(("money_per_tile", 1),), (("river_again",),), (("dice", 2),), (("flag",),)}


def test_K12_every_guess_says_so_and_names_what_it_satisfies(document: Document):
    entries = document.entries()
    assert {entry.source for entry in entries} == {"rulebook", "attested", "derived", "reconstructed"}
    assert all(entry.satisfies for entry in entries if entry.source == "reconstructed")
    assert all(not entry.satisfies for entry in entries if entry.source != "reconstructed")


def test_K12_every_entry_can_be_overwritten(document: Document):
    entries = document.entries()
    corrected = document.corrected(Correction(entry.path, entry.value) for entry in entries)
    assert {entry.source for entry in corrected.entries()} == {"player"}
    assert [(entry.path, entry.value) for entry in corrected.entries()] == [(e.path, e.value) for e in entries]
    assert corrected.edition() == document.edition()
