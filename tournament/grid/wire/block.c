#include "grid/wire/block.h"

#include <stdlib.h>
#include <string.h>

enum { ATTEMPTS_MAX = 1000000, HEAD_BYTES_MAX = 1024 };

const char *const block_settings[BLOCK_KINDS][BLOCK_SETTINGS] = {
    [BLOCK_GAMES] = {"rule", "size", "nodes", "stones", "wander", "slack", "balance", "seed"},
    [BLOCK_OPENINGS] = {"rule", "size", "nodes", "lines"}};

static const char *const kind_names[BLOCK_KINDS] = {
    [BLOCK_GAMES] = "block", [BLOCK_OPENINGS] = "openings"};

bool block_is_setting(const char *text) {
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789,-";
    return text[0] != '\0' && text[0] != '-' && strlen(text) < BLOCK_SETTING_MAX &&
           text[strspn(text, allowed)] == '\0';
}

bool block_is_form(const char *text, size_t length) {
    if (length == 1 && text[0] == '-')
        return true;
    if (length == 0 || length % 2 != 0 || length >= BLOCK_FORM_MAX)
        return false;
    for (size_t i = 0; i < length; i++)
        if (text[i] < 'a' || text[i] > 'v')
            return false;
    return true;
}

/* Returns whether the text lists positions, with one blank between two. */
static bool are_positions(const char *text) {
    int count = 0;
    for (bool is_last = false; !is_last; count++) {
        size_t length = strcspn(text, " ");
        if (count == BLOCK_POSITIONS_MAX || !block_is_form(text, length))
            return false;
        is_last = text[length] == '\0';
        text += length + !is_last;
    }
    return true;
}

void wire_block_release(Block *block) {
    free(block->positions);
    block->positions = NULL;
}

static bool add_contents(cJSON *message, const Block *block) {
    if (block->kind == BLOCK_OPENINGS)
        return block->positions != NULL && wire_add_text(message, "positions", block->positions);
    return wire_add_whole(message, "first", block->first) &&
           wire_add_whole(message, "games", block->games);
}

char *wire_block_print(const Block *block) {
    const char *const *names = block_settings[block->kind];
    cJSON *message = wire_make(kind_names[block->kind]);
    bool is_good = message != NULL && wire_add_whole(message, "id", block->id) &&
                   wire_add_whole(message, "attempt", block->attempt) &&
                   wire_add_text(message, "secret", block->secret) && add_contents(message, block);
    for (int i = 0; i < BLOCK_SETTINGS && names[i] != NULL && is_good; i++)
        if (block->settings[i][0] != '\0')
            is_good = wire_add_text(message, names[i], block->settings[i]);
    if (is_good)
        return wire_print(message);
    cJSON_Delete(message);
    return NULL;
}

static bool read_contents(const cJSON *message, Block *block) {
    if (block->kind == BLOCK_GAMES)
        return wire_whole(message, "first", 0, UINT32_MAX, &block->first) &&
               wire_whole(message, "games", 1, 1000000, &block->games);
    const char *positions =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(message, "positions"));
    block->positions = positions != NULL && are_positions(positions) ? strdup(positions) : NULL;
    return block->positions != NULL;
}

bool wire_block_read(const char *text, size_t length, BlockKind kind, Block *block) {
    const char *const *names = block_settings[kind];
    cJSON *message = wire_parse(text, length, kind_names[kind]);
    *block = (Block){.kind = kind};
    bool is_read = wire_whole(message, "id", 1, BLOCKS_MAX, &block->id) &&
                   wire_int(message, "attempt", 1, ATTEMPTS_MAX, &block->attempt) &&
                   wire_secret(message, "secret", block->secret) && read_contents(message, block);
    for (int i = 0; i < BLOCK_SETTINGS && names[i] != NULL && is_read; i++)
        if (cJSON_HasObjectItem(message, names[i]))
            is_read = wire_text(message, names[i], block->settings[i], BLOCK_SETTING_MAX) &&
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
