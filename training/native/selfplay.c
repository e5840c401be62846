// Many games at once for self-play: what each side sees, which moves make sense, children for a one-move look-ahead, area scores.
// Games are played out until neither side has a sensible move, so that counting needs no opinion about dead stones.
#include <pthread.h>
#include <stdatomic.h>
#include "goboard.h"

#define RECENT 5

typedef struct {
    Board b;
    int to_play, passes, ply, limit;
    int16_t recent[RECENT];  // newest first; area = pass, area + 1 = none
} Game;

int game_bytes(void) { return sizeof(Game); }

static int area_of(const Board *b) { return b->width * b->height; }
static int cell_at(const Board *b, int i) { return cell(i % b->width, i / b->width); }
static int index_at(const Board *b, int p) { return (p / STRIDE - 1) * b->width + p % STRIDE - 1; }

// Connected sets of cells that are not stones of `color`, and whether each is safe territory by Benson's rule.
static void benson(const Board *b, int color, uint8_t *safe) {
    int string_of[CELLS], region_of[CELLS], strings = 0, regions = 0;
    static _Thread_local int queue[CELLS];
    memset(string_of, -1, sizeof string_of); memset(region_of, -1, sizeof region_of);
    int n = area_of(b);
    for (int i = 0; i < n; i++) {
        int p = cell_at(b, i), own = b->g[p] == color, *label = own ? string_of : region_of;
        if (label[p] >= 0) continue;
        int id = own ? strings++ : regions++, head = 0, tail = 0;
        queue[tail++] = p; label[p] = id;
        while (head < tail) {
            int q = queue[head++];
            for (int d = 0; d < 4; d++) {
                int r = q + DIR[d];
                if (b->g[r] == WALL || (b->g[r] == color) != own || label[r] >= 0) continue;
                label[r] = id; queue[tail++] = r;
            }
        }
    }
    static _Thread_local uint8_t borders[181][361], vital[181][361];
    static _Thread_local uint16_t touched[181][361];
    uint16_t empties[361];
    uint8_t alive[361], good[361];
    if (strings > 180 || regions > 360) return;
    for (int s = 0; s < strings; s++) { memset(borders[s], 0, regions); memset(touched[s], 0, 2 * regions); alive[s] = 1; }
    memset(good, 1, sizeof good); memset(empties, 0, sizeof empties);
    for (int i = 0; i < n; i++) {
        int p = cell_at(b, i), met[4], count = 0;
        if (b->g[p] == color) continue;
        int r = region_of[p];
        for (int d = 0; d < 4; d++) {
            if (b->g[p + DIR[d]] != color) continue;
            int s = string_of[p + DIR[d]], known = 0;
            borders[s][r] = 1;
            for (int k = 0; k < count; k++) known |= met[k] == s;
            if (!known) met[count++] = s;
        }
        if (b->g[p] != EMPTY) continue;
        empties[r]++;
        for (int k = 0; k < count; k++) touched[met[k]][r]++;
    }
    for (int s = 0; s < strings; s++)
        for (int r = 0; r < regions; r++) vital[s][r] = borders[s][r] && touched[s][r] == empties[r];
    for (int changed = 1; changed;) {
        changed = 0;
        for (int s = 0; s < strings; s++) {
            if (!alive[s]) continue;
            int count = 0;
            for (int r = 0; r < regions; r++) count += good[r] && borders[s][r] && vital[s][r];
            if (count < 2) { alive[s] = 0; changed = 1; }
        }
        for (int r = 0; r < regions; r++)
            for (int s = 0; s < strings && good[r]; s++)
                if (borders[s][r] && !alive[s]) { good[r] = 0; changed = 1; }
    }
    for (int i = 0; i < n; i++) {
        int p = cell_at(b, i);
        if (b->g[p] == color) { if (alive[string_of[p]]) safe[p] = color; continue; }
        int r = region_of[p], is_vital = 0;
        for (int s = 0; s < strings; s++) is_vital |= good[r] && alive[s] && borders[s][r] && vital[s][r];
        if (is_vital) safe[p] = color;
    }
}

// Would the move put five or more own stones into atari without taking anything? Nobody has to kill himself at the end.
static int gives_away(const Board *b, int p, int color) {
    int empty = 0, own = 0;
    for (int d = 0; d < 4; d++) { empty += b->g[p + DIR[d]] == EMPTY; own |= b->g[p + DIR[d]] == color; }
    if (empty >= 2 || !own) return 0;
    Board after = *b;
    if (play(&after, p, color) > 0) return 0;
    String s;
    collect(&after, p, 0, &s);
    return s.lib_count == 1 && s.stone_count >= 5;
}

// Moves worth considering: legal, not in settled territory, not in a space that only the own side borders
// (unless a string beside it is in atari), not giving away many stones. The pass is for those who have nothing else.
static void sensible(const Game *g, uint8_t *allowed) {
    const Board *b = &g->b;
    uint8_t safe[CELLS], seen[CELLS];
    memset(safe, 0, CELLS); memset(seen, 0, CELLS);
    benson(b, BLACK, safe); benson(b, WHITE, safe);
    int n = area_of(b), any = 0, space[CELLS];
    memset(allowed, 0, n + 1);
    for (int i = 0; i < n; i++) {
        int p = cell_at(b, i);
        if (b->g[p] != EMPTY || seen[p]) continue;
        int count = 0, head = 0, mine = 0, theirs = 0;
        space[count++] = p; seen[p] = 1;
        while (head < count) {
            int q = space[head++];
            for (int d = 0; d < 4; d++) {
                int r = q + DIR[d], c = b->g[r];
                if (c == EMPTY && !seen[r]) { seen[r] = 1; space[count++] = r; }
                mine |= c == g->to_play; theirs |= c == opponent(g->to_play);
            }
        }
        for (int k = 0; k < count; k++) {
            int q = space[k];
            if (safe[q]) continue;
            if (mine && !theirs) {
                int danger = 0;
                for (int d = 0; d < 4; d++)
                    if (b->g[q + DIR[d]] == g->to_play) {
                        String s;
                        collect(b, q + DIR[d], 2, &s);
                        danger |= s.lib_count == 1;
                    }
                if (!danger) continue;
            }
            if (!is_legal(b, q, g->to_play) || gives_away(b, q, g->to_play)) continue;
            allowed[index_at(b, q)] = 1; any = 1;
        }
    }
    allowed[n] = !any;
}

typedef struct {
    Game *games; const int32_t *which; int n, k; uint8_t *boards; int16_t *recent; uint8_t *to_play, *allowed; const int32_t *moves;
    uint8_t *done; int8_t *owner; int32_t *score; _Atomic int next; void (*each)(void *, int);
} Task;

static void *run_part(void *arg) {
    Task *t = arg;
    for (int i; (i = t->next++) < t->n;) t->each(t, i);
    return 0;
}

static void run(Task *t, int threads) {
    pthread_t ids[64];
    for (int i = 0; i < threads; i++) pthread_create(&ids[i], 0, run_part, t);
    for (int i = 0; i < threads; i++) pthread_join(ids[i], 0);
}

static void move(Game *g, int m) {
    int n = area_of(&g->b);
    if (m < n && play(&g->b, cell_at(&g->b, m), g->to_play) >= 0) g->passes = 0;
    else { g->passes++; g->b.ko = 0; m = n; }
    memmove(g->recent + 1, g->recent, sizeof(int16_t) * (RECENT - 1));
    g->recent[0] = m;
    g->to_play = opponent(g->to_play);
    g->ply++;
}

void games_reset(Game *games, const int32_t *which, int n, int side, int limit, const uint8_t *codes, const uint8_t *to_play, const int16_t *recent) {
    for (int k = 0; k < n; k++) {
        Game *g = games + which[k];
        board_clear(&g->b, side, side);
        g->to_play = to_play ? to_play[k] : BLACK; g->passes = 0; g->ply = 0; g->limit = limit;
        for (int i = 0; i < RECENT; i++) g->recent[i] = recent ? recent[k * RECENT + i] : side * side + 1;
        if (codes) for (int i = 0; i < side * side; i++) g->b.g[cell_at(&g->b, i)] = codes[k * side * side + i] & 3;
    }
}

static void observe_one(void *arg, int i) {
    Task *t = arg;
    Game *g = t->games + t->which[i];
    int n = area_of(&g->b);
    encode(&g->b, g->to_play, t->boards + (int64_t)i * n);
    memcpy(t->recent + i * RECENT, g->recent, sizeof g->recent);
    t->to_play[i] = g->to_play;
    sensible(g, t->allowed + (int64_t)i * (n + 1));
}

void games_observe(Game *games, const int32_t *which, int n, uint8_t *boards, int16_t *recent, uint8_t *to_play, uint8_t *allowed, int threads) {
    Task t = {.games = games, .which = which, .n = n, .boards = boards, .recent = recent, .to_play = to_play, .allowed = allowed, .each = observe_one};
    run(&t, threads);
}

static void children_one(void *arg, int i) {
    Task *t = arg;
    Game *g = t->games + t->which[i / t->k];
    int n = area_of(&g->b);
    Game child = *g;
    if (t->moves[i] >= 0) move(&child, t->moves[i]);
    encode(&child.b, child.to_play, t->boards + (int64_t)i * n);
    memcpy(t->recent + i * RECENT, child.recent, sizeof child.recent);
}

// The positions after each of k candidate moves of every game (moves below 0 are padding).
void games_children(Game *games, const int32_t *which, int n, int k, const int32_t *moves, uint8_t *boards, int16_t *recent, int threads) {
    Task t = {.games = games, .which = which, .n = n * k, .k = k, .moves = moves, .boards = boards, .recent = recent, .each = children_one};
    run(&t, threads);
}

void games_step(Game *games, const int32_t *which, int n, const int32_t *moves, uint8_t *done) {
    for (int i = 0; i < n; i++) {
        Game *g = games + which[i];
        move(g, moves[i]);
        done[i] = g->passes >= 2 || g->ply >= g->limit;
    }
}

// Owner of each point (+1 Black, -1 White) and area score for Black, komi not counted.
void games_score(Game *games, const int32_t *which, int n, int8_t *owner, int32_t *score) {
    for (int k = 0; k < n; k++) {
        Board *b = &games[which[k]].b;
        int area = area_of(b), total = 0, space[CELLS];
        uint8_t safe[CELLS], seen[CELLS];
        memset(safe, 0, CELLS); memset(seen, 0, CELLS);
        benson(b, BLACK, safe); benson(b, WHITE, safe);
        int8_t *o = owner + k * area;
        for (int i = 0; i < area; i++) {
            int p = cell_at(b, i);
            if (b->g[p] != EMPTY) o[i] = b->g[p] == BLACK ? 1 : -1;
            else if (!seen[p]) {
                int count = 0, head = 0, black = 0, white = 0;
                space[count++] = p; seen[p] = 1;
                while (head < count) {
                    int q = space[head++];
                    for (int d = 0; d < 4; d++) {
                        int r = q + DIR[d], c = b->g[r];
                        if (c == EMPTY && !seen[r]) { seen[r] = 1; space[count++] = r; }
                        black |= c == BLACK; white |= c == WHITE;
                    }
                }
                for (int j = 0; j < count; j++) o[index_at(b, space[j])] = black && !white ? 1 : white && !black ? -1 : 0;
            }
        }
        for (int i = 0; i < area; i++) {
            int s = safe[cell_at(b, i)];
            if (s) o[i] = s == BLACK ? 1 : -1;
            total += o[i];
        }
        score[k] = total;
    }
}
