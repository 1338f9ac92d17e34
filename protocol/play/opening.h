/* opening.h: openings by a rule of program/opening_rule.h in the terminal game: swap2, RIF and
 * others. The person and the engine answer in turn; the course judges both. */
#ifndef KANAME_PROTOCOL_PLAY_OPENING_H
#define KANAME_PROTOCOL_PLAY_OPENING_H

#include "play/terminal.h"

/* Begins a new game with this opening; the person or the engine has the first step. */
void terminal_begin_opening(Terminal *terminal, const OpeningRule *rule, bool is_persons);
/* Returns whether the engine owes the opening's next answer. */
bool terminal_is_engines_step(const Terminal *terminal);
/* Gives the engine's answer. */
void terminal_engine_step(Terminal *terminal);

/* The person's stones or fifth moves, all of them or some; `fifths` is the number announced with
 * them, 0: none. */
void terminal_persons_points(Terminal *terminal, const KanamePoint *points, size_t count,
                             int fifths);
/* The person chooses a colour, or takes the side that the other one has. */
void terminal_persons_color(Terminal *terminal, KanameColor color);
void terminal_persons_swap(Terminal *terminal);

#endif
