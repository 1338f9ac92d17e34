/* worker.h: what one search thread owns, and what all of them share during one search.
 *
 * A Worker belongs to one thread while a search runs; between searches to whoever owns the pool.
 * Others read only its published node count. A Search is written before the threads start and
 * read by all, except its stop flag. */
#ifndef KANAME_SEARCH_WORKER_H
#define KANAME_SEARCH_WORKER_H

#include <stdatomic.h>

#include "base/block.h"
#include "eval/eval.h"
#include "kaname.h"
#include "search/blocked.h"
#include "search/history.h"
#include "search/params.h"
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
    const Evaluator *evaluator;       /* that the board stands on */
    const CellSet *excluded;          /* cells not to be chosen */
    const Blocked *blocked;           /* nor these, each in its position */
    const atomic_bool *user_stop;
    atomic_bool stop; /* set by worker 0: all end */
    Worker *const *workers;
    int worker_count;
} Search;

/* Of one ply of the line being searched. */
typedef struct Frame {
    Cell move;         /* being searched; CELL_NONE: null move */
    Score static_eval; /* side to move's view, SCORE_NONE: not known */
} Frame;

typedef struct RootMove {
    Cell move;
    int order;      /* before any search: by the evaluator, fives and open fours first */
    Score score;    /* of this iteration, -SCORE_INFINITE if it did not beat the best one */
    Score previous; /* of the last one */
    bool is_lost;   /* proven */
    int seldepth, pv_count;
    Cell pv[PLY_MAX];
} RootMove;

/* What a worker would answer now. */
typedef struct RootBest {
    Cell move;
    Score score;
    int depth, seldepth, pv_count;
    Cell pv[PLY_MAX];
} RootBest;

struct Worker {
    int index; /* 0: the one that reports, reads the clock and stops the others */
    Search *search;
    Board board;
    EvalState eval;    /* follows the board */
    Block eval_memory; /* of the state */
    Vcf *vcf;
    Vct *vct; /* NULL but in worker 0 */
    History history;
    VcfResult vcf_result; /* scratch */
    VctResult vct_result; /* scratch */
    bool is_fresh;        /* no search has taught it anything */

    uint64_t nodes; /* stones played: in the tree and in its threat searches; null moves too */
    _Atomic uint64_t published_nodes;
    uint64_t next_check; /* node count at which to look at the clock and the stop flags */
    bool aborted;        /* unwind: scores are worthless from here on */
    int seldepth;

    Frame frames[PLY_MAX + 1];
    int pv_count[PLY_MAX + 2];
    Cell pv[PLY_MAX + 2][PLY_MAX];

    RootBest best;
    int root_count;
    RootMove root[CELLS_MAX];
};

/* Only worker 0 searches for wins by threes too. `eval_bytes`: memory of an evaluation state, the
 * most that any evaluator of its searches needs. NULL: out of memory. */
Worker *worker_new(int index, size_t vcf_table_bytes, size_t vct_table_bytes, size_t eval_bytes);
void worker_free(Worker *worker); /* NULL is fine */
/* Bytes of one worker without the table of its threat search and its evaluation state. */
size_t worker_fixed_bytes(void);
/* Forgets all that earlier searches taught it. Costs nothing where there were none: memory that was
 * never touched is not touched for this. */
void worker_clear(Worker *worker);
/* Touches the memory of its tables: see block_touch(). */
void worker_touch(Worker *worker, const atomic_bool *stop);
/* Before a search, by the thread that owns the pool. */
void worker_prepare(Worker *worker, Search *search);

/* Looks at the clock, the stop flags and the node limit; sets `aborted`. */
void worker_check(Worker *worker);
/* The same as a callback of vcf_search(): nodes of the threat search are not yet counted. */
bool worker_vcf_poll(void *worker);
/* Nodes of all workers, as far as published. */
uint64_t search_nodes(const Search *search);
/* Nodes that the node limit leaves; UINT64_MAX: no limit. */
uint64_t worker_nodes_left(const Worker *worker);

static inline bool worker_must_stop(Worker *worker) {
    if (worker->nodes >= worker->next_check)
        worker_check(worker);
    return worker->aborted;
}

/* The line from `ply` on is `move` and then the line from the next ply. */
void worker_update_pv(Worker *worker, int ply, Cell move);

#endif
