/* folder_claim.h: one manager at a time works in a folder of blocks. */
#ifndef TOURNAMENT_GRID_BLOCKS_FOLDER_CLAIM_H
#define TOURNAMENT_GRID_BLOCKS_FOLDER_CLAIM_H

#include <stdbool.h>

#include "shared/status/failure.h"

/* Locks the folder, if its file system can. *claim: for folder_claim_end(). Returns false if
 * another manager works in it; then there is nothing to end. */
bool folder_claim(const char *folder, int *claim, Failure *failure);
void folder_claim_end(int claim);

#endif
