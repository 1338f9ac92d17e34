/* rule.h: every fact that depends on the rule. No other file compares Rule values.
 *
 * Pure functions of values; any thread. The numbers of the rules are those of KanameRule in
 * kaname.h (api/engine.c asserts it); the protocol's codes for them are the protocol's own. */
#ifndef KANAME_BASE_RULE_H
#define KANAME_BASE_RULE_H

#include "base/types.h"

/* As options and files spell it: lower case, no blanks. Static storage. */
static inline const char *rule_name(Rule rule) {
    static const char *const NAMES[RULES] = {[RULE_FREESTYLE] = "freestyle",
                                             [RULE_STANDARD] = "standard",
                                             [RULE_RENJU] = "renju",
                                             [RULE_CARO] = "caro",
                                             [RULE_CARO_EXACT] = "caro-exact"};
    return NAMES[rule];
}

/* Do the colours play by different rules? Then each has tables and weights of its own. */
static inline bool rule_has_roles(Rule rule) {
    return rule == RULE_RENJU;
}

/* Roles of a rule: 2 if the colours differ, else 1. */
static inline int rule_roles(Rule rule) {
    return rule_has_roles(rule) ? 2 : 1;
}

/* Are overlines, double fours and double threes forbidden to the colour? */
static inline bool rule_has_fouls(Rule rule, Color color) {
    return rule == RULE_RENJU && color == BLACK;
}

/* Does the colour win by six or more in a row? */
static inline bool rule_overline_wins(Rule rule, Color color) {
    return rule == RULE_FREESTYLE || rule == RULE_CARO || (rule == RULE_RENJU && color == WHITE);
}

/* Does a five shut in by opponent stones at both ends win nothing (caro)? Then shutting in is a
 * defence against a four. A wall or the edge shuts nothing in. */
static inline bool rule_has_shut_fives(Rule rule) {
    return rule == RULE_CARO || rule == RULE_CARO_EXACT;
}

/* Cells on either side of a cell that decide its shape on a line: 4 where every five or more wins,
 * 5 where the cells beyond a five matter. */
static inline int rule_reach(Rule rule) {
    return rule == RULE_FREESTYLE ? 4 : 5;
}

#endif
