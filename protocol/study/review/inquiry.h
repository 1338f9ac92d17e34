/* inquiry.h: searches the positions of a game with a crew and judges its moves. */
#ifndef KANAME_PROTOCOL_STUDY_REVIEW_INQUIRY_H
#define KANAME_PROTOCOL_STUDY_REVIEW_INQUIRY_H

#include "kaname.h"
#include "study/review/crew.h"
#include "study/review/judgement.h"
#include "study/review/reviewed.h"
#include "study/review/store.h"

/* Called a few times a second on the caller's thread with the finished part of the game, 0 to 1.
 * Returns false to stop. */
typedef bool (*InquiryWatch)(double part, void *context);

/* Judges the moves of the game. After REVIEW_RUN_STOPPED the game is not complete; the views that
 * were finished are in the store. */
ReviewRun inquiry_run(ReviewedGame *reviewed, ReviewCrew *crew, ReviewStore *store,
                      const ReviewLimits *limits, InquiryWatch watch, void *context,
                      KanameStatus *status);

/* Returns the number of positions of the game to look at, without those of doubtful moves. */
size_t inquiry_positions(const ReviewedGame *reviewed);

#endif
