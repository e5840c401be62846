// Replays game records into one encoded board a move, on all cores.
#include <pthread.h>
#include <stdatomic.h>
#include "goboard.h"

typedef struct {
    const uint16_t *moves; const int64_t *offsets; const uint8_t *setup, *white_first;
    int64_t games; uint8_t *boards, *to_play, *final; _Atomic int64_t next, bad;
} Job;

static void replay_game(Job *j, int64_t g) {
    Board b;
    board_clear(&b, 19, 19);
    int color = j->white_first[g] ? WHITE : BLACK;
    for (int64_t i = j->offsets[g]; i < j->offsets[g + 1]; i++) {
        int m = j->moves[i], p = m < 361 ? cell(m % 19, m / 19) : 0;
        if (i - j->offsets[g] < j->setup[g]) {  // handicap stones lead the list and are no moves
            b.g[p] = BLACK; j->to_play[i] = 0;
            continue;
        }
        encode(&b, color, j->boards + i * 361);
        j->to_play[i] = color;
        if (m == 361) b.ko = 0;
        else if (play(&b, p, color) < 0) {  // cannot happen in checked records; counted and cut
            j->bad++;
            for (; i < j->offsets[g + 1]; i++) j->to_play[i] = 0;
            break;
        }
        color = opponent(color);
    }
    encode(&b, color, j->final + g * 361);
}

static void *work(void *arg) {
    Job *j = arg;
    for (int64_t g; (g = j->next++) < j->games;) replay_game(j, g);
    return 0;
}

int64_t replay(const uint16_t *moves, const int64_t *offsets, const uint8_t *setup, const uint8_t *white_first, int64_t games,
               uint8_t *boards, uint8_t *to_play, uint8_t *final, int threads) {
    Job j = {moves, offsets, setup, white_first, games, boards, to_play, final, 0, 0};
    pthread_t t[64];
    for (int i = 0; i < threads; i++) pthread_create(&t[i], 0, work, &j);
    for (int i = 0; i < threads; i++) pthread_join(t[i], 0);
    return j.bad;
}
