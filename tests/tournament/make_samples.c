/* make_samples: FILE ENGINES GAMES [report options ...]: writes a made-up run into a database and,
 * if options follow, makes a report of it. For the browser test and for looking at pages. */
#include <stdio.h>
#include <stdlib.h>

#include "report/report.h"
#include "tournament/support/samples.h"

int main(int argc, char **argv) {
    if (argc < 4) {
        fputs("usage: make_samples FILE ENGINES GAMES [report options ...]\n", stderr);
        return 2;
    }
    int engines = atoi(argv[2]);
    if (engines < 2 || engines > 6 || !sample_database(argv[1], engines, atoll(argv[3])))
        return EXIT_FAILURE;
    if (argc == 4)
        return EXIT_SUCCESS;
    argv[3] = argv[1];
    argv[2] = "report";
    return report_main(argc - 2, argv + 2);
}
