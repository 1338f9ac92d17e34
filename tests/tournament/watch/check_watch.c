/* The live page: its data, and whom its server answers. */
#include <check.h>

#include "support/harness.h"

#ifdef KANAME_WITH_WATCH

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "shared/status/failure.h"
#include "tournament/support/place.h"
#include "watch/feed.h"
#include "watch/host.h"

/* ---- The Host header ---------------------------------------------------------------------- */

static const struct {
    const char *listening, *host;
    bool is_served;
} hosts[] = {
    {"127.0.0.1", "127.0.0.1:8080", true},
    {"127.0.0.1", "127.0.0.1", true},
    {"127.0.0.1", "localhost:9000", true}, /* through a tunnel */
    {"127.0.0.1", "LocalHost", true},
    {"127.0.0.1", "127.1.2.3:80", true},
    {"127.0.0.1", "[::1]:8080", true},
    {"127.0.0.1", "[0:0:0:0:0:0:0:1]", true},
    {"127.0.0.1", "evil.example", false},
    {"127.0.0.1", "evil.example:8080", false},
    {"127.0.0.1", "127.0.0.1.evil.example:8080", false},
    {"127.0.0.1", "localhost.evil.example", false},
    {"127.0.0.1", "127.0.0.1@evil.example", false},
    {"127.0.0.1", "192.168.1.5:8080", false},
    {"127.0.0.1", "", false},
    {"127.0.0.1", NULL, false},
    {"127.0.0.1", ":8080", false},
    {"127.0.0.1", "[]", false},
    {"127.0.0.1", "[::1", false},
    {"127.0.0.1", "[::1]x", false},
    {"127.0.0.1", "[localhost]", false},
    {"127.0.0.1", "127.0.0.1:80a", false},
    {"127.0.0.1", "127.0.0.1:80:80", false},
    {"127.0.0.1", "::1", false},
    {"127.0.0.1",
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
     false},
    {"192.168.1.5", "192.168.1.5:8080", true},
    {"192.168.1.5", "localhost", true},
    {"192.168.1.5", "192.168.1.6", false},
    {"192.168.1.5", "[c0a8:105::]", false},
    {"::1", "[::1]:8080", true},
    {"::1", "127.0.0.1", true},
    {"fd00::5", "[FD00:0::5]:80", true},
    {"fd00::5", "[fd00::6]:80", false},
    {"fd00::5", "0.0.0.0", false},
    {"0.0.0.0", "192.168.1.5:8080", true},
    {"0.0.0.0", "server:8080", false},
    {"::", "192.168.1.5", true},
    {"::", "[fd00::5]:1", true},
    {"::", "evil.example", false},
};

START_TEST(the_host_is_a_loopback_or_the_own_address) {
    struct sockaddr_storage listening = {0};
    struct sockaddr_in *v4 = (struct sockaddr_in *)&listening;
    struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)&listening;
    if (inet_pton(AF_INET, hosts[_i].listening, &v4->sin_addr) == 1)
        listening.ss_family = AF_INET;
    else if (inet_pton(AF_INET6, hosts[_i].listening, &v6->sin6_addr) == 1)
        listening.ss_family = AF_INET6;
    ck_assert_int_ne(listening.ss_family, 0);
    ck_assert_msg(host_is_served(hosts[_i].host, &listening) == hosts[_i].is_served, "%s at %s",
                  hosts[_i].host != NULL ? hosts[_i].host : "no host", hosts[_i].listening);
}
END_TEST

/* ---- The server --------------------------------------------------------------------------- */

static pid_t watching;
static int port;

static void set_up(void) {
    place_begin();
    ck_assert_int_eq(run("-engine 'cmd=" KANAME_PUPPET "' -engine 'cmd=" KANAME_PUPPET
                         " move=last' -openings none -db run.db"),
                     0);
    unlink(in_folder("out"));
    watching = start("watch run.db -listen 127.0.0.1:0");
    for (int i = 0; i < 1000 && strchr(read_text("out"), '\n') == NULL; i++)
        usleep(20000);
    ck_assert_int_eq(sscanf(read_text("out"), "http://127.0.0.1:%d/", &port), 1);
}

static void tear_down(void) {
    kill(watching, SIGTERM);
    ck_assert_int_eq(finish(watching), 0);
}

/* Connects to the server from an address of this machine. */
static int connect_from(const char *source) {
    struct sockaddr_in own = {.sin_family = AF_INET};
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    inet_pton(AF_INET, source, &own.sin_addr);
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    int link = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(link, (struct sockaddr *)&own, sizeof own), 0);
    ck_assert_int_eq(connect(link, (struct sockaddr *)&address, sizeof address), 0);
    return link;
}

/* Returns the whole answer to a request line and a Host header. */
static const char *ask_from(const char *source, const char *request, const char *host) {
    static char answer[TEXT_MAX];
    char text[400];
    int link = connect_from(source);
    int length = snprintf(text, sizeof text, "%s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n",
                          request, host);
    ck_assert_int_eq(write(link, text, (size_t)length), length);
    size_t used = 0;
    for (ssize_t got; (got = read(link, answer + used, sizeof answer - 1 - used)) > 0;)
        used += (size_t)got;
    answer[used] = '\0';
    close(link);
    return answer;
}

static const char *ask(const char *request, const char *host) {
    return ask_from("127.0.0.1", request, host);
}

static void expect_status(const char *request, const char *host, int wanted) {
    int status = 0;
    const char *answer = ask(request, host);
    ck_assert_int_eq(sscanf(answer, "HTTP/1.1 %d ", &status), 1);
    ck_assert_msg(status == wanted, "%s, Host: %s: %.300s", request, host, answer);
}

START_TEST(a_page_of_a_foreign_name_reads_nothing) {
    expect_status("GET /data", "evil.example", 403);
    ck_assert_ptr_null(strstr(ask("GET /data", "evil.example"), "run"));
    expect_status("GET /", "evil.example:8080", 403);
    expect_status("GET /events", "evil.example", 403);
    expect_status("POST /data", "evil.example", 403);
    expect_status("GET /data", "localhost:1", 200);
    expect_status("GET /", "127.0.0.1", 200);
    ck_assert_ptr_nonnull(strstr(ask("GET /data", "127.0.0.1"), "\"engines\""));
}
END_TEST

/* Nor may it read what it asks for under the server's own name, or change anything. */
START_TEST(other_origins_are_given_no_leave) {
    ck_assert_ptr_null(strstr(ask("GET /data", "127.0.0.1"), "Access-Control"));
    expect_status("POST /data", "127.0.0.1", 405);
    expect_status("OPTIONS /data", "127.0.0.1", 405);
    expect_status("DELETE /", "127.0.0.1", 405);
}
END_TEST

/* As many connections as the server takes, which ask for nothing. */
START_TEST(silent_connections_lock_nobody_out) {
    int links[128];
    for (int i = 0; i < 128; i++)
        links[i] = connect_from("127.0.0.1");
    ck_assert_ptr_nonnull(strstr(ask_from("127.0.0.2", "GET /data", "127.0.0.1"), "\"engines\""));
    /* The server closes them after a few seconds, so that their own address is served again. */
    for (int i = 0; i < 128; i++) {
        char byte;
        ck_assert_int_le(read(links[i], &byte, 1), 0);
        close(links[i]);
    }
    for (int i = 0; i < 100 && ask("GET /data", "127.0.0.1")[0] == '\0'; i++)
        usleep(50000); /* until it has counted them off */
    expect_status("GET /data", "127.0.0.1", 200);
}
END_TEST

/* Returns whether the link of /proc names a file whose path ends so. */
static bool links_to(const char *link, const char *end) {
    char target[512];
    ssize_t length = readlink(link, target, sizeof target);
    size_t size = strlen(end);
    return length >= (ssize_t)size && length < (ssize_t)sizeof target &&
           memcmp(target + length - size, end, size) == 0;
}

/* Returns whether the process is the manager, and has opened run.db. */
static bool has_opened(pid_t process) {
    char link[64];
    snprintf(link, sizeof link, "/proc/%d/exe", (int)process);
    bool is_manager = links_to(link, "/kaname-tournament"), is_open = false;
    for (int file = 3; file < 20; file++) {
        snprintf(link, sizeof link, "/proc/%d/fd/%d", (int)process, file);
        is_open = is_open || links_to(link, "/run.db");
    }
    return is_manager && is_open;
}

/* Another program holds the file, so that reading it takes seconds. */
START_TEST(a_signal_ends_it_before_it_has_read_the_file) {
    enum { SQLITE_LOCKS = 0x40000000, SQLITE_LOCKS_SIZE = 512 };
    struct flock lock = {.l_type = F_WRLCK, .l_start = SQLITE_LOCKS, .l_len = SQLITE_LOCKS_SIZE};
    place_begin();
    ck_assert_int_eq(run("-engine 'cmd=" KANAME_PUPPET "' -engine 'cmd=" KANAME_PUPPET
                         " move=last' -openings none -db run.db"),
                     0);
    int file = open(in_folder("run.db"), O_RDWR | O_CLOEXEC);
    ck_assert_int_eq(fcntl(file, F_SETLK, &lock), 0);
    pid_t process = start("watch run.db -listen 127.0.0.1:0");
    for (int i = 0; i < 5000 && !has_opened(process); i++)
        usleep(1000);
    ck_assert(has_opened(process));
    int status;
    ck_assert_int_eq(kill(process, SIGTERM), 0);
    ck_assert_int_eq(waitpid(process, &status, 0), process);
    ck_assert_msg(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM, "%d", status);
    close(file);
}
END_TEST

/* ---- The data ----------------------------------------------------------------------------- */

static void execute(sqlite3 *db, const char *sql) {
    char *error = NULL;
    ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, &error) == SQLITE_OK, "%s", error);
}

/* Copies of game 1, without its moves. */
static void add_games(int first, int last) {
    sqlite3 *db;
    char sql[100];
    ck_assert_int_eq(sqlite3_open(in_folder("run.db"), &db), SQLITE_OK);
    execute(db, "CREATE TEMP TABLE copy AS SELECT * FROM game WHERE number = 1; BEGIN");
    for (int i = first; i <= last; i++) {
        snprintf(sql, sizeof sql,
                 "UPDATE copy SET number = %d; INSERT INTO game SELECT * FROM copy", i);
        execute(db, sql);
    }
    execute(db, "COMMIT");
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
}

static void make_run(void) {
    place_begin();
    write_text("book", "h8\n");
    ck_assert_int_eq(run("-engine 'cmd=" KANAME_PUPPET "' -engine 'cmd=" KANAME_PUPPET
                         " move=last' -openings file=book type=pos -games 2 -db run.db"),
                     0);
}

static Feed *open_feed(void) {
    Failure failure = FAILURE_NONE;
    Feed *feed = feed_new(in_folder("run.db"), 0, &failure);
    ck_assert_msg(feed != NULL, "%s", failure.text);
    return feed;
}

static bool has_data(Feed *feed, const char *part) {
    size_t length;
    char *data = feed_data(feed, &length);
    ck_assert_ptr_nonnull(data);
    bool is_in = strstr(data, part) != NULL;
    free(data);
    return is_in;
}

static void look_for(Feed *feed, const char *part) {
    for (int i = 0; i < 500 && !has_data(feed, part); i++) {
        usleep(20000);
        feed_look(feed);
    }
    ck_assert_msg(has_data(feed, part), "%s", part);
}

START_TEST(a_long_run_shows_no_figures_of_moves_that_are_not_read) {
    make_run();
    Feed *feed = open_feed();
    ck_assert(has_data(feed, "\"h8\"]") && !has_data(feed, "\"slowestMs\":null"));
    feed_free(feed);
    add_games(3, 3001);
    feed = open_feed();
    ck_assert(has_data(feed, ",null]]") && !has_data(feed, ",\"\"]]"));
    ck_assert(has_data(feed, "\"moveMs\":null,\"slowestMs\":null"));
    feed_free(feed);
}
END_TEST

/* The file beside the database says that the run is being played. */
static void write_live(void) {
    char text[200];
    snprintf(text, sizeof text, "{\"games\":[],\"workers\":[],\"run\":1,\"time\":%lld}",
             (long long)time(NULL));
    write_text("run.db-live", text);
}

START_TEST(a_pause_is_no_playing_time) {
    make_run();
    write_live();
    Feed *feed = open_feed();
    ck_assert(has_data(feed, "\"isRunning\":true,\"rate\":null"));
    unlink(in_folder("run.db-live"));
    look_for(feed, "\"isRunning\":false");
    sleep(6); /* longer than samples are apart */
    add_games(3, 100);
    write_live();
    look_for(feed, "\"isRunning\":true");
    ck_assert(has_data(feed, "\"rate\":null"));
    sleep(6);
    add_games(101, 200);
    write_live();
    look_for(feed, "\"rate\":1");
    feed_free(feed);
}
END_TEST

static Suite *watch_suite(void) {
    Suite *suite = suite_create("watch");
    TCase *data = tcase_create("data");
    tcase_set_timeout(data, 120);
    tcase_add_test(data, a_long_run_shows_no_figures_of_moves_that_are_not_read);
    tcase_add_test(data, a_pause_is_no_playing_time);
    suite_add_tcase(suite, data);
    TCase *beginning = tcase_create("beginning");
    tcase_set_timeout(beginning, 60);
    tcase_add_test(beginning, a_signal_ends_it_before_it_has_read_the_file);
    suite_add_tcase(suite, beginning);
    TCase *host = tcase_create("host");
    tcase_add_loop_test(host, the_host_is_a_loopback_or_the_own_address, 0,
                        (int)(sizeof hosts / sizeof *hosts));
    suite_add_tcase(suite, host);
    TCase *server = tcase_create("server");
    tcase_set_timeout(server, 60);
    tcase_add_checked_fixture(server, set_up, tear_down);
    tcase_add_test(server, a_page_of_a_foreign_name_reads_nothing);
    tcase_add_test(server, other_origins_are_given_no_leave);
    tcase_add_test(server, silent_connections_lock_nobody_out);
    suite_add_tcase(suite, server);
    return suite;
}

#else

static Suite *watch_suite(void) {
    return suite_create("watch");
}

#endif

int main(void) {
    return run_suite(watch_suite());
}
