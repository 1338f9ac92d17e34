/* lock.h: lets one run at a time work in a folder. Any thread. */
#ifndef KANAME_TRAIN_LOCK_H
#define KANAME_TRAIN_LOCK_H

#include "shared/status/failure.h"

/* Makes the folder if it is missing. */
bool lock_make_folder(const char *folder, Failure *failure);
/* Makes the folder if it is missing and locks its file `lock` until *file is closed or the process
 * ends; *file is -1 on failure. `kind`: of the run, for errors, such as "farm". */
bool lock_folder(const char *folder, const char *kind, int *file, Failure *failure);

#endif
