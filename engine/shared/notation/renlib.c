#include "shared/notation/renlib.h"

#include <string.h>

#define ENDS_EARLY "the file ends early"

const unsigned char renlib_magic[RENLIB_MAGIC] = {0xFF, 'R', 'e', 'n', 'L', 'i', 'b', 0xFF};

const char *renlib_read_header(RenlibSource source, void *context) {
    int header[RENLIB_HEADER];
    for (int i = 0; i < RENLIB_HEADER; i++)
        header[i] = source(context);
    for (int i = 0; i < RENLIB_MAGIC; i++)
        if (header[i] != renlib_magic[i])
            return "not a Renlib file";
    if (header[RENLIB_HEADER - 1] < 0)
        return "not a Renlib file";
    return header[RENLIB_MAGIC] == RENLIB_MAJOR && header[RENLIB_MAGIC + 1] <= RENLIB_MINOR
               ? NULL
               : "unknown Renlib version";
}

/* Reads a text that ends with NUL, padded to an even number of bytes, and sets *is_cut if it is
 * longer than `text`. Returns false if the NUL is missing. */
static bool read_text(RenlibSource source, void *context, char *text, size_t size, bool *is_cut) {
    size_t length = 0, used = 0;
    int c;
    for (; (c = source(context)) > 0; length++) {
        bool is_mark = c == '\b'; /* between the first line of a comment and the rest */
        if (is_mark)
            c = '\n';
        if (c == '\r' || (is_mark && length == 0))
            continue;
        if (used + 1 < size)
            text[used++] = (char)c;
        else
            *is_cut = true;
    }
    text[used] = '\0';
    return c == 0 && (length % 2 != 0 || source(context) >= 0);
}

const char *renlib_read_node(RenlibSource source, void *context, bool is_root, RenlibNode *node) {
    int place = source(context), low = source(context);
    if (low < 0)
        return ENDS_EARLY;
    unsigned flags = (unsigned)low;
    *node = (RenlibNode){.is_leaf = (flags & RENLIB_LEAF) != 0,
                         .has_sibling = (flags & RENLIB_SIBLING) != 0};
    if (flags & RENLIB_EXTENSION) {
        int high = source(context), middle = source(context);
        if (middle < 0)
            return ENDS_EARLY;
        flags |= (unsigned)middle << 8 | (unsigned)high << 16;
    }
    if ((flags & (RENLIB_COMMENT | RENLIB_OLD_COMMENT)) &&
        !read_text(source, context, node->comment, sizeof node->comment, &node->is_cut))
        return "a comment does not end";
    if ((flags & RENLIB_BOARD_TEXT) &&
        !read_text(source, context, node->board_text, sizeof node->board_text, &node->is_cut))
        return "a text does not end";
    node->has_move = !(flags & RENLIB_NO_MOVE) && !(is_root && place == 0);
    node->move = (KanamePoint){(place & 15) - 1, place >> 4};
    bool is_on_board =
        node->move.x >= 0 && node->move.x < RENLIB_SIZE && node->move.y < RENLIB_SIZE;
    return !node->has_move || is_on_board ? NULL : "a move lies off the board";
}
