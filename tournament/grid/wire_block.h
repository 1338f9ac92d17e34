/* wire_block.h: the messages of training games: a block of a longer run goes out, the bytes of its
 * file come back in parts. Pure. */
#ifndef TOURNAMENT_GRID_WIRE_BLOCK_H
#define TOURNAMENT_GRID_WIRE_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grid/wire_read.h"

enum {
    BLOCK_SETTINGS = 8,     /* kinds of settings */
    BLOCK_SETTING_MAX = 64, /* bytes of one, with the final zero */
    BLOCK_PART_BYTES = 512 * 1024,
    BLOCK_PARTS_MAX = 128
};

/* The settings that a block may bring, by index: options of `kaname-train generate` without
 * "--". */
extern const char *const block_settings[BLOCK_SETTINGS];

typedef struct Block {
    int64_t id;  /* from 1 */
    int attempt; /* from 1 */
    int64_t first, games;
    char settings[BLOCK_SETTINGS][BLOCK_SETTING_MAX]; /* "": not set */
} Block;

/* Letters, digits, commas and '-' inside: nothing that is more than a value. "" is none. */
bool block_is_setting(const char *text);

/* The message, to be freed; NULL: no memory. */
char *wire_block_print(const Block *block);
/* False: it is none. */
bool wire_block_read(const char *text, size_t length, Block *block);

/* A part of the file of a block. */
typedef struct BlockPart {
    int64_t id;
    int attempt;
    int part, parts; /* from 0; how many there are */
    char worker[WIRE_WORKER_MAX];
    char hash[WIRE_HASH_MAX]; /* SHA-256 of the program */
    const char *bytes;        /* of the message or the file */
    size_t length;
} BlockPart;

/* A line of JSON, then the bytes. *length: of all. To be freed; NULL: no memory. */
char *wire_part_print(const BlockPart *part, size_t *length);
/* False: it is none. The bytes are those of the message. */
bool wire_part_read(const char *text, size_t length, BlockPart *part);

#endif
