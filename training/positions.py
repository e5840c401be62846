"""Positions for the distillation: many games at once on native boards, driven by moves that the teacher's policy, chance or a professional chose.

The native library is `crates/trainer` (`cargo build --release -p gosedai-trainer`); boards smaller than 19x19 lie in the upper left corner
of a 19x19 canvas, point = row * 19 + column, 361 = pass.
"""
import bisect, ctypes
import numpy as np

PASS = 361
START = np.dtype([("width", "u1"), ("height", "u1"), ("ko_rule", "u1"), ("scoring", "u1"), ("tax", "u1"), ("suicide", "u1"), ("button", "u1"),
                  ("black_first", "u1"), ("komi", "<f4")])
LEGAL, ON_BOARD = 22, 23  # bits of a point's planes beside the 22 of V7


def pointer(a):
    return ctypes.c_void_p(a.ctypes.data)


class Pool:
    """Thin and without copies: everything contiguous and of the right kind."""

    def __init__(self, path, seats, threads):
        self.lib = ctypes.CDLL(path)
        self.lib.pool_new.restype = ctypes.c_void_p
        self.lib.pool_turn.restype = ctypes.c_uint32
        self.pool = ctypes.c_void_p(self.lib.pool_new(ctypes.c_uint32(seats), ctypes.c_uint32(threads)))
        assert self.pool.value, "no pool"

    def start(self, seats, starts, moves, setups):
        """Lists of moves and of black stones for each seat; how many moves could be played."""
        n = len(seats)
        join = lambda lists: (np.concatenate([np.asarray(x, np.uint16) for x in lists] + [np.zeros(1, np.uint16)]),
                              np.concatenate([[0], np.cumsum([len(x) for x in lists])]).astype(np.uint32))
        seats, starts = np.ascontiguousarray(seats, np.uint32), np.ascontiguousarray(starts)
        (moves, offsets), (setups, setup_offsets), played = join(moves), join(setups), np.zeros(n, np.uint16)
        self.lib.pool_start(self.pool, ctypes.c_uint32(n), pointer(seats), pointer(starts), pointer(moves), pointer(offsets), pointer(setups),
                            pointer(setup_offsets), pointer(played))
        return played

    def features(self, seats, planes, glob, to_move):
        assert seats.dtype == np.uint32 and planes.dtype in (np.uint32, np.int32) and glob.dtype == np.float32 and to_move.dtype == np.uint8
        self.lib.pool_features(self.pool, ctypes.c_uint32(len(seats)), pointer(seats), pointer(planes), pointer(glob), pointer(to_move))

    def play(self, seats, moves):
        seats, moves, over = np.ascontiguousarray(seats, np.uint32), np.ascontiguousarray(moves, np.uint16), np.zeros(len(seats), np.uint8)
        self.lib.pool_play(self.pool, ctypes.c_uint32(len(seats)), pointer(seats), pointer(moves), pointer(over))
        return over


class Games:
    """Professional games of one part of the split."""

    def __init__(self, z, part):
        ids = np.flatnonzero(z["split"] == part)
        self.moves, self.setup, self.white_first, self.komi = z["moves"], z["setup"], z["white_first"], z["komi"]
        self.begin, self.end = z["offsets"][:-1], z["offsets"][1:]
        length = self.end[ids] - self.begin[ids] - self.setup[ids]
        self.ids, self.share = ids[length > 0].tolist(), np.cumsum(length[length > 0]).tolist()

    def draw(self, rng):
        """A game, and a moment in it: every move of every game is as likely."""
        at = rng.integers(self.share[-1])
        i = bisect.bisect_right(self.share, at)
        game = self.ids[i]
        return game, int(at) - (self.share[i - 1] if i else 0)

    def of(self, game):
        first = self.begin[game] + self.setup[game]
        return self.moves[self.begin[game]:first], self.moves[first:self.end[game]]


# ko rule, scoring, tax, suicide, button; and how often
RULES = [((0, 1, 1, 0, 0), 50), ((0, 0, 0, 0, 0), 25), ((2, 0, 0, 0, 0), 8), ((1, 0, 0, 1, 0), 5), ((2, 0, 0, 1, 0), 3), ((1, 0, 0, 0, 0), 2), ((1, 0, 2, 0, 0), 2),
         ((1, 0, 1, 0, 0), 1), ((0, 1, 0, 0, 0), 1), ((0, 1, 2, 0, 0), 1), ((2, 0, 0, 0, 1), 2)]
JAPANESE = RULES[0][0]
RULE_SHARE = np.cumsum([share for _, share in RULES]) / sum(share for _, share in RULES)
HANDICAP = {19: [3 * 19 + 15, 15 * 19 + 3, 15 * 19 + 15, 3 * 19 + 3, 9 * 19 + 3, 9 * 19 + 15, 3 * 19 + 9, 15 * 19 + 9, 9 * 19 + 9],
            13: [3 * 19 + 9, 9 * 19 + 3, 9 * 19 + 9, 3 * 19 + 3, 6 * 19 + 6], 9: [2 * 19 + 6, 6 * 19 + 2, 6 * 19 + 6, 2 * 19 + 2, 4 * 19 + 4]}


def rules_and_komi(rng, side, stones=0):
    which, how, wide, even = rng.random(4).tolist()
    rules = RULES[bisect.bisect_right(RULE_SHARE, which, 0, len(RULES) - 1)][0]
    fair = (6.0 if rules[1] else 7.0) if side >= 9 else (0.0, 4.0, 9.0)[int(how * 3)]
    if stones:
        fair = 0.5 if how < 0.5 else fair if how < 0.7 else fair - 13.0 * (stones - 0.5)
    komi = fair + (rng.uniform(-20, 20) if wide < 0.34 else rng.normal(0, 1.0))
    komi = round(komi * 2) / 2
    if even < 0.7 and komi == round(komi):  # mostly no draws
        komi += 0.5 if even < 0.35 else -0.5
    return rules, komi


def start_of(side, rules, komi, black_first=1):
    ko, scoring, tax, suicide, button = rules
    return (side, side, ko, scoring, tax, suicide, button, black_first, komi)


FREE, DEPART, FOLLOW = 0, 1, 2
STRIDE, STAY = 6, 0.67  # a professional game shows every sixth position, three of them on average


class Seats:
    """What is going on at every seat. A seat plays free games, or departs from a random moment of a professional game, or (FOLLOW) shows
    professional positions, with the professional's next move."""

    def __init__(self, pool, sides, games, seed, follow=0.45, depart=0.25):
        self.pool, self.games, self.rng = pool, games, np.random.default_rng(seed)
        n = len(sides)
        self.side = np.asarray(sides, np.uint8)
        kinds = self.rng.choice(3, n, p=[1 - follow - depart, depart, follow])
        self.kind = np.where(self.side == 19, kinds, FREE).astype(np.uint8)
        self.turn, self.limit = np.zeros(n, np.int32), np.zeros(n, np.int32)
        self.temperature, self.mistakes = np.ones(n, np.float32), np.zeros(n, np.float32)
        self.pro, self.next = np.full(n, -1, np.int16), np.zeros((n, 2), np.int64)  # the professional's move; where it and the game's end are
        self.games_begun = 0

    def restart(self, seats, first=False):
        """Begins something new at these seats. The `first` free games of 19x19 go on from professional ones, and others end early, so that
        all depths occur from the beginning."""
        rng, starts, moves, setups = self.rng, np.zeros(len(seats), START), [], []
        self.games_begun += len(seats)
        for j, s in enumerate(seats):
            side, kind = int(self.side[s]), self.kind[s]
            setup, line, black_first = [], [], 1
            self.pro[s] = -1
            strength = rng.random()
            if strength < 0.4: self.mistakes[s], self.temperature[s] = 0.0, rng.uniform(0.4, 1.0)
            elif strength < 0.7: self.mistakes[s], self.temperature[s] = rng.uniform(0.01, 0.06), rng.uniform(0.8, 1.25)
            elif strength < 0.9: self.mistakes[s], self.temperature[s] = rng.uniform(0.06, 0.3), rng.uniform(1.0, 1.6)
            else: self.mistakes[s], self.temperature[s] = rng.uniform(0.3, 0.85), rng.uniform(1.0, 2.0)
            area = side * side
            limit = int(area * rng.uniform(1.1, 1.5))
            if kind != FREE or first and side == 19:
                game, at = self.games.draw(rng)
                setup, all_moves = self.games.of(game)
                line, black_first = all_moves[:at], int(not self.games.white_first[game])
                komi = float(self.games.komi[game])
                rules, other = rules_and_komi(rng, side, len(setup))
                if np.isfinite(komi) and abs(komi) <= 20 and rng.random() < 0.55: rules = JAPANESE
                else: komi = other
                if kind == FOLLOW:
                    self.pro[s], self.next[s] = all_moves[at], (self.games.end[game] - len(all_moves) + at, self.games.end[game])
                elif kind == DEPART and rng.random() < 0.5:
                    limit = at + int(rng.integers(3, 40))
            else:
                stones = 0
                if side in HANDICAP and rng.random() < 0.07:
                    stones = int(rng.integers(2, len(HANDICAP[side]) + 1))
                    setup, black_first = HANDICAP[side][:stones], 0
                rules, komi = rules_and_komi(rng, side, stones)
                if first and rng.random() < 0.7: limit = int(limit * rng.random())
            starts[j] = start_of(side, rules, komi, black_first)
            moves.append(line); setups.append(setup)
            self.limit[s] = limit
        played = self.pool.start(seats, starts, moves, setups)
        self.turn[seats] = played
        bad = played < np.array([len(m) for m in moves])
        self.pro[seats[bad]] = -1
        return int(bad.sum())

    def advance(self, seats, moves):
        """Plays the moves, and begins anew where a game is over."""
        follow = self.kind[seats] == FOLLOW
        going, shown = seats[~follow], seats[follow]
        over = self.pool.play(going, moves[~follow]) if len(going) else np.zeros(0, np.uint8)
        self.turn[going] += 1
        done = going[(over > 0) | (self.turn[going] >= self.limit[going])]
        stay = (self.rng.random(len(shown)) < STAY) & (self.pro[shown] >= 0) & (self.next[shown, 0] + STRIDE < self.next[shown, 1])
        on, ended = shown[stay], np.zeros(int(stay.sum()), bool)
        for k in range(STRIDE if len(on) else 0): ended |= self.pool.play(on, self.games.moves[self.next[on, 0] + k]) > 0
        self.next[on, 0] += STRIDE
        self.turn[on] += STRIDE
        self.pro[on] = self.games.moves[self.next[on, 0]]
        fresh = np.concatenate([shown[~stay], on[ended], done])
        if len(fresh): self.restart(fresh)
        return int((over == 2).sum()) + int(ended.sum())
