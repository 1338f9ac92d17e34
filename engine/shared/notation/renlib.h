/* renlib.h: reads and writes the bytes of Renlib's trees of moves (.lib, versions 3.0 to 3.4,
 * published by its author), for boards of 15x15. Callers interpret the moves.
 *
 * The file has a header of 20 bytes, then the nodes: each before its followers, and these before
 * its siblings. A node is a byte for the move (16 * row from the top + column from the left counted
 * from 1, or 0 for a root without a move); a byte of flags; with an extension, two more bytes of
 * flags; and, if the flags announce them, a comment and a text for the board, each ended by NUL and
 * padded to an even length. */
#ifndef KANAME_SHARED_NOTATION_RENLIB_H
#define KANAME_SHARED_NOTATION_RENLIB_H

#include "kaname.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    RENLIB_SIZE = 15,
    RENLIB_MAGIC = 8, /* bytes of renlib_magic */
    RENLIB_HEADER = 20,
    RENLIB_MAJOR = 3,
    RENLIB_MINOR = 4, /* the newest version read, and the one written */
    RENLIB_COMMENT_MAX = 8192,
    RENLIB_BOARD_TEXT_MAX = 64,
    RENLIB_EXTENSION = 0x01, /* two more bytes of flags follow */
    RENLIB_NO_MOVE = 0x02,
    RENLIB_COMMENT = 0x08,
    RENLIB_OLD_COMMENT = 0x20,
    RENLIB_LEAF = 0x40,       /* nothing follows this move */
    RENLIB_SIBLING = 0x80,    /* an alternative to this move comes after its followers */
    RENLIB_BOARD_TEXT = 0x100 /* of the extension */
};

extern const unsigned char renlib_magic[RENLIB_MAGIC];

/* Returns the next byte of the file, 0 to 255; a negative number at its end. */
typedef int (*RenlibSource)(void *context);

typedef struct RenlibNode {
    bool has_move, is_leaf, has_sibling;
    bool is_cut; /* a text was longer */
    KanamePoint move;
    char comment[RENLIB_COMMENT_MAX]; /* without CR, with LF as the line end */
    char board_text[RENLIB_BOARD_TEXT_MAX];
} RenlibNode;

/* Both return NULL, or the reason in English, in static storage. `is_root`: the first node of the
 * file. */
const char *renlib_read_header(RenlibSource source, void *context);
const char *renlib_read_node(RenlibSource source, void *context, bool is_root, RenlibNode *node);

#endif
