/* tree.h: reads the descendants of a process and their memory from /proc.
 *
 * On systems without /proc a tree is only the process itself. No state; any thread. */
#ifndef TOURNAMENT_PROCESS_TREE_H
#define TOURNAMENT_PROCESS_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { PROCTREE_MAX = 1024 };

typedef struct ProcTree {
    size_t count;
    pid_t pids[PROCTREE_MAX]; /* parents before children; those beyond the limit are left out */
} ProcTree;

/* Collects the process and its current descendants. */
void proctree_collect(ProcTree *tree, pid_t root);
/* Appends the children of a process, of all its threads, to the tree. */
void proctree_add_children(ProcTree *tree, pid_t parent);
/* Collects all processes of the system. */
void proctree_collect_all(ProcTree *tree);

/* Returns whether the initial environment of the process has this variable; copies its value, cut
 * to `size`. Works only for processes of the same user. */
bool proctree_environment(pid_t pid, const char *name, char *value, size_t size);
/* Returns false if the process has ended, is ending, or belongs to another user. */
bool proctree_has_environment(pid_t pid);
/* Returns the start time in clock ticks since boot, which together with the number identifies a
 * process forever; 0 if there is no such process or no /proc. */
uint64_t proctree_start_time(pid_t pid);

/* Returns the resident bytes of all processes of the tree; a shared page counts for each process.
 */
uint64_t proctree_resident(const ProcTree *tree);
/* Returns the bytes with every shared page divided among its users. Exact, but slow for large
 * processes. */
uint64_t proctree_proportional(const ProcTree *tree);

#endif
