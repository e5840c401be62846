"""Positions on the device: every move of every game as an encoded board, planes and targets made per batch, with symmetries."""
import ctypes, os, subprocess
import numpy as np
import torch

HERE = os.path.dirname(os.path.abspath(__file__))
PASS = 361
HISTORY = 5


def native():
    """Builds the board library with the compiler at hand."""
    source = [os.path.join(HERE, "native", f) for f in sorted(os.listdir(os.path.join(HERE, "native"))) if f.endswith(".c")]
    target = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"libgosedai_training_{os.getpid()}.so")
    if os.environ.get("GOSEDAI_NATIVE"):
        return ctypes.CDLL(os.environ["GOSEDAI_NATIVE"])
    subprocess.check_call(["gcc", "-O3", "-march=native", "-shared", "-fPIC", "-o", target, *source, "-lpthread", "-lm"])
    return ctypes.CDLL(target)


def pointer(a):
    return a.ctypes.data_as(ctypes.c_void_p)


def symmetries(side):
    """perm[s][i]: which old point comes to point i under symmetry s; inverse[s][old] = new (the pass stays)."""
    grid = np.arange(side * side).reshape(side, side)
    views = [np.rot90(g, k) for g in (grid, grid.T) for k in range(4)]
    perm = np.stack([v.reshape(-1) for v in views])
    return perm, np.concatenate([np.argsort(perm, 1), np.full((8, 1), side * side)], 1)


class Positions:
    def __init__(self, path, device, lib=None, threads=16, games=None):
        z = {k: v for k, v in np.load(path).items()}
        count = len(z["setup"]) if games is None else games
        offsets = z["offsets"][: count + 1].copy()
        n = int(offsets[-1])
        moves = z["moves"][:n].copy()
        boards, to_play, final = np.empty((n, 361), np.uint8), np.zeros(n, np.uint8), np.empty((count, 361), np.uint8)
        setup, white_first = z["setup"][:count].copy(), z["white_first"][:count].copy()
        bad = (lib or native()).replay(pointer(moves), pointer(offsets), pointer(setup), pointer(white_first),
                                       ctypes.c_int64(count), pointer(boards), pointer(to_play), pointer(final), threads)
        assert bad == 0, f"{bad} illegal games"
        game = np.repeat(np.arange(count), np.diff(offsets))
        t = lambda a, d=None: torch.from_numpy(np.ascontiguousarray(a)).to(device, d)
        self.device, self.side = device, 19
        self.boards, self.final, self.to_play = t(boards), t(final), t(to_play)
        self.moves, self.game = t(moves.astype(np.int16)), t(game.astype(np.int32))
        self.start = t((offsets[:-1] + setup).astype(np.int64))
        self.last = t((offsets[1:] - 1).astype(np.int64))
        self.winner, self.margin, self.komi = t(z["winner"][:count], torch.float32), t(z["margin"][:count]), t(z["komi"][:count])
        split = np.where(to_play > 0, z["split"][:count][game], 255)
        self.index = [t(np.flatnonzero(split == s)) for s in range(3)]
        perm, inverse = symmetries(19)
        self.perm, self.inverse = t(perm, torch.int64), t(inverse, torch.int64)

    def batch(self, i, symmetry, forget):
        """Planes, globals and targets of positions `i`; `forget` marks samples whose move history is hidden."""
        g = self.game[i].long()
        me = self.to_play[i][:, None]
        perm = self.perm[symmetry]
        board = self.boards[i].gather(1, perm)
        final = self.final[g].gather(1, perm) & 3
        inverse = self.inverse[symmetry]
        past = i[:, None] - torch.arange(1, HISTORY + 1, device=self.device)
        known = (past >= self.start[g][:, None]) & ~forget[:, None]
        recent = inverse.gather(1, self.moves[past.clamp_min(0)].long())
        recent = torch.where(known, recent, PASS + 1)
        move = inverse.gather(1, self.moves[i].long()[:, None])[:, 0]
        following = (i + 1).clamp_max(len(self.moves) - 1)
        has_reply = (i + 1 < len(self.moves)) & (self.game[following] == self.game[i])
        reply = inverse.gather(1, self.moves[following].long()[:, None])[:, 0]
        sign = torch.where(me[:, 0] == 1, 1.0, -1.0)
        komi = self.komi[g]
        has_komi = ~komi.isnan()
        planes = make_planes(board, me, recent, self.side)
        glob = make_globals(-sign * torch.where(has_komi, komi, 6.5), recent[:, 0] == PASS, self.side, self.side)
        winner, margin = self.winner[g] * sign, self.margin[g] * sign
        stones = torch.stack([final == me, final == 3 - me], 1)
        return planes, glob, dict(
            move=move, reply=reply, has_reply=has_reply, win=(winner > 0).float(), has_win=(winner != 0) & has_komi,
            score=margin.nan_to_num(0.0), has_score=~margin.isnan() & has_komi, stones=stones.float())


def make_planes(board, me, recent, side):
    color, libs = board & 3, (board >> 2) & 3
    own, enemy = color == me, color == 3 - me
    area = side * side
    history = torch.zeros(len(board), HISTORY, area + 2, dtype=torch.bool, device=board.device)
    history.scatter_(2, recent[:, :, None], True)
    lost, gain = (board & 32) > 0, (board & 64) > 0
    planes = [torch.ones_like(own), own, enemy]
    planes += [s & (libs == k) for s in (own, enemy) for k in range(3)]
    planes += [(board & 16) > 0, own & lost, enemy & lost, gain, *history[:, :, :area].unbind(1)]
    return torch.stack(planes, 2).to(torch.bfloat16).view(len(board), side, side, -1).permute(0, 3, 1, 2)


def make_globals(own_komi, passed, width, height):
    size = torch.full_like(own_komi, ((width * height) ** 0.5 - 14.0) / 10.0)
    return torch.stack([own_komi / 15.0, passed.float(), size], 1)
