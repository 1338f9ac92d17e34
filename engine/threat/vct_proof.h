/* vct_proof.h: reads the proof that vct_solve() found: its line, and the cells that it depends on.
 * Searches parts again that the table has lost. */
#ifndef KANAME_THREAT_VCT_PROOF_H
#define KANAME_THREAT_VCT_PROOF_H

#include "threat/vct_node.h"

/* Writes the line of a proven win into the result. Returns false if a limit was reached. */
bool vct_proof_line(Vct *vct, Board *board, VctResult *result);

/* Adds the cells of vct_spoilers() to the set; not for caro, where fives can be shut. Returns false
 * if a limit was reached or the proof depends on double-threes. */
bool vct_proof_cells(Vct *vct, Board *board, CellSet *cells);

#endif
