/* host.h: the Host header of a request. */
#ifndef TOURNAMENT_WATCH_HOST_H
#define TOURNAMENT_WATCH_HOST_H

#include <stdbool.h>
#include <sys/socket.h>

/* May a request with this Host header be answered by a server that listens at this address? Yes for
 * "localhost", a loopback address, and the address itself, with any port or none; a server at
 * 0.0.0.0 or [::] has every address. Any other name may be a foreign site's that resolves to this
 * machine (DNS rebinding), whose pages must not read the answer. NULL: no header. */
bool host_is_served(const char *host, const struct sockaddr_storage *listening);

#endif
