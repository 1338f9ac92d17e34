/* folder.h: folders for the files of test programs. POSIX. */
#ifndef KANAME_TESTS_FOLDER_H
#define KANAME_TESTS_FOLDER_H

#include <stdbool.h>

enum { FOLDER_PATH_BYTES = 64 };

/* Makes a new empty folder in the folder `parent`; `path` is where. False: errno says why
 * not. */
bool folder_make(char path[FOLDER_PATH_BYTES], const char *parent);
/* Removes a folder and all that is in it; links are not followed. False: something stays. */
bool folder_remove(const char *path);

#endif
