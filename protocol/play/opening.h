/* opening.h: openings by a rule of shared/opening/rule.h in the terminal game: swap2, RIF and
 * others. The person and the engine answer in turn; the course judges both. */
#ifndef KANAME_PROTOCOL_PLAY_OPENING_H
#define KANAME_PROTOCOL_PLAY_OPENING_H

#include "play/terminal.h"

/* Begins a new game with this opening; `is_persons`: the person has the first step, else the
 * engine. */
void terminal_begin_opening(Terminal *terminal, const OpeningRule *rule, bool is_persons);
/* Returns whether the engine owes the opening's next answer. */
bool terminal_is_engines_step(const Terminal *terminal);
/* Makes and carries out the engine's answer. */
void terminal_engine_step(Terminal *terminal);
/* Says what the engine would answer in the person's place, as the person would type it. */
void terminal_hint_step(Terminal *terminal);

/* Takes the person's stones or fifth moves, all of them or some; `fifths` is the number announced
 * with them, 0: none. */
void terminal_persons_points(Terminal *terminal, const KanamePoint *points, size_t count,
                             int fifths);
/* Takes back the last stone or fifth move of an answer that is not complete. Returns false if there
 * is none. */
bool terminal_persons_undo(Terminal *terminal);
/* Lets the person choose a colour, or take the other side. */
void terminal_persons_color(Terminal *terminal, KanameColor color);
void terminal_persons_swap(Terminal *terminal);

#endif
