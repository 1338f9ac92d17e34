#include "grid/wire/block.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCKS_MAX = 10000000, ATTEMPTS_MAX = 1000000, HEAD_BYTES_MAX = 1024 };

const char *const block_settings[BLOCK_SETTINGS] = {"rule",   "size",  "nodes",   "stones",
                                                    "wander", "slack", "balance", "seed"};

bool block_is_setting(const char *text) {
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789,-";
    return text[0] != '\0' && text[0] != '-' && strlen(text) < BLOCK_SETTING_MAX &&
           text[strspn(text, allowed)] == '\0';
}

char *wire_block_print(const Block *block) {
    cJSON *message = wire_make("block");
    bool is_good = message != NULL && wire_add_whole(message, "id", block->id) &&
                   wire_add_whole(message, "attempt", block->attempt) &&
                   wire_add_text(message, "secret", block->secret) &&
                   wire_add_whole(message, "first", block->first) &&
                   wire_add_whole(message, "games", block->games);
    for (int i = 0; i < BLOCK_SETTINGS && is_good; i++)
        if (block->settings[i][0] != '\0')
            is_good = wire_add_text(message, block_settings[i], block->settings[i]);
    if (is_good)
        return wire_print(message);
    cJSON_Delete(message);
    return NULL;
}

bool wire_block_read(const char *text, size_t length, Block *block) {
    cJSON *message = wire_parse(text, length, "block");
    *block = (Block){0};
    bool is_read = wire_whole(message, "id", 1, BLOCKS_MAX, &block->id) &&
                   wire_int(message, "attempt", 1, ATTEMPTS_MAX, &block->attempt) &&
                   wire_secret(message, "secret", block->secret) &&
                   wire_whole(message, "first", 0, UINT32_MAX, &block->first) &&
                   wire_whole(message, "games", 1, 1000000, &block->games);
    for (int i = 0; i < BLOCK_SETTINGS && is_read; i++)
        if (cJSON_HasObjectItem(message, block_settings[i]))
            is_read =
                wire_text(message, block_settings[i], block->settings[i], BLOCK_SETTING_MAX) &&
                block_is_setting(block->settings[i]);
    cJSON_Delete(message);
    return is_read;
}

char *wire_part_print(const BlockPart *part, size_t *length) {
    cJSON *message = wire_make("part");
    bool is_good = message != NULL && wire_add_whole(message, "id", part->id) &&
                   wire_add_whole(message, "attempt", part->attempt) &&
                   wire_add_whole(message, "part", part->part) &&
                   wire_add_whole(message, "parts", part->parts) &&
                   wire_add_text(message, "worker", part->worker) &&
                   wire_add_text(message, "secret", part->secret) &&
                   wire_add_text(message, "token", part->token) &&
                   wire_add_text(message, "hash", part->hash);
    char *head = is_good ? wire_print(message) : NULL;
    if (!is_good)
        cJSON_Delete(message);
    if (head == NULL)
        return NULL;
    size_t head_length = strlen(head);
    *length = head_length + 1 + part->length;
    char *all = malloc(*length);
    if (all != NULL) {
        memcpy(all, head, head_length);
        all[head_length] = '\n';
        memcpy(all + head_length + 1, part->bytes, part->length);
    }
    free(head);
    return all;
}

bool wire_part_read(const char *text, size_t length, BlockPart *part) {
    const char *end = memchr(text, '\n', length < HEAD_BYTES_MAX ? length : HEAD_BYTES_MAX);
    *part = (BlockPart){0};
    if (end == NULL || length > WIRE_BYTES_MAX)
        return false;
    cJSON *message = wire_parse(text, (size_t)(end - text), "part");
    bool is_read = wire_whole(message, "id", 1, BLOCKS_MAX, &part->id) &&
                   wire_int(message, "attempt", 1, ATTEMPTS_MAX, &part->attempt) &&
                   wire_int(message, "parts", 1, BLOCK_PARTS_MAX, &part->parts) &&
                   wire_int(message, "part", 0, part->parts - 1, &part->part) &&
                   wire_text(message, "worker", part->worker, sizeof part->worker) &&
                   wire_is_name(part->worker) && wire_secret(message, "secret", part->secret) &&
                   wire_secret(message, "token", part->token) &&
                   wire_text(message, "hash", part->hash, sizeof part->hash);
    cJSON_Delete(message);
    part->bytes = end + 1;
    part->length = length - (size_t)(end + 1 - text);
    return is_read && part->length <= BLOCK_PART_BYTES;
}
