/* kaname.h: the Kaname Gomoku/Renju engine as a library.
 *
 * The library prints nothing, reads nothing and never ends the process. An engine holds one
 * position and the memory to think about it; engines are independent of each other.
 *
 * Threads: one thread at a time may call into an engine, except kaname_stop(), which any thread
 * (and a callback) may call at any time. Callbacks run on the thread that called kaname_think().
 *
 * Coordinates: x is the column from the left, y the row from the top, both from 0.
 * Scores: in evaluation units, from the view of the side to move; a proven result lies beyond
 * +-KANAME_SCORE_WIN_MIN and tells its distance (see kaname_score_win_plies()).
 */
#ifndef KANAME_H
#define KANAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) && !defined(_WIN32)
#define KANAME_API __attribute__((visibility("default")))
#else
#define KANAME_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum {
    KANAME_MIN_SIZE = 5,
    KANAME_MAX_SIZE = 22,
    KANAME_MAX_CELLS = KANAME_MAX_SIZE * KANAME_MAX_SIZE,
    KANAME_MAX_PV = 128,                            /* moves kept of a line of play */
    KANAME_MAX_THREADS = 256,                       /* worker threads of one engine */
    KANAME_MAX_LINES = KANAME_MAX_CELLS,            /* principal lines of one search */
    KANAME_MAX_PARAMS = 256,                        /* numbers that the search is tuned by */
    KANAME_MAX_WEIGHTS_BYTES = 16 * 1024 * 1024,    /* of a weights file: no larger one is read */
    KANAME_SCORE_WIN = 30000,                       /* a five on the board */
    KANAME_SCORE_WIN_MIN = KANAME_SCORE_WIN - 1000, /* scores from here on are proven wins */
};

typedef enum {
    KANAME_OK,
    KANAME_ERR_MEMORY,      /* not enough memory; the engine is as it was */
    KANAME_ERR_SIZE,        /* width or height not in 5..22 */
    KANAME_ERR_RULE,        /* no such rule */
    KANAME_ERR_OFF_BOARD,   /* a point outside the board */
    KANAME_ERR_OCCUPIED,    /* a point that holds a stone or is blocked */
    KANAME_ERR_EMPTY,       /* there is no stone to take back */
    KANAME_ERR_NOT_LAST,    /* the stone to take back is not the last one played */
    KANAME_ERR_NO_MOVE,     /* no legal point is left (or none that is not excluded) */
    KANAME_ERR_RANGE,       /* another argument out of its range */
    KANAME_ERR_UNSUPPORTED, /* not built in */
    KANAME_ERR_IO,          /* the caller's function could not read or write */
    KANAME_ERR_FOREIGN,     /* not a file of the kind asked for */
    KANAME_ERR_VERSION,     /* weights of another version */
    KANAME_ERR_DAMAGED,     /* cut or changed since it was written */
    KANAME_ERR_MISMATCH     /* made for another rule, board size or version */
} KanameStatus;

/* What the status means, in English, without a final dot. Static storage. */
KANAME_API const char *kaname_status_text(KanameStatus status);

typedef enum {
    KANAME_RULE_FREESTYLE,  /* five or more wins */
    KANAME_RULE_STANDARD,   /* exactly five wins */
    KANAME_RULE_RENJU,      /* Black: exactly five wins, overline, double four and double three are
                               forbidden unless the stone makes a five; White: five or more wins */
    KANAME_RULE_CARO,       /* five not shut in by opponent stones at both ends; overlines win */
    KANAME_RULE_CARO_EXACT, /* the same, but six or more never win */
    KANAME_RULE_COUNT
} KanameRule;

/* "freestyle", "standard", "renju", "caro" or "caro-exact"; a rule below KANAME_RULE_COUNT. Static
 * storage. */
KANAME_API const char *kaname_rule_name(KanameRule rule);

typedef enum { KANAME_BLACK, KANAME_WHITE, KANAME_WALL, KANAME_EMPTY } KanameColor;

typedef struct KanamePoint {
    int x, y;
} KanamePoint;

typedef struct KanameStone {
    int x, y;
    KanameColor color; /* black, white or wall (a blocked point, of neither side) */
} KanameStone;

typedef struct KanameEngine KanameEngine;

/* NULL: not enough memory. The new engine has a 15x15 freestyle board, one thread, 64 MiB table. */
KANAME_API KanameEngine *kaname_new(void);
KANAME_API void kaname_free(KanameEngine *engine); /* NULL is fine */

/* "0.1.0". Static storage. */
KANAME_API const char *kaname_version(void);
/* Name of the instruction set that the engine picked: "scalar", "avx2" or "avx512". */
KANAME_API const char *kaname_isa(const KanameEngine *engine);
/* Picks it by name, for tests and comparisons; KANAME_ERR_UNSUPPORTED where the processor or the
 * build lacks it. Results do not depend on it. */
KANAME_API KanameStatus kaname_set_isa(KanameEngine *engine, const char *name);

/* Replaces the evaluation weights of one rule, which the weights tell, by those of a weights file
 * whose bytes are given (see engine/train/README.md); forgets what searches learned. On an error
 * the weights are as they were. */
KANAME_API KanameStatus kaname_load_weights(KanameEngine *engine, const void *data, size_t size);
/* Tells sets of weights apart: over those of all rules, built in or loaded. */
KANAME_API uint32_t kaname_weights_id(const KanameEngine *engine);

/* ---- Position --------------------------------------------------------------------------- */

/* An empty board of another size. Keeps the rule and all settings, clears excluded points, and
 * forgets what searches learned (as kaname_clear_hash() does), so that games do not depend on those
 * before them. */
KANAME_API KanameStatus kaname_set_size(KanameEngine *engine, int width, int height);
/* Changes the rule; the stones on the board stay. Another rule than before forgets, too. */
KANAME_API KanameStatus kaname_set_rule(KanameEngine *engine, KanameRule rule);
/* Replaces the whole position: stones in playing order, `to_move` is the side to move after them.
 * Stones need not alternate. On an error the position is as it was. */
KANAME_API KanameStatus kaname_set_position(KanameEngine *engine, const KanameStone *stones,
                                            size_t count, KanameColor to_move);
/* Plays a stone of the side to move. Any empty point is accepted (under renju a forbidden one
 * too: the manager judges it). Playing on after a five is allowed. */
KANAME_API KanameStatus kaname_play(KanameEngine *engine, int x, int y);
/* Takes back the last stone played with kaname_play() or set as the last of a position. */
KANAME_API KanameStatus kaname_take_back(KanameEngine *engine);

KANAME_API int kaname_width(const KanameEngine *engine);
KANAME_API int kaname_height(const KanameEngine *engine);
KANAME_API KanameRule kaname_rule(const KanameEngine *engine);
KANAME_API KanameColor kaname_to_move(const KanameEngine *engine);
/* Stones on the board without walls, in playing order by kaname_stone(). */
KANAME_API size_t kaname_stone_count(const KanameEngine *engine);
KANAME_API KanameStone kaname_stone(const KanameEngine *engine, size_t index);
/* What stands at the point; KANAME_WALL outside the board. */
KANAME_API KanameColor kaname_at(const KanameEngine *engine, int x, int y);
/* True if a stone of `color` on this empty point would win under the rule. */
KANAME_API bool kaname_wins_at(const KanameEngine *engine, int x, int y, KanameColor color);
/* Points forbidden to Black, ordered by row, then column; at most `capacity` are written, the
 * number of all is returned. Always 0 when the rule is not renju. */
KANAME_API size_t kaname_forbidden(const KanameEngine *engine, KanamePoint *points,
                                   size_t capacity);

/* ---- Settings (kept across positions, sizes and rules) ----------------------------------- */

/* Bytes that the whole process may use, 0: no limit. Sizes the transposition table when
 * kaname_set_hash() was not called; the table is allocated by the next search. */
KANAME_API KanameStatus kaname_set_memory(KanameEngine *engine, uint64_t bytes);
/* Transposition table in KiB, 0: let kaname_set_memory() decide. Never over the memory limit. */
KANAME_API KanameStatus kaname_set_hash(KanameEngine *engine, uint64_t kib);
KANAME_API KanameStatus kaname_set_threads(KanameEngine *engine, int threads); /* 1..256 */
/* One number that the search is tuned by. Which there are changes from version to version. */
typedef struct KanameParam {
    const char *name, *meaning;  /* small letters, digits and '_'; a line of English. Static */
    int value, minimum, maximum; /* value: the default */
} KanameParam;

/* Tells the parameter with this number, from 0; false: there are not so many. */
KANAME_API bool kaname_param(size_t index, KanameParam *param);
/* For the searches from now on. KANAME_ERR_RANGE: no such name, or a value out of its range. What
 * earlier searches learned stays: kaname_clear_hash() where results must not depend on it. */
KANAME_API KanameStatus kaname_set_param(KanameEngine *engine, const char *name, int value);
KANAME_API KanameStatus kaname_get_param(const KanameEngine *engine, const char *name, int *value);
/* Forgets all that earlier searches learned. */
KANAME_API void kaname_clear_hash(KanameEngine *engine);
/* Root moves that kaname_think() must not choose. set_size and clear forget them. */
KANAME_API KanameStatus kaname_exclude(KanameEngine *engine, int x, int y, bool excluded);
KANAME_API void kaname_exclude_clear(KanameEngine *engine);
/* A line of play from the empty board, Black first, whose last move no search may choose in the
 * position before it, wherever that position comes up: at the root or in the tree. The list grows
 * until it is cleared, by kaname_exclude_paths_clear() or another board size. Threat searches that
 * begin elsewhere may still look through such a position. KANAME_ERR_OFF_BOARD, _OCCUPIED: it is no
 * line of play; KANAME_ERR_RANGE: it is empty. */
KANAME_API KanameStatus kaname_exclude_path(KanameEngine *engine, const KanamePoint *moves,
                                            size_t count);
KANAME_API void kaname_exclude_paths_clear(KanameEngine *engine);

/* ---- What searches learned ---------------------------------------------------------------- */

/* Size of the transposition table, 0 before the first search; and how much of it the last search
 * filled. */
KANAME_API uint64_t kaname_hash_kib(const KanameEngine *engine);
KANAME_API int kaname_hash_permille(const KanameEngine *engine);

/* Called with parts of the saved table in order; false: it cannot go on. */
typedef bool (*KanameWriteFn)(void *context, const void *bytes, size_t count);
/* Fills `bytes`; false: there are not so many, or it cannot go on. */
typedef bool (*KanameReadFn)(void *context, void *bytes, size_t count);

/* Hands out the transposition table: format version, rule, board size and blocked points,
 * entries, a checksum at the end; the same bytes on every machine. */
KANAME_API KanameStatus kaname_save_hash(const KanameEngine *engine, KanameWriteFn write,
                                         void *context);
/* Takes it back, into a table of whatever size, in place of what is there; the engine must have
 * the rule, the board size and the blocked points that it was made with. On an error nothing
 * changes. */
KANAME_API KanameStatus kaname_load_hash(KanameEngine *engine, KanameReadFn read, void *context);

/* ---- Search ------------------------------------------------------------------------------ */

/* Milliseconds of a clock that never runs backwards. */
KANAME_API int64_t kaname_now_ms(void);

typedef struct KanameLimits {
    int64_t start_ms;     /* when the command arrived, by kaname_now_ms(); 0: the call itself */
    int64_t turn_ms;      /* for this move; 0: answer as fast as possible; negative: no limit */
    int64_t match_ms;     /* left for all moves of the game; negative: no limit */
    int64_t increment_ms; /* added to match_ms by each move; 0: none */
    int64_t margin_ms;    /* kept back for the way to the client; negative: the default, 30 or
                            less of a short span */
    uint64_t max_nodes;   /* 0: no limit. With one thread exact and reproducible */
    int max_depth;        /* plies; 0: no limit */
    int lines;            /* principal lines wanted; 0 and 1: one */
    bool exact_time;      /* use turn_ms up: do not stop early when the move seems clear */
    int start_depth;      /* plies of the first iteration; 0: one */
    int width;            /* which cells are looked at: 0 the default, else 1 (only the nearest to
                             the stones) to 6 (all of the board) */
    int threat_percent;   /* effort of the threat searches; 0: the default, 100. 1..10000 */
    bool is_balanced;     /* look for the move whose score is nearest to balance_score, not for the
                             best one; one line only */
    int balance_score;    /* side to move's view */
} KanameLimits;

/* No limit anywhere. */
KANAME_API KanameLimits kaname_no_limits(void);

/* One finished iteration of one principal line. */
typedef struct KanameReport {
    int line;            /* 0 is the best line */
    int depth, seldepth; /* plies: nominal, deepest reached */
    int score;
    uint64_t nodes;
    int64_t time_ms; /* since start_ms */
    size_t pv_count;
    KanamePoint pv[KANAME_MAX_PV];
} KanameReport;

typedef enum {
    KANAME_ROOT_START, /* searching this move now */
    KANAME_ROOT_DONE,  /* finished it */
    KANAME_ROOT_BEST,  /* it is the best one now */
    KANAME_ROOT_LOST   /* it loses by force */
} KanameRootEvent;

/* Either may be NULL. `context` is handed back unchanged. */
typedef struct KanameCallbacks {
    void (*on_report)(const KanameReport *report, void *context);
    void (*on_root)(KanameRootEvent event, KanamePoint move, void *context);
    void *context;
} KanameCallbacks;

typedef struct KanameResult {
    KanamePoint best;
    int score; /* of the best line */
    int depth;
    uint64_t nodes;
    int64_t time_ms;
    size_t pv_count;
    KanamePoint pv[KANAME_MAX_PV]; /* pv[0] is the best move */
} KanameResult;

/* Does now what the next search would do with its clock running: makes the threads, forgets what
 * belongs to other positions and, for a search with such limits (NULL: not known yet), makes the
 * transposition table. */
KANAME_API KanameStatus kaname_prepare(KanameEngine *engine, const KanameLimits *limits);
/* Has the system hand over the memory of what is prepared, which takes from a few milliseconds to
 * a tenth of a second that the next search is spared. kaname_stop() ends it; one of before must be
 * cleared. */
KANAME_API void kaname_warm_up(KanameEngine *engine);

/* Thinks about the position for the side to move. Always finds a legal move that is not excluded
 * if there is one, however short the time; a move forbidden to Black is chosen only when nothing
 * else is left. The position is unchanged after it. */
KANAME_API KanameStatus kaname_think(KanameEngine *engine, const KanameLimits *limits,
                                     const KanameCallbacks *callbacks, KanameResult *result);
/* Any thread: makes a running kaname_think(), kaname_solve() return soon (a few milliseconds).
 * Stays in force for the next one too, until kaname_clear_stop(): the caller who hands a search
 * to a thinking thread clears it before doing so, so that no stop is ever lost. */
KANAME_API void kaname_stop(KanameEngine *engine);
KANAME_API void kaname_clear_stop(KanameEngine *engine);

typedef enum {
    KANAME_SOLVE_VCF, /* by fours alone */
    KANAME_SOLVE_VCT  /* by fours, open threes and threats to win by fours */
} KanameSolveMode;
typedef enum { KANAME_SOLVE_NO_WIN, KANAME_SOLVE_WIN, KANAME_SOLVE_UNKNOWN } KanameSolveVerdict;

typedef struct KanameSolution {
    KanameSolveVerdict verdict;
    uint64_t nodes;
    int64_t time_ms;
    size_t line_count; /* moves up to the five, or to a point where every reply loses at once */
    KanamePoint line[KANAME_MAX_CELLS];
} KanameSolution;

/* Can the side to move win by continuous threats? A win is a proof: the line replays to a five;
 * no-win is exhaustive (KANAME_SOLVE_VCT: but for threats to win by fours that take very many
 * stones to find); unknown when a limit (turn_ms, max_nodes) or kaname_stop() came first. Takes the
 * memory of the table, which the next kaname_think() makes anew, and keeps what it learns until
 * then: solving related positions one after the other is quick. */
KANAME_API KanameStatus kaname_solve(KanameEngine *engine, KanameSolveMode mode,
                                     const KanameLimits *limits, KanameSolution *solution);

/* Plies to the end that a proven score tells: positive when winning, negative when losing,
 * 0 when nothing is proven. */
KANAME_API int kaname_score_win_plies(int score);

#ifdef __cplusplus
}
#endif

#endif
