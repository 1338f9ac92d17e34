/* host.h: checks the Host header of a request. */
#ifndef TOURNAMENT_WATCH_HOST_H
#define TOURNAMENT_WATCH_HOST_H

#include <stdbool.h>
#include <sys/socket.h>

/* Returns whether a server that listens at this address may answer a request with this Host header;
 * NULL: no header. Allows "localhost", loopback addresses and the address itself, with any port or
 * none; a server at 0.0.0.0 or [::] allows every address. Any other name may belong to a foreign
 * site that resolves to this machine (DNS rebinding), and its pages must not read the answer. */
bool host_is_served(const char *host, const struct sockaddr_storage *listening);

#endif
