/* game.h: a game as files hold it: board, moves with variations, comments, players, result.
 *
 * The nodes form a tree: nodes[0] is the root, and each node comes after its parent. The first
 * child of a node continues the main line. A node may place and remove stones and walls (setup),
 * followed by at most one move or pass. Every move is on a point that is empty at that time. Points
 * have x from the left and y from the top, from 0. A Game belongs to one thread. */
#ifndef KANAME_SHARED_GAMES_GAME_H
#define KANAME_SHARED_GAMES_GAME_H

#include "kaname.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    GAME_NODES_MAX = 1000000, /* of one game */
    GAME_SETUP_MAX = 1000000, /* stones and walls placed and removed */
    GAME_TEXT_MAX = 32 << 20, /* bytes of all comments and labels of one game */
    GAME_LABELS_MAX = 1000000,
    GAME_BYTES_MAX = 64 << 20, /* of a file */
    GAME_PLAYER_MAX = 256,     /* bytes of a player's name, NUL included */
    GAME_ERROR_MAX = 256,      /* bytes of an error text, NUL included */
    GAME_NOTICE_MAX = 256
};
#define GAME_NONE UINT32_MAX /* no node */

typedef enum GameFormat {
    GAME_MOVES,  /* a list of moves, or the text that `play` saves */
    GAME_PSQ,    /* Piskvork */
    GAME_SGF,    /* Smart Game Format, GM[4] */
    GAME_POS,    /* Yixin Board's positions, bytes */
    GAME_SAV,    /* Yixin Board's saved games, numbers */
    GAME_RENLIB, /* Renlib's trees */
    GAME_RIF,    /* RenjuNet's database */
    GAME_PGN,    /* headers and perhaps moves, as kaname-tournament writes them */
    GAME_FORMAT_COUNT
} GameFormat;

/* The order of points in .pos: 15 * column + row as Yixin Board writes it, or 15 * row + column as
 * RenLib does. */
typedef enum GamePosOrder { GAME_POS_DETECT, GAME_POS_YIXIN, GAME_POS_RENLIB } GamePosOrder;

typedef enum GameReadStatus {
    GAME_READ_WHOLE,
    GAME_READ_PART,   /* stopped at a fault; the game holds the part before it */
    GAME_READ_NOTHING /* the format is not known, or nothing before the fault is readable */
} GameReadStatus;

typedef enum GameEnd { GAME_END_UNKNOWN, GAME_END_BLACK, GAME_END_WHITE, GAME_END_DRAWN } GameEnd;

typedef struct GameNode {
    uint32_t parent, first_child, last_child;
    uint32_t next;               /* another move instead of this one */
    uint32_t setup, setup_count; /* in Game.setup, before the move */
    uint32_t comment;            /* offset in Game.text; 0: none */
    uint32_t properties;         /* the same; games/properties.h */
    KanamePoint move;
    unsigned char color;   /* KanameColor of the move or pass; KANAME_EMPTY: neither */
    unsigned char to_move; /* KanameColor of the side to move after the node */
    bool is_pass;
    bool is_side_counted; /* to_move is that of the count of stones: nothing has named it */
} GameNode;

typedef struct GameSetup {
    KanameStone stone; /* black, white, wall, or KANAME_EMPTY: the point is cleared */
    KanameColor before;
} GameSetup;

/* A short text on a point of the board, seen at its node. */
typedef struct GameLabel {
    uint32_t node;
    uint32_t text; /* offset in Game.text */
    KanamePoint point;
} GameLabel;

typedef struct Game {
    GameFormat format; /* of the file that it was read from */
    GameFormat named;  /* the format that the file's name shows, GAME_MOVES if none: that of a file
                          whose content shows none; set it before reading */
    GamePosOrder pos_order; /* for readers of .pos; set it before reading */
    bool is_strict;         /* nothing before a fault is kept; set it before reading */
    bool is_utf8;        /* the text is UTF-8 whatever encoding it names; set it before reading */
    size_t bytes_before; /* of the file, before those that are read; set it before reading */
    size_t lines_before; /* the same */
    KanameRule rule;
    int width, height;
    bool has_rule, has_size; /* named by the file; else the values of game_init() */
    GameEnd end;
    char players[2][GAME_PLAYER_MAX]; /* [KANAME_BLACK], [KANAME_WHITE]: UTF-8; empty: unknown */
    GameNode *nodes;
    uint32_t node_count;
    GameSetup *setup;
    uint32_t setup_count;
    GameLabel *labels; /* grouped by node, in the order of the nodes */
    uint32_t label_count;
    char *text; /* comments and labels in UTF-8, each ended by NUL */
    uint32_t text_size;
    uint32_t shown;    /* the node whose position the file shows; GAME_NONE: it names none */
    size_t bytes_read; /* of the file; another game may follow */
    char notice[GAME_NOTICE_MAX]; /* UTF-8: what the file does not follow its format in; empty:
                                     nothing. The game is whole nevertheless. */
} Game;

/* Makes an empty game without nodes. `rule` and the sizes apply if the file does not name them. */
void game_init(Game *game, KanameRule rule, int width, int height);
void game_release(Game *game);
/* Makes `to`, which is overwritten, an independent copy. Returns false if out of memory; `to` is
 * then empty. */
bool game_copy(Game *to, const Game *from);

/* Gives memory back that the game does not need unless more is added to it: its arrays grow in
 * large steps. */
void game_trim(Game *game);

/* Returns the comment of a node; empty if it has none. */
const char *game_comment(const Game *game, uint32_t node);
/* Returns the properties that the program keeps without interpreting them; empty if there are none.
 */
const char *game_properties(const Game *game, uint32_t node);
/* Returns the index of a node's first label in Game.labels; `count` is the number of its labels. */
uint32_t game_labels(const Game *game, uint32_t node, uint32_t *count);
/* Returns the last node of the main line, GAME_NONE of a game without nodes. */
uint32_t game_last(const Game *game);
/* Returns the node of the position to show where one is asked for: `shown`, else game_last(). */
uint32_t game_shown(const Game *game);
/* Returns the node of the main line that makes its move number `count`, passes not counted, or the
 * root if `count` is 0; GAME_NONE if the main line has no position of so many moves. */
uint32_t game_after_moves(const Game *game, size_t count);
/* Returns the number of moves, without passes, on the way to the node. */
size_t game_move_count(const Game *game, uint32_t node);

/* A position of the game. */
typedef struct GamePosition {
    size_t count;                         /* stones and walls that still stand */
    size_t played;                        /* how many of the last ones were moves in turn, without
                                           * setup or pass between or after them */
    KanameStone stones[KANAME_MAX_CELLS]; /* in playing order, setup and walls included */
    KanameColor to_move;
} GamePosition;

/* Writes the position after the node to `position`. Returns false if out of memory. */
bool game_position(const Game *game, uint32_t node, GamePosition *position);

#endif
