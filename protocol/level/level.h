/* level.h: the ten levels of play: their names and how much each overlooks. README.md has their
 * measured strength. */
#ifndef KANAME_PROTOCOL_LEVEL_LEVEL_H
#define KANAME_PROTOCOL_LEVEL_LEVEL_H

#include <stddef.h>

/* The names, weakest first, as --help lists them. */
#define LEVEL_NAMES \
    "newcomer, beginner, learner, casual, hobby, club, strong, expert, master or full"
/* The same as a list, ended by NULL. */
extern const char *const level_names[];

enum { LEVEL_COUNT = 10, LEVEL_FULL = LEVEL_COUNT /* full strength */ };

enum { ROW_TWO, ROW_THREE, ROW_FOUR, ROW_KINDS }; /* stones of one colour that a row holds */

/* How a level plays below full strength. */
typedef struct Level {
    const char *name;
    int max_nodes, max_depth; /* of its search */
    int threat_percent;       /* effort of the threat searches */
    int width;                /* distance from the stones within which it searches; 0: full */
    int lines;                /* moves to choose among */
    int margin;               /* the most that a chosen move may lose, in evaluation units */
    int overlooks[ROW_KINDS]; /* permille of the opponent's rows that it overlooks */
} Level;

/* Returns level `number`: 1, the weakest, to LEVEL_FULL. */
const Level *level_at(int number);
/* Returns the number of the level with this name, in any case, or with this number in digits; 0 if
 * there is none. */
int level_find(const char *text, size_t length);
/* Returns the level for a strength in percent, 0..100. */
int level_of_strength(int percent);

#endif
