/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "base/memory.h"

#include <string.h>
#include <unistd.h>

char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = xcalloc(size + 1, 1);
    return memcpy(text, data, size);
}

static char path[64];

static void remove_file(void)
{
    unlink(path);
}

const char *fuzz_file(const char *ending, const uint8_t *data, size_t size)
{
    if (!*path) {
        bool memory = access("/dev/shm", W_OK) == 0; /* a disk allows only 300 runs per second */
        snprintf(path, sizeof path, "%s/slidebench-fuzz-XXXXXX%s", memory ? "/dev/shm" : "/tmp",
                 ending);
        int fd = mkstemps(path, (int)strlen(ending));
        CHECK(fd >= 0 && !close(fd));
        atexit(remove_file);
    }
    FILE *file = fopen(path, "w");
    CHECK(file);
    CHECK(fwrite(data, 1, size, file) == size && fclose(file) == 0);
    return path;
}

const struct scheme *fuzz_scheme(void)
{
    const struct scheme *const *s = schemes;
    while (!(*s)->built || (*s)->traits & MOCK || (*s)->init || (*s)->needs)
        s++;
    return *s;
}

void check_error(const struct error *error, enum status status)
{
    CHECK(error->status == status && *error->text);
    for (const unsigned char *c = (const unsigned char *)error->text; *c; c++)
        CHECK(*c >= ' ' && *c != 0x7f);
}
