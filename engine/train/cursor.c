#include "train/cursor.h"

#include <string.h>

#include "base/bytes.h"

void cursor_put_number(Cursor *cursor, int bytes, uint64_t number) {
    bytes_put(cursor->at, bytes, number);
    cursor->at += bytes;
}

uint64_t cursor_get_number(Cursor *cursor, int bytes) {
    if (cursor->is_short || cursor->end - cursor->at < bytes) {
        cursor->is_short = true;
        return 0;
    }
    uint64_t number = bytes_get(cursor->at, bytes);
    cursor->at += bytes;
    return number;
}

void cursor_put_double(Cursor *cursor, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    cursor_put_number(cursor, sizeof bits, bits);
}

double cursor_get_double(Cursor *cursor) {
    uint64_t bits = cursor_get_number(cursor, sizeof bits);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

void cursor_put_doubles(Cursor *cursor, const double *numbers, size_t count) {
    for (size_t i = 0; i < count; i++)
        cursor_put_double(cursor, numbers[i]);
}

void cursor_get_doubles(Cursor *cursor, double *numbers, size_t count) {
    for (size_t i = 0; i < count; i++)
        numbers[i] = cursor_get_double(cursor);
}

void cursor_put_floats(Cursor *cursor, const float *floats, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &floats[i], sizeof bits);
        cursor_put_number(cursor, sizeof bits, bits);
    }
}

void cursor_get_floats(Cursor *cursor, float *floats, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t bits = (uint32_t)cursor_get_number(cursor, sizeof bits);
        memcpy(&floats[i], &bits, sizeof bits);
    }
}
