#include "train/file_hash.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#ifdef KANAME_LIBCRYPTO
#include <openssl/evp.h>

enum { BUFFER_BYTES = 1 << 16 };

static bool hash_stream(FILE *file, unsigned char digest[EVP_MAX_MD_SIZE], unsigned *length) {
    unsigned char buffer[BUFFER_BYTES];
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool is_good = context != NULL && EVP_DigestInit_ex(context, EVP_sha256(), NULL) == 1;
    for (size_t size; is_good && (size = fread(buffer, 1, sizeof buffer, file)) > 0;)
        is_good = EVP_DigestUpdate(context, buffer, size) == 1;
    is_good = is_good && !ferror(file) && EVP_DigestFinal_ex(context, digest, length) == 1;
    EVP_MD_CTX_free(context);
    return is_good;
}

bool file_hash(const char *path, char text[FILE_HASH_BYTES]) {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    errno = EIO;
    bool is_good = hash_stream(file, digest, &length);
    fclose(file);
    for (unsigned i = 0; is_good && i < length && 2 * i + 2 < FILE_HASH_BYTES; i++)
        snprintf(text + 2 * i, 3, "%02x", digest[i]);
    return is_good;
}
#else
bool file_hash(const char *path, char text[FILE_HASH_BYTES]) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    fclose(file);
    memcpy(text, "-", 2);
    return true;
}
#endif
