"""For the second scorer: the Test of Fate and the Gemstone Trader on the two tracks. Shares no code with the engine."""


class FateAndTrader:
    """What happens at fame 10, fame 18 and money 24; mixed into the bookkeeper."""

    def move_fame(self, points):
        old = self.me.fame
        due = super().move_fame(points)
        first = self.meet_fate("fame", old)
        tracks = self.printed.tracks
        if "trader" in self.modules and not self.me.trader and old < tracks["trader_fame"] <= old + points:
            first += self.win_trader()
        return first + due

    def move_money(self, coins):
        old = self.me.money
        due = super().move_money(coins)
        return self.meet_fate("money", old) + due

    def meet_fate(self, track, old):
        raja, space = self.me, self.printed.tracks[f"fate_{track}"]
        now = getattr(raja, track)
        if "fate" not in self.modules or not old < space <= now or raja.fate[track] == "gone":
            return []
        if raja.fate[track] == "turned":
            return [(f"fate-{track}", [["free_tile", track]])]
        buildings = sum(bool(tile.get("buildings")) for tile in self.shown())
        behind = sum(getattr(other, track) < now for other in self.rajas.values())
        now = max(0, now - behind - (buildings if track == "fame" else self.market_tiles()))
        setattr(raja, track, now)
        raja.fate[track] = "turned" if now < space else "gone"
        return [(f"fate-{track}", [["free_tile", track]])] if now == space else []

    def gain_free_tile(self, track):
        self.me.fate[track] = "gone"
        symbols, animals = ("buildings", "tiger") if track == "fame" else ("markets", "cow")
        tops = {name: self.printed.tiles[name] for name in self.display.values() if name}
        good = {n for n, tile in tops.items() if tile.get(symbols) and tile["animal"] in (animals, "snake")}
        if not good or not self.me.country.walk()[2]:
            return
        verb, words = self.read("free", "decline")
        if verb == "free":
            self.demand(words[0] in good, "not such a tile")
            self.lay(words[0], edges=False)

    def win_trader(self):
        if not self.me.at_home:
            return [("trader", [["swap"]])]
        self.me.trader = "kali"
        self.me.returned = min(self.me.returned, self.me.at_home - 1)
        return []

    def gain_swap(self):
        self.me.trader = self.read("swap")[1][0]
        self.demand(self.workers_on.get(self.me.trader) == self.now, "no own worker there")
