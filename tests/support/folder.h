/* folder.h: temporary folders of test programs. POSIX. */
#ifndef KANAME_TESTS_FOLDER_H
#define KANAME_TESTS_FOLDER_H

#include <stdbool.h>

enum { FOLDER_PATH_BYTES = 64 };

/* Makes an empty folder in the folder `parent` and writes its path to `path`. Returns false, with
 * errno set, on an error. */
bool folder_make(char path[FOLDER_PATH_BYTES], const char *parent);
/* Removes a folder and its contents; does not follow links. Returns false if something remains. */
bool folder_remove(const char *path);

#endif
