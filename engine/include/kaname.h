/* kaname.h: the Kaname Gomoku/Renju engine as a library.
 *
 * The library does no input or output and never ends the process. An engine holds one position and
 * the memory of its searches; engines are independent of each other.
 *
 * Threads: one thread at a time may call into an engine, except kaname_stop(), which any thread
 * (and a callback) may call at any time. Callbacks run on the thread that called kaname_think().
 *
 * Coordinates: x is the column from the left, y the row from the top, both from 0.
 * Scores: in evaluation units, from the view of the side to move. A score of magnitude
 * KANAME_SCORE_WIN_MIN or more is proven and encodes the distance to the end of the game
 * (kaname_score_win_plies()).
 *
 * Errors: a function that fails returns a KanameStatus other than KANAME_OK and leaves the engine
 * unchanged unless its comment says otherwise.
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
    KANAME_MAX_PV = 128,                            /* moves reported of one line of play */
    KANAME_MAX_THREADS = 256,                       /* worker threads of one engine */
    KANAME_MAX_LINES = KANAME_MAX_CELLS,            /* principal lines of one search */
    KANAME_MAX_PARAMS = 256,                        /* search parameters */
    KANAME_MAX_WEIGHTS_BYTES = 16 * 1024 * 1024,    /* largest weights file that is read */
    KANAME_SCORE_WIN = 30000,                       /* a five on the board */
    KANAME_SCORE_WIN_MIN = KANAME_SCORE_WIN - 1000, /* the lowest score of a proven win */
};

typedef enum {
    KANAME_OK,
    KANAME_ERR_MEMORY,      /* out of memory; the engine is unchanged */
    KANAME_ERR_SIZE,        /* width or height outside 5..22 */
    KANAME_ERR_RULE,        /* unknown rule */
    KANAME_ERR_OFF_BOARD,   /* the point lies outside the board */
    KANAME_ERR_OCCUPIED,    /* the point holds a stone or a wall */
    KANAME_ERR_EMPTY,       /* no stone to take back */
    KANAME_ERR_NOT_LAST,    /* the stone to take back is not the last one played */
    KANAME_ERR_NO_MOVE,     /* no empty point is left, or none that is not excluded */
    KANAME_ERR_RANGE,       /* another argument is out of range */
    KANAME_ERR_UNSUPPORTED, /* not available on this processor or in this build */
    KANAME_ERR_IO,          /* the caller's write function failed */
    KANAME_ERR_FOREIGN,     /* the data is not of the expected format */
    KANAME_ERR_VERSION,     /* the weights have another format version */
    KANAME_ERR_DAMAGED,     /* the data is truncated or corrupt */
    KANAME_ERR_MISMATCH,    /* saved under another rule, board size, set of walls or version */
    KANAME_ERR_WEIGHTS,     /* saved with other evaluation weights */
    KANAME_ERR_OBSOLETE     /* a network of a shape that this version no longer reads */
} KanameStatus;

/* Returns the meaning of the status in English, without a full stop. Static storage. */
KANAME_API const char *kaname_status_text(KanameStatus status);

typedef enum {
    KANAME_RULE_FREESTYLE,  /* five or more wins */
    KANAME_RULE_STANDARD,   /* exactly five wins */
    KANAME_RULE_RENJU,      /* Black: exactly five wins; overline, double-four and double-three are
                               forbidden unless the stone makes a five. White: five or more wins */
    KANAME_RULE_CARO,       /* five or more wins, unless opponent stones shut a five at both ends */
    KANAME_RULE_CARO_EXACT, /* exactly five wins, unless opponent stones shut it at both ends */
    KANAME_RULE_COUNT
} KanameRule;

/* Returns "freestyle", "standard", "renju", "caro" or "caro-exact". `rule` must be below
 * KANAME_RULE_COUNT. Static storage. */
KANAME_API const char *kaname_rule_name(KanameRule rule);

typedef enum { KANAME_BLACK, KANAME_WHITE, KANAME_WALL, KANAME_EMPTY } KanameColor;

typedef struct KanamePoint {
    int x, y;
} KanamePoint;

typedef struct KanameStone {
    int x, y;
    KanameColor color; /* black, white or wall (a point where neither side can play) */
} KanameStone;

typedef struct KanameEngine KanameEngine;

/* ---- Lifecycle --------------------------------------------------------------------------- */

/* Returns an engine with an empty 15x15 freestyle board, one thread and a 64 MiB table; NULL if out
 * of memory. The caller frees it with kaname_free(). */
KANAME_API KanameEngine *kaname_new(void);
KANAME_API void kaname_free(KanameEngine *engine); /* ignores NULL */

/* Returns the library's version, such as "0.1.0". Static storage. */
KANAME_API const char *kaname_version(void);
/* Returns the instruction set in use: "scalar", "avx2", "avx512" or, as WebAssembly, "simd128".
 * Static storage. */
KANAME_API const char *kaname_isa(const KanameEngine *engine);
/* Selects the instruction set by name, for tests and comparisons; results do not depend on it.
 * Fails with KANAME_ERR_UNSUPPORTED if the processor or the build lacks it. */
KANAME_API KanameStatus kaname_set_isa(KanameEngine *engine, const char *name);

/* What evaluates positions: tables of shapes, or a network that corrects them. */
typedef enum { KANAME_EVALUATOR_TABLE, KANAME_EVALUATOR_NETWORK } KanameEvaluator;

/* Selects the built-in evaluator of every rule and clears everything that searches have learned.
 * Weights loaded by kaname_load_weights() give way. A rule without a built-in network keeps its
 * tables. At first every rule has its network if there is one. */
KANAME_API KanameStatus kaname_set_evaluator(KanameEngine *engine, KanameEvaluator evaluator);
/* Returns what evaluates positions under the current rule. */
KANAME_API KanameEvaluator kaname_evaluator(const KanameEngine *engine);
/* Replaces the evaluation weights of the rule that the file names, and clears everything that
 * searches have learned. `data` holds the bytes of a weights file or of a network file
 * (engine/train/README.md); the engine reads them during the call only. */
KANAME_API KanameStatus kaname_load_weights(KanameEngine *engine, const void *data, size_t size);
/* Returns a number that identifies the weights of all rules together, embedded or loaded. */
KANAME_API uint32_t kaname_weights_id(const KanameEngine *engine);

/* ---- Position --------------------------------------------------------------------------- */

/* Sets up an empty board. Keeps the rule and all settings; clears the excluded points and, as
 * kaname_clear_hash() does, everything that searches have learned, so that a game does not depend
 * on earlier ones. */
KANAME_API KanameStatus kaname_set_size(KanameEngine *engine, int width, int height);
/* Sets the rule; the stones stay. A change of rule also clears everything that searches have
 * learned. */
KANAME_API KanameStatus kaname_set_rule(KanameEngine *engine, KanameRule rule);
/* Replaces the position. `stones` are in playing order and need not alternate; `to_move` is the
 * side to move after them. */
KANAME_API KanameStatus kaname_set_position(KanameEngine *engine, const KanameStone *stones,
                                            size_t count, KanameColor to_move);
/* Gives the move to a side; the stones stay. Fails with KANAME_ERR_RANGE unless it is Black or
 * White.
 */
KANAME_API KanameStatus kaname_set_to_move(KanameEngine *engine, KanameColor to_move);
/* Plays a stone of the side to move on an empty point. Judges nothing: it accepts a forbidden move
 * of renju, and play may continue after a five. */
KANAME_API KanameStatus kaname_play(KanameEngine *engine, int x, int y);
/* Removes the last stone, whether kaname_play() or kaname_set_position() placed it. */
KANAME_API KanameStatus kaname_take_back(KanameEngine *engine);

KANAME_API int kaname_width(const KanameEngine *engine);
KANAME_API int kaname_height(const KanameEngine *engine);
KANAME_API KanameRule kaname_rule(const KanameEngine *engine);
KANAME_API KanameColor kaname_to_move(const KanameEngine *engine);
/* Returns the number of stones, walls excluded. kaname_stone() returns them in playing order; index
 * < kaname_stone_count(). */
KANAME_API size_t kaname_stone_count(const KanameEngine *engine);
KANAME_API KanameStone kaname_stone(const KanameEngine *engine, size_t index);
/* Returns what occupies the point; KANAME_WALL outside the board. */
KANAME_API KanameColor kaname_at(const KanameEngine *engine, int x, int y);
/* Returns whether a stone of `color` on this empty point would win under the rule. */
KANAME_API bool kaname_wins_at(const KanameEngine *engine, int x, int y, KanameColor color);
/* Writes up to `capacity` points of the rows with which a stone of `color` on this empty point
 * would win under the rule, that point first. Returns the number of all of them; 0: it would not
 * win. */
KANAME_API size_t kaname_winning_rows(const KanameEngine *engine, int x, int y, KanameColor color,
                                      KanamePoint *points, size_t capacity);
/* Returns whether the rule forbids a stone of `color` on this empty point: a foul of Black in
 * renju.
 */
KANAME_API bool kaname_is_forbidden(const KanameEngine *engine, int x, int y, KanameColor color);
/* Writes up to `capacity` points forbidden to Black, by row, then column. Returns the number of all
 * forbidden points, which may exceed `capacity`; 0 unless the rule is renju. */
KANAME_API size_t kaname_forbidden(const KanameEngine *engine, KanamePoint *points,
                                   size_t capacity);

/* ---- Settings ---------------------------------------------------------------------------- */
/* Kept across positions, board sizes and rules, except that kaname_set_size() clears exclusions. */

/* Limits the memory of the whole process, in bytes; 0: no limit. The limit also sizes the
 * transposition table unless kaname_set_hash() does. The next search allocates the table. */
KANAME_API KanameStatus kaname_set_memory(KanameEngine *engine, uint64_t bytes);
/* Sets the size of the transposition table in KiB; 0: let kaname_set_memory() decide. The table
 * never exceeds the memory limit. */
KANAME_API KanameStatus kaname_set_hash(KanameEngine *engine, uint64_t kib);
/* Sets the number of threads of a search, 1 to KANAME_MAX_THREADS. */
KANAME_API KanameStatus kaname_set_threads(KanameEngine *engine, int threads);
/* A search parameter. The list of parameters differs between versions. */
typedef struct KanameParam {
    const char *name, *meaning;  /* lower-case letters, digits, '_'; one line of English. Static */
    int value, minimum, maximum; /* value: the default */
} KanameParam;

/* Writes the parameter with this index, from 0. Returns false if index is out of range. */
KANAME_API bool kaname_param(size_t index, KanameParam *param);
/* Sets a parameter for later searches. Fails with KANAME_ERR_RANGE if the name is unknown or the
 * value out of range. Keeps what earlier searches have learned: call kaname_clear_hash() where
 * results must not depend on it. */
KANAME_API KanameStatus kaname_set_param(KanameEngine *engine, const char *name, int value);
KANAME_API KanameStatus kaname_get_param(const KanameEngine *engine, const char *name, int *value);
/* Clears everything that searches have learned. */
KANAME_API void kaname_clear_hash(KanameEngine *engine);
/* Excludes a root move from kaname_think(), or admits it again. kaname_exclude_clear() and
 * kaname_set_size() admit all. */
KANAME_API KanameStatus kaname_exclude(KanameEngine *engine, int x, int y, bool excluded);
KANAME_API void kaname_exclude_clear(KanameEngine *engine);
/* Excludes the last move of a line of play, given from the empty board with Black first, in the
 * position before that move, wherever the position occurs, at the root or in the tree, and in
 * whatever order its stones are played. kaname_solve() ignores exclusions of either kind.
 * kaname_exclude_paths_clear() and kaname_set_size() clear the list of such lines. Fails with
 * KANAME_ERR_OFF_BOARD or _OCCUPIED if the moves cannot be played in this order, KANAME_ERR_RANGE
 * if there are none or too many. */
KANAME_API KanameStatus kaname_exclude_path(KanameEngine *engine, const KanamePoint *moves,
                                            size_t count);
KANAME_API void kaname_exclude_paths_clear(KanameEngine *engine);

/* ---- Transposition table ------------------------------------------------------------------ */

/* Return the size of the table, 0 before the first search and between kaname_solve() and the next
 * one unless the table is shared, and the part of it that the last search
 * filled, 0..1000. */
KANAME_API uint64_t kaname_hash_kib(const KanameEngine *engine);
KANAME_API int kaname_hash_permille(const KanameEngine *engine);

/* A table that several engines use at the same time, so that each finds what the others have
 * learned. The engines may differ in position, rule, board size and weights: entries of different
 * kinds are kept apart. The results of a search then depend on the other searches. */
typedef struct KanameTable KanameTable;

/* Returns an empty table of `kib` KiB, or of less if memory is short; NULL if there is none. The
 * caller frees it with kaname_table_free() after the engines that use it, or after those have been
 * given another. */
KANAME_API KanameTable *kaname_table_new(uint64_t kib);
KANAME_API void kaname_table_free(KanameTable *table); /* ignores NULL */
/* Makes the searches of kaname_think() use the table; NULL: the engine's own one again. Clears what
 * the engine has learned, as kaname_clear_hash() does, but not the table, which nothing clears. The
 * sizes that kaname_set_hash() and kaname_set_memory() give hold for the engine's own table alone.
 */
KANAME_API void kaname_use_table(KanameEngine *engine, KanameTable *table);

/* Receives the saved table in pieces, in order. Returns false if it cannot write. */
typedef bool (*KanameWriteFn)(void *context, const void *bytes, size_t count);
/* Reads exactly `count` bytes. Returns false at the end of the data or on an error. */
typedef bool (*KanameReadFn)(void *context, void *bytes, size_t count);

/* Saves the table: format version, rule, board size, walls, the evaluator's id, entries and a
 * checksum, in the same bytes on every machine. Fails with KANAME_ERR_UNSUPPORTED, as
 * kaname_load_hash() does, while the engine uses a table of several. */
KANAME_API KanameStatus kaname_save_hash(const KanameEngine *engine, KanameWriteFn write,
                                         void *context);
/* Replaces the table by a saved one; the two may differ in size. Fails with KANAME_ERR_MISMATCH
 * unless rule, board size and walls are those of the saved table, with KANAME_ERR_WEIGHTS unless
 * the evaluator of the rule is. Under a memory limit, which has no room for two tables, damaged
 * data leaves the engine without a table, and a solver's results are lost. */
KANAME_API KanameStatus kaname_load_hash(KanameEngine *engine, KanameReadFn read, void *context);

/* ---- Search ------------------------------------------------------------------------------ */

/* Returns the time of a monotonic clock in milliseconds. */
KANAME_API int64_t kaname_now_ms(void);

typedef struct KanameLimits {
    int64_t start_ms;     /* when the command arrived, by kaname_now_ms(); 0: the call itself */
    int64_t turn_ms;      /* for this move; 0: answer as fast as possible; negative: no limit */
    int64_t match_ms;     /* left for the rest of the game; negative: no limit */
    int64_t increment_ms; /* added to match_ms after each move; 0: none */
    int64_t margin_ms;    /* reserved for delivery to the client; negative: the default, 30 or less
                             of a short time */
    uint64_t max_nodes;   /* of all threads together; 0: no limit. Exact and reproducible with one
                             thread, hardly exceeded with several */
    int max_depth;        /* plies; 0: no limit */
    int lines;            /* principal lines to report; 0 and 1: one */
    bool exact_time;      /* use all of turn_ms: do not stop early on a clear move. Searches an
                             empty board too, also without turn_ms; otherwise the first stone goes
                             to the centre at once */
    int start_depth;      /* plies of the first iteration; 0: one */
    int width;            /* candidate cells: 0 the default, 1 (only those nearest to the stones)
                             to 6 (all within five cells of one) */
    int threat_percent;   /* effort of the threat searches, 1..10000; 0: the default, 100 */
    bool is_balanced;     /* find the move whose score is nearest to balance_score instead of the
                             best one; one line only */
    int balance_score;    /* from the view of the side to move; magnitude up to KANAME_SCORE_WIN */
} KanameLimits;

/* Returns limits that limit nothing. */
KANAME_API KanameLimits kaname_no_limits(void);

/* A principal line of an iteration. Several lines come together, best first, when all of them are
 * searched; if the search ends before that, the lines that it did not reach follow with the depth
 * of the iteration before. The depth of line 0 never falls: a win proven by threats or by another
 * thread has the depth that was reported before it. The last report of line 0 agrees with the
 * result: the same first move, score and depth, and a line with which the result's begins. */
typedef struct KanameReport {
    int line;            /* 0 is the best line */
    int depth, seldepth; /* plies: nominal, deepest reached */
    int score;
    uint64_t nodes;
    int64_t time_ms; /* since start_ms */
    size_t pv_count; /* the line of a proven score ends with the five: kaname_score_win_plies() */
    KanamePoint pv[KANAME_MAX_PV];
} KanameReport;

typedef enum {
    KANAME_ROOT_START, /* the search of this move begins */
    KANAME_ROOT_DONE,  /* the search of this move ends */
    KANAME_ROOT_BEST,  /* this move becomes the best one */
    KANAME_ROOT_LOST   /* this move is proven to lose */
} KanameRootEvent;

/* Either function may be NULL. `context` is passed to both. A report is valid during the call. */
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

/* Does the next search's preparations while no clock runs: starts the threads, clears what belongs
 * to other positions and, unless limits is NULL, allocates the transposition table for a search
 * with these limits. */
KANAME_API KanameStatus kaname_prepare(KanameEngine *engine, const KanameLimits *limits);
/* Touches the memory of the prepared tables, so that the next search need not wait for the system
 * to provide it: a few milliseconds to a tenth of a second, and as long for each GiB of a larger
 * table. Other engines may use a shared table meanwhile. kaname_stop() ends it early. Clear any
 * earlier stop request first. */
KANAME_API void kaname_warm_up(KanameEngine *engine);

/* Searches for the best move of the side to move. Finds a legal move that is not excluded if one
 * exists, however short the time, and chooses a move forbidden to Black only if no other is left.
 * Leaves the position unchanged. `callbacks` may be NULL. */
KANAME_API KanameStatus kaname_think(KanameEngine *engine, const KanameLimits *limits,
                                     const KanameCallbacks *callbacks, KanameResult *result);
/* Requests that a running kaname_think(), kaname_solve() or kaname_warm_up() return within a few
 * milliseconds. Any thread. The request also stops later calls until kaname_clear_stop(). To lose
 * no request, clear it before handing a search to another thread, not on that thread. */
KANAME_API void kaname_stop(KanameEngine *engine);
KANAME_API void kaname_clear_stop(KanameEngine *engine);

typedef enum {
    KANAME_SOLVE_VCF, /* by fours alone */
    KANAME_SOLVE_VCT /* by fours, open threes and, unless the rule is caro or caro exact, threats to
                        win by fours */
} KanameSolveMode;
typedef enum { KANAME_SOLVE_NO_WIN, KANAME_SOLVE_WIN, KANAME_SOLVE_UNKNOWN } KanameSolveVerdict;

typedef struct KanameSolution {
    KanameSolveVerdict verdict;
    uint64_t nodes;
    int64_t time_ms;
    size_t line_count; /* of a win: plies up to the five, or, in renju, to where every empty cell
                          is forbidden to the defender; 0 without a win */
    KanamePoint line[KANAME_MAX_CELLS];
} KanameSolution;

/* Searches for a win of the side to move by continuous threats. The verdict win is a proof: the
 * line leads to the end of the game. The verdict no-win is exhaustive, except that KANAME_SOLVE_VCT
 * may miss a threat to win by fours that takes more than 4,096 stones to find. The verdict is
 * unknown if turn_ms, max_nodes or kaname_stop() ended the search, and, rarely, where its memory is
 * too small for the proof; max_nodes is never exceeded. The
 * solver takes over the memory of the transposition table and keeps its own results until the next
 * kaname_think(), so related positions are solved faster one after the other. */
KANAME_API KanameStatus kaname_solve(KanameEngine *engine, KanameSolveMode mode,
                                     const KanameLimits *limits, KanameSolution *solution);

/* Returns the plies to the end of the game of a proven score: positive for a win, negative for a
 * loss; 0 if the score is not proven. A ply is a stone of either side; the five counts. The line of
 * a report or result with a proven score has this length and ends with the five, unless a limit or
 * a stop request ended the search before the rest was found, or Black has only forbidden moves left
 * before a five: then it may be shorter. */
KANAME_API int kaname_score_win_plies(int score);
/* Returns the share of the points, 0 to 1, that the side to move gets on average in games of the
 * engine against itself in which a search of the engine's position finds this score: a win is 1
 * point, a draw a half. How many units a share takes differs by rule, is part of the weights at
 * hand, and by the tables of caro grows with the number of stones. 1 for a proven win, 0 for a
 * proven loss. */
KANAME_API double kaname_win_rate(const KanameEngine *engine, int score);

#ifdef __cplusplus
}
#endif

#endif
