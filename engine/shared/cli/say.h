/* say.h: messages on standard error, and text that this program did not write: names of files and
 * players, words of a command line, messages of other libraries. A terminal must not take them for
 * commands. */
#ifndef KANAME_SHARED_CLI_SAY_H
#define KANAME_SHARED_CLI_SAY_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "shared/status/format.h"

enum { SAY_BYTES = 8192 /* of a message, NUL included */ };

/* Replaces each byte of a control character but the tab by `?`: those of ASCII, and those of UTF-8
 * from U+0080 to U+009F. The length stays. Returns `text`. */
char *say_plain(char *text);
/* Copies as much of the text as fits, made plain. Returns `copy`. */
char *say_plain_copy(char *copy, size_t size, const char *text);

/* Returns the ending of a noun after a count: "" for one, else "s". */
static inline const char *say_plural(uint64_t count) {
    return count == 1 ? "" : "s";
}

/* Prints one line, made plain, on standard error. The format may end in a line feed. */
void say_error(const char *format, ...) FORMAT_CHECK(1, 2);
void say_error_list(const char *format, va_list arguments) FORMAT_CHECK(1, 0);

#endif
