#include "watch/host.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <strings.h>

enum { HOST_MAX = 64 };

/* Copies the host of "HOST", "HOST:PORT" or "[HOST]:PORT". Returns false if the text has another
 * form or is too long for an address. */
static bool split(const char *text, char host[HOST_MAX], bool *is_bracketed) {
    *is_bracketed = text[0] == '[';
    text += *is_bracketed;
    size_t length = strcspn(text, *is_bracketed ? "]" : ":");
    const char *rest = text + length + *is_bracketed;
    if (length == 0 || length >= HOST_MAX || (*is_bracketed && text[length] != ']'))
        return false;
    memcpy(host, text, length);
    host[length] = '\0';
    if (rest[0] == ':')
        rest += 1 + strspn(rest + 1, "0123456789");
    return rest[0] == '\0';
}

static bool is_any(const struct sockaddr_storage *address) {
    const struct in6_addr any = IN6ADDR_ANY_INIT;
    if (address->ss_family == AF_INET6)
        return memcmp(&((const struct sockaddr_in6 *)address)->sin6_addr, &any, sizeof any) == 0;
    return ((const struct sockaddr_in *)address)->sin_addr.s_addr == htonl(INADDR_ANY);
}

bool host_is_served(const char *host, const struct sockaddr_storage *listening) {
    char name[HOST_MAX];
    bool is_bracketed;
    if (host == NULL || !split(host, name, &is_bracketed))
        return false;
    if (is_bracketed) {
        const struct in6_addr loopback = IN6ADDR_LOOPBACK_INIT;
        const struct in6_addr *own = &((const struct sockaddr_in6 *)listening)->sin6_addr;
        struct in6_addr address;
        if (inet_pton(AF_INET6, name, &address) != 1)
            return false;
        return is_any(listening) || memcmp(&address, &loopback, sizeof address) == 0 ||
               (listening->ss_family == AF_INET6 && memcmp(&address, own, sizeof address) == 0);
    }
    const struct in_addr *own = &((const struct sockaddr_in *)listening)->sin_addr;
    struct in_addr address;
    if (inet_pton(AF_INET, name, &address) != 1)
        return strcasecmp(name, "localhost") == 0;
    return is_any(listening) || ntohl(address.s_addr) >> 24 == IN_LOOPBACKNET ||
           (listening->ss_family == AF_INET && address.s_addr == own->s_addr);
}
