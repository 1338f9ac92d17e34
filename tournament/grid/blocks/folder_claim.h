/* folder_claim.h: one manager at a time works in a folder of blocks. */
#ifndef TOURNAMENT_GRID_BLOCKS_FOLDER_CLAIM_H
#define TOURNAMENT_GRID_BLOCKS_FOLDER_CLAIM_H

#include <stdbool.h>

#include "shared/status/failure.h"

/* Locks the folder, if its file system can; *claim gets what folder_claim_end() takes. Returns
 * false if another manager works in it. */
bool folder_claim(const char *folder, int *claim, Failure *failure);
void folder_claim_end(int claim);

#endif
