/* game_record.h: the record of one game, from the opening to the reason of its end.
 *
 * A GameRecord is plain data: the runner fills it, the database stores it, the writers print it.
 * It holds everything that any output needs, so that all outputs derive from one value.
 * Coordinates: x from the left, y from the top, from 0. The first stone of a game is black. */
#ifndef TOURNAMENT_GAME_GAME_RECORD_H
#define TOURNAMENT_GAME_GAME_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    GAME_MIN_SIZE = 5,
    GAME_MAX_SIZE = 22,
    GAME_MAX_CELLS = GAME_MAX_SIZE * GAME_MAX_SIZE,
    GAME_MOVES_MAX = 3 * GAME_MAX_CELLS + 1,  /* bytes of game_record_moves() */
    GAME_NAME_MAX = 96,                       /* bytes of an engine's name, with the final zero */
    GAME_NAME_LENGTH_MAX = GAME_NAME_MAX - 9, /* bytes before a number, such as " (2)" */
    GAME_DETAIL_MAX = 240,     /* bytes of the text that details a reason, with the final zero */
    GAME_SCORE_MATE = 1000000, /* a five on the board; a win in n plies is GAME_SCORE_MATE - n */
    GAME_SCORE_MATE_MIN = GAME_SCORE_MATE - 10000 /* scores from here on are announced wins */
};

typedef enum { GAME_BLACK, GAME_WHITE } GameColor;

/* Gomocup codes. Continuous games (code plus 2) are a separate flag here. */
typedef enum {
    GAME_RULE_FREESTYLE = 0,
    GAME_RULE_STANDARD = 1,
    GAME_RULE_RENJU = 4,
    GAME_RULE_CARO = 8,
    GAME_RULE_CARO_EXACT = 9
} GameRule;

typedef enum { GAME_UNDECIDED, GAME_BLACK_WINS, GAME_WHITE_WINS, GAME_DRAWN } GameResult;

/* Why a game ended: losses first, then draws, then games without a result. The word goes into
 * databases and JSON and never changes; the text is for people. */
#define GAME_REASONS(X)                                             \
    X(FIVE, "five", "five in a row")                                \
    X(POINTS, "points", "more points when the board was full")      \
    X(OVERLINE, "overline", "forbidden move: overline")             \
    X(DOUBLE_FOUR, "double-four", "forbidden move: double four")    \
    X(DOUBLE_THREE, "double-three", "forbidden move: double three") \
    X(TIME, "time", "time forfeit")                                 \
    X(CRASH, "crash", "crash")                                      \
    X(ILLEGAL, "illegal", "illegal move")                           \
    X(START, "start", "engine did not start")                       \
    X(MEMORY, "memory", "memory limit exceeded")                    \
    X(RESIGN, "resign", "win by adjudication")                      \
    X(FULL_BOARD, "full-board", "board is full")                    \
    X(DRAW_AFTER, "draw-after", "move limit reached")               \
    X(DRAW_ADJUDICATED, "draw-adjudicated", "draw by adjudication") \
    X(INTERRUPTED, "interrupted", "interrupted")

typedef enum {
#define GAME_REASON_ENUM(name, word, text) GAME_REASON_##name,
    GAME_REASONS(GAME_REASON_ENUM)
#undef GAME_REASON_ENUM
        GAME_REASON_COUNT
} GameReason;

const char *game_reason_word(GameReason reason); /* "double-three"; static storage */
const char *game_reason_text(GameReason reason); /* for people; static storage */
/* Returns false if there is no such word. */
bool game_reason_parse(const char *word, GameReason *reason);
/* Returns "black", "white", "draw" or "undecided"; static storage. */
const char *game_result_word(GameResult result);

/* The part of a game in the run's sequential test. */
typedef enum {
    GAME_COUNTED,
    GAME_ACCEPTS_H0, /* the test was decided with this game */
    GAME_ACCEPTS_H1,
    GAME_AFTER_TEST, /* ended after the decision: counts in no statistics */
    GAME_TESTS
} GameTest;

typedef struct GameMove {
    int x, y;
    bool is_opening; /* given by the opening (file or dialogue), not searched */
    bool has_score;  /* else score, depth and nodes are not known (depth, nodes may be 0) */
    int score;       /* for the mover, in the engine's own unit; wins: see GAME_SCORE_MATE */
    int depth;       /* plies */
    uint64_t nodes;
    int64_t time_us; /* used for the move, microseconds by the manager's clock */
    char *messages;  /* MESSAGE texts of this turn, one per line; NULL: none; owned */
} GameMove;

/* The time limits of a side as the game was played, milliseconds; 0: none, negative: not known. */
typedef struct GameTime {
    int64_t match_ms, turn_ms;
    int64_t increment_ms; /* added to the match clock for each move */
} GameTime;

typedef struct GameRecord {
    int64_t number;  /* in the run, from 1; identifies the game; files are in its order */
    int round, game; /* from 1: round of the tournament, game of the round */
    int64_t pair;    /* shared by the games of one opening with swapped sides, from 1 */
    int engine[2];   /* by colour at the end: index into the run's engine list */
    char name[2][GAME_NAME_MAX]; /* by colour */
    bool white_is_first; /* the encounter's first engine had White; pairs are scored for it */
    int opening_rule;    /* colours were settled by rule opening_rule - 1; 0: by the schedule */
    bool is_continuous;
    GameRule rule;
    int width, height;
    int64_t opening; /* index into the list of openings, from 0; -1: none */
    int transform;   /* symmetry applied to it, 0..7 */
    GameResult result;
    GameReason reason;
    char detail[GAME_DETAIL_MAX]; /* details of the end, such as "14,3 is occupied"; often "" */
    int64_t started_ms;           /* Unix time */
    int64_t duration_ms;
    uint64_t memory[2]; /* by colour: peak bytes of the process tree; 0: not measured */
    int64_t left_us[2]; /* by colour: left on the match clock at the end; negative: no clock */
    GameTime limit[2];  /* by colour */
    char worker[GAME_NAME_MAX];       /* of a grid, which played the game; "": this machine */
    double scale;                     /* factor of its time controls there; 0: none */
    GameTest test;                    /* set by the ledger */
    double llr;                       /* with GAME_ACCEPTS_H0 and H1: the test's ratio */
    size_t move_count, opening_count; /* the opening's moves come first */
    GameMove *moves;                  /* owned; NULL when move_count is 0 */
} GameRecord;

/* Makes an empty record: undecided, interrupted. */
void game_record_init(GameRecord *record);
/* Frees moves and messages; the record is empty again. */
void game_record_release(GameRecord *record);
/* Appends the move and copies its `messages`. Returns false if out of memory; the record is then
 * unchanged. */
bool game_record_append(GameRecord *record, const GameMove *move);
/* Makes a copy with moves and messages of its own; any earlier contents of `copy` are not freed.
 * Returns false if out of memory; `copy` then holds nothing to free. */
bool game_record_copy(GameRecord *copy, const GameRecord *game);
/* Writes the moves so far, "h8i9": column letter, row from 1 at the bottom. `text` has
 * GAME_MOVES_MAX bytes. */
void game_record_moves(const GameRecord *record, char *text);
/* Returns the colour of the winner as an index, or -1. */
int game_record_winner(const GameRecord *record);

#endif
