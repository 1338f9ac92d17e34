/* vct.h: victory by continuous threats. After each of his stones the attacker threatens to win by
 * fives or fours alone, so the defender must answer; the search tries all answers.
 *
 * The attacker threatens, if the defender were to pass (VctThreats):
 * - a five: any four;
 * - a stone that makes an open four or two fours (CLASS_OPEN_FOUR): open threes, and stones that
 *   let two sleeping threes meet;
 * - with VCT_ANY: a win by fours that vcf_search() finds within a fixed number of stones. (In caro
 *   VCT_ANY equals VCT_THREES.) With VCT_EVERY the stone may be one that makes no shape
 *   at all, such as a stone that takes away a reply.
 *
 * Sound for every rule: a win is a proof.
 * - Against a five threat the search tries all cells that stop it; against the others, every cell
 *   that may spoil the threat (reply.h, relevance.h) and every four of the defender's own.
 * - The attacker must stop a four of the defender. The stone that stops it need not threaten by
 *   itself, as long as some threat stands after it.
 * - Black under renju plays no foul, as attacker or as defender.
 * VCT_NONE means that no win by these threats exists. It is exhaustive for VCT_THREES; VCT_ANY and
 * VCT_EVERY may miss threats that take more stones to find, and VCT_ANY those of stones without a
 * class.
 *
 * Depth-first proof-number search: Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its
 * Applications", 2002; thresholds a quarter above the second best: Pawlewicz, Lew, "Improving
 * Depth-First PN-Search: 1+epsilon Trick", 2006. A new position is evaluated at once: with the
 * attacker to move by a search for a win by fours and by the length of the line, with the defender
 * to move by the number of replies.
 *
 * A Vct is owned by one thread. Allocates no memory after vct_new(). Entries of the table hold for
 * one rule and board geometry, for either attacker: keep them during a game, and call vct_clear()
 * when rule or geometry changes. A search has no set-up cost. */
#ifndef KANAME_THREAT_VCT_H
#define KANAME_THREAT_VCT_H

#include <stdatomic.h>

#include "board/board.h"
#include "threat/vcf.h"
#include "threat/vct_types.h"

/* Returns a Vct with an empty table; NULL if out of memory. `table_bytes` is rounded down to a
 * power of two, at least 4 KiB. The Vct searches wins by fours with `vcf`, which the caller owns:
 * it must outlive the Vct and is in use while a search runs. The caller frees the Vct with
 * vct_free(). */
Vct *vct_new(size_t table_bytes, Vcf *vcf);
void vct_free(Vct *vct); /* ignores NULL; does not free the Vcf */
/* Clears the table, but not the Vcf's. */
void vct_clear(Vct *vct);
/* Touches the table's memory: see block_touch(). */
void vct_touch(Vct *vct, const atomic_bool *stop);
/* Returns the memory of one Vct without its table, in bytes. */
size_t vct_fixed_bytes(void);

/* Searches for a win of the side to move. Leaves the board unchanged. Without a win, sets only the
 * result's verdict and nodes. Neither side may have a five on the board. */
void vct_search(Vct *vct, Board *board, const VctLimits *limits, VctResult *result);

/* After a win: sets `cells` to the empty cells where a stone of the defender, if he were to move
 * instead, may break this proof. With a stone on any other cell he loses. The set holds the
 * attacker's cells, the replies, and the cells where a stone would help the defender to a four
 * anywhere in the proof. Returns false if a limit was reached, or if the proof depends on shut
 * fives or double-threes in a way that is not analysed; then the set holds all empty cells. Sets
 * `nodes` to the stones played. The board must be the one searched, with the winner to move, and is
 * unchanged afterwards. */
bool vct_spoilers(Vct *vct, Board *board, const VctLimits *limits, CellSet *cells, uint64_t *nodes);

#endif
