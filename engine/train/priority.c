#include "train/priority.h"

#include <stdio.h>
#include <sys/resource.h>
#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>
#endif

enum { LOWEST = 19 };

/* Linux groups the processes of a session (sched(7), autogroup) and weighs sessions, not processes.
 */
static void lower_group(void) {
    FILE *file = fopen("/proc/self/autogroup", "r+");
    if (file == NULL)
        return;
    fprintf(file, "%d\n", LOWEST);
    fclose(file);
}

static void lower_input_and_output(void) {
#ifdef SYS_ioprio_set
    enum { OF_PROCESS = 1, CLASS_IDLE = 3, CLASS_SHIFT = 13 }; /* ioprio_set(2) */
    (void)syscall(SYS_ioprio_set, OF_PROCESS, 0, CLASS_IDLE << CLASS_SHIFT);
#endif
}

void priority_lowest(void) {
    (void)setpriority(PRIO_PROCESS, 0, LOWEST);
    lower_input_and_output();
    lower_group();
}
