/* block.h: the messages of runs in blocks: a block of training games to play, or of opening
 * positions to search, goes out, the bytes of its file come back in parts. Pure. */
#ifndef TOURNAMENT_GRID_WIRE_BLOCK_H
#define TOURNAMENT_GRID_WIRE_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grid/wire/read.h"

enum {
    BLOCK_SETTINGS = 8,         /* of a block, at most */
    BLOCK_SETTING_MAX = 64,     /* bytes of one, with the final zero */
    BLOCK_POSITIONS_MAX = 1000, /* of a block */
    BLOCK_FORM_MAX = 41,        /* bytes of the form of a position, with the final zero */
    BLOCKS_MAX = 10000000,      /* the greatest number of a block */
    BLOCK_PART_BYTES = 512 * 1024,
    BLOCK_PARTS_MAX = 128
};

typedef enum BlockKind { BLOCK_GAMES, BLOCK_OPENINGS, BLOCK_KINDS } BlockKind;

/* The settings that a block may have, by index: options of `kaname-train generate` and of
 * `pbrain-kaname openings` without "--"; NULL: no more. */
extern const char *const block_settings[BLOCK_KINDS][BLOCK_SETTINGS];

typedef struct Block {
    BlockKind kind;
    int64_t id;                   /* from 1 */
    int attempt;                  /* from 1 */
    char secret[WIRE_SECRET_MAX]; /* code of the delivery */
    int64_t first, games;         /* BLOCK_GAMES */
    char *positions; /* BLOCK_OPENINGS: their forms, as `openings --only` reads them, with a blank
                      * between two; owned */
    char settings[BLOCK_SETTINGS][BLOCK_SETTING_MAX]; /* "": not set */
} Block;

/* Returns whether the text can only be a value: letters, digits, commas and '-' inside. "" is not a
 * setting. */
bool block_is_setting(const char *text);

/* Returns whether the text is a form: "-", or two letters for each of 1 to 20 stones. */
bool block_is_form(const char *text, size_t length);

/* Returns the message, which the caller frees; NULL if out of memory. */
char *wire_block_print(const Block *block);
/* Returns false if the text is not a valid block of this kind. Release the block in any case. */
bool wire_block_read(const char *text, size_t length, BlockKind kind, Block *block);
void wire_block_release(Block *block);

/* A part of the file of a block. */
typedef struct BlockPart {
    int64_t id;
    int attempt;
    int part, parts; /* from 0; the number of parts */
    char worker[WIRE_WORKER_MAX];
    char secret[WIRE_SECRET_MAX]; /* code of the delivery */
    char token[WIRE_SECRET_MAX];  /* the worker's, see secret.h */
    char hash[WIRE_HASH_MAX];     /* SHA-256 of the program */
    const char *bytes;            /* of the message or the file */
    size_t length;
} BlockPart;

/* Returns a line of JSON followed by the bytes, which the caller frees; NULL if out of memory. Sets
 * *length to the total. */
char *wire_part_print(const BlockPart *part, size_t *length);
/* Returns false if the text is not a valid part. The bytes point into the message. */
bool wire_part_read(const char *text, size_t length, BlockPart *part);

#endif
