"""Distils a strong network (the teacher) into the small one that is shipped, within a fixed time.

    python distill.py out/carry/teacher.npz out/carry/games.npz out/carry/libgosedai_trainer.so --seconds 570 --begin 0 --end 0.5 --out out/distill
    python distill.py ... --seconds 570 --begin 0.5 --end 1 --init out/distill/student.pt --out out/distill2

Thousands of games run at once (`positions.py`). The teacher judges a batch of them: that is the label, and where its next moves come
from. Labels wait in a store on the device, each is used about `--reuse` times under random symmetries, and nothing is kept.
`--begin` and `--end` are parts of one schedule: the learning rate follows the clock through as many calls as it takes; after `--round-at`
training sees the rounding of the shipped form. Writes student.pt (averaged weights) every two minutes and at the end, and log.jsonl.
"""
import argparse, json, os, queue, sys, threading, time, traceback
import numpy as np
import torch
import torch.nn.functional as F
import student as student_
import teacher as teacher_
from positions import LEGAL, ON_BOARD, PASS, Games, Pool, Seats
from student import Student, lead, spread
from train import Muon

BEGAN = time.time()
CANVASES = (19, 13, 9)
OTHER = (7, 8, 10, 11, 12, 14, 15, 16, 17, 18)
SHARES = {19: 0.65, 13: 0.12, 9: 0.19, **{side: 0.004 for side in OTHER}}
WEIGHTS = dict(policy=1.0, win=1.2, lead=1.0, spread=0.2, owner=1.0)


def say(**row):
    print(json.dumps(dict(at=round(time.time() - BEGAN, 1), **row)), flush=True)


def canvas_of(side):
    return min(c for c in CANVASES if c >= side)


class Tables:
    """Where points of one numbering are in another; symmetries."""

    def __init__(self, device):
        t = lambda a: torch.as_tensor(np.ascontiguousarray(a), dtype=torch.int64, device=device)
        grid = lambda side, width: (np.arange(side)[:, None] * width + np.arange(side)).reshape(-1)
        self.from19 = {side: t(grid(side, 19)) for side in range(2, 20)}
        self.to19 = {side: t(np.append(grid(side, 19), PASS)) for side in range(2, 20)}
        self.in_canvas = {side: t(np.append(grid(side, canvas_of(side)), canvas_of(side) ** 2)) for side in SHARES}
        self.symmetry = {}
        for canvas in CANVASES:
            table = np.tile(np.arange(canvas * canvas + 1), (20, 8, 1))
            for side in range(2, canvas + 1):
                own = grid(side, canvas).reshape(side, side)
                views = [np.rot90(g, k) for g in (own, own.T) for k in range(4)]
                for s, view in enumerate(views): table[side, s, grid(side, canvas)] = view.reshape(-1)
            self.symmetry[canvas] = t(table)
        self.bits = torch.arange(22, dtype=torch.int32, device=device)

    def planes(self, codes, side, kind):
        """[n, side, side, 22] of the bits"""
        return ((codes[:, :, None] >> self.bits) & 1).to(kind).view(len(codes), side, side, 22)


class Store:
    """A ring of labelled positions of one canvas on the device."""

    def __init__(self, canvas, capacity, tables, device):
        self.canvas, self.capacity, self.tables, self.device = canvas, capacity, tables, device
        area = canvas * canvas
        e = lambda *shape, dtype: torch.zeros(capacity, *shape, dtype=dtype, device=device)
        self.data = dict(codes=e(area, dtype=torch.int32), glob=e(19, dtype=torch.float32), policy=e(area + 1, dtype=torch.float16), owner=e(area, dtype=torch.int8),
                         side=e(dtype=torch.uint8), numbers=e(3, dtype=torch.float32), pro=e(dtype=torch.int16))
        self.count = 0

    def size(self):
        return min(self.count, self.capacity)

    def add(self, rows):
        n = len(rows["side"])
        at = (torch.arange(n, device=self.device) + self.count) % self.capacity
        for key, values in rows.items(): self.data[key][at] = values.to(self.data[key].dtype)
        self.count += n

    def batch(self, i, symmetry=None):
        """((planes, mask, globals), labels) under the symmetries given"""
        d, area = self.data, self.canvas ** 2
        side = d["side"][i].long()
        view = self.tables.symmetry[self.canvas][side, torch.zeros_like(i) if symmetry is None else symmetry]
        codes = d["codes"][i].gather(1, view[:, :area])
        planes = self.tables.planes(codes, self.canvas, torch.bfloat16 if self.device == "cuda" else torch.float32).permute(0, 3, 1, 2)
        mask = ((codes >> ON_BOARD) & 1).float().view(-1, 1, self.canvas, self.canvas)
        win, far, wide = d["numbers"][i].unbind(1)
        return (planes, mask, d["glob"][i]), dict(policy=d["policy"][i].gather(1, view).float(), owner=d["owner"][i].gather(1, view[:, :area]).float() / 127,
                                                  win=win, lead=far, spread=wide, pro=d["pro"][i].long(), win_known=torch.ones_like(win))

    def random(self, n, shift=0.0):
        """A batch under random symmetries. In a part of it (`shift`) komi is another by an even number and the lead follows it one to one;
        what that does to the chance to win is not known there."""
        draw = lambda *range_: torch.randint(*range_, (n,), device=self.device)
        (planes, mask, glob), y = self.batch(draw(self.size()), draw(8))
        moved = torch.rand(n, device=self.device) < shift
        by = torch.where(moved, 2.0 * draw(-5, 6), 0.0)
        glob = torch.cat([glob[:, :student_.KOMI], glob[:, student_.KOMI, None] + by[:, None] / 20, glob[:, student_.KOMI + 1:]], 1)
        return (planes, mask, glob), dict(y, lead=y["lead"] + by, win_known=(by == 0).float())


class Judge:
    """The teacher at work: labels, and the next moves."""

    def __init__(self, net, tables, device, pro_weight, forget):
        self.net, self.tables, self.device, self.pro_weight, self.forget = net, tables, device, pro_weight, forget

    @torch.no_grad()
    def look(self, codes, glob, pro, side, compiled=True, sampling=None, net=None):
        """codes [n, 361] of the 19x19 canvas. Rows for the store, and moves where `sampling` (temperature, mistakes) is given."""
        t, n = self.tables, len(codes)
        if self.forget:  # without the moves before: their planes are empty, ladders of the boards before are those of this one
            gone = torch.rand(n, 1, device=self.device) < self.forget
            ladder = (codes >> 14) & 1
            codes = torch.where(gone, (codes & ~0x1BE00) | ladder << 15 | ladder << 16, codes)
            glob = torch.where(gone & (torch.arange(19, device=self.device) < 5), 0.0, glob)
        own = codes[:, t.from19[side]]
        net = net or self.net
        out = net(t.planes(own, side, net.conv.weight.dtype), glob, compiled)
        legal = F.pad((own >> LEGAL) & 1, (0, 1), value=1) > 0
        logits = out["policy"].masked_fill(~legal, -1e4)
        policy = logits.softmax(1)
        known = pro >= 0
        target = policy + (self.pro_weight * known)[:, None] * (F.one_hot(pro.clamp_min(0).long().clamp_max(side * side), side * side + 1) - policy)
        canvas = canvas_of(side)
        place, area = t.in_canvas[side], canvas * canvas
        spread_out = lambda x, width: torch.zeros(n, width, dtype=x.dtype, device=self.device).index_copy_(1, place[:x.shape[1]], x)
        sure = out["win"][:, 0] / (out["win"][:, 0] + out["win"][:, 1])
        rows = dict(codes=spread_out(own, area), glob=glob, policy=spread_out(target, area + 1), owner=(spread_out(out["owner"], area) * 127).round(),
                    side=torch.full((n,), side, device=self.device), numbers=torch.stack([sure, out["lead"], out["spread"]], 1), pro=pro)
        moves = None
        if sampling is not None:
            temperature, mistakes = sampling.unbind(1)
            how = torch.rand(n, device=self.device)
            kind = torch.rand(n, device=self.device)
            noise = -torch.log(-torch.log(torch.rand_like(logits).clamp(1e-9, 1 - 1e-7)))
            near = F.max_pool2d(((own >> 9) & 1).float().view(n, 1, side, side), 5, 1, 2).flatten(1)
            near = F.pad(near, (0, 1)) * legal
            near = torch.where(near.sum(1, keepdim=True) > 0, near, legal.float())
            wish = torch.where((kind < 0.35)[:, None], torch.zeros_like(logits), torch.where((kind < 0.7)[:, None], (1 - near) * -1e4, logits / 3))
            wish = torch.where((how < mistakes)[:, None], wish, logits / temperature[:, None])
            moves = t.to19[side][(wish + noise).masked_fill(~legal, -1e6).argmax(1)]
        return rows, moves


class Group:
    """Seats of one size that are judged together, with the memory for going to and fro."""

    def __init__(self, side, seats, pinned):
        self.side, self.seats, n = side, np.asarray(seats, np.uint32), len(seats)
        e = lambda *shape, dtype: torch.zeros(*shape, dtype=dtype).pin_memory() if pinned else torch.zeros(*shape, dtype=dtype)
        self.codes, self.glob, self.to_move = e(n, 361, dtype=torch.int32), e(n, 19, dtype=torch.float32), np.zeros(n, np.uint8)
        self.sampling, self.pro, self.moves = e(n, 2, dtype=torch.float32), e(n, dtype=torch.int16), e(n, dtype=torch.int64)
        self.event = None


class Feeder(threading.Thread):
    """Plays the moves and makes the inputs of its groups, beside the training."""

    def __init__(self, pool, seats, groups, ready):
        super().__init__(daemon=True)
        self.pool, self.state, self.groups, self.ready, self.tasks = pool, seats, groups, ready, queue.Queue()
        self.failure, self.busy, self.made, self.illegal = None, 0.0, 0, 0

    def run(self):
        try:
            for g in self.groups:
                self.state.restart(g.seats, first=True)
                self.show(g)
            while True:
                g = self.tasks.get()
                if g.event is not None: g.event.synchronize()
                began = time.time()
                self.illegal += self.state.advance(g.seats, g.moves.numpy())
                self.show(g)
                self.busy += time.time() - began
        except BaseException:
            self.failure = traceback.format_exc()

    def show(self, g):
        self.pool.features(g.seats, g.codes.numpy(), g.glob.numpy(), g.to_move)
        g.sampling[:, 0] = torch.from_numpy(self.state.temperature[g.seats])
        g.sampling[:, 1] = torch.from_numpy(self.state.mistakes[g.seats])
        g.pro.copy_(torch.from_numpy(self.state.pro[g.seats]))
        self.made += len(g.seats)
        g.feeder = self
        self.ready[g.side].put(g)


def losses(out, canvas, y):
    """Each sample's losses; the policy's is the divergence from its target."""
    policy, value, owner = out
    _, mask, glob = canvas
    mask = mask.flatten(1)
    kl = (torch.special.xlogy(y["policy"], y["policy"]) - y["policy"] * policy.log_softmax(1)).sum(1)
    off = (lead(value, glob) - y["lead"]) / (3 + 0.05 * y["lead"].abs())
    owners = F.binary_cross_entropy_with_logits(2 * owner, (y["owner"] + 1) / 2, reduction="none")
    return torch.stack([kl, y["win_known"] * F.binary_cross_entropy_with_logits(value[:, 0], y["win"], reduction="none"), F.huber_loss(off, torch.zeros_like(off), reduction="none"),
                        F.huber_loss(spread(value) / 20, y["spread"] / 20, reduction="none") * 4, (owners * mask).sum(1) / mask.sum(1)], 1)


@torch.no_grad()
def evaluate(net, store, limit=4096, batch=1024):
    """How far the student is from the teacher, and from the professionals where they are known."""
    n = min(store.size(), limit)
    if n == 0: return None
    was = net.training
    net.eval()
    totals, komi = torch.zeros(10, device=store.device), None
    judged = lambda canvas: net([canvas])[0]
    with torch.autocast(store.device, torch.bfloat16, enabled=store.device == "cuda"):
        for i in torch.linspace(0, store.size() - 1, n, device=store.device).long().split(batch):
            canvas, y = store.batch(i)
            planes, mask, glob = canvas
            out = judged(canvas)
            policy, value, owner = out
            mine, known, mask = lead(value, glob), y["pro"] >= 0, mask.flatten(1)
            if komi is None:  # the first positions with 4 points more and less
                more, less = glob[:512].clone(), glob[:512].clone()
                more[:, student_.KOMI] += 0.2; less[:, student_.KOMI] -= 0.2
                a, b = (judged((planes[:512], canvas[1][:512], g))[1] for g in (more, less))
                komi = [((lead(a, more) - lead(b, less)) / 8).mean().item(), (a[:, 0].sigmoid() - b[:, 0].sigmoid()).mean().item()]
            parts = [torch.ones_like(mine), losses(out, canvas, y)[:, 0], policy.argmax(1) == y["policy"].argmax(1), (mine - y["lead"]).abs(), (mine > 0) == (y["lead"] > 0),
                     (value[:, 0].sigmoid() - y["win"]).abs(), ((owner.tanh() - y["owner"]).abs() * mask).sum(1) / mask.sum(1), (spread(value) - y["spread"]).abs(),
                     known, (policy[:, :-1].argmax(1) == y["pro"]) & known]
            totals += torch.stack([p.float().sum() for p in parts])
    if was: net.train()
    n, *rest, known, hits = totals.tolist()
    row = dict(zip(("kl", "best", "lead_off", "leader", "win_off", "owner_off", "spread_off"), (round(v / n, 4) for v in rest)))
    return dict(n=int(n), **row, komi=round(komi[0], 3), komi_win=round(komi[1], 3), **(dict(pro=round(hits / known, 4)) if known else {}))


def rate(progress):
    return min(progress / 0.01, 1.0, (1 - progress) / 0.75)


def copy_state(net):
    return {k: v.detach().clone() for k, v in net.state_dict().items()}


class Learner:
    """The student with its optimisers and averaged weights."""

    def __init__(self, a, device):
        self.a, self.device = a, device
        if a.init:
            self.net, saved = student_.restore(a.init, device)
            self.trained_before, self.labelled_before = saved.get("trained", 0), saved.get("labelled", 0)
            if a.begin < a.round_at: self.net.quantise(False)  # a new turn of the schedule over finished weights
        else:
            self.net, self.trained_before, self.labelled_before = Student(a.blocks, a.channels, head=a.head, hidden=a.hidden).to(device), 0, 0
        self.net = self.net.to(memory_format=torch.channels_last).train()
        self.rounding = self.net.conv_in.active
        trunk = [w for b in self.net.blocks for w in (b.conv1.weight, b.conv2.weight)]
        ids = {id(w) for w in trunk}
        rest = [(n, w) for n, w in self.net.named_parameters() if id(w) not in ids]
        plain = [w for n, w in rest if not n.endswith("log_step")]
        self.muon = Muon(trunk, 0.1)
        groups = [dict(params=[w for w in plain if w.ndim > 1], weight_decay=0.05, share=1.0), dict(params=[w for w in plain if w.ndim < 2], weight_decay=0.0, share=1.0),
                  dict(params=[w for n, w in rest if n.endswith("log_step")], weight_decay=0.0, share=0.2)]
        self.adam = torch.optim.AdamW(groups, lr=1e-3, betas=(0.9, 0.95), fused=device == "cuda")
        self.step, self.averaged, self.skipped = 0, 0, 0
        self.ema, self.good = copy_state(self.net), copy_state(self.net)
        self.running = None
        self.weights = torch.tensor(list(WEIGHTS.values()), device=device)
        self.compiled = False

    def learn(self, batches, now):
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
            outs = self.net([c for c, _ in batches], compiled=self.compiled)
        parts = torch.cat([losses(o, c, y) for o, (c, y) in zip(outs, batches)]).mean(0)
        (parts * self.weights).sum().backward()
        norm = torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        if self.step % 20 == 0 and not torch.isfinite(norm):  # looking at it stops the device, so now and then; good weights come back
            self.skipped += 1
            assert self.skipped < 20, "the gradient is no number"
            self.net.load_state_dict(self.good)
            self.ema, self.averaged = copy_state(self.net), 0
            self.muon.momentum.zero_(); self.adam.state.clear()
        else:
            for group in self.adam.param_groups: group["lr"] = now * group["share"]
            with torch.no_grad():
                self.muon.step(now)
                self.adam.step()
        self.net.zero_grad(set_to_none=True)
        parts = parts.detach()
        self.running = parts if self.running is None else self.running.lerp(parts, 0.02)
        self.step += 1
        if self.step % 10 == 0: self.average()

    @torch.no_grad()
    def average(self):
        self.averaged += 1
        keep = min(0.99, 1 - 1 / (self.averaged + 1))
        live = [(k, v) for k, v in self.net.state_dict().items() if v.is_floating_point()]
        torch._foreach_lerp_([self.ema[k] for k, _ in live], [v for _, v in live], 1 - keep)

    def forget_trial(self, state):
        """As if nothing had been learnt yet."""
        self.net.load_state_dict(state)
        self.muon.momentum.zero_(); self.adam.state.clear()
        self.ema, self.good = copy_state(self.net), copy_state(self.net)
        self.step = self.averaged = self.skipped = 0
        self.running = None

    def keep_good(self):
        if all(torch.isfinite(v).all() for v in self.ema.values()): self.good = {k: v.clone() for k, v in self.ema.items()}

    def start_rounding(self, stores):
        """From the averaged weights on, through the rounding of the shipped form."""
        self.net.load_state_dict(self.ema)
        self.net.eval()
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
            self.net.calibrate([[stores[19].random(128 if self.device == "cuda" else 8)[0]] for _ in range(8)])
        self.net.train()
        self.rounding = True
        self.ema, self.averaged = copy_state(self.net), 0
        self.good = copy_state(self.net)

    def with_averaged(self, work):
        live = copy_state(self.net)
        self.net.load_state_dict(self.ema)
        result = work()
        self.net.load_state_dict(live)
        return result


def write(learner, state, a, **more):
    """To every folder asked for, in half precision where single would be too large to come back."""
    state = {k: v.detach().cpu() for k, v in state.items()}
    if sum(v.numel() for v in state.values()) * 4 > 15_000_000: state = {k: v.half() if v.numel() > 4096 else v for k, v in state.items()}
    for folder in [a.out] + ([a.copy] if a.copy else []):
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, a.name)
        student_.save(state, learner.net.config, path + ".part", learner.rounding, **more)
        os.replace(path + ".part", path)


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("teacher")
    a.add_argument("games")
    a.add_argument("library")
    a.add_argument("--seconds", type=float, default=570, help="of this process, everything included")
    a.add_argument("--begin", type=float, default=0.0, help="where in the schedule this call begins (0 to 1)")
    a.add_argument("--end", type=float, default=1.0, help="and where it ends")
    a.add_argument("--round-at", type=float, default=0.87, help="from here on through the rounding of the shipped form")
    a.add_argument("--init", help="weights to go on from")
    a.add_argument("--out", default="out/distill")
    a.add_argument("--copy", help="a second folder for everything that is written")
    a.add_argument("--name", default="student.pt")
    a.add_argument("--lr", type=float, default=3e-3)
    a.add_argument("--blocks", type=int, default=10)
    a.add_argument("--channels", type=int, default=128)
    a.add_argument("--head", type=int, default=64)
    a.add_argument("--hidden", type=int, default=128)
    a.add_argument("--batch", type=int, default=2048)
    a.add_argument("--reuse", type=float, default=3.0)
    a.add_argument("--most-reuse", type=float, default=5.0, help="where labels come too slowly")
    a.add_argument("--pro-weight", type=float, default=0.5, help="of the professional's move in the policy's target where it is known")
    a.add_argument("--komi-shift", type=float, default=0.15, help="part of the samples that learn that the lead follows komi")
    a.add_argument("--forget", type=float, default=0.05, help="part of the positions without the moves before")
    a.add_argument("--look", type=int, default=1024, help="19x19 positions the teacher judges at once")
    a.add_argument("--groups", type=int, default=4, help="groups of 19x19 seats")
    a.add_argument("--feeders", type=int, default=2)
    a.add_argument("--threads", type=int, default=max(1, (os.cpu_count() or 2) - 2))
    a.add_argument("--capacity", type=int, default=1_500_000, help="19x19 positions in the store")
    a.add_argument("--validation", type=int, default=4096)
    a.add_argument("--teacher-kind", choices=["auto", "fp16", "bf16", "fp32"], default="auto")
    a.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    a.add_argument("--no-compile", action="store_true")
    a.add_argument("--log-every", type=float, default=20)
    a.add_argument("--save-every", type=float, default=120)
    a.add_argument("--seed", type=int, default=1)
    a.add_argument("--smoke", action="store_true", help="measures speeds first, and rounds in the last third whatever the schedule says")
    a = a.parse_args()
    device, cuda = a.device, a.device == "cuda"
    deadline = BEGAN + a.seconds
    sys.setswitchinterval(0.001)
    torch.manual_seed(a.seed + int(a.begin * 1000)); np.random.seed(a.seed)
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    torch._dynamo.config.recompile_limit = 64
    for folder in [a.out] + ([a.copy] if a.copy else []): os.makedirs(folder, exist_ok=True)
    say(torch=torch.__version__, device=torch.cuda.get_device_name() if cuda else "cpu", cores=os.cpu_count(), threads=a.threads)
    tables = Tables(device)

    # games, seats
    z = dict(np.load(a.games))
    games, held = Games(z, 0), Games(z, 1)
    small = lambda n: max(2, n * a.look // 1024)
    plan = [(19, a.look)] * a.groups + [(13, small(512))] * 2 + [(9, small(768))] * 2 + [(side, small(96)) for side in OTHER]
    total = sum(n for _, n in plan)
    pool = Pool(a.library, total, a.threads)
    ready = {side: queue.Queue() for side in SHARES}
    feeders = [[] for _ in range(a.feeders)]
    first = 0
    for i, (side, n) in enumerate(plan):
        feeders[i % a.feeders].append(Group(side, range(first, first + n), cuda))
        first += n
    sides = np.concatenate([np.full(n, side) for side, n in plan])
    feeders = [Feeder(pool, Seats(pool, sides, games, a.seed * 100 + i + int(a.begin * 1000)), groups, ready) for i, groups in enumerate(feeders)]
    for f in feeders: f.start()
    say(seats=total, training_games=len(games.ids), validation_games=len(held.ids), training_positions=games.share[-1])

    # the teacher
    wanted = dict(fp16=torch.float16, bf16=torch.bfloat16, fp32=torch.float32)
    net = teacher_.load(a.teacher, device)
    judge = Judge(net, tables, device, a.pro_weight, 0.0)
    hold = Pool(a.library, a.validation, a.threads)
    state = Seats(hold, [19] * a.validation, held, 7, follow=1.0, depart=0.0)
    group = Group(19, range(a.validation), cuda)
    state.restart(group.seats)
    hold.features(group.seats, group.codes.numpy(), group.glob.numpy(), group.to_move)
    group.pro.copy_(torch.from_numpy(state.pro))
    codes, glob, pro = group.codes.to(device), group.glob.to(device), group.pro.to(device)
    kind = a.teacher_kind if cuda else "fp32"
    if kind != "fp32":
        some = min(256, a.validation)
        exact = judge.look(codes[:some], glob[:some], pro[:some], 19, False)[0]
        candidates = [kind] if kind != "auto" else ["fp16", "bf16"]
        for kind in candidates:
            lower = teacher_.load(a.teacher, device, wanted[kind])
            rows = judge.look(codes[:some], glob[:some], pro[:some], 19, False, net=lower)[0]
            off = (rows["numbers"] - exact["numbers"]).abs()
            bad = not torch.isfinite(rows["numbers"]).all().item() or off[:, 1].mean().item() > 0.25
            say(teacher=kind, lead_off=round(off[:, 1].mean().item(), 4), lead_off_most=round(off[:, 1].max().item(), 3), win_off_most=round(off[:, 0].max().item(), 4),
                policy_off_most=round((rows["policy"] - exact["policy"]).abs().max().item(), 4), owner_off_most=round((rows["owner"] - exact["owner"]).abs().max().item() / 127, 3), used=not bad)
            if not bad: break
        net = lower
    judge.net = net
    validation = Store(19, a.validation, tables, device)
    pro_weight, judge.pro_weight = judge.pro_weight, 0.0
    for i in range(0, a.validation, 1024):
        validation.add(judge.look(codes[i:i + 1024], glob[i:i + 1024], pro[i:i + 1024], 19, False)[0])
    teacher_top = (validation.data["policy"][:, :-1].argmax(1) == validation.data["pro"]).float().mean().item()
    judge.pro_weight, judge.forget = pro_weight, a.forget
    say(validation=a.validation, teacher_predicts_professionals=round(teacher_top, 4))

    # the student
    learner = Learner(a, device)
    say(student=learner.net.config, weights=sum(p.numel() for p in learner.net.parameters()), goes_on_from=a.init, rounding=learner.rounding)
    capacity = {c: max(512, int(a.capacity * share)) for c, share in ((19, 1.0), (13, 0.25), (9, 0.35))}
    stores = {c: Store(c, capacity[c], tables, device) for c in CANVASES}
    aside = {c: Store(c, max(64, min(2048, capacity[c] // 8)), tables, device) for c in CANVASES}
    canvas_share = {c: sum(s for side, s in SHARES.items() if canvas_of(side) == c) for c in CANVASES}
    take = {c: max(2, round(a.batch * canvas_share[c] / sum(canvas_share.values()) / 8) * 8 if a.batch >= 64 else 2) for c in CANVASES}
    counts, labelled, trained = {side: 0 for side in SHARES}, 0, 0

    def next_group(wait):
        behind = sorted(SHARES, key=lambda side: counts[side] / SHARES[side])
        while True:
            for f in feeders: assert f.failure is None, f.failure
            for side in behind if wait != "this" else behind[:1]:
                try: return ready[side].get_nowait()
                except queue.Empty: pass
            if not wait: return None
            time.sleep(0.002)

    def label(g, compiled=True):
        nonlocal labelled
        n = len(g.seats)
        move = lambda x: x.to(device, non_blocking=True)
        rows, moves = judge.look(move(g.codes), move(g.glob), move(g.pro), g.side, compiled and g.side in CANVASES, sampling=move(g.sampling))
        g.moves.copy_(moves, non_blocking=True)
        if cuda:
            g.event = torch.cuda.Event()
            g.event.record()
        apart = max(1, n // 32)
        canvas = canvas_of(g.side)
        aside[canvas].add({k: v[:apart] for k, v in rows.items()})
        stores[canvas].add({k: v[apart:] for k, v in rows.items()})
        counts[g.side] += n
        labelled += n
        g.feeder.tasks.put(g)

    def sync():
        if cuda: torch.cuda.synchronize()

    def timed(work, times):
        work(); sync()
        began = time.time()
        for _ in range(times): work()
        sync()
        return (time.time() - began) / times

    draw = lambda: [stores[c].random(take[c], a.komi_shift) for c in CANVASES]
    # the first labels without compiling, so that there is something to compile the student with
    while min(s.size() for s in stores.values()) < min(max(take.values()), 256): label(next_group(True), compiled=False)
    sync()
    say(first_labels=labelled)
    if not a.no_compile:
        try:
            net.compile()
            began = time.time()
            for side in CANVASES:
                g = next(g for f in feeders for g in f.groups if g.side == side)
                judge.look(torch.zeros_like(g.codes, device=device) | (1 << 23 | 1 << 22 | 1), g.glob.to(device) * 0, g.pro.to(device), side, True, sampling=g.sampling.to(device))
            sync()
            say(teacher_compiled=round(time.time() - began, 1))
        except Exception:
            traceback.print_exc()
            net.compiled = None
            say(teacher_compiled=False)
        state = copy_state(learner.net)
        try:
            began = time.time()
            learner.net.compile()
            learner.compiled = True
            both = [False, True] if not learner.rounding and (a.smoke or a.end > a.round_at) else [learner.rounding]
            for rounding in both:  # the form with the rounding as well, where this call comes to it
                learner.net.quantise(rounding)
                learner.learn(draw(), 0.0)
                sync()
                say(student_compiled=round(time.time() - began, 1), rounding=rounding)
        except Exception:
            traceback.print_exc()
            learner.net.compiled, learner.compiled = None, False
            learner.net.zero_grad(set_to_none=True)
            say(student_compiled=False)
        learner.net.quantise(learner.rounding)
        learner.forget_trial(state)
    if a.smoke:
        for f in feeders: assert f.failure is None, f.failure
        speeds, state_before = {}, copy_state(learner.net)
        judge.forget = 0.0
        for side in CANVASES:
            g = next(g for f in feeders for g in f.groups if g.side == side)
            c, gl, p, s = g.codes.to(device), g.glob.to(device), g.pro.to(device), g.sampling.to(device)
            for name, compiled in (("compiled", True), ("plain", False)):
                speeds[f"teacher {side} {name}"] = int(len(c) / timed(lambda: judge.look(c, gl, p, side, compiled, sampling=s), 5 if cuda else 1))
            same = [judge.look(c, gl, p, side, compiled)[0] for compiled in (True, False)]
            say(side=side, compiled_and_plain_differ={k: round((same[0][k] - same[1][k]).abs().max().item(), 4) for k in ("numbers", "policy", "owner")})
        judge.forget = a.forget
        some, found = draw(), {}
        for name, learner.compiled in (("plain", False), ("compiled", learner.net.compiled is not None)):
            learner.running = None
            learner.learn(some, 0.0)
            found[name] = [round(v, 4) for v in learner.running.tolist()]
        say(losses_of_one_batch=found)
        speeds["student trained"] = int(sum(take.values()) / timed(lambda: learner.learn(draw(), 0.0), 10 if cuda else 1))
        speeds["batches made"] = int(sum(take.values()) / timed(draw, 10 if cuda else 1))
        probe = Seats(hold, [19] * a.validation, games, 9)
        began = time.time(); probe.restart(group.seats); speeds["starts"] = int(a.validation / (time.time() - began))
        began = time.time(); hold.features(group.seats, group.codes.numpy(), group.glob.numpy(), group.to_move); speeds["features"] = int(a.validation / (time.time() - began))
        learner.forget_trial(state_before)
        if cuda: torch.cuda.empty_cache()
        say(speeds_per_second=speeds, memory_gib=round(torch.cuda.max_memory_allocated() / 2 ** 30, 1) if cuda else 0)

    # training: the clock starts here
    start = time.time()
    log = [open(os.path.join(folder, "log.jsonl"), "a") for folder in [a.out] + ([a.copy] if a.copy else [])]
    said = saved = start
    before = (labelled, trained)
    waited = 0.0
    reserve = 6.0 if cuda else 3.0  # for the last report and writing

    def report():
        row = dict(at=round(time.time() - BEGAN, 1), progress=round(progress, 4), step=learner.step, lr=round(now, 6), rounding=learner.rounding, labelled=labelled, trained=trained,
                   labelled_per_s=int((labelled - before[0]) / max(1e-3, time.time() - said)), trained_per_s=int((trained - before[1]) / max(1e-3, time.time() - said)), waited=round(waited, 1),
                   feeders_busy=round(sum(f.busy for f in feeders) / len(feeders), 1), illegal=sum(f.illegal for f in feeders), skipped=learner.skipped,
                   loss=dict(zip(WEIGHTS, [round(v, 4) for v in learner.running.tolist()])) if learner.running is not None else None,
                   professional=evaluate(learner.net, validation, 2048))
        if cuda and int(row["at"] / a.log_every) % 3 == 0:
            row.update({f"games{c}": evaluate(learner.net, aside[c], 1024) for c in CANVASES})
        print(json.dumps(row), flush=True)
        for f in log:
            f.write(json.dumps(row) + "\n"); f.flush()

    def training():
        nonlocal progress, now, said, saved, before, waited, trained
        while True:
            clock = time.time()
            part = (clock - start) / max(1.0, deadline - reserve - start)
            if part >= 1: break
            progress = a.begin + (a.end - a.begin) * part
            warm = min(1.0, part / 0.02) if a.init else 1.0
            now = a.lr * max(rate(progress), 1e-4) * warm
            if not learner.rounding and (progress >= a.round_at or a.smoke and part > 0.67):
                sync()
                began = time.time()
                learner.start_rounding(stores)
                learner.learn(draw(), now)
                sync()
                say(rounding_from=round(progress, 4), took=round(time.time() - began, 1))
            enough = trained >= a.reuse * labelled
            g = None
            if enough or labelled < 4 * a.batch:
                # labels are due: if none are ready, older ones are used once more before anybody waits
                g = next_group(False)
                if g is None and (trained >= a.most_reuse * labelled or labelled < 4 * a.batch):
                    began = time.time()
                    g = next_group(True)
                    waited += time.time() - began
            if g is not None:
                label(g)
            else:
                learner.learn(draw(), now)
                trained += sum(take.values())
            if clock - said > a.log_every:
                sync()
                learner.keep_good()
                report()
                said, before = time.time(), (labelled, trained)
            if clock - saved > a.save_every:
                saved = clock
                write(learner, learner.good, a, labelled=labelled + learner.labelled_before, trained=trained + learner.trained_before)

    progress, now = a.begin, 0.0
    try:
        training()
    except Exception:  # what has been learnt is not lost
        traceback.print_exc()
        say(failed=True)
    sync()
    live = copy_state(learner.net)
    choice = dict(live=evaluate(learner.net, validation), averaged=learner.with_averaged(lambda: evaluate(learner.net, validation)))
    value = lambda e: e["kl"] + 0.3 * e["lead_off"] + e["win_off"]
    best = "averaged" if value(choice["averaged"]) <= value(choice["live"]) * 1.01 else "live"
    state = learner.ema if best == "averaged" else live
    write(learner, state, a, labelled=labelled + learner.labelled_before, trained=trained + learner.trained_before)
    say(final=choice, chosen=best)
    learner.net.load_state_dict(state)
    summary = dict(chosen=best, final=choice, teacher_predicts_professionals=teacher_top, labelled=labelled + learner.labelled_before, trained=trained + learner.trained_before,
                   steps=learner.step, skipped=learner.skipped, counts=counts, arguments=vars(a), games={c: evaluate(learner.net, aside[c], 2048) for c in CANVASES},
                   seconds=round(time.time() - BEGAN, 1), memory_gib=round(torch.cuda.max_memory_allocated() / 2 ** 30, 1) if cuda else 0)
    for folder in [a.out] + ([a.copy] if a.copy else []): json.dump(summary, open(os.path.join(folder, "report.json"), "w"), indent=1)
    say(**{k: v for k, v in summary.items() if k not in ("arguments", "final")})
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
