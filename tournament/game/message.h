/* message.h: what engines say: scores in MESSAGE lines, points, the answer to ABOUT. Pure. */
#ifndef TOURNAMENT_GAME_MESSAGE_H
#define TOURNAMENT_GAME_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct MessageInfo {
    bool has_score;
    int score;      /* view of the engine, its own unit; announced wins: GAME_SCORE_MATE - plies */
    int depth;      /* plies, 0: not told */
    uint64_t nodes; /* 0: not told */
} MessageInfo;

/* Takes over what the text of a MESSAGE tells. Understood, in any case of letters:
 * "depth 9-12 ev 31 n 5M ...", "Depth 9-12 | Eval +M7 | ...", "Evaluation: 31", "(1) 31 | 9-12".
 * Wins: +M7, -M7, +M*, W7, L7. A percentage p counts as 20 (p - 50). Lines about the second and
 * later principal lines are passed over. */
void message_read(MessageInfo *info, const char *text);

/* True: the text starts with this upper-case word, in any case of letters, and the word ends
 * there. *rest is what follows it, blanks skipped. */
bool message_starts(const char *text, const char *word, const char **rest);

/* Points "x,y" separated by blanks, blanks allowed around commas; numbers beyond the range of int
 * become INT_MIN or INT_MAX. Returns how many, 0 if there is anything else on the line or more
 * than `capacity`. */
size_t message_points(const char *text, int *x, int *y, size_t capacity);

/* The value of key="value" (or key=value up to a comma) in the answer to ABOUT; "" and false: it
 * has none. */
bool message_about(const char *text, const char *key, char *value, size_t size);

/* Bytes of the character that begins here if it is valid UTF-8, but shows nothing and changes how
 * the text around it is shown: controls from U+0080 on, marks of direction (U+202E among them),
 * zero widths, line separators, tags. 0: another. `at` ends with a zero. */
size_t message_hidden_length(const char *at);

/* Makes the text fit for any file, at the same length: bytes that are no UTF-8 and those of hidden
 * characters become '?', other control characters blanks. */
void message_clean(char *text);

#endif
