/* numbers_file.h: the file of a network: a header, the weights file of the tables that the network
 * corrects, and the numbers of each role.
 *
 * A file, little-endian:
 *      0  8 bytes  its magic
 *      8  u16      its version
 *     10  u8       rule, 0..RULES - 1
 *     11  u8       roles: 2 if Black and White have different numbers (renju), else 1
 *     12  u32      bytes that follow the header
 *     16  u64      FNV-1a hash of everything after it
 *     24  u32      win_scale
 *     28  u32      bytes of the weights file that follows the header
 *     32  u32      evaluation units of a nat
 *     36 92 bytes  origin of the numbers: text, padded with zeros
 *    128  the weights file
 *         numbers of each role, field by field, without gaps
 *
 * A number beyond its limit means that the file is damaged. Plain functions; any thread. */
#ifndef KANAME_EVAL_REGIONS_NUMBERS_FILE_H
#define KANAME_EVAL_REGIONS_NUMBERS_FILE_H

#include <stddef.h>

#include "eval/table/weights.h"

enum { NUMBERS_MAGIC_BYTES = 8, NUMBERS_HEADER_BYTES = 128, NUMBERS_ORIGIN_BYTES = 92 };

/* An array in the struct of a role's numbers: its place, its elements, their bytes (1, 2 or 4) and
 * their limit, plus or minus. */
typedef struct NumbersField {
    size_t offset, count, bytes;
    int32_t limit;
} NumbersField;

#define NUMBERS_FIELD(type, name, element, limit) \
    { offsetof(type, name), sizeof((type *)NULL)->name / sizeof(element), sizeof(element), limit }

/* A kind of network. */
typedef struct NumbersKind {
    const char *magic; /* NUMBERS_MAGIC_BYTES bytes */
    unsigned version;
    uint32_t units_max;
    size_t struct_bytes; /* of a role's numbers in memory */
    const NumbersField *fields;
    int field_count;
} NumbersKind;

/* The parts of a file. The pointers are into its bytes. */
typedef struct NumbersFile {
    Rule rule;
    int roles;
    uint64_t id; /* the hash */
    uint32_t win_scale;
    uint32_t units; /* evaluation units of a nat */
    char origin[NUMBERS_ORIGIN_BYTES + 1];
    const unsigned char *table; /* a weights file */
    size_t table_bytes;
    const unsigned char *numbers; /* of each role */
} NumbersFile;

/* Returns the bytes of a role's numbers in a file. */
size_t numbers_bytes(const NumbersKind *kind);
/* Returns the bytes of the greatest file. */
size_t numbers_file_max(const NumbersKind *kind);

/* Finds the parts of a file and checks all but the weights file and the limits of the numbers.
 * Fails with KANAME_ERR_FOREIGN, _VERSION or _DAMAGED; then `file` is undefined. */
KanameStatus numbers_file_read(const NumbersKind *kind, NumbersFile *file, const void *data,
                               size_t size);
/* Reads the numbers of one role. Returns false if one of them is beyond its limit. */
bool numbers_read(const NumbersKind *kind, const NumbersFile *file, int role, void *numbers);
/* Returns whether all numbers are within their limits. */
bool numbers_are_limited(const NumbersKind *kind, const void *numbers);

/* Gives a whole file another win_scale, at least 1, and thereby another id. */
void numbers_file_set_scale(void *data, size_t size, uint32_t win_scale);
/* Writes a file to `data`, which has room for numbers_file_max(): the tables, whose hash it sets,
 * and the numbers of each role of their rule, which must be within their limits. Returns the size.
 */
size_t numbers_file_write(const NumbersKind *kind, void *data, Weights *table, const void *numbers,
                          uint32_t win_scale, uint32_t units, const char *origin);

#endif
