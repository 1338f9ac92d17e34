/* file_hash.h: the SHA-256 of a file. */
#ifndef KANAME_TRAIN_FILE_HASH_H
#define KANAME_TRAIN_FILE_HASH_H

#include <stdbool.h>

enum { FILE_HASH_BYTES = 65 };

/* Writes the hash in hexadecimal, or `-` if the program was built without libcrypto. Returns false,
 * with errno set, if the file cannot be read. */
bool file_hash(const char *path, char text[FILE_HASH_BYTES]);

#endif
