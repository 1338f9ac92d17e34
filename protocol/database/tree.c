#include "database/tree.h"

#include "database/keys.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 };

/* ---- Collecting ---------------------------------------------------------------------------- */

void database_tree_release(DatabaseTree *tree) {
    for (size_t i = 0; i < tree->entry_count; i++) {
        free(tree->entries[i].points);
        free(tree->entries[i].text);
    }
    free(tree->entries);
    free(tree->nodes);
    free(tree->slots);
}

/* Makes room for one more item. Returns NULL if out of memory; `items` stay valid. */
static void *grow(void *items, size_t count, size_t *capacity, size_t item_size) {
    if (count < *capacity)
        return items;
    size_t more = *capacity == 0 ? FIRST_CAPACITY : *capacity * 2;
    void *grown = more <= SIZE_MAX / item_size ? realloc(items, more * item_size) : NULL;
    if (grown != NULL)
        *capacity = more;
    return grown;
}

bool database_tree_collect(DatabaseTree *tree, const DatabasePosition *position,
                           const DatabaseRecord *record) {
    KanamePoint moves[KANAME_MAX_CELLS];
    DatabaseTreeEntry entry = {.tag = record->tag};
    if (!database_position_moves(position, moves, &entry.stones)) {
        tree->left_out++;
        return true;
    }
    DatabaseTreeEntry *entries =
        grow(tree->entries, tree->entry_count, &tree->entry_capacity, sizeof *entries);
    if (entries == NULL)
        return false;
    tree->entries = entries;
    size_t length = strlen(record->text);
    entry.points = malloc(2 * entry.stones + 1);
    entry.text = length > 0 ? malloc(length + 1) : NULL;
    if (entry.points == NULL || (length > 0 && entry.text == NULL)) {
        free(entry.points);
        free(entry.text);
        return false;
    }
    for (size_t i = 0; i < entry.stones; i++) {
        entry.points[2 * i] = (unsigned char)moves[i].x;
        entry.points[2 * i + 1] = (unsigned char)moves[i].y;
    }
    if (length > 0)
        memcpy(entry.text, record->text, length + 1);
    tree->entries[tree->entry_count++] = entry;
    return true;
}

/* ---- Nodes --------------------------------------------------------------------------------- */

static uint64_t hash_of(const DatabaseKey *key) {
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    const char *const texts[] = {key->black, key->white};
    for (int i = 0; i < 2; i++)
        for (const char *at = texts[i];; at++) {
            hash = (hash ^ (unsigned char)*at) * 1099511628211u;
            if (*at == '\0')
                break;
        }
    return hash;
}

/* Plays the moves that lead to a node. */
static void position_of(const DatabaseTree *tree, size_t index, DatabasePosition *position) {
    KanamePoint moves[KANAME_MAX_CELLS];
    size_t count = 0;
    for (; tree->nodes[index].parent != DATABASE_TREE_NONE; index = tree->nodes[index].parent)
        moves[count++] = tree->nodes[index].move;
    database_position_init(position, tree->root.rule, tree->root.width, tree->root.height);
    while (count > 0)
        (void)database_position_play(position, moves[--count]);
}

/* Returns the node of a position, NONE if there is none yet. Always makes the key. */
static size_t find(const DatabaseTree *tree, const DatabasePosition *position, DatabaseKey *key) {
    database_key(key, position);
    uint64_t hash = hash_of(key);
    size_t index = tree->slots[hash % tree->slot_count];
    for (; index != DATABASE_TREE_NONE; index = tree->nodes[index].chain) {
        DatabasePosition other;
        DatabaseKey other_key;
        if (tree->nodes[index].hash != hash)
            continue;
        position_of(tree, index, &other);
        database_key(&other_key, &other);
        if (strcmp(key->black, other_key.black) == 0 && strcmp(key->white, other_key.white) == 0)
            break;
    }
    return index;
}

static void put_into_slot(DatabaseTree *tree, size_t index) {
    size_t *slot = &tree->slots[tree->nodes[index].hash % tree->slot_count];
    tree->nodes[index].chain = *slot;
    *slot = index;
}

/* Enters the nodes from `first` on into the slots. */
static bool widen_slots(DatabaseTree *tree, size_t first) {
    size_t count = tree->slot_count == 0 ? FIRST_CAPACITY : tree->slot_count * 2;
    size_t *slots = count <= SIZE_MAX / sizeof *slots ? malloc(count * sizeof *slots) : NULL;
    if (slots == NULL)
        return false;
    free(tree->slots);
    tree->slots = slots;
    tree->slot_count = count;
    for (size_t i = 0; i < count; i++)
        slots[i] = DATABASE_TREE_NONE;
    for (size_t i = first; i < tree->node_count; i++)
        put_into_slot(tree, i);
    return true;
}

/* Adds a node as the last child. Returns its index, NONE if out of memory. */
static size_t add_node(DatabaseTree *tree, size_t parent, KanamePoint move) {
    DatabaseTreeNode *nodes =
        grow(tree->nodes, tree->node_count, &tree->node_capacity, sizeof *nodes);
    if (nodes == NULL)
        return DATABASE_TREE_NONE;
    tree->nodes = nodes;
    size_t index = tree->node_count++;
    nodes[index] = (DatabaseTreeNode){.parent = parent,
                                      .first_child = DATABASE_TREE_NONE,
                                      .last_child = DATABASE_TREE_NONE,
                                      .next = DATABASE_TREE_NONE,
                                      .entry = DATABASE_TREE_NONE,
                                      .move = move,
                                      .chain = DATABASE_TREE_NONE};
    if (parent == DATABASE_TREE_NONE)
        return index;
    if (nodes[parent].last_child == DATABASE_TREE_NONE)
        nodes[parent].first_child = index;
    else
        nodes[nodes[parent].last_child].next = index;
    nodes[parent].last_child = index;
    return index;
}

/* Enters the newest node into the slots under the given position. */
static bool enter(DatabaseTree *tree, size_t index, size_t root, const DatabaseKey *key) {
    tree->nodes[index].hash = hash_of(key);
    if (tree->node_count > tree->slot_count)
        return widen_slots(tree, root);
    put_into_slot(tree, index);
    return true;
}

bool database_tree_init(DatabaseTree *tree, const DatabasePosition *root) {
    KanamePoint moves[KANAME_MAX_CELLS];
    size_t count;
    DatabaseKey key;
    *tree = (DatabaseTree){.root = *root};
    size_t index = add_node(tree, DATABASE_TREE_NONE, (KanamePoint){0, 0});
    (void)database_position_moves(root, moves, &count);
    for (size_t i = 0; i < count && index != DATABASE_TREE_NONE; i++)
        index = add_node(tree, index, moves[i]);
    database_key(&key, root);
    if (index != DATABASE_TREE_NONE && widen_slots(tree, index + 1) &&
        enter(tree, index, index, &key))
        return true;
    database_tree_release(tree);
    return false;
}

/* ---- Placing ------------------------------------------------------------------------------- */

static int distance_from_centre(const DatabasePosition *position, int cell) {
    int x = 2 * (cell % position->width) - (position->width - 1);
    int y = 2 * (cell / position->width) - (position->height - 1);
    return x * x + y * y;
}

/* Removes a stone of the side that moved last and returns its cell. Prefers a stone without which
 * the position has a node, else takes the one farthest from the centre. Keeps the root's stones. */
static int take_back(const DatabaseTree *tree, DatabasePosition *position) {
    KanameColor color = position->to_move == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
    KanameColor to_move = position->to_move;
    int farthest = -1;
    position->to_move = color;
    for (int cell = 0; cell < position->width * position->height; cell++) {
        DatabaseKey key;
        if (position->cells[cell] != color || tree->root.cells[cell] != KANAME_EMPTY)
            continue;
        position->cells[cell] = KANAME_EMPTY;
        if (find(tree, position, &key) != DATABASE_TREE_NONE)
            return cell;
        position->cells[cell] = color;
        if (farthest < 0 ||
            distance_from_centre(position, cell) > distance_from_centre(position, farthest))
            farthest = cell;
    }
    if (farthest >= 0)
        position->cells[farthest] = KANAME_EMPTY;
    else
        position->to_move = to_move;
    return farthest;
}

/* Returns the node of the position; makes it and those on the way if missing. Returns NONE if out
 * of memory. */
static size_t place(DatabaseTree *tree, size_t root, DatabasePosition *position) {
    int taken[KANAME_MAX_CELLS];
    size_t depth = 0, index;
    DatabaseKey key, node_key;
    DatabasePosition node;
    while ((index = find(tree, position, &key)) == DATABASE_TREE_NONE) {
        int cell = take_back(tree, position);
        if (cell < 0)
            return DATABASE_TREE_NONE;
        taken[depth++] = cell;
    }
    position_of(tree, index, &node);
    database_key(&node_key, &node);
    const DatabaseKey turn = key; /* maps the position to the canonical form, then to the node's */
    while (depth > 0 && index != DATABASE_TREE_NONE) {
        int cell = taken[--depth];
        KanamePoint point = {cell % position->width, cell / position->width};
        KanamePoint form = database_key_point(&turn, position, point);
        index = add_node(tree, index, database_key_point_back(&node_key, &node, form));
        (void)database_position_play(position, point);
        database_key(&key, position);
        if (index != DATABASE_TREE_NONE && !enter(tree, index, root, &key))
            index = DATABASE_TREE_NONE;
    }
    return index;
}

/* Fewest stones first: parents come before their children. */
static int compare_entries(const void *left, const void *right) {
    const DatabaseTreeEntry *a = left, *b = right;
    if (a->stones != b->stones)
        return a->stones < b->stones ? -1 : 1;
    return memcmp(a->points, b->points, 2 * a->stones);
}

bool database_tree_build(DatabaseTree *tree) {
    size_t root = tree->node_count - 1;
    if (tree->entry_count > 1)
        qsort(tree->entries, tree->entry_count, sizeof *tree->entries, compare_entries);
    for (size_t i = 0; i < tree->entry_count; i++) {
        const DatabaseTreeEntry *entry = &tree->entries[i];
        DatabasePosition position;
        database_position_init(&position, tree->root.rule, tree->root.width, tree->root.height);
        for (size_t j = 0; j < entry->stones; j++)
            (void)database_position_play(
                &position, (KanamePoint){entry->points[2 * j], entry->points[2 * j + 1]});
        size_t index = place(tree, root, &position);
        if (index == DATABASE_TREE_NONE)
            return false;
        tree->nodes[index].entry = i;
    }
    return true;
}
