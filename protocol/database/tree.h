/* tree.h: arranges positions as a tree of moves.
 *
 * Every position is one node. Its parent lacks one of its stones and may be a turned or mirrored
 * image. Nodes without a record fill the gaps. */
#ifndef KANAME_PROTOCOL_DATABASE_TREE_H
#define KANAME_PROTOCOL_DATABASE_TREE_H

#include "database/positions.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DATABASE_TREE_NONE SIZE_MAX /* no node, no entry */

/* A position that the tree has to place. */
typedef struct DatabaseTreeEntry {
    size_t stones;
    int tag;
    char *text;            /* NULL: none */
    unsigned char *points; /* x and y of each stone, in turn */
} DatabaseTreeEntry;

typedef struct DatabaseTreeNode {
    size_t parent, first_child, last_child, next; /* indices of nodes */
    size_t entry;                                 /* index */
    KanamePoint move;                             /* from the parent; the first node has none */
    uint64_t hash;                                /* of the canonical position */
    size_t chain;                                 /* next node of the same slot */
} DatabaseTreeNode;

typedef struct DatabaseTree {
    DatabasePosition root; /* all positions contain its stones */
    DatabaseTreeEntry *entries;
    size_t entry_count, entry_capacity;
    DatabaseTreeNode *nodes; /* the first is the empty board; the moves to the root follow */
    size_t node_count, node_capacity;
    size_t *slots; /* first nodes by hash */
    size_t slot_count;
    long left_out; /* positions that no game reaches */
} DatabaseTree;

/* A game must be able to reach the root. Returns false if out of memory, here and below. */
bool database_tree_init(DatabaseTree *tree, const DatabasePosition *root);
void database_tree_release(DatabaseTree *tree);
/* Copies a position that contains the root's stones. Collect each position once. */
bool database_tree_collect(DatabaseTree *tree, const DatabasePosition *position,
                           const DatabaseRecord *record);
/* Makes the nodes of all collected positions. Call it once. */
bool database_tree_build(DatabaseTree *tree);

#endif
