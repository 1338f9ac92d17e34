#include "database/openings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(item) ((item)->is_lost = true)
#include <uthash.h>

enum { NAME_MAX_BYTES = OPENINGS_TEXT_MAX + 16 };

typedef struct Entry {
    OpeningsPosition position;
    OpeningsMove *moves; /* position.moves */
    size_t capacity;
    char name[NAME_MAX_BYTES]; /* the key: rule, size, stones */
    bool is_lost;              /* no memory for its place in the table */
    UT_hash_handle hh;
} Entry;

struct Openings {
    Entry *entries;
};

Openings *openings_new(void) {
    return calloc(1, sizeof(Openings));
}

static void free_entry(Entry *entry) {
    free(entry->moves);
    free(entry);
}

void openings_free(Openings *openings) {
    Entry *entry, *next;
    if (openings == NULL)
        return;
    HASH_ITER(hh, openings->entries, entry, next) {
        HASH_DEL(openings->entries, entry);
        free_entry(entry);
    }
    free(openings);
}

/* ---- Order --------------------------------------------------------------------------------- */

/* The nearest win first, the furthest loss last. */
static int rank(OpeningsValue value) {
    enum { PROVEN = OPENINGS_RATE_MAX + OPENINGS_PLIES_MAX + 1 };
    return value.plies > 0   ? PROVEN - value.plies
           : value.plies < 0 ? -PROVEN - value.plies
                             : value.rate;
}

int openings_compare_values(OpeningsValue a, OpeningsValue b) {
    return rank(b) - rank(a);
}

int openings_compare_moves(const OpeningsMove *a, const OpeningsMove *b) {
    if (a->is_searched != b->is_searched)
        return a->is_searched ? -1 : 1;
    int by_value = a->is_searched ? openings_compare_values(a->value, b->value) : 0;
    if (by_value != 0)
        return by_value;
    if (openings_games(a) != openings_games(b))
        return openings_games(a) > openings_games(b) ? -1 : 1;
    return a->move.x != b->move.x ? a->move.x - b->move.x : b->move.y - a->move.y;
}

static int compare_moves(const void *a, const void *b) {
    return openings_compare_moves(a, b);
}

static void sort(Entry *entry) {
    if (entry->position.count > 0)
        qsort(entry->moves, entry->position.count, sizeof *entry->moves, compare_moves);
}

/* ---- Positions ----------------------------------------------------------------------------- */

static void write_name(char name[NAME_MAX_BYTES], KanameRule rule, int size, const char *stones) {
    snprintf(name, NAME_MAX_BYTES, "%d %d %.*s", (int)rule % 100, size % 100, OPENINGS_TEXT_MAX - 1,
             stones);
}

static Entry *find(const Openings *openings, KanameRule rule, int size, const char *stones) {
    char name[NAME_MAX_BYTES];
    Entry *entry;
    write_name(name, rule, size, stones);
    HASH_FIND_STR(openings->entries, name, entry);
    return entry;
}

/* Finds or makes the entry. Returns NULL if out of memory. */
static Entry *entry_of(Openings *openings, KanameRule rule, int size, const char *stones) {
    Entry *entry = find(openings, rule, size, stones);
    if (entry != NULL)
        return entry;
    entry = calloc(1, sizeof *entry);
    if (entry == NULL)
        return NULL;
    entry->position = (OpeningsPosition){.rule = rule, .size = size};
    snprintf(entry->position.stones, sizeof entry->position.stones, "%s", stones);
    write_name(entry->name, rule, size, stones);
    HASH_ADD_STR(openings->entries, name, entry);
    if (entry->is_lost) {
        free(entry);
        return NULL;
    }
    return entry;
}

const OpeningsPosition *openings_find(const Openings *openings, KanameRule rule, int size,
                                      const char *stones) {
    const Entry *entry = find(openings, rule, size, stones);
    return entry != NULL ? &entry->position : NULL;
}

/* Finds or adds the move. Returns NULL if out of memory. */
static OpeningsMove *move_of(Entry *entry, KanamePoint point) {
    size_t count = entry->position.count;
    for (size_t i = 0; i < count; i++)
        if (entry->moves[i].move.x == point.x && entry->moves[i].move.y == point.y)
            return &entry->moves[i];
    if (count == entry->capacity) {
        size_t wanted = count > 0 ? 2 * count : 4;
        OpeningsMove *more = realloc(entry->moves, wanted * sizeof *more);
        if (more == NULL)
            return NULL;
        entry->moves = more;
        entry->position.moves = more;
        entry->capacity = wanted;
    }
    entry->moves[count] = (OpeningsMove){.move = point};
    entry->position.count++;
    return &entry->moves[count];
}

static void add_count(int64_t *sum, int64_t count) {
    *sum = count > OPENINGS_COUNT_MAX - *sum ? OPENINGS_COUNT_MAX : *sum + count;
}

bool openings_count(Openings *openings, const DatabasePosition *position,
                    const OpeningsMove *move) {
    OpeningsKey key;
    if (!openings_key(&key, position))
        return true;
    Entry *entry = entry_of(openings, position->rule, key.size, key.stones);
    OpeningsMove *mine = entry != NULL ? move_of(entry, openings_key_move(&key, move->move)) : NULL;
    if (mine == NULL)
        return false;
    add_count(&mine->black, move->black);
    add_count(&mine->drawn, move->drawn);
    add_count(&mine->white, move->white);
    add_count(&mine->open, move->open);
    sort(entry);
    return true;
}

/* Removes the moves of neither games nor searches. */
static void drop_empty(Entry *entry) {
    size_t kept = 0;
    for (size_t i = 0; i < entry->position.count; i++)
        if (entry->moves[i].is_searched || openings_games(&entry->moves[i]) > 0)
            entry->moves[kept++] = entry->moves[i];
    entry->position.count = kept;
}

bool openings_judge(Openings *openings, KanameRule rule, int size, const char *stones,
                    uint64_t nodes, const OpeningsMove *moves, size_t count) {
    Entry *entry = entry_of(openings, rule, size, stones);
    if (entry == NULL)
        return false;
    if (nodes < entry->position.nodes)
        return true;
    for (size_t i = 0; i < entry->position.count; i++)
        entry->moves[i].is_searched = false;
    for (size_t i = 0; i < count; i++) {
        OpeningsMove *move = move_of(entry, moves[i].move);
        if (move == NULL)
            return false;
        move->is_searched = true;
        move->value = moves[i].value;
    }
    entry->position.nodes = nodes;
    drop_empty(entry);
    sort(entry);
    return true;
}

void openings_clear_games(Openings *openings) {
    for (Entry *entry = openings->entries; entry != NULL; entry = entry->hh.next) {
        for (size_t i = 0; i < entry->position.count; i++) {
            OpeningsMove *move = &entry->moves[i];
            move->black = move->drawn = move->white = move->open = 0;
        }
        drop_empty(entry);
        sort(entry);
    }
}

static int compare_positions(const void *a, const void *b) {
    const OpeningsPosition *left = *(const OpeningsPosition *const *)a,
                           *right = *(const OpeningsPosition *const *)b;
    if (left->rule != right->rule)
        return left->rule < right->rule ? -1 : 1;
    if (left->size != right->size)
        return left->size - right->size;
    if (left->nodes != right->nodes)
        return left->nodes < right->nodes ? -1 : 1;
    size_t stones = strlen(left->stones), others = strlen(right->stones);
    if (stones != others)
        return stones < others ? -1 : 1;
    return strcmp(left->stones, right->stones);
}

long openings_list(const Openings *openings, const OpeningsPosition ***positions) {
    size_t count = 0;
    *positions = malloc((HASH_COUNT(openings->entries) + 1) * sizeof **positions);
    if (*positions == NULL)
        return -1;
    for (const Entry *entry = openings->entries; entry != NULL; entry = entry->hh.next)
        if (entry->position.count > 0)
            (*positions)[count++] = &entry->position;
    qsort(*positions, count, sizeof **positions, compare_positions);
    return (long)count;
}

/* ---- Looking up ---------------------------------------------------------------------------- */

/* The value of a move by the best answer to it. */
static OpeningsValue value_before(OpeningsValue answer) {
    int plies = answer.plies > 0 ? -answer.plies - 1 : answer.plies < 0 ? 1 - answer.plies : 0;
    return (OpeningsValue){.rate = OPENINGS_RATE_MAX - answer.rate, .plies = plies};
}

/* Takes the value of the move from the search of the position behind it. */
static void look_behind(const Openings *openings, const DatabasePosition *position,
                        OpeningsMove *move) {
    DatabasePosition behind = *position;
    OpeningsKey key;
    if (!database_position_play(&behind, move->move) || !openings_key(&key, &behind))
        return;
    const Entry *entry = find(openings, behind.rule, key.size, key.stones);
    if (entry == NULL || entry->position.count == 0 || !entry->moves[0].is_searched)
        return;
    move->is_searched = true;
    move->value = value_before(entry->moves[0].value);
}

void openings_look(const Openings *openings, const DatabasePosition *position, OpeningsLook *look) {
    OpeningsKey key;
    look->count = 0;
    look->games = 0;
    look->nodes = 0;
    if (!openings_key(&key, position))
        return;
    const Entry *entry = find(openings, position->rule, key.size, key.stones);
    if (entry == NULL)
        return;
    look->nodes = entry->position.nodes;
    for (size_t i = 0; i < entry->position.count; i++) {
        OpeningsMove *move = &look->moves[look->count++];
        *move = entry->moves[i];
        move->move = openings_key_back(&key, move->move);
        look->games += openings_games(move);
        look_behind(openings, position, move);
    }
    qsort(look->moves, look->count, sizeof look->moves[0], compare_moves);
}
