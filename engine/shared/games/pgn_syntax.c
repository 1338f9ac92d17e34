#include "shared/games/pgn_syntax.h"

#include <stddef.h>
#include <string.h>

const char *pgn_next_line(const char *at, const char *end) {
    while (at < end && *at != '\n' && *at != '\r')
        at++;
    if (end - at > 1 && *at == '\r' && at[1] == '\n')
        at++;
    return at < end ? at + 1 : end;
}

bool pgn_begins_line(const char *at, const char *start) {
    return at == start || at[-1] == '\n' || at[-1] == '\r';
}

const char *pgn_comment_end(const char *at, const char *end) {
    const char *close = memchr(at, '}', (size_t)(end - at));
    return close != NULL ? close + 1 : NULL;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Returns the end of what begins at `at` in the moves: a comment, an escaped line, a character. */
static const char *part_end(const char *at, const char *start, const char *end) {
    if (*at == ';' || (*at == '%' && pgn_begins_line(at, start)))
        return pgn_next_line(at, end);
    const char *close = *at == '{' ? pgn_comment_end(at, end) : at + 1;
    return close != NULL ? close : end;
}

const char *pgn_variation_end(const char *at, const char *start, const char *end) {
    for (size_t depth = 0; at < end; at = part_end(at, start, end)) {
        depth += *at == '(';
        if (*at == ')' && --depth == 0)
            return at + 1;
    }
    return NULL;
}

const char *pgn_end(const char *start, const char *end) {
    bool has_moves = false, is_first = true; /* on its line, after blanks */
    for (const char *at = start, *next; at < end; at = next) {
        bool is_header = is_first && *at == '[';
        if (is_header && has_moves)
            return at;
        next = is_header ? pgn_next_line(at, end) : part_end(at, start, end);
        has_moves = has_moves || (!is_header && !is_blank(*at));
        is_first = pgn_begins_line(next, start) || (is_first && is_blank(*at));
    }
    return end;
}
