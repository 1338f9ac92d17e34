#include "cli/url.h"

#include <stdio.h>
#include <string.h>

const char *url_mask(const char *text, char shown[URL_SHOWN_MAX]) {
    static const char mark[] = "://";
    size_t used = 0;
    shown[0] = '\0';
    for (const char *at = text; *at != '\0' && used + 1 < URL_SHOWN_MAX;) {
        const char *end = at + strcspn(at, ",");
        const char *scheme = strstr(at, mark);
        const char *host = scheme != NULL && scheme < end ? scheme + strlen(mark) : at;
        /* The host ends at a '/' or ','; a secret may hold an '@'. */
        size_t length = strcspn(host, "/,");
        const char *sign = NULL;
        for (size_t i = 0; i < length; i++)
            if (host[i] == '@')
                sign = host + i;
        const char *colon = sign != NULL ? memchr(host, ':', (size_t)(sign - host)) : NULL;
        const char *kept = colon != NULL ? colon + 1 : host;
        const char *rest = sign != NULL ? sign : kept;
        end += *end == ',';
        used += (size_t)snprintf(shown + used, URL_SHOWN_MAX - used, "%.*s%s%.*s", (int)(kept - at),
                                 at, sign != NULL ? "***" : "", (int)(end - rest), rest);
        at = end;
    }
    return shown;
}
