#include "games/compare.h"

#include "shared/games/properties.h"

#include <stdlib.h>
#include <string.h>

static bool is_same_setup(const Game *one, const GameNode *a, const Game *two, const GameNode *b) {
    if (a->setup_count != b->setup_count)
        return false;
    for (uint32_t i = 0; i < a->setup_count; i++) {
        KanameStone stone = one->setup[a->setup + i].stone;
        bool is_found = false;
        for (uint32_t j = 0; j < b->setup_count && !is_found; j++) {
            KanameStone other = two->setup[b->setup + j].stone;
            is_found = other.x == stone.x && other.y == stone.y && other.color == stone.color;
        }
        if (!is_found)
            return false;
    }
    return true;
}

static bool is_same_step(const Game *one, const GameNode *a, const Game *two, const GameNode *b) {
    bool is_same_move = a->color == b->color && a->is_pass == b->is_pass &&
                        a->move.x == b->move.x && a->move.y == b->move.y;
    return is_same_move && is_same_setup(one, a, two, b);
}

static bool is_empty(const GameNode *node) {
    return node->color == KANAME_EMPTY && node->setup_count == 0;
}

static bool has_property(const char *properties, const GameProperty *wanted) {
    GameProperty property;
    size_t length = (size_t)(wanted->end - wanted->values);
    while (property_next(&properties, &property))
        if (property.word_length == wanted->word_length &&
            memcmp(property.word, wanted->word, wanted->word_length) == 0 &&
            (size_t)(property.end - property.values) >= length &&
            memcmp(property.values, wanted->values, length) == 0)
            return true;
    return false;
}

static bool has_label(const Game *game, uint32_t node, const Game *of, const GameLabel *wanted) {
    uint32_t count, first = game_labels(game, node, &count);
    for (uint32_t i = first; i < first + count; i++) {
        const GameLabel *label = &game->labels[i];
        if (label->point.x == wanted->point.x && label->point.y == wanted->point.y &&
            strcmp(game->text + label->text, of->text + wanted->text) == 0)
            return true;
    }
    return false;
}

/* Returns whether node `to` has all texts of the part's node `from`. */
static bool has_texts(const Game *whole, uint32_t to, const Game *part, uint32_t from) {
    GameProperty property;
    uint32_t count, first = game_labels(part, from, &count);
    if (strstr(game_comment(whole, to), game_comment(part, from)) == NULL)
        return false;
    for (const char *at = game_properties(part, from); property_next(&at, &property);)
        if (!(from == 0 && (property_is(&property, "RE") || property_is(&property, "RU"))) &&
            !has_property(game_properties(whole, to), &property))
            return false;
    for (uint32_t i = first; i < first + count; i++)
        if (!has_label(whole, to, part, &part->labels[i]))
            return false;
    return true;
}

static bool has_any_text(const Game *game, uint32_t node) {
    uint32_t count;
    (void)game_labels(game, node, &count);
    return count > 0 || game_comment(game, node)[0] != '\0' ||
           game_properties(game, node)[0] != '\0';
}

static bool is_same(const Game *whole, uint32_t at, const Game *part, uint32_t node) {
    return is_same_step(part, &part->nodes[node], whole, &whole->nodes[at]) &&
           has_texts(whole, at, part, node);
}

/* ---- Children by their moves --------------------------------------------------------------- */

/* A node with what it is looked up by. */
typedef struct Child {
    uint32_t parent, move; /* the move, pass or colour as one number */
    uint32_t place;        /* among its siblings */
    uint32_t node;
} Child;

static uint32_t move_key(const GameNode *node) {
    return (((uint32_t)node->color * 2 + node->is_pass) * 256 + (uint32_t)node->move.x) * 256 +
           (uint32_t)node->move.y;
}

/* Writes the nodes behind the root to `children`, in the order of the nodes. */
static void list_children(Child *children, const Game *game) {
    for (uint32_t parent = 0; parent < game->node_count; parent++) {
        uint32_t place = 0;
        for (uint32_t at = game->nodes[parent].first_child; at != GAME_NONE;
             at = game->nodes[at].next)
            children[at - 1] = (Child){parent, move_key(&game->nodes[at]), place++, at};
    }
}

static int compare_numbers(uint32_t a, uint32_t b) {
    return (a > b) - (a < b);
}

static int compare_children(const void *a, const void *b) {
    const Child *one = a, *two = b;
    int order = compare_numbers(one->parent, two->parent);
    if (order == 0)
        order = compare_numbers(one->move, two->move);
    return order != 0 ? order : compare_numbers(one->place, two->place);
}

/* The children of a game, sorted by compare_children(). */
typedef struct Children {
    const Game *game;
    Child *list;
    uint32_t count;
} Children;

/* Returns the index of the first child that does not come before the wanted one. */
static uint32_t find_child(const Children *children, const Child *wanted) {
    uint32_t first = 0, end = children->count;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (compare_children(&children->list[middle], wanted) < 0)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

/* Returns the node of `whole` that corresponds to the part's child of `parent`, a node of `whole`:
 * of several the one in the same place. A node without contents may be missing. */
static uint32_t find_same(const Children *whole, uint32_t parent, const Game *part,
                          const Child *child) {
    Child wanted = {parent, child->move, child->place, 0};
    uint32_t at = find_child(whole, &wanted);
    if (at < whole->count && compare_children(&whole->list[at], &wanted) == 0 &&
        is_same(whole->game, whole->list[at].node, part, child->node))
        return whole->list[at].node;
    wanted.place = 0;
    for (at = find_child(whole, &wanted); at < whole->count; at++) {
        const Child *found = &whole->list[at];
        if (found->parent != parent || found->move != child->move)
            break;
        if (is_same(whole->game, found->node, part, child->node))
            return found->node;
    }
    return is_empty(&part->nodes[child->node]) && !has_any_text(part, child->node) ? parent
                                                                                   : GAME_NONE;
}

/* Returns whether all nodes of the part behind its root correspond to nodes of `whole`. `same` is
 * room for those of all nodes, `list` for the part's children. */
static bool has_children(const Children *whole, const Game *part, uint32_t *same, Child *list) {
    list_children(list, part);
    same[0] = 0;
    for (uint32_t i = 1; i < part->node_count; i++) {
        same[i] = find_same(whole, same[list[i - 1].parent], part, &list[i - 1]);
        if (same[i] == GAME_NONE)
            return false;
    }
    return true;
}

static bool has_names(const Game *whole, const Game *part) {
    for (int i = 0; i < 2; i++)
        if (part->players[i][0] != '\0' && strcmp(part->players[i], whole->players[i]) != 0)
            return false;
    return true;
}

bool game_contains(const Game *whole, const Game *part) {
    if (part->node_count == 0)
        return true;
    if (whole->node_count == 0 || whole->width != part->width || whole->height != part->height ||
        !has_names(whole, part) || !is_same_step(part, part->nodes, whole, whole->nodes) ||
        !has_texts(whole, 0, part, 0))
        return false;
    Children children = {whole, malloc(whole->node_count * sizeof(Child)), whole->node_count - 1};
    Child *list = malloc(part->node_count * sizeof *list);
    uint32_t *same = malloc(part->node_count * sizeof *same);
    bool has_memory = children.list != NULL && list != NULL && same != NULL;
    if (has_memory) {
        list_children(children.list, whole);
        qsort(children.list, children.count, sizeof(Child), compare_children);
    }
    bool has_all = has_memory && has_children(&children, part, same, list);
    free(children.list);
    free(list);
    free(same);
    return has_all;
}

/* ---- Lines --------------------------------------------------------------------------------- */

/* Makes the node the first child of its parent. */
static void make_first(Game *game, uint32_t node) {
    GameNode *parent = &game->nodes[game->nodes[node].parent];
    if (parent->first_child == node)
        return;
    uint32_t before = parent->first_child;
    while (game->nodes[before].next != node)
        before = game->nodes[before].next;
    game->nodes[before].next = game->nodes[node].next;
    if (parent->last_child == node)
        parent->last_child = before;
    game->nodes[node].next = parent->first_child;
    parent->first_child = node;
}

void game_promote(Game *game, uint32_t node) {
    for (; game->nodes[node].parent != GAME_NONE; node = game->nodes[node].parent)
        make_first(game, node);
}

void game_cut(Game *game, uint32_t node) {
    uint32_t count = 0;
    for (uint32_t at = 0, next = 0; next != GAME_NONE; at = next) {
        GameNode kept = game->nodes[at];
        next = at != node ? kept.first_child : GAME_NONE;
        kept.parent = count > 0 ? count - 1 : GAME_NONE;
        kept.first_child = kept.last_child = next != GAME_NONE ? count + 1 : GAME_NONE;
        kept.next = GAME_NONE;
        game->nodes[count++] = kept; /* no node stands before its parent */
    }
    game->node_count = count;
    game->label_count = 0;
}

uint32_t game_find_move(const Game *game, uint32_t node, KanamePoint move, KanameColor color) {
    while (node != GAME_NONE) {
        uint32_t empty = GAME_NONE;
        for (uint32_t at = game->nodes[node].first_child; at != GAME_NONE;
             at = game->nodes[at].next) {
            const GameNode *child = &game->nodes[at];
            if (child->color == (unsigned char)color && !child->is_pass &&
                child->setup_count == 0 && child->move.x == move.x && child->move.y == move.y)
                return at;
            if (is_empty(child) && empty == GAME_NONE)
                empty = at;
        }
        node = empty;
    }
    return GAME_NONE;
}
