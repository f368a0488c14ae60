"""The search for a fair layout of one group of words.

Exact statement. Found is a set of disjoint paths of touching tiles, one for each word of the group, that uses every
tile of the board, of which no two strokes cross, such that no word of the group's watch is traced where it must not
be (:mod:`generators.traces`). Either one is found, or there is none, or the steps allowed are spent.

Order. Next is always the free tile with the fewest free neighbours, of several the first in an order drawn from the
stream. It is covered by every letter of every word left, in an order drawn for each kind of tile: the word is walked on
to its end and then back to its beginning, neighbours in drawn order. Each word is read forwards or backwards as drawn.
Nothing prefers one corner, one direction or one end of a word to another.

Pruning. A tile is refused a letter that could be traced there instead of an equal one of a word laid; a word is refused
tiles where one of its own letters could be swapped for an equal one laid before; a node is left when a free tile can
be reached by no word left, a word by no tiles, when the words left cannot be packed into the regions left, or when a
word that must not be is traced through the tiles just filled. Nothing that could become a fair layout is lost.

Bound. One step is one tile entered; the search stops at the budget.

Source   SPEC 1, Layout and Fairness.
"""

from collections.abc import Sequence
from functools import lru_cache

from generators.draws import Stream
from generators.regions import packs, region_sizes, shape
from generators.traces import Unwanted

LEAN = {3: (40, 10), 4: (75, 60), 5: (75, 80)}

Arms = tuple[tuple[int, int, int], ...]


class Spent(Exception):  # noqa: N818 - the end of a budget is no error
    """The steps allowed are used up."""


@lru_cache(maxsize=64)
def arms(length: int, start: int) -> Arms:
    """The order in which the letters of a word are laid when the one at *start* is: on to its end, then back.

    Each is (position, the position it is joined to, the one beyond that if it is laid by then, else -1).
    """
    on = [(k, k - 1, k - 2 if k - 2 >= start else -1) for k in range(start + 1, length)]
    back = [(k, k + 1, k + 2 if k + 2 < length else -1) for k in range(start - 1, -1, -1)]
    return (*on, *back)


class Search:
    """One seed's search. ``steps`` counts; after a success ``path(word)`` gives the tiles of each word in order."""

    def __init__(self, group: Sequence[str], size: int, unwanted: Unwanted, stream: Stream, budget: int) -> None:
        self.words = sorted(group, key=lambda word: (-len(word), word))
        self.budget, self.steps = budget, 0
        self.form = shape(size)
        self.watch = unwanted.watch(tuple(self.words), size)
        self.turned = [stream.below(2) == 1 for _ in self.words]
        self.coded = [
            [self.watch.numbers[letter] for letter in (word[::-1] if turned else word)]
            for word, turned in zip(self.words, self.turned, strict=True)
        ]
        tiles = range(size * size)
        self.turns = [stream.shuffle(steps) for steps in self.form.steps]
        self.ranked = [(1 << i, self.form.near[i]) for i in stream.shuffle(tiles)]
        self.options = self._options(size, stream)
        self.paths: dict[int, list[int]] = {}

    def _options(self, size: int, stream: Stream) -> list[list[tuple[int, int]]]:
        """For each tile, the (word, letter) pairs in the order in which they are tried on it.

        Covering boards tile by tile would put fewer ends of words on corners and edges than plain random walks do. So
        in LEAN[size] of a hundred seeds, ends are tried first on corners and on edges; on inner tiles always last.
        """
        letters = [(j, k) for j, word in enumerate(self.words) for k in range(len(word))]
        ends = {(j, k) for j, k in letters if k in (0, len(self.words[j]) - 1)}
        kinds = {}
        for touching, lean in zip((3, 5, 8), (*LEAN.get(size, LEAN[5]), -1), strict=True):
            order = stream.shuffle(letters)
            if lean < 0 or stream.below(100) < lean:
                order.sort(key=lambda option: (option in ends) == (touching == 8))
            kinds[touching] = order
        return [kinds[near.bit_count()] for near in self.form.near[:-1]]

    def run(self) -> bool:
        """Whether there is a fair layout. Raises Spent when the budget ends before that is known."""
        blank = [0] * len(self.watch.numbers)
        everything = tuple(range(len(self.words)))
        return not self.watch.hopeless and self._cover(self.form.full, 0, blank, blank, 0, everything)

    def path(self, word: str) -> tuple[int, ...]:
        """The tiles of *word* in reading order."""
        j = self.words.index(word)
        return tuple(self.paths[j][::-1] if self.turned[j] else self.paths[j])

    def _reach(self, j: int, free: int, at: list[int], ban: list[int]) -> list[int]:
        """For each letter of word *j* the tiles it may lie on, by bans and by what its neighbours may; [] if none."""
        low, high, half, cut = self.form.low, self.form.high, self.form.half, self.form.cut
        coded = self.coded[j]
        masks = [free & ~ban[letter] for letter in coded]
        # An equal letter next to the second tile could begin the word instead of the first; the same at the end.
        for end, inner in ((coded[0], 1), (coded[-1], -2)):
            if equal := at[end]:
                masks[inner] &= ~(low[equal & half] | high[equal >> cut])
        wide = self.form.full
        for k, here in enumerate(masks):
            masks[k] = here = here & wide
            if not here:
                return []
            wide = low[here & half] | high[here >> cut]
        wide = self.form.full
        for k in range(len(masks) - 1, -1, -1):
            masks[k] = here = masks[k] & wide
            wide = low[here & half] | high[here >> cut]
        return masks

    def _cover(self, free: int, lines: int, at: list[int], ban: list[int], have: int, left: tuple[int, ...]) -> bool:
        """Lay the words *left* on the tiles *free*; whether that could be done.

        *lines* are the strokes drawn, ``at[x]`` the tiles that hold letter x, ``ban[x]`` those it must not lie on,
        *have* the pairs of letters that touch.
        """
        reach = {}
        reached = 0
        for j in left:
            masks = self._reach(j, free, at, ban)
            if not masks:
                return False
            reach[j] = masks
            for mask in masks:
                reached |= mask
        if reached != free:
            return False
        fewest, tile = 9, 0
        for bit, near in self.ranked:
            if bit & free and (near & free).bit_count() < fewest:
                fewest, tile = (near & free).bit_count(), bit
        for j, k in self.options[tile.bit_length() - 1]:
            if j in reach and reach[j][k] & tile:
                path = self.paths[j] = [0] * len(self.coded[j])
                path[k] = tile.bit_length() - 1
                equal = [at[letter] for letter in self.coded[j]]
                state = (j, at, ban, have, tuple(i for i in left if i != j))
                if self._walk(0, arms(len(path), k), path, free ^ tile, lines, reach[j], equal, state):
                    return True
                del self.paths[j]
        return False

    def _walk(
        self,
        n: int,
        order: Arms,
        path: list[int],
        free: int,
        lines: int,
        masks: list[int],
        equal: list[int],
        state: tuple[int, list[int], list[int], int, tuple[int, ...]],
    ) -> bool:
        """Lay the letters ``order[n:]`` of a word, then everything else; whether that could be done.

        ``masks[k]`` are the tiles letter k may lie on, ``equal[k]`` those filled before that hold the same letter.
        """
        self.steps += 1
        if self.steps > self.budget:
            raise Spent
        if n == len(order):
            return self._settle(path, free, lines, *state)
        k, joined, beyond = order[n]
        form = self.form
        near = form.near
        tile = path[joined]
        mask = near[tile] & free & masks[k]
        if mask and beyond >= 0:
            # An equal letter that touches both neighbours of the one between could be traced instead of it.
            swap = equal[joined] & near[path[beyond]]
            if swap:
                mask &= ~(form.low[swap & form.half] | form.high[swap >> form.cut])
        if not mask:
            return False
        for step, bit, own, crossing in self.turns[tile]:
            if bit & mask and not crossing & lines:
                path[k] = step
                if self._walk(n + 1, order, path, free ^ bit, lines | own, masks, equal, state):
                    return True
        return False

    def _settle(
        self,
        path: list[int],
        free: int,
        lines: int,
        j: int,
        at: list[int],
        ban: list[int],
        have: int,
        left: tuple[int, ...],
    ) -> bool:
        """Judge word *j* on *path*, then lay the words *left*; whether that could be done."""
        sizes = region_sizes(free, self.form)
        if sizes and (min(sizes) < 3 or (len(sizes) > 1 and not packs(sizes, [len(self.words[i]) for i in left]))):
            return False
        coded, watch = self.coded[j], self.watch
        filled = at[:]
        new = 0
        for letter, tile in zip(coded, path, strict=True):
            filled[letter] |= 1 << tile
            new |= 1 << tile
        pairs = have | watch.pairs_of(coded, path, filled)
        if not watch.fair(filled, pairs, new, j, self.paths.values()):
            return False
        if not free:
            return True
        banned = ban[:]
        watch.ban(coded, path, banned)
        return self._cover(free, lines, filled, banned, pairs, left)
