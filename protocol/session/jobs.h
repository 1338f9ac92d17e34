/* jobs.h: the jobs (searches.h) that find the engine's move, play it and send it. */
#ifndef KANAME_PROTOCOL_SESSION_JOBS_H
#define KANAME_PROTOCOL_SESSION_JOBS_H

/* At the level of the settings; ponders afterwards if the settings ask for it. `context` is the
 * Session, here and below. */
void think(void *context);
/* At full strength and without pondering, as analysis needs. */
void think_for_analysis(void *context);

#endif
