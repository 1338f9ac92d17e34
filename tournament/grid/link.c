#include "grid/link.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/url.h"
#include "shared/status/failure.h"

enum {
    RECONNECT_MS = 500,
    CONNECT_MS = 5000,
    PING_MS = 5000,
    PINGS_OUT = 3,
    WRITE_MS = 5000,
    PUBLISH_MS = 3000,
    ANSWER_MS = 15000,       /* limit for an answer about a stream */
    BUFFER_BYTES = 16 << 20, /* of messages kept while the server is away */
    SERVERS_MAX = 16,
    NOTES_MAX = 100
};

/* Data for the callbacks of the NATS client. They run on its threads; the last one, on_closed(),
 * may run after link_close(). */
struct LinkNotes {
    uv_mutex_t lock; /* guards the members below */
    uv_cond_t changed;
    Mailbox *mailbox; /* NULL: no longer read */
    LinkKinds kinds;
    int listeners; /* whose thread may still call the handler */
    int owners;    /* the link, and the connection until on_closed() */
};

/* For `most` see mailbox_put(). */
static void put(LinkNotes *notes, int kind, const char *text, size_t most) {
    uv_mutex_lock(&notes->lock);
    if (notes->mailbox != NULL)
        mailbox_put(notes->mailbox, kind, NULL, text, strlen(text), most);
    uv_mutex_unlock(&notes->lock);
}

static void put_note(LinkNotes *notes, const char *text) {
    put(notes, notes->kinds.note, text, NOTES_MAX);
}

static LinkNotes *new_notes(Mailbox *mailbox, LinkKinds kinds) {
    LinkNotes *notes = calloc(1, sizeof *notes);
    if (notes == NULL)
        return NULL;
    if (uv_mutex_init(&notes->lock) != 0) {
        free(notes);
        return NULL;
    }
    if (uv_cond_init(&notes->changed) != 0) {
        uv_mutex_destroy(&notes->lock);
        free(notes);
        return NULL;
    }
    notes->mailbox = mailbox;
    notes->kinds = kinds;
    notes->owners = 2;
    return notes;
}

static void release_notes(LinkNotes *notes) {
    uv_mutex_lock(&notes->lock);
    bool is_last = --notes->owners == 0;
    uv_mutex_unlock(&notes->lock);
    if (!is_last)
        return;
    uv_cond_destroy(&notes->changed);
    uv_mutex_destroy(&notes->lock);
    free(notes);
}

/* After this no callback uses the mailbox. */
static void quiet_notes(LinkNotes *notes) {
    uv_mutex_lock(&notes->lock);
    notes->mailbox = NULL;
    uv_mutex_unlock(&notes->lock);
}

static void on_disconnected(natsConnection *connection, void *closure) {
    (void)connection;
    put_note(closure, "lost the connection to the server; retrying");
}

static void on_reconnected(natsConnection *connection, void *closure) {
    (void)connection;
    put_note(closure, "connected to the server");
}

static void on_error(natsConnection *connection, natsSubscription *subscription, natsStatus status,
                     void *closure) {
    (void)subscription;
    const char *text = NULL;
    char note[300];
    if (natsConnection_GetLastError(connection, &text) == NATS_OK || text == NULL)
        text = natsStatus_GetText(status);
    snprintf(note, sizeof note, "server error: %s", text);
    put_note(closure, note);
}

/* Called after link_shut(), which is not reported, or if the server refuses the login after a
 * reconnect. */
static void on_closed(natsConnection *connection, void *closure) {
    LinkNotes *notes = closure;
    (void)connection;
    put(notes, notes->kinds.refusal, "the server refuses the login", 0);
    release_notes(notes);
}

/* ---- Settings ----------------------------------------------------------------------------- */

/* Returns the first line of the file, which the caller frees; NULL on failure. */
static char *read_password(const char *path) {
    FILE *file = fopen(path, "r");
    char *password = NULL;
    size_t size = 0;
    bool is_read = file != NULL && getline(&password, &size, file) >= 0;
    if (file != NULL)
        fclose(file);
    if (is_read) {
        password[strcspn(password, "\r\n")] = '\0';
        return password;
    }
    free(password);
    return NULL;
}

/* Returns the first file of the options that cannot be read; NULL if there is none. */
static const char *find_missing(const GridOptions *grid) {
    const char *files[] = {grid->password_file, grid->seed_file,        grid->credentials_file,
                           grid->ca_file,       grid->certificate_file, grid->key_file};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i] != NULL && access(files[i], R_OK) != 0)
            return files[i];
    return NULL;
}

static natsStatus set_servers(natsOptions *options, const char *url) {
    const char *servers[SERVERS_MAX];
    int count = 0;
    char *copy = strdup(url), *rest = copy;
    if (copy == NULL)
        return NATS_NO_MEMORY;
    for (char *one; count < SERVERS_MAX && (one = strsep(&rest, ",")) != NULL;)
        if (one[0] != '\0')
            servers[count++] = one;
    natsStatus status = natsOptions_SetServers(options, servers, count);
    free(copy);
    return status;
}

static natsStatus set_login(natsOptions *options, const GridOptions *grid) {
    natsStatus status = NATS_OK;
    char *password = grid->password_file != NULL ? read_password(grid->password_file) : NULL;
    if (grid->password_file != NULL && password == NULL)
        return NATS_ILLEGAL_STATE;
    if (grid->user != NULL)
        status = natsOptions_SetUserInfo(options, grid->user, password != NULL ? password : "");
    free(password);
    if (status == NATS_OK && grid->nkey != NULL && grid->seed_file != NULL)
        status = natsOptions_SetNKeyFromSeed(options, grid->nkey, grid->seed_file);
    if (status == NATS_OK && grid->credentials_file != NULL)
        status = natsOptions_SetUserCredentialsFromFiles(options, grid->credentials_file, NULL);
    return status;
}

static natsStatus set_tls(natsOptions *options, const GridOptions *grid) {
    natsStatus status = NATS_OK;
    if (grid->ca_file != NULL || grid->certificate_file != NULL ||
        strncmp(grid->url, "tls://", 6) == 0)
        status = natsOptions_SetSecure(options, true);
    if (status == NATS_OK && grid->ca_file != NULL)
        status = natsOptions_LoadCATrustedCertificates(options, grid->ca_file);
    if (status == NATS_OK && grid->certificate_file != NULL)
        status = natsOptions_LoadCertificatesChain(options, grid->certificate_file, grid->key_file);
    return status;
}

/* Each login gets its answers under a prefix of its own, so that the server can keep other logins
 * from listening. A name that is no part of a subject gets the usual one. */
static natsStatus set_inbox(natsOptions *options, const GridOptions *grid) {
    const char *login = grid->user != NULL ? grid->user : grid->nkey;
    char prefix[128];
    if (login == NULL || !wire_is_name(login) || strchr(login, '.') != NULL ||
        strlen(login) > sizeof prefix - 10)
        return NATS_OK;
    snprintf(prefix, sizeof prefix, "_INBOX.%s", login);
    return natsOptions_SetCustomInboxPrefix(options, prefix);
}

static natsStatus set_all(natsOptions *options, const GridOptions *grid, const char *name,
                          LinkNotes *notes) {
    natsStatus status = set_servers(options, grid->url);
    if (status == NATS_OK)
        status = set_login(options, grid);
    if (status == NATS_OK)
        status = set_tls(options, grid);
    if (status == NATS_OK)
        status = set_inbox(options, grid);
    if (status == NATS_OK)
        status = natsOptions_SetName(options, name);
    if (status != NATS_OK)
        return status;
    natsOptions_SetMaxReconnect(options, -1);
    natsOptions_SetReconnectWait(options, RECONNECT_MS);
    natsOptions_SetReconnectBufSize(options, BUFFER_BYTES);
    natsOptions_SetTimeout(options, CONNECT_MS);
    natsOptions_SetPingInterval(options, PING_MS);
    natsOptions_SetMaxPingsOut(options, PINGS_OUT);
    natsOptions_SetWriteDeadline(options, WRITE_MS);
    natsOptions_SetSendAsap(options, true);
    natsOptions_SetErrorHandler(options, on_error, notes);
    natsOptions_SetDisconnectedCB(options, on_disconnected, notes);
    natsOptions_SetReconnectedCB(options, on_reconnected, notes);
    natsOptions_SetClosedCB(options, on_closed, notes);
    return NATS_OK;
}

/* ---- Connection --------------------------------------------------------------------------- */

/* Connects. With `waits`, tries again in the background if the server cannot be reached, but not if
 * it refuses the connection. */
static natsStatus reach(Link *link, bool waits) {
    natsStatus status = natsConnection_Connect(&link->connection, link->options);
    bool is_away = status == NATS_NO_SERVER || status == NATS_TIMEOUT || status == NATS_IO_ERROR ||
                   status == NATS_CONNECTION_CLOSED;
    if (!waits || !is_away)
        return status;
    put_note(link->notes, "the server cannot be reached; retrying");
    natsOptions_SetRetryOnFailedConnect(link->options, true, on_reconnected, link->notes);
    status = natsConnection_Connect(&link->connection, link->options);
    return status == NATS_NOT_YET_CONNECTED ? NATS_OK : status;
}

static void explain(natsStatus status, const GridOptions *grid, Failure *failure) {
    const char *more = nats_GetLastError(NULL);
    if (more == NULL)
        more = "";
    if (status == NATS_SSL_ERROR)
        failure_say(failure, STATUS_SERVER,
                    "%s: the TLS handshake failed (-tls ca=FILE has the certificates to trust): %s",
                    url_mask(grid->url, (char[URL_SHOWN_MAX]){0}), more);
    else if (status == NATS_CONNECTION_AUTH_FAILED)
        failure_say(failure, STATUS_SERVER, "%s: the server refuses the login: %s",
                    url_mask(grid->url, (char[URL_SHOWN_MAX]){0}), more);
    else
        failure_say(failure, STATUS_SERVER, "%s: %s%s%s",
                    url_mask(grid->url, (char[URL_SHOWN_MAX]){0}), natsStatus_GetText(status),
                    more[0] != '\0' ? ": " : "", more);
}

bool link_open(Link *link, const GridOptions *grid, const char *name, Mailbox *mailbox,
               LinkKinds kinds, bool waits, Failure *failure) {
    *link = (Link){0};
    link->notes = new_notes(mailbox, kinds);
    if (link->notes == NULL || natsOptions_Create(&link->options) != NATS_OK)
        return failure_set(failure, STATUS_MEMORY);
    const char *missing = find_missing(grid);
    if (missing != NULL)
        return failure_at(failure, STATUS_UNREADABLE, "%s", missing);
    natsStatus status = set_all(link->options, grid, name, link->notes);
    if (status == NATS_OK)
        status = reach(link, waits);
    if (status != NATS_OK) {
        explain(status, grid, failure);
        return false;
    }
    jsOptions options;
    jsOptions_Init(&options);
    options.Wait = ANSWER_MS;
    if (natsConnection_JetStream(&link->js, link->connection, &options) == NATS_OK)
        return true;
    return failure_set(failure, STATUS_MEMORY);
}

static void on_listener_gone(void *closure) {
    LinkNotes *notes = closure;
    uv_mutex_lock(&notes->lock);
    notes->listeners--;
    uv_cond_broadcast(&notes->changed);
    uv_mutex_unlock(&notes->lock);
}

bool link_listen(Link *link, const char *subject, natsMsgHandler handler, void *closure) {
    natsSubscription **listener = &link->listeners[link->listener_count];
    if (natsConnection_Subscribe(listener, link->connection, subject, handler, closure) != NATS_OK)
        return false;
    link->listener_count++;
    uv_mutex_lock(&link->notes->lock);
    link->notes->listeners++;
    uv_mutex_unlock(&link->notes->lock);
    return natsSubscription_SetOnCompleteCB(*listener, on_listener_gone, link->notes) == NATS_OK;
}

void link_retire(Link *link, natsSubscription *subscription) {
    if (subscription == NULL)
        return;
    natsSubscription_Unsubscribe(subscription);
    natsSubscription **grown =
        realloc(link->retired, (link->retired_count + 1) * sizeof *link->retired);
    if (grown == NULL)
        return; /* not freed: held messages still refer to it */
    link->retired = grown;
    link->retired[link->retired_count++] = subscription;
}

void link_shut(Link *link) {
    if (link->connection == NULL)
        return;
    quiet_notes(link->notes);
    natsConnection_Close(link->connection);
    for (int i = 0; i < link->listener_count; i++)
        natsSubscription_Destroy(link->listeners[i]);
    link->listener_count = 0;
    uv_mutex_lock(&link->notes->lock);
    while (link->notes->listeners > 0)
        uv_cond_wait(&link->notes->changed, &link->notes->lock);
    uv_mutex_unlock(&link->notes->lock);
}

void link_close(Link *link) {
    link_shut(link);
    if (link->notes != NULL) {
        quiet_notes(link->notes);
        if (link->connection == NULL)
            release_notes(link->notes); /* for on_closed(), which is never called */
        release_notes(link->notes);
    }
    for (size_t i = 0; i < link->retired_count; i++)
        natsSubscription_Destroy(link->retired[i]);
    free(link->retired);
    jsCtx_Destroy(link->js);
    natsConnection_Destroy(link->connection);
    natsOptions_Destroy(link->options);
    *link = (Link){0};
}

void link_subject(char subject[LINK_NAME_MAX], const char *word, const char *key) {
    snprintf(subject, LINK_NAME_MAX, "kaname.%s.%s", word, key);
}

void link_stream(char stream[LINK_NAME_MAX], const char *key) {
    snprintf(stream, LINK_NAME_MAX, "kaname-%s", key);
}

natsStatus link_publish(Link *link, const char *subject, const char *id, const void *data,
                        size_t length, jsErrCode *code) {
    jsPubOptions options;
    jsPubOptions_Init(&options);
    options.MsgId = id;
    options.MaxWait = PUBLISH_MS;
    *code = (jsErrCode)0;
    return js_Publish(NULL, link->js, subject, data, (int)length, &options, code);
}
