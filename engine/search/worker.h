/* worker.h: the state of one search thread (Worker), and the state that all threads share during
 * one search (Search).
 *
 * A Worker belongs to its thread while a search runs, and to the owner of the pool between
 * searches. Other threads read only its published node count. A Search is written before the
 * threads start; then all threads read it, and only its stop flag and its claimed nodes change.
 *
 * Several workers share a node limit by claims: a worker claims a small part of what is left before
 * it plays these nodes, so that the sum hardly exceeds the limit. */
#ifndef KANAME_SEARCH_WORKER_H
#define KANAME_SEARCH_WORKER_H

#include <stdatomic.h>

#include "base/block.h"
#include "eval/eval.h"
#include "kaname.h"
#include "search/blocked.h"
#include "search/history.h"
#include "search/params.h"
#include "search/probe.h"
#include "search/timeman.h"
#include "search/tt.h"
#include "threat/vcf.h"
#include "threat/vct.h"

typedef struct Worker Worker;

typedef struct Search {
    const Params *params;
    Tt *tt;
    const Timeman *timeman;
    const KanameLimits *limits;
    const KanameCallbacks *callbacks; /* NULL: none. Called by worker 0 alone */
    const Board *board;               /* the root */
    const Evaluator *evaluator;       /* whose tables the board uses */
    const CellSet *excluded;          /* root moves that must not be chosen */
    const Blocked *blocked;           /* moves that must not be chosen in their positions */
    Probes *probes;                   /* NULL: none are drawn. By worker 0 alone */
    const atomic_bool *user_stop;
    atomic_bool stop;               /* worker 0 sets it to end all workers */
    _Atomic uint64_t claimed_nodes; /* by all workers, if there are several and a node limit */
    Worker *const *workers;
    int worker_count;
} Search;

/* One ply of the line being searched. */
typedef struct Frame {
    Cell move;         /* being searched; CELL_NONE: null move */
    Score static_eval; /* from the view of the side to move; SCORE_NONE: unknown */
} Frame;

typedef struct RootMove {
    Cell move;
    int order;      /* before any search: by the evaluator, fives and open fours first */
    Score score;    /* in this iteration; -SCORE_INFINITE if it did not beat the best one */
    Score previous; /* in the last iteration */
    bool is_lost;   /* proven */
    int seldepth, pv_count;
    Cell pv[PLY_MAX];
} RootMove;

/* A worker's current answer. */
typedef struct RootBest {
    Cell move;
    Score score;
    int depth, seldepth, pv_count;
    Cell pv[PLY_MAX];
} RootBest;

/* What the last report of the best line said. */
typedef struct Told {
    Cell move; /* CELL_NONE: nothing has been reported */
    Score score;
    int depth, pv_count;
} Told;

struct Worker {
    int index; /* worker 0 reports, reads the clock and stops the others */
    Search *search;
    Board board;
    EvalState eval;    /* follows the board */
    Block eval_memory; /* of the state */
    Vcf *vcf;
    Vct *vct; /* NULL except in worker 0 */
    History history;
    VcfResult vcf_result; /* scratch */
    VctResult vct_result; /* scratch */
    bool is_fresh;        /* it has learned nothing yet */

    uint64_t nodes; /* stones played in the tree and in threat searches, and null moves */
    _Atomic uint64_t published_nodes;
    uint64_t claimed_nodes; /* its part of Search.claimed_nodes */
    uint64_t next_check;    /* node count at which to check the limits and the stop flags */
    bool aborted;           /* unwind: scores are meaningless from now on */
    int seldepth;

    Frame frames[PLY_MAX + 1];
    int pv_count[PLY_MAX + 2];
    Cell pv[PLY_MAX + 2][PLY_MAX];

    RootBest best;
    Told told; /* by worker 0 */
    int root_count;
    bool root_covers_all; /* legal moves that are no root moves provably lose */
    bool has_narrowed;    /* by root_keep_moves() */
    RootMove root[CELLS_MAX];
};

/* Returns a worker; NULL if out of memory. Only worker 0 has a VCT table. `eval_bytes` is the
 * memory of an evaluation state, the maximum over the evaluators of its searches. The caller frees
 * it with worker_free(). */
Worker *worker_new(int index, size_t vcf_table_bytes, size_t vct_table_bytes, size_t eval_bytes);
void worker_free(Worker *worker); /* ignores NULL */
/* Returns the bytes of one worker without its threat tables and its evaluation state. */
size_t worker_fixed_bytes(void);
/* Clears everything that the worker has learned. A fresh worker is not touched. */
void worker_clear(Worker *worker);
/* Touches the memory of its tables: see block_touch(). */
void worker_touch(Worker *worker, const atomic_bool *stop);
/* Prepares a search; called by the owner of the pool. */
void worker_prepare(Worker *worker, Search *search);

/* Checks the clock, the stop flags and the node limit; sets `aborted`. */
void worker_check(Worker *worker);
/* The same as a poll callback of vcf_search(), whose nodes are not yet counted. */
bool worker_vcf_poll(void *worker);
/* Returns the published nodes of all workers. */
uint64_t search_nodes(const Search *search);
/* Returns the nodes of all workers; of a single one, also those that are not published yet. */
uint64_t worker_nodes_used(const Worker *worker);
/* Returns the nodes left under the node limit, of several workers a fair share of them; UINT64_MAX:
 * no limit. */
uint64_t worker_nodes_left(const Worker *worker);

static inline bool worker_must_stop(Worker *worker) {
    if (worker->nodes >= worker->next_check)
        worker_check(worker);
    return worker->aborted;
}

/* Sets the line from `ply` on to `move`, followed by the line of the next ply. */
void worker_update_pv(Worker *worker, int ply, Cell move);

#endif
