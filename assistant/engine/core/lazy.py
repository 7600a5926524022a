"""Sorted sequences of moves that are only built as far as somebody looks."""

from collections.abc import Iterator, Sequence
from math import prod
from typing import overload

from assistant.engine.core.moves import Move


class ProductMoves(Sequence[Move]):
    """One word (or none) from each slot in turn: every combination, in lexicographic order of the slots' choices.

    `slots[i]` is a sequence of word tuples. Used for choices such as "any of these dice", whose number of
    combinations may be large while a player only ever looks at one.
    """

    def __init__(self, verb: str, slots: Sequence[Sequence[tuple[str, ...]]]) -> None:
        self.verb = verb
        self.slots = slots
        self._len = prod(len(slot) for slot in slots)

    def __len__(self) -> int:
        return self._len

    def at(self, index: int) -> Move:
        words: list[tuple[str, ...]] = []
        for slot in reversed(self.slots):
            index, choice = divmod(index, len(slot))
            words.append(slot[choice])
        return Move(self.verb, tuple(word for part in reversed(words) for word in part))

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        if isinstance(index, slice):
            return [self.at(i) for i in range(*index.indices(self._len))]
        if not -self._len <= index < self._len:
            raise IndexError(index)
        return self.at(index % self._len)

    def __iter__(self) -> Iterator[Move]:
        return map(self.at, range(self._len))


class SubsetMoves(Sequence[Move]):
    """Any part of a multiset of words, from nothing to all of it, in lexicographic order.

    `words` are different and sorted; `counts[i]` says how often `words[i]` is there.
    """

    def __init__(self, verb: str, words: Sequence[str], counts: Sequence[int]) -> None:
        self.verb = verb
        self.words = words
        self.counts = counts
        self._rest = [1]
        for count in reversed(counts):
            self._rest.insert(0, self._rest[0] * (count + 1))

    def __len__(self) -> int:
        return self._rest[0]

    def at(self, index: int) -> Move:
        """The part with this number: every part begins either nowhere (0) or with one of the words."""
        chosen: list[str] = []
        first, left = 0, list(self.counts)
        while index > 0:
            index -= 1
            for place in range(first, len(left)):
                size = left[place] * self._rest[place + 1]
                if index < size:
                    chosen.append(self.words[place])
                    left[place] -= 1
                    first = place
                    break
                index -= size
        return Move(self.verb, tuple(chosen))

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        if isinstance(index, slice):
            return [self.at(i) for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return self.at(index % len(self))

    def __iter__(self) -> Iterator[Move]:
        return map(self.at, range(len(self)))
