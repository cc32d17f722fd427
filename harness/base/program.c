/* SPDX-License-Identifier: MIT */
#include "base/program.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

static const char own_path[] = "/proc/self/exe";

bool program_path(char path[static PROGRAM_PATH_SIZE])
{
#ifdef __APPLE__
    uint32_t size = PROGRAM_PATH_SIZE;
    return _NSGetExecutablePath(path, &size) == 0;
#else
    ssize_t length = readlink(own_path, path, PROGRAM_PATH_SIZE - 1);
    path[length > 0 ? length : 0] = '\0';
    return length > 0 && length < PROGRAM_PATH_SIZE - 1;
#endif
}

/* ---- its links ---- */

const char *program_link_path(const struct program_links *links, unsigned link,
                              char path[static LINK_PATH_SIZE])
{
    const char *slash = strrchr(links->program, '/');
    const int folder = slash ? (int)(slash - links->program) : 0;
    if (link)
        snprintf(path, LINK_PATH_SIZE, "%.*s/links%s-%u", folder, links->program,
                 links->program + folder, link);
    else
        strcpy(path, links->program);
    return path;
}

bool program_find_links(struct program_links *links)
{
    char path[LINK_PATH_SIZE];
    links->n = 1;
    if (!program_path(links->program))
        return true;
    while (access(program_link_path(links, links->n, path), X_OK) == 0)
        links->n++;
    return access(links->program, X_OK) == 0;
}

void program_exec(const struct program_links *links, unsigned link, char *const *argv)
{
    char path[LINK_PATH_SIZE];
    if (link) {
        execv(program_link_path(links, link, path), argv);
        return;
    }
    execv(own_path, argv);
    execvp(argv[0], argv);
}
