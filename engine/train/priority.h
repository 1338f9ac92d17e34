/* priority.h: the lowest priority for a process that works in the background. */
#ifndef KANAME_TRAIN_PRIORITY_H
#define KANAME_TRAIN_PRIORITY_H

/* Gives the process the lowest priority for processor and disk: nice 19, idle class for input and
 * output, and nice 19 for its session's group on systems that schedule by session (where nice alone
 * has no effect across sessions). Ignores failures. Call it before any thread starts. */
void priority_lowest(void);

#endif
