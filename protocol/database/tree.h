/* tree.h: positions put in the order of a tree of moves.
 *
 * Every position is one node, below one that lacks one stone of it, turned and mirrored where that
 * fits; where none is known that does, nodes without a record lead there. */
#ifndef KANAME_PROTOCOL_DATABASE_TREE_H
#define KANAME_PROTOCOL_DATABASE_TREE_H

#include "database/positions.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DATABASE_TREE_NONE SIZE_MAX /* no node, no entry */

/* A position to be placed, as the tree keeps it. */
typedef struct DatabaseTreeEntry {
    size_t stones;
    int tag;
    char *text;            /* NULL: none */
    unsigned char *points; /* x and y of each stone, by turns */
} DatabaseTreeEntry;

typedef struct DatabaseTreeNode {
    size_t parent, first_child, last_child, next; /* indices of nodes */
    size_t entry;                                 /* index */
    KanamePoint move;                             /* from the parent; the first node has none */
    uint64_t hash;                                /* of the position, however it is turned */
    size_t chain;                                 /* next node of the same slot */
} DatabaseTreeNode;

typedef struct DatabaseTree {
    DatabasePosition root; /* all positions hold its stones */
    DatabaseTreeEntry *entries;
    size_t entry_count, entry_capacity;
    DatabaseTreeNode *nodes; /* the first is the empty board; the moves to the root follow */
    size_t node_count, node_capacity;
    size_t *slots; /* first nodes by hash */
    size_t slot_count;
    long left_out; /* positions that no game leads to */
} DatabaseTree;

/* The root must be the position of a game. False, here and below: no memory. */
bool database_tree_init(DatabaseTree *tree, const DatabasePosition *root);
void database_tree_release(DatabaseTree *tree);
/* Copies a position that holds the root's stones, each once. */
bool database_tree_collect(DatabaseTree *tree, const DatabasePosition *position,
                           const DatabaseRecord *record);
/* Makes the nodes of all that was collected. Once. */
bool database_tree_build(DatabaseTree *tree);

#endif
