#!/usr/bin/env python3
"""Writes two-games.jsonl: the log of two full games of two players.

The rules are written here once more, plainly and apart from the crate, so that the log is no product of the code that it
tests: tiles are objects that lie in lists, a wall is a dictionary, points are counted by walking. The players' choices are a
fixed rule of thumb without chance; the bags are shuffled by a small congruential generator. Run it to make the file anew:

    python3 write.py > two-games.jsonl
"""
import json

TYPES = {1: "black", 2: "white", 3: "blue", 4: "yellow", 5: "red"}
# Column of a type on the first row of the wall: blue, yellow, red, black, white.
FIRST_ROW = {3: 1, 4: 2, 5: 3, 1: 4, 2: 5}
PENALTIES = [1, 1, 2, 2, 2, 3, 3]


class Shuffler:
    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n

    def shuffle(self, items):
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


class Player:
    def __init__(self, number):
        self.number, self.score = number, 0
        self.lines = {r: [] for r in range(1, 6)}
        self.floor = []
        self.wall = {}

    def run(self, row, column, dr, dc):
        tiles = []
        r, c = row + dr, column + dc
        while (r, c) in self.wall:
            tiles.append((r, c))
            r, c = r + dr, c + dc
        return tiles


def show(tile, line=None, column=None):
    shown = {"id": tile[0], "type": tile[1]}
    if line is not None:
        shown["line"], shown["column"] = line, column
    return shown


def out(kind, **args):
    print(json.dumps({"type": kind, "args": args}, separators=(",", ":")))


def takes(player, row, kind):
    line = player.lines[row]
    column = (FIRST_ROW[kind] - 1 + row - 1) % 5 + 1
    return (row, column) not in player.wall and len(line) < row and all(t[1] == kind for t in line)


def choose(players, turn, table, style):
    """The source, colour and line with the best fit: few tiles over, few places left open, low lines first."""
    me, best = players[turn], None
    for source in sorted(table):
        tiles = [t for t in table[source] if t[1] != 0]
        for kind in sorted({t[1] for t in tiles}):
            n = sum(t[1] == kind for t in tiles)
            for row in [1, 2, 3, 4, 5, 0]:
                if row and not takes(me, row, kind):
                    continue
                room = row - len(me.lines[row]) if row else 0
                over, open_ = max(0, n - room), max(0, room - n)
                built = sum((row, c) in me.wall for c in range(1, 6)) if row else 0
                worth = -6 * over - 3 * open_ + (style * built if row else -4) + n
                if best is None or worth > best[0]:
                    best = (worth, source, kind, row)
    return best[1:]


def game(seed, numbers, style, fast):
    chance = Shuffler(seed)
    token = (1, 0)
    bag = [(i, kind) for i, kind in enumerate([k for k in TYPES for _ in range(20)], start=2)]
    chance.shuffle(bag)
    lid, players, starter = [], [Player(n) for n in numbers], 0
    while True:
        table = {0: [token]}
        for f in range(1, 6):
            table[f] = []
            for _ in range(4):
                if not bag:
                    bag, lid = lid, []
                    chance.shuffle(bag)
                if bag:
                    table[f].append(bag.pop())
        out("factoriesFilled", factories={str(f): [show(t) for t in tiles] for f, tiles in table.items()},
            remainingTiles=len(bag))
        turn, taker = starter, None
        while any(t[1] for tiles in table.values() for t in tiles):
            me = players[turn]
            source, kind, row = choose(players, turn, table, style)
            if source == 0 and token in table[0]:
                table[0].remove(token)
                me.floor.append(token)
                taker = turn
                out("tilesPlacedOnLine", playerId=me.number, player_name="Player", number=1, type=0, line=0,
                    placedTiles=[], discardedTiles=[show(token, 0, len(me.floor))], fromHand=False)
                out("firstPlayerToken", playerId=me.number)
            hand = [t for t in table[source] if t[1] == kind]
            rest = [t for t in table[source] if t[1] != kind]
            if source:
                table[0] += rest
                table[source] = []
            else:
                table[0] = rest
                rest = []
            out("tilesSelected", playerId=me.number, number=len(hand), color=TYPES[kind], type=kind,
                selectedTiles=[show(t) for t in hand], discardedTiles=[show(t) for t in rest], fromFactory=source)
            placed, over = [], []
            for tile in hand:
                if row and len(me.lines[row]) < row:
                    me.lines[row].append(tile)
                    placed.append(show(tile, row, len(me.lines[row])))
                else:
                    me.floor.append(tile)
                    over.append(show(tile, 0, len(me.floor)))
            out("tilesPlacedOnLine", playerId=me.number, number=len(hand), type=kind, line=row, lineNumber=row,
                placedTiles=placed, discardedTiles=over, discardedTilesToSpecialFactoryZero=[], fromHand=True)
            if row and len(me.lines[row]) == row and sum((row, c) in me.wall for c in range(1, 6)) == 4:
                out("lastRound", playerId=me.number)
            turn = 1 - turn
        groups = [players] if fast else [[p] for p in players]
        for group in groups:
            for row in range(1, 6):
                complete = {}
                for p in group:
                    line = p.lines[row]
                    if len(line) < row:
                        continue
                    tile, rest = line[0], line[1:]
                    column = (FIRST_ROW[tile[1]] - 1 + row - 1) % 5 + 1
                    p.wall[row, column] = tile
                    across = [(row, column)] + p.run(row, column, 0, -1) + p.run(row, column, 0, 1)
                    down = [(row, column)] + p.run(row, column, -1, 0) + p.run(row, column, 1, 0)
                    points = sum(len(x) for x in (across, down) if len(x) > 1) or 1
                    p.score += points
                    p.lines[row] = []
                    lid += rest
                    complete[str(p.number)] = {
                        "placedTile": show(tile, row, column),
                        "discardedTiles": [show(t) for t in rest],
                        "pointsDetail": {"rowTiles": [show(p.wall[x], *x) for x in across],
                                         "columnTiles": [show(p.wall[x], *x) for x in down], "points": points},
                    }
                if complete:
                    out("placeTileOnWall", completeLines=complete)
            floors = {}
            for p in group:
                if p.floor:
                    points = sum(PENALTIES[: len(p.floor)])
                    p.score = max(0, p.score - points)
                    floors[str(p.number)] = {"tiles": [show(t) for t in p.floor], "points": -points}
                    lid += [t for t in p.floor if t[1]]
                    p.floor = []
            out("emptyFloorLine", floorLines=floors)
        starter = taker if taker is not None else starter
        if any(all((r, c) in p.wall for c in range(1, 6)) for p in players for r in range(1, 6)):
            break
    for group in groups:
        rows = [([(r, c) for c in range(1, 6)], 2) for r in range(1, 6)]
        columns = [([(r, c) for r in range(1, 6)], 7) for c in range(1, 6)]
        for places, points in rows + columns:
            scores = {str(p.number): {"tiles": [show(p.wall[x], *x) for x in places], "points": points}
                      for p in group if all(x in p.wall for x in places)}
            if scores:
                for p in group:
                    p.score += points if str(p.number) in scores else 0
                out("endScore", scores=scores)
        for kind in TYPES:
            scores = {}
            for p in group:
                mine = sorted(x for x, t in p.wall.items() if t[1] == kind)
                if len(mine) == 5:
                    p.score += 10
                    scores[str(p.number)] = {"tiles": [show(p.wall[x], *x) for x in mine], "points": 10}
            if scores:
                out("endScore", scores=scores)
    return [p.score for p in players]


if __name__ == "__main__":
    import sys
    results = [game(20, [84001, 84002], 2, True), game(7, [84003, 84001], 1, False)]
    print(json.dumps(results), file=sys.stderr)
