"""Short runs of several settings on the same data: speed and learning curve before a long run.

    python try_settings.py out/games.npz --seconds 40 muon:3e-3 adamw:2e-3
"""
import argparse, os, sys, time
import torch
from data import Positions
from train import train

a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
a.add_argument("games")
a.add_argument("settings", nargs="+", help="optimizer:rate[:blocks:channels[:batch]]")
a.add_argument("--seconds", type=float, default=40)
a.add_argument("--only-games", type=int)
a.add_argument("--no-compile", action="store_true")
a = a.parse_args()
began = time.time()
device = "cuda" if torch.cuda.is_available() else "cpu"
data = Positions(a.games, device, games=a.only_games, threads=os.cpu_count())
print(f"data ready after {time.time() - began:.1f} s", flush=True)
for setting in a.settings:
    optimizer, lr, blocks, channels, batch = (setting.split(":") + ["10", "128", "2048"][max(0, setting.count(":") - 1):])[:5]
    began = time.time()
    train(data, dict(blocks=int(blocks), channels=int(channels)), a.seconds, int(batch), optimizer, float(lr), log_every=8, compile=not a.no_compile)
    print(f"{setting}: {time.time() - began:.1f} s in all; {torch.cuda.max_memory_allocated() / 2**30 if device == 'cuda' else 0:.1f} GiB", flush=True)
