/* store.h: stores the views of a review in a file, so that a stopped review can continue.
 *
 * The file is text, one view a line, appended once the view is complete. The key of a line covers
 * everything that the view depends on: position, limits, weights and version. Lines that are
 * damaged or cut are ignored. Thread-safe except for opening and closing. */
#ifndef KANAME_PROTOCOL_STUDY_REVIEW_STORE_H
#define KANAME_PROTOCOL_STUDY_REVIEW_STORE_H

#include "kaname.h"
#include "shared/status/status.h"
#include "study/review/judgement.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ReviewStore ReviewStore;

/* Opens the file, which may be missing, and reads its views. With path NULL the store keeps and
 * finds nothing. `busy`: other files of the command. Returns NULL on failure. */
ReviewStore *review_store_open(const char *path, const char *const *busy, size_t busy_count,
                               Status *status);
/* Returns false if a view could not be written. Ignores NULL. */
bool review_store_close(ReviewStore *store);

/* The question about a position. */
typedef enum ReviewQuestion { REVIEW_ASK_VIEW, REVIEW_ASK_THREATS } ReviewQuestion;

/* Returns the key of the engine's position, the limits and the question. */
uint64_t review_store_key(const KanameEngine *engine, const ReviewLimits *limits,
                          ReviewQuestion question);
bool review_store_find(ReviewStore *store, uint64_t key, ReviewView *view);
void review_store_add(ReviewStore *store, uint64_t key, const ReviewView *view);

#endif
