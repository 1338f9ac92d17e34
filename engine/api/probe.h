/* probe.h: lets the trainer draw positions from the inside of a search (search/probe.h). The one
 * header of this folder for other folders. */
#ifndef KANAME_API_PROBE_H
#define KANAME_API_PROBE_H

#include "kaname.h"
#include "search/probe.h"

/* From now on, each kaname_think() offers the positions that it evaluates to the draw; NULL: to
 * none. `probes` must live until the next call. Only with one thread. */
void engine_set_probes(KanameEngine *engine, Probes *probes);

#endif
