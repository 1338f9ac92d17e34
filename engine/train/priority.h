/* priority.h: the lowest priority for a process that works in the background. */
#ifndef KANAME_TRAIN_PRIORITY_H
#define KANAME_TRAIN_PRIORITY_H

/* Lets the whole process run only when nothing else wants the processor or the disk: nice 19, idle
 * input and output, and nice 19 for its group where the system groups processes by session
 * (otherwise the process competes with other sessions as an equal). Where the system refuses one of
 * these, the others hold. Call it before threads are started. */
void priority_lowest(void);

#endif
