#include "shared/games/writing.h"

#include <inttypes.h>
#include <string.h>

static void put_escaped(FILE *file, const char *text, const char *special) {
    for (; *text != '\0'; text++) {
        if (strchr(special, *text) != NULL)
            putc('\\', file);
        putc(*text, file);
    }
}

/* ---- SGF ----------------------------------------------------------------------------------- */

void sgf_put_text(FILE *file, const char *text) {
    put_escaped(file, text, "]\\");
}

void sgf_put_part(FILE *file, const char *text) {
    put_escaped(file, text, "]\\:");
}

void sgf_put_value(FILE *file, const char *word, const char *text) {
    fprintf(file, "%s[", word);
    sgf_put_text(file, text);
    putc(']', file);
}

void sgf_put_number(FILE *file, const char *word, int64_t number) {
    fprintf(file, "%s[%" PRId64 "]", word, number);
}

void sgf_put_size(FILE *file, int width, int height) {
    if (width == height)
        fprintf(file, "SZ[%d]", width);
    else
        fprintf(file, "SZ[%d:%d]", width, height);
}

void sgf_put_move(FILE *file, KanameColor color, KanamePoint point) {
    fprintf(file, "%c[%c%c]", color == KANAME_BLACK ? 'B' : 'W', 'a' + point.x, 'a' + point.y);
}

/* ---- PSQ ----------------------------------------------------------------------------------- */

void psq_put_header(FILE *file, int width, int height) {
    enum { LEVEL = 11 }; /* of Piskvork's own players: both are engines */
    fprintf(file, "Piskvorky %dx%d, %d:%d, 0\n", width, height, LEVEL, LEVEL);
}

void psq_put_move(FILE *file, KanamePoint point, int64_t ms) {
    fprintf(file, "%d,%d,%" PRId64 "\n", point.x + 1, point.y + 1, ms);
}

bool psq_is_number(const char *text) {
    while (*text > '\0' && *text <= ' ') /* line ends are written as blanks */
        text++;
    return (*text >= '0' && *text <= '9') || *text == '-' || *text == '+';
}

void psq_begin_name(FILE *file, const char *name) {
    if (psq_is_number(name))
        putc('_', file);
}

void psq_put_result(FILE *file, int winner, const char *event) {
    fprintf(file, "%d,%s\n", winner, event);
}

/* ---- PGN ----------------------------------------------------------------------------------- */

void pgn_begin_tag(FILE *file, const char *name) {
    fprintf(file, "[%s \"", name);
}

void pgn_end_tag(FILE *file) {
    fputs("\"]\n", file);
}

void pgn_put_tag(FILE *file, const char *name, const char *text) {
    pgn_begin_tag(file, name);
    put_escaped(file, text, "\"\\");
    pgn_end_tag(file);
}

void pgn_put_word(PgnMoves *moves, const char *word) {
    enum { LINE_MAX_BYTES = 80 };
    int length = (int)strlen(word);
    bool is_new_line = moves->used > 0 && moves->used + 1 + length > LINE_MAX_BYTES;
    fprintf(moves->file, "%s%s", is_new_line ? "\n" : moves->used > 0 ? " " : "", word);
    moves->used = is_new_line || moves->used == 0 ? length : moves->used + 1 + length;
}

void pgn_end_moves(PgnMoves *moves) {
    if (moves->used > 0)
        putc('\n', moves->file);
    moves->used = 0;
}
