/* cursor.h: numbers in the bytes of a file, little-endian. Plain data; one thread at a time. */
#ifndef KANAME_TRAIN_CURSOR_H
#define KANAME_TRAIN_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A position in bytes that are written or read. The caller provides enough room to write. */
typedef struct Cursor {
    unsigned char *at, *end;
    bool is_short; /* a read past the end; it and all later reads give 0 */
} Cursor;

/* `bytes`: 1 to 8. */
void cursor_put_number(Cursor *cursor, int bytes, uint64_t number);
uint64_t cursor_get_number(Cursor *cursor, int bytes);
void cursor_put_double(Cursor *cursor, double number);
double cursor_get_double(Cursor *cursor);
void cursor_put_doubles(Cursor *cursor, const double *numbers, size_t count);
void cursor_get_doubles(Cursor *cursor, double *numbers, size_t count);
void cursor_put_floats(Cursor *cursor, const float *floats, size_t count);
void cursor_get_floats(Cursor *cursor, float *floats, size_t count);

#endif
