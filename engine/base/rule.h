/* rule.h: every fact that depends on the rule. No other file compares Rule values.
 *
 * Pure functions of values; any thread. The numbers of the rules equal those of KanameRule in
 * kaname.h (api/engine.c asserts it); the protocol has rule codes of its own. */
#ifndef KANAME_BASE_RULE_H
#define KANAME_BASE_RULE_H

#include "base/types.h"

/* Returns the rule's name as options and files spell it: lower case, no spaces. Static storage. */
static inline const char *rule_name(Rule rule) {
    static const char *const NAMES[RULES] = {[RULE_FREESTYLE] = "freestyle",
                                             [RULE_STANDARD] = "standard",
                                             [RULE_RENJU] = "renju",
                                             [RULE_CARO] = "caro",
                                             [RULE_CARO_EXACT] = "caro-exact"};
    return NAMES[rule];
}

/* Returns whether the colours play by different rules. Then each has its own tables and weights. */
static inline bool rule_has_roles(Rule rule) {
    return rule == RULE_RENJU;
}

/* Returns the number of roles: 2 if the colours play by different rules, else 1. */
static inline int rule_roles(Rule rule) {
    return rule_has_roles(rule) ? 2 : 1;
}

/* Returns whether overlines, double-fours and double-threes are forbidden to the colour. */
static inline bool rule_has_fouls(Rule rule, Color color) {
    return rule == RULE_RENJU && color == BLACK;
}

/* Returns whether the colour wins by six or more in a row. */
static inline bool rule_overline_wins(Rule rule, Color color) {
    return rule == RULE_FREESTYLE || rule == RULE_CARO || (rule == RULE_RENJU && color == WHITE);
}

/* Returns whether a five fails to win if opponent stones shut it at both ends (caro). Then shutting
 * is a defence against a four. A wall or the edge does not shut a five. */
static inline bool rule_has_shut_fives(Rule rule) {
    return rule == RULE_CARO || rule == RULE_CARO_EXACT;
}

/* Returns how many cells on either side of a cell determine its shape on a line: 4 where every five
 * or more wins, 5 where the cells beyond a five matter. */
static inline int rule_reach(Rule rule) {
    return rule == RULE_FREESTYLE ? 4 : 5;
}

#endif
