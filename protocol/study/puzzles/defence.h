/* defence.h: makes a puzzle of a position where few moves stop the opponent's win by threats.
 * No input or output. */
#ifndef KANAME_PROTOCOL_STUDY_PUZZLES_DEFENCE_H
#define KANAME_PROTOCOL_STUDY_PUZZLES_DEFENCE_H

#include "kaname.h"
#include "study/puzzles/puzzle.h"

/* Examines whether the engine's position is a puzzle of defence: neither side can make five at
 * once; the side to move finds no win by threats itself; its opponent, if it moved, would have a
 * VCF or VCT of `least_moves` or more; of the legal moves that make no four, all but `most_firsts`
 * or fewer leave it one; and after each of these, at least one, searches with
 * review_patient() limits find none. For a VCF that is a proof; a VCT may be too deep to find. A
 * four of the defender, which only delays, is no answer. Sets `is_defence`, `kind` (of the
 * threatened win), `is_puzzle`, `firsts`, `line` (the first of them alone), `threat`, `plies` (of
 * the threatened win), `nodes` (to find it) and `level`. The result depends only on the position,
 * the rules and the weights. After kaname_stop() it is invalid. */
KanameStatus puzzle_find_defence(KanameEngine *engine, const PuzzleRules *rules, Puzzle *puzzle);

#endif
