/* message.h: parses the lines of engines: scores in MESSAGE lines, points, the answer to ABOUT.
 * Pure. */
#ifndef TOURNAMENT_GAME_MESSAGE_H
#define TOURNAMENT_GAME_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct MessageInfo {
    bool has_score;
    int score;      /* for the engine, in its own unit; announced wins: GAME_SCORE_MATE - plies */
    int depth;      /* plies; 0: not reported */
    uint64_t nodes; /* 0: not reported */
} MessageInfo;

/* Updates `info` from the text of a MESSAGE. Understands, in upper or lower case: "depth 9-12 ev 31
 * n 5M ...", "Depth 9-12 | Eval +M7 | ...", "Evaluation: 31", "(1) 31 | 9-12". Wins: +M7, -M7, +M*,
 * W7, L7. A percentage p counts as 20 (p - 50). Ignores the second and later principal lines. */
void message_read(MessageInfo *info, const char *text);

/* Returns whether the text starts with this upper-case word, in upper or lower case, as a whole
 * word. Sets *rest to the text after it, blanks skipped. */
bool message_starts(const char *text, const char *word, const char **rest);

/* Reads points "x,y" separated by blanks; blanks are allowed around commas. Numbers beyond the
 * range of int become INT_MIN or INT_MAX. Returns the number of points; 0 if the line holds
 * anything else or more than `capacity` points. */
size_t message_points(const char *text, int *x, int *y, size_t capacity);

/* Copies the value of key="value" (or key=value up to a comma) in the answer to ABOUT. Returns
 * false, with "", if there is none. */
bool message_about(const char *text, const char *key, char *value, size_t size);

/* Returns the length of the UTF-8 character that begins here if it is invisible and changes the
 * display of the text around it: controls from U+0080 on, direction marks (such as U+202E), zero
 * widths, line separators, tags. Returns 0 for any other. `text` ends with a zero. */
size_t message_hidden_length(const char *text);

/* Makes the text safe for any file, at the same length: bytes that are not UTF-8 and those of
 * hidden characters become '?', other control characters blanks. */
void message_clean(char *text);

#endif
