/* vct.h: victory by continuous threats. After each of the attacker's stones he threatens to win
 * by fives or fours alone, so that the defender has to answer; all answers are tried.
 *
 * What counts as a threat, if the defender were to pass (VctThreats):
 * - a five: any four;
 * - a stone that makes an open four or two fours (CLASS_OPEN_FOUR): open threes, and stones that
 *   let two sleeping threes meet;
 * - with VCT_ANY: a win by fours, found by vcf_search() within a fixed number of stones. (Not in
 *   caro, where it is the same as VCT_THREES.)
 *
 * Sound for every rule: a win is a proof.
 * - Against a five threat all cells that stop it are tried, against the others every cell that may
 *   spoil the threat (reply.h, relevance.h) and every four of the defender's own.
 * - A defender's four binds the attacker: he plays a cell that stops it. That stone need not
 *   threaten by itself as long as some threat stands after it.
 * - Fouls: Black under renju plays none, on either side; a forbidden reply is no reply.
 * VCT_NONE: no such win exists; for VCT_THREES that is exhaustive, for VCT_ANY up to threats that
 * take more stones to find.
 *
 * Depth-first proof-number search: Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its
 * Applications", 2002; thresholds a quarter above the second best: Pawlewicz, Lew, "Improving
 * Depth-First PN-Search: 1+epsilon Trick", 2006. Positions are evaluated when they are first seen,
 * by a win by fours and the number of stones for the attacker, and by the number of replies for the
 * defender.
 *
 * A Vct is owned by one thread. No memory is allocated after vct_new(). What the table holds is
 * true of a position, whoever attacks, under one rule and board geometry: keep it during a game,
 * vct_clear() between those. A search costs nothing to begin. */
#ifndef KANAME_THREAT_VCT_H
#define KANAME_THREAT_VCT_H

#include <stdatomic.h>

#include "board/board.h"
#include "threat/vcf.h"
#include "threat/vct_types.h"

/* `table_bytes` is rounded down to a power of two, at least 4 KiB. Wins by fours are searched
 * with `vcf`, which stays the caller's: it must outlive the Vct and is used while a search runs.
 * NULL: out of memory. */
Vct *vct_new(size_t table_bytes, Vcf *vcf);
void vct_free(Vct *vct); /* NULL is fine; the Vcf stays */
/* The table alone; the Vcf's is the caller's affair. */
void vct_clear(Vct *vct);
/* Touches the table's memory: see block_touch(). */
void vct_touch(Vct *vct, const atomic_bool *stop);
/* Memory of one Vct without its table, in bytes. */
size_t vct_fixed_bytes(void);

/* Searches for the side to move. The board is the same after it. Without a win only verdict and
 * nodes of the result are set. Neither side may have a five on the board. */
void vct_search(Vct *vct, Board *board, const VctLimits *limits, VctResult *result);

/* After a win: the empty cells where a stone of the defender, if he had the move instead, may break
 * this proof. On any other cell he loses to it: the set holds the attacker's cells, the replies,
 * and the cells where a stone would help the defender to a four anywhere in the proof. False: the
 * proof hangs on shut fives or double threes in ways not followed, or a limit came; then the set
 * holds all empty cells. The board is the one searched, the winner to move, and the same after it.
 */
bool vct_spoilers(Vct *vct, Board *board, const VctLimits *limits, CellSet *cells);

#endif
