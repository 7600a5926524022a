"""What is printed in the box, straight from the edition's JSON file."""

import json
from pathlib import Path

TURN = "nesw"


def unwrap(entry):
    """The value of an entry without its source; nested tables entry by entry."""
    if isinstance(entry, dict):
        return entry["value"] if "value" in entry else {key: unwrap(one) for key, one in entry.items()}
    return entry


class Printed:
    """The edition with the side of the board that fits the number of players."""

    def __init__(self, path, players):
        data = {key: unwrap(entry) for key, entry in json.loads(Path(path).read_text(encoding="utf-8")).items()}
        self.tracks = data["tracks"]
        self.fame_bonuses = sorted((int(space), reward) for space, reward in self.tracks["fame_bonuses"].items())
        self.money_bonuses = sorted((int(space), reward) for space, reward in self.tracks["money_bonuses"].items())
        self.columns = data["upgrade_columns"]
        self.most_workers = data["workers_limit"]
        self.first_workers = data["workers_active"]
        self.dice_per_colour = data["dice_per_colour"]
        self.chambers = {int(number): reward for number, reward in data["chambers"].items()}
        self.forecourt = data["forecourt"]
        self.balconies = dict(data["balconies"])
        self.province = data["provinces"]["base"]
        self.tiles = {name: tile for name, tile in data["tiles"].items() if tile.get("kind", "province") == "province"}
        self.white = {name: tile["reward"] for name, tile in data["yield_tiles"].items() if tile["colour"] == "white"}
        side = next(one for one in data["board"].values() if players in one["players"])
        self.river = {int(space): reward for space, reward in side["river"].items()}
        self.river_end = max(self.river)
        self.bridge_after = side["bridge_after"]
        self.fees = self._spaces(side, side["covered"].get(str(players), []))

    def _spaces(self, side, closed):
        """Money fee of every action space, in reading order."""
        fees = {f"quarry-{n}": fee for n, fee in enumerate(side["quarry_fees"], 1)}
        fees |= {f"harbour-{n}": fee for n, fee in enumerate(side["harbour_fees"], 1)}
        free = [f"assorted-{n + 1}" for n in range(side["assorted"])]
        free += [f"forecourt-{n + 1}" for n in range(side["forecourts"])]
        free += [f"stall-{good}" for good in ("silk", "tea", "spices")]
        for colour in self.balconies:
            free.append(f"balcony-{colour}")
            free += [f"terrace-{colour}-{n + 1}" for n in range(side["terraces_per_colour"])]
        free += [f"chamber-{number}" for number in self.chambers]
        fees |= dict.fromkeys(free, 0)
        return {space: fee for space, fee in fees.items() if space not in closed}

    def roads(self, tile, rotation):
        """Road pieces of a tile lying turned clockwise: sets of sides."""
        quarter = rotation // 90
        return [{TURN[(TURN.index(side) + quarter) % 4] for side in piece} for piece in self.tiles[tile]["roads"]]
