"""Writes a small part of an encoded collection: of every hundred games the validation, the test and one training game.

    python subset.py out/games.npz out/small.npz
"""
import sys
import numpy as np

z = {k: v for k, v in np.load(sys.argv[1]).items()}
keep = np.flatnonzero(np.isin(np.arange(len(z["setup"])) % 100, (7, 57, 70)))
spans = [np.arange(z["offsets"][g], z["offsets"][g + 1]) for g in keep]
z["moves"] = z["moves"][np.concatenate(spans)]
z["offsets"] = np.concatenate([[0], np.cumsum([len(s) for s in spans])]).astype(np.int64)
for key in ("setup", "white_first", "winner", "margin", "komi", "year", "split"):
    z[key] = z[key][keep]
np.savez_compressed(sys.argv[2], **z)
