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

int terminal_width(const char *text) {
    int width = 0;
    for (; *text != '\0'; text++)
        width += is_start(*text);
    return width;
}

/* Returns the address after the first `count` characters. */
static const char *skip(const char *text, int count) {
    while (*text != '\0' && (!is_start(*text) || count-- > 0))
        text++;
    return text;
}

void terminal_fit(char *out, size_t size, const char *text, int columns, bool is_filled) {
    int width = terminal_width(text);
    bool is_cut = width > columns;
    const char *end = skip(text, is_cut ? columns - 1 : columns);
    size_t used = 0;
    for (; text < end && used + 2 < size; text++)
        out[used++] = (unsigned char)*text < 0x20 || *text == 0x7F ? ' ' : *text;
    if (is_cut && used + 1 < size)
        out[used++] = '~';
    for (; is_filled && width < columns && used + 1 < size; width++)
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
