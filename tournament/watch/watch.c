#include "watch/watch.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "report/writers.h"
#include "shared/cli/reader.h"
#include "shared/cli/say.h"
#include "shared/status/failure.h"
#include "watch/feed.h"
#include "watch/host.h"

enum {
    LOOK_MS = 1000,
    WAIT_MS = 10000, /* between keep-alives to a page that waits for events */
    EVENT_BYTES = 256,
    CONNECTIONS_MAX = 128,
    CONNECTIONS_OF_ADDRESS_MAX = 32,
    HEADER_S = 5, /* before a connection that makes no request is closed */
    IDLE_S = 120, /* before one that has made a request and is silent is closed */
    STATUS_GOOD = 0,
    STATUS_FAILED = 1
};

typedef struct WatchOptions {
    char *database;
    int64_t run;
    char *listen;
} WatchOptions;

/* The data that answers every request. */
typedef struct Site {
    Feed *feed;
    struct sockaddr_storage address; /* at which the server listens */
} Site;

/* ---- Answers ------------------------------------------------------------------------------ */

static enum MHD_Result queue(struct MHD_Connection *connection, unsigned status,
                             struct MHD_Response *response, const char *type) {
    if (response == NULL)
        return MHD_NO;
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result answer_text(struct MHD_Connection *connection, unsigned status,
                                   const char *text) {
    return queue(
        connection, status,
        MHD_create_response_from_buffer(strlen(text), (void *)text, MHD_RESPMEM_PERSISTENT),
        "text/plain; charset=utf-8");
}

static enum MHD_Result answer_data(struct MHD_Connection *connection, Feed *feed) {
    size_t length = 0;
    char *data = feed_data(feed, &length);
    return queue(connection, MHD_HTTP_OK,
                 data != NULL ? MHD_create_response_from_buffer(length, data, MHD_RESPMEM_MUST_FREE)
                              : NULL,
                 "application/json");
}

static enum MHD_Result answer_page(struct MHD_Connection *connection, Feed *feed) {
    size_t length = 0, size = 0;
    char *data = feed_data(feed, &length), *page = NULL;
    FILE *file = data != NULL ? open_memstream(&page, &size) : NULL;
    bool is_made = file != NULL && report_write_live_html(file, data);
    if (file != NULL)
        is_made = fclose(file) == 0 && page != NULL && is_made;
    free(data);
    if (!is_made) {
        free(page);
        return MHD_NO;
    }
    return queue(connection, MHD_HTTP_OK,
                 MHD_create_response_from_buffer(size, page, MHD_RESPMEM_MUST_FREE),
                 "text/html; charset=utf-8");
}

/* A page that waits for events. */
typedef struct Follower {
    Feed *feed;
    uint64_t seen;
} Follower;

/* Runs on the connection's own thread: waits for the next event, or sends a keep-alive. */
static ssize_t next_event(void *context, uint64_t position, char *buffer, size_t size) {
    Follower *follower = context;
    (void)position;
    uint64_t number = feed_wait(follower->feed, follower->seen, WAIT_MS);
    if (feed_is_stopped(follower->feed))
        return MHD_CONTENT_READER_END_OF_STREAM;
    int used = number > follower->seen ? snprintf(buffer, size, "data: %" PRIu64 "\n\n", number)
                                       : snprintf(buffer, size, ": waiting\n\n");
    follower->seen = number;
    return used;
}

static enum MHD_Result answer_events(struct MHD_Connection *connection, Feed *feed) {
    Follower *follower = malloc(sizeof *follower);
    if (follower == NULL)
        return MHD_NO;
    *follower = (Follower){feed, 0};
    return queue(connection, MHD_HTTP_OK,
                 MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, EVENT_BYTES, next_event,
                                                   follower, free),
                 "text/event-stream");
}

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **state) {
    const Site *site = context;
    Feed *feed = site->feed;
    (void)version, (void)upload, (void)upload_size, (void)state;
    MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, (unsigned)IDLE_S);
    const char *host =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_HOST);
    if (!host_is_served(host, &site->address))
        return answer_text(connection, MHD_HTTP_FORBIDDEN,
                           "This page is served only under its address: as localhost or by the "
                           "numbers of -listen.\n");
    if (strcmp(method, MHD_HTTP_METHOD_GET) != 0 && strcmp(method, MHD_HTTP_METHOD_HEAD) != 0)
        return answer_text(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "This page is read only.\n");
    if (strcmp(url, "/") == 0)
        return answer_page(connection, feed);
    if (strcmp(url, "/data") == 0)
        return answer_data(connection, feed);
    if (strcmp(url, "/events") == 0)
        return answer_events(connection, feed);
    return answer_text(connection, MHD_HTTP_NOT_FOUND, "Not found.\n");
}

/* ---- The server --------------------------------------------------------------------------- */

/* Parses "127.0.0.1:8080" or "[::1]:8080". */
static bool parse_address(const char *text, struct sockaddr_storage *address) {
    char host[64];
    int port;
    const char *colon = strrchr(text, ':');
    size_t length = colon != NULL ? (size_t)(colon - text) : 0;
    char *end;
    long number = colon != NULL ? strtol(colon + 1, &end, 10) : -1;
    if (length == 0 || length >= sizeof host || colon[1] == '\0' || *end != '\0' || number < 0 ||
        number > 65535)
        return false;
    port = (int)number;
    bool is_v6 = text[0] == '[' && text[length - 1] == ']';
    memcpy(host, text + is_v6, length - 2 * (size_t)is_v6);
    host[length - 2 * (size_t)is_v6] = '\0';
    *address = (struct sockaddr_storage){0};
    return (is_v6 ? uv_ip6_addr(host, port, (struct sockaddr_in6 *)address)
                  : uv_ip4_addr(host, port, (struct sockaddr_in *)address)) == 0;
}

static struct MHD_Daemon *start_server(Site *site) {
    unsigned flags = MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION;
    if (site->address.ss_family == AF_INET6)
        flags |= MHD_USE_IPv6;
    return MHD_start_daemon(flags, 0, NULL, NULL, answer, site, MHD_OPTION_SOCK_ADDR,
                            &site->address, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS_MAX,
                            MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)HEADER_S,
                            MHD_OPTION_PER_IP_CONNECTION_LIMIT,
                            (unsigned)CONNECTIONS_OF_ADDRESS_MAX, MHD_OPTION_END);
}

/* Prints the address with the actual port. */
static void print_address(struct MHD_Daemon *server, const char *listen) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(server, MHD_DAEMON_INFO_BIND_PORT);
    const char *colon = strrchr(listen, ':');
    printf("http://%.*s:%u/\n", (int)(colon - listen), listen,
           info != NULL ? (unsigned)info->port : 0);
    fflush(stdout);
}

/* Looks for changes until SIGINT, SIGTERM or SIGHUP, which are blocked in all threads. */
static void follow(Feed *feed, const sigset_t *signals) {
    struct timespec pause = {LOOK_MS / 1000, LOOK_MS % 1000 * 1000000};
    while (sigtimedwait(signals, NULL, &pause) < 0)
        feed_look(feed);
}

static int watch(const WatchOptions *options) {
    Failure failure = FAILURE_NONE;
    Site site;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    Feed *feed = feed_new(options->database, options->run, &failure);
    if (feed == NULL) {
        say_error("kaname-tournament watch: %s\n", failure.text);
        return STATUS_FAILED;
    }
    /* Only now: until here, where a large file takes long, a signal ends the process. */
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    site.feed = feed;
    parse_address(options->listen, &site.address);
    struct MHD_Daemon *server = start_server(&site);
    if (server != NULL) {
        print_address(server, options->listen);
        follow(feed, &signals);
        feed_stop(feed);
        MHD_stop_daemon(server);
    } else {
        say_error("kaname-tournament watch: cannot listen at %s\n", options->listen);
    }
    feed_free(feed);
    return server != NULL ? STATUS_GOOD : STATUS_FAILED;
}

/* ---- Command line ------------------------------------------------------------------------- */

#define AT(field) .offset = offsetof(WatchOptions, field)

static const char input_group[] = "Input", page_group[] = "Page";

static const OptionRow rows[] = {
    {.name = "FILE",
     .help = "the database of a tournament",
     .group = input_group,
     .kind = OPTION_TEXT,
     AT(database)},
    {.name = "-run",
     .value = "N",
     .help = "number of the run in the database",
     .group = input_group,
     .otherwise = "the newest",
     .kind = OPTION_WHOLE,
     AT(run),
     .least = 1,
     .most = INT64_MAX},
    {.name = "-listen",
     .value = "ADDRESS:PORT",
     .help = "where the page is served; port 0: any free port. Anyone who can reach the address "
             "can read the run. The browser must call it by localhost or this address, at 0.0.0.0 "
             "or [::] by any address, not by a host name",
     .group = page_group,
     .standard = "127.0.0.1:8080",
     .kind = OPTION_TEXT,
     AT(listen)},
    {.name = NULL},
};

static const OptionTable table = {.rows = rows};

static bool check_options(OptionReader *reader, void *target) {
    const WatchOptions *options = target;
    struct sockaddr_storage address;
    if (options->database == NULL)
        return option_complain(reader, "expected FILE, the database of a tournament");
    reader->option = "-listen";
    return parse_address(options->listen, &address) ||
           option_expected(reader, options->listen, "ADDRESS:PORT, as 127.0.0.1:8080 or [::1]:80");
}

static const char *const usage[] = {"FILE [OPTION]...", NULL};
static const char *const groups[] = {input_group, page_group, NULL};

static int watch_main(int argc, char **argv);

const OptionCommand watch_command = {.program = "kaname-tournament",
                                     .name = "watch",
                                     .about = "Shows a run in progress as a page in the browser.",
                                     .usage = usage,
                                     .groups = groups,
                                     .tables = &table,
                                     .table_count = 1,
                                     .check = check_options,
                                     .run = watch_main};

static int watch_main(int argc, char **argv) {
    WatchOptions options = {0};
    OptionOutcome outcome = option_read_command(&watch_command, &options, argc - 1, argv + 1);
    int status = outcome == OPTION_READ ? watch(&options) : option_status(outcome);
    option_release(&table, &options);
    return status;
}
