#include "study/explorer/frontier.h"

#include <stdlib.h>
#include <string.h>

enum { OPENING_HALF = 2 /* the third stone of renju stands within 5x5 */ };

typedef struct List {
    const Openings *openings;
    const FrontierRules *rules;
    size_t count, capacity;
    FrontierItem *items;
    bool is_short; /* of memory */
} List;

/* Adds the form unless it has been searched or has too many stones. */
static void add(List *list, const char *stones) {
    const FrontierRules *rules = list->rules;
    const OpeningsPosition *known = openings_find(list->openings, rules->rule, rules->size, stones);
    if (strlen(stones) > 2 * (size_t)rules->depth ||
        (known != NULL && known->nodes >= rules->nodes))
        return;
    if (list->count == list->capacity) {
        size_t wanted = list->count > 0 ? 2 * list->count : 256;
        FrontierItem *more = realloc(list->items, wanted * sizeof *more);
        if (more == NULL) {
            list->is_short = true;
            return;
        }
        list->items = more;
        list->capacity = wanted;
    }
    memcpy(list->items[list->count++].stones, stones, strlen(stones) + 1);
}

static void add_position(List *list, const DatabasePosition *position) {
    OpeningsKey key;
    if (openings_key(&key, position))
        add(list, key.stones);
}

/* Adds renju's openings: the second stone beside the first, the third within two points of it. */
static void add_renju(List *list) {
    int middle = list->rules->size / 2;
    for (int slope = 0; slope < 2; slope++)
        for (int y = -OPENING_HALF; y <= OPENING_HALF; y++)
            for (int x = -OPENING_HALF; x <= OPENING_HALF; x++) {
                DatabasePosition position;
                database_position_init(&position, list->rules->rule, list->rules->size,
                                       list->rules->size);
                if (database_position_play(&position, (KanamePoint){middle, middle}) &&
                    database_position_play(&position, (KanamePoint){middle + slope, middle - 1}) &&
                    database_position_play(&position, (KanamePoint){middle + x, middle + y}))
                    add_position(list, &position);
            }
}

/* Adds the positions behind the good moves of a balanced position. */
static void add_behind(List *list, const OpeningsPosition *position) {
    DatabasePosition board;
    if (position->count == 0 || !position->moves[0].is_searched)
        return;
    int best = position->moves[0].value.rate;
    if (abs(best - OPENINGS_RATE_MAX / 2) > list->rules->margin)
        return;
    for (size_t i = 0; i < position->count; i++) {
        const OpeningsMove *move = &position->moves[i];
        bool is_end = move->value.plies == 1; /* a five */
        if (!move->is_searched || is_end || best - move->value.rate > list->rules->slack)
            continue;
        if (openings_position(&board, position->rule, position->size, position->stones) &&
            database_position_play(&board, move->move))
            add_position(list, &board);
    }
}

static int compare_items(const void *a, const void *b) {
    const FrontierItem *left = a, *right = b;
    size_t stones = strlen(left->stones), others = strlen(right->stones);
    if (stones != others)
        return stones < others ? -1 : 1;
    return strcmp(left->stones, right->stones);
}

/* Sorts the items, keeps one of equal ones, and of these the part's. Returns how many belong to
 * other parts. */
static long keep_part(List *list) {
    size_t kept = 0;
    long others = 0;
    if (list->count > 0)
        qsort(list->items, list->count, sizeof *list->items, compare_items);
    FrontierItem before = {.stones = "?"};
    for (size_t i = 0; i < list->count; i++) {
        FrontierItem item = list->items[i];
        if (strcmp(before.stones, item.stones) == 0)
            continue;
        uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a: the same on every machine */
        for (const char *at = item.stones; *at != '\0'; at++)
            hash = (hash ^ (unsigned char)*at) * UINT64_C(1099511628211);
        before = item;
        if ((int)((hash >> 32) % (uint64_t)list->rules->parts) == list->rules->part - 1)
            list->items[kept++] = item;
        else
            others++;
    }
    list->count = kept;
    return others;
}

long frontier_list(const Openings *openings, const FrontierRules *rules, FrontierItem **items,
                   long *others) {
    List list = {.openings = openings, .rules = rules};
    const OpeningsPosition **positions;
    long count = openings_list(openings, &positions);
    *items = NULL;
    if (count < 0)
        return -1;
    add(&list, "");
    if (rules->rule == KANAME_RULE_RENJU)
        add_renju(&list);
    for (long i = 0; i < count; i++)
        if (positions[i]->rule == rules->rule && positions[i]->size == rules->size) {
            add(&list, positions[i]->stones);
            add_behind(&list, positions[i]);
        }
    free(positions);
    *others = keep_part(&list);
    *items = list.items;
    return list.is_short ? -1 : (long)list.count;
}
