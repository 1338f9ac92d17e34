/* position_list.h: lists of opening positions as text: the form of one a line, `-` for no stones
 * (database/openings_key.h). `openings --wanted` writes them and `openings --only` reads them. */
#ifndef KANAME_PROTOCOL_STUDY_EXPLORER_POSITION_LIST_H
#define KANAME_PROTOCOL_STUDY_EXPLORER_POSITION_LIST_H

#include "kaname.h"
#include "shared/status/failure.h"
#include "study/explorer/frontier.h"

#include <stdbool.h>
#include <stddef.h>

/* Reads a list of positions of this rule and size; the caller frees *items. Empty lines count for
 * nothing. Returns the number of positions, -1 on failure; the text then names the line. */
long position_list_read(const char *path, KanameRule rule, int size, FrontierItem **items,
                        Failure *failure);
/* Replaces a missing or empty file, or a list. */
bool position_list_write(const char *path, const FrontierItem *items, size_t count,
                         Failure *failure);

#endif
