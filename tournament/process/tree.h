/* tree.h: reads the descendants of a process and their memory from /proc.
 *
 * On systems without /proc a tree is the process alone. No state; any thread. */
#ifndef TOURNAMENT_PROCESS_TREE_H
#define TOURNAMENT_PROCESS_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { PROCTREE_MAX = 1024 };

typedef struct ProcTree {
    size_t count;
    pid_t pids[PROCTREE_MAX]; /* parents before children; what is beyond the limit is left out */
} ProcTree;

/* The process and its descendants now. */
void proctree_collect(ProcTree *tree, pid_t root);
/* The children of a process, whatever thread of it made them; appended to the tree. */
void proctree_add_children(ProcTree *tree, pid_t parent);
/* Every process there is. */
void proctree_collect_all(ProcTree *tree);

/* True if the environment that the process was started with has this variable; its value is then
 * copied (cut to `size`). Only for processes of one's own user. */
bool proctree_environment(pid_t pid, const char *name, char *value, size_t size);
/* False: it is gone, or on its way out, or another user's. */
bool proctree_has_environment(pid_t pid);
/* When it started, in clock ticks since boot: with the number it names one process for good. 0:
 * there is no such process, or no /proc. */
uint64_t proctree_start_time(pid_t pid);

/* Resident bytes of all processes of the tree, shared pages counted again and again. */
uint64_t proctree_resident(const ProcTree *tree);
/* Bytes with every shared page divided among its users. Exact, and slow on large processes. */
uint64_t proctree_proportional(const ProcTree *tree);

#endif
