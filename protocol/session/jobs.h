/* jobs.h: the jobs (searches.h) that find the engine's move, play it and send it. */
#ifndef KANAME_PROTOCOL_SESSION_JOBS_H
#define KANAME_PROTOCOL_SESSION_JOBS_H

/* Searches at the level of the settings; then ponders if the settings ask for it. `context` is the
 * Session, here and below. */
void session_think(void *context);
/* Searches at full strength and without pondering, for analysis. */
void session_think_for_analysis(void *context);

#endif
