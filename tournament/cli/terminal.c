#include "cli/terminal.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool is_start(char byte) {
    return ((unsigned char)byte & 0xC0) != 0x80;
}

int terminal_columns(FILE *file) {
    struct winsize size;
    int fd = fileno(file);
    return fd >= 0 && isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/* Returns the code of the character that begins here; bytes that are not UTF-8 give any. */
static unsigned code_at(const char *text) {
    unsigned char lead = (unsigned char)*text;
    unsigned code = lead < 0xE0 ? lead & 0x1F : lead < 0xF0 ? lead & 0x0F : lead & 0x07;
    if (lead < 0xC0)
        return lead;
    for (text++; *text != '\0' && !is_start(*text); text++)
        code = code << 6 | ((unsigned char)*text & 0x3F);
    return code;
}

/* Returns the columns of the character that begins here: two if a terminal draws it wide. */
static int columns_at(const char *text) {
    static const unsigned wide[][2] = {{0x1100, 0x115F},   {0x2E80, 0x303E},  {0x3041, 0xA4CF},
                                       {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},  {0xFE30, 0xFE6F},
                                       {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},  {0x1F300, 0x1F64F},
                                       {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};
    unsigned code = code_at(text);
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (code >= wide[i][0] && code <= wide[i][1])
            return 2;
    return 1;
}

int terminal_width(const char *text) {
    int width = 0;
    for (; *text != '\0'; text++)
        width += is_start(*text) ? columns_at(text) : 0;
    return width;
}

/* Returns the address after the characters that fit in this number of columns. */
static const char *skip(const char *text, int columns) {
    while (*text != '\0' && (!is_start(*text) || (columns -= columns_at(text)) >= 0))
        text++;
    return text;
}

void terminal_fit(char *out, size_t size, const char *text, int columns, bool is_filled) {
    bool is_cut = terminal_width(text) > columns;
    const char *end = skip(text, is_cut ? columns - 1 : columns);
    size_t used = 0;
    for (; text < end && used + 2 < size; text++)
        out[used++] = (unsigned char)*text < 0x20 || *text == 0x7F ? ' ' : *text;
    if (is_cut && used + 1 < size)
        out[used++] = '~';
    out[used] = '\0';
    for (int width = terminal_width(out); is_filled && width < columns && used + 1 < size; width++)
        out[used++] = ' ';
    out[used] = '\0';
}

/* Returns the end of the part of a line that fits: after the last blank within the columns, or
 * after the first word if that is longer. */
static const char *break_line(const char *line, const char *end, int columns) {
    const char *limit = skip(line, columns), *best = NULL;
    if (limit >= end)
        return end;
    for (const char *at = line; at < end && (at <= limit || best == NULL); at++)
        if (*at == ' ' && at > line)
            best = at;
    return best != NULL ? best : end;
}

void terminal_put_wrapped(FILE *file, const char *text, int columns) {
    enum { INDENT = 2 };
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        const char *end = text + length;
        int room = columns;
        for (bool is_first = true; is_first || text < end; is_first = false) {
            const char *stop = columns > INDENT ? break_line(text, end, room) : end;
            fprintf(file, "%*s%.*s\n", is_first ? 0 : INDENT, "", (int)(stop - text), text);
            text = stop + strspn(stop, " ");
            room = columns - INDENT;
        }
        text = end + (*end == '\n');
    }
}
