/* url.h: shows addresses of servers without their secrets. No state. */
#ifndef TOURNAMENT_CLI_URL_H
#define TOURNAMENT_CLI_URL_H

enum { URL_SHOWN_MAX = 400 };

/* Copies addresses, separated by commas, cut to URL_SHOWN_MAX - 1 bytes, and replaces in every
 * "SCHEME://USER:SECRET@" the secret, and in "SCHEME://TOKEN@" the token, by "***"; "SCHEME://" may
 * be missing. Returns `shown`. */
const char *url_mask(const char *text, char shown[URL_SHOWN_MAX]);

#endif
