/* openings_search.h: the searches of `pbrain-kaname openings`: positions are dealt to the threads
 * in batches, and FILE is written every few seconds. */
#ifndef KANAME_PROTOCOL_STUDY_EXPLORER_OPENINGS_SEARCH_H
#define KANAME_PROTOCOL_STUDY_EXPLORER_OPENINGS_SEARCH_H

#include "database/openings.h"
#include "study/explorer/frontier.h"
#include "study/explorer/openings_options.h"
#include "study/review/crew.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct OpeningsSearch OpeningsSearch;

/* Makes the engines. Both arguments must outlive the result, which is NULL after a failure that
 * was reported on standard error. */
OpeningsSearch *openings_search_new(const OpeningsOptions *options, Openings *openings);
void openings_search_free(OpeningsSearch *search); /* ignores NULL */

/* Searches the positions and adds what was found to the openings. A failure is reported on standard
 * error. */
ReviewRun openings_search_items(OpeningsSearch *search, const FrontierItem *items, size_t count);
/* Writes the openings to FILE. Returns false after a failure, which is reported. */
bool openings_search_save(OpeningsSearch *search);
/* Returns how many positions were searched. */
long openings_searched(const OpeningsSearch *search);

#endif
