#!/usr/bin/env bash
# From professional games to the shipped network. Usage: ./train.sh GAMES_FOLDER [SECONDS]
set -euo pipefail
cd "$(dirname "$0")"
mkdir -p out
python3 encode_games.py "$1" -o out/games.npz --test-games out/test-games.sgfs
python3 train.py out/games.npz --seconds "${2:-950}" --lr 3e-3 --out out/run
python3 subset.py out/games.npz out/small.npz
python3 export.py out/run/net.pt --games out/small.npz -o ../knowledge/net/default.gnet --golden ../crates/net/tests/data/golden.jsonl
(cd .. && for board in "9 250 0.2 11" "19 26 0.12 13"; do
    set -- $board
    cargo run --release -p gosedai-net --example head_data -- "$1" "$2" "$3" "$4" "training/out/h$1.bin"
done)
python3 heads.py ../knowledge/net/default.gnet 9:out/h9.bin 19:out/h19.bin -o ../knowledge/net/default.gnet
