/* vct_proof.h: what a proof that vct_solve() found says: its line, and the cells that it needs. The
 * table may have lost parts of the proof; these are searched again. */
#ifndef KANAME_THREAT_VCT_PROOF_H
#define KANAME_THREAT_VCT_PROOF_H

#include "threat/vct_node.h"

/* Writes the line of a proven win into the result. False: a limit came. */
bool vct_proof_line(Vct *vct, Board *board, VctResult *result);

/* Adds the cells that vct_spoilers() speaks of to the set, without fives that can be shut. False: a
 * limit came, or the proof hangs on double threes. */
bool vct_proof_cells(Vct *vct, Board *board, CellSet *cells);

#endif
