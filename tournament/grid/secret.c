#include "grid/secret.h"

#include <inttypes.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdio.h>
#include <string.h>
#include <uv.h>

enum { SECRET_BYTES = (SECRET_MAX - 1) / 2 };

static void print(const unsigned char *bytes, char text[SECRET_MAX]) {
    for (int i = 0; i < SECRET_BYTES; i++)
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
}

bool secret_random(char secret[SECRET_MAX]) {
    unsigned char bytes[SECRET_BYTES];
    secret[0] = '\0';
    if (uv_random(NULL, NULL, bytes, sizeof bytes, 0, NULL) != 0)
        return false;
    print(bytes, secret);
    return true;
}

static bool sign(const char *key, const char *text, char code[SECRET_MAX]) {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    code[0] = '\0';
    if (HMAC(EVP_sha256(), key, (int)strlen(key), (const unsigned char *)text, strlen(text), digest,
             &length) == NULL)
        return false;
    print(digest, code);
    return true;
}

bool secret_of_delivery(const char *run_secret, int64_t id, int attempt, char code[SECRET_MAX]) {
    char text[64];
    snprintf(text, sizeof text, "task-%" PRId64 "-%d", id, attempt);
    return sign(run_secret, text, code);
}

bool secret_digest(const char *token, char digest[SECRET_MAX]) {
    return sign(token, "worker", digest);
}

bool secret_is_equal(const char one[SECRET_MAX], const char other[SECRET_MAX]) {
    return strlen(one) == SECRET_MAX - 1 && strlen(other) == SECRET_MAX - 1 &&
           CRYPTO_memcmp(one, other, SECRET_MAX - 1) == 0;
}
