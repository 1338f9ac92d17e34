#include "support/searcher.h"

#include <check.h>
#include <stdlib.h>

#include "support/attack.h"
#include "support/position.h"

enum { TABLE_BYTES = 1 << 20, THREAT_BYTES = 1 << 18 };

Searcher *searcher_new(Rule rule, Color to_move, const char *drawing) {
    const Evaluator *evaluator = test_evaluator(rule);
    Searcher *searcher = calloc(1, sizeof *searcher);
    ck_assert_ptr_nonnull(searcher);
    searcher->root = test_board_new();
    put_drawing(searcher->root, rule, to_move, drawing);
    searcher->limits = kaname_no_limits();
    searcher->params = params_default();
    tt_init(&searcher->tt);
    tt_resize(&searcher->tt, TABLE_BYTES);
    searcher->worker = worker_new(0, THREAT_BYTES, THREAT_BYTES, evaluator->state_bytes);
    ck_assert_ptr_nonnull(searcher->worker);
    searcher->search = (Search){.params = &searcher->params,
                                .tt = &searcher->tt,
                                .timeman = &searcher->timeman,
                                .limits = &searcher->limits,
                                .callbacks = &searcher->callbacks,
                                .board = searcher->root,
                                .evaluator = evaluator,
                                .excluded = &searcher->excluded,
                                .blocked = &searcher->blocked,
                                .user_stop = &searcher->stop,
                                .workers = &searcher->worker,
                                .worker_count = 1};
    searcher_begin(searcher);
    return searcher;
}

void searcher_begin(Searcher *searcher) {
    timeman_init(&searcher->timeman, &searcher->limits, kaname_now_ms(),
                 board_stones(searcher->root), board_empty_count(searcher->root),
                 &searcher->params);
    atomic_store(&searcher->search.claimed_nodes, 0);
    worker_prepare(searcher->worker, &searcher->search);
    searcher->worker->frames[0] =
        (Frame){.move = board_last(searcher->root), .static_eval = SCORE_NONE};
}

void searcher_free(Searcher *searcher) {
    worker_free(searcher->worker);
    blocked_release(&searcher->blocked);
    tt_release(&searcher->tt);
    free(searcher->root);
    free(searcher);
}
