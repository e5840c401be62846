// Go board for making training data: stones on a bordered grid, liberties by flood fill, simple ko, ladder reading.
// The Rust crate `gosedai-net` computes the same features with the same order of search; golden vectors keep both equal.
#pragma once
#include <stdint.h>
#include <string.h>

#define MAX_SIDE 19
#define STRIDE (MAX_SIDE + 2)
#define CELLS (STRIDE * STRIDE)
#define EMPTY 0
#define BLACK 1
#define WHITE 2
#define WALL 3
#define LADDER_NODES 120

typedef struct {
    int width, height;
    int ko;  // cell that may not be retaken now, 0 when none
    uint8_t g[CELLS];
} Board;

typedef struct {
    int stones[CELLS], stone_count;
    int libs[CELLS], lib_count;
} String;

static inline int cell(int x, int y) { return (y + 1) * STRIDE + x + 1; }
static inline int opponent(int c) { return 3 - c; }
static const int DIR[4] = {-STRIDE, -1, 1, STRIDE};

void board_clear(Board *b, int width, int height);
// Liberties are collected until `limit` are known (the stones are then incomplete); `limit` 0 collects everything.
void collect(const Board *b, int p, int limit, String *out);
// Plays a stone; returns the number of captured stones, or -1 for an illegal move (board unchanged).
int play(Board *b, int p, int color);
int is_legal(const Board *b, int p, int color);
// Is the string at p lost in a ladder? One liberty: defender to move; two: attacker to move.
// With two liberties, working[i] says whether the attacker's move at liberty i works.
int ladder_lost(const Board *b, const String *s, int working[2]);
// One byte a point: colour (bits 0-1), liberties 1,2,3,4+ (bits 2-3), ko (4), lost in ladder (5), ladder capture for `to_play` (6).
void encode(const Board *b, int to_play, uint8_t *out);
