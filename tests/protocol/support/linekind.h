/* linekind.h: what a line of the engine is. */
#ifndef KANAME_TESTS_LINEKIND_H
#define KANAME_TESTS_LINEKIND_H

#include <stdbool.h>

typedef enum {
    LINE_REPLY,   /* answers a command: OK, SWAP, a move, an error, ... */
    LINE_NOTE,    /* MESSAGE, INFO */
    LINE_UNKNOWN, /* nothing that the protocol has */
} LineKind;

LineKind line_kind(const char *line);
bool starts_with(const char *line, const char *start);

#endif
