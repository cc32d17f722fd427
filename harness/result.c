/* SPDX-License-Identifier: MIT */
#include "result.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* mkdir -p */
static bool make_folders(char *path)
{
    for (char *slash = path + 1;; slash++) {
        char kept = *slash;
        if (kept && kept != '/')
            continue;
        *slash = 0;
        bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
        *slash = kept;
        if (!made)
            return false;
        if (!kept)
            return true;
    }
}

static FILE *create(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    return fd < 0 ? NULL : fdopen(fd, "w+");
}

/* "gcc 12.2.0" -> "gcc-12" */
static void compiler_word(const char *compiler, char *word, size_t size)
{
    size_t name = strcspn(compiler, " "), major = strcspn(compiler + name, ".");
    snprintf(word, size, "%.*s-%.*s", (int)name, compiler, major ? (int)major - 1 : 0,
             compiler + name + (major > 0));
}

bool result_open(struct result *result, const char *folder, const char *cpu, const char *compiler,
                 const char *level, time_t began, struct error *error)
{
    *result = (struct result){0};
    snprintf(result->folder, sizeof result->folder, "%s/%s", folder, cpu);
    if (!make_folders(result->folder))
        return fail(error, STATUS_OUTPUT, "%s: cannot make this folder: %s", result->folder,
                    strerror(errno));

    char word[64], day[16];
    compiler_word(compiler, word, sizeof word);
    strftime(day, sizeof day, "%Y%m%d", gmtime(&began));
    snprintf(result->stem, sizeof result->stem, "%s-%s-%s", day, word, level);
    snprintf(result->csv_path, sizeof result->csv_path, "%s/.%s.csv.%ld", result->folder,
             result->stem, (long)getpid());
    snprintf(result->json_path, sizeof result->json_path, "%s/.%s.json.%ld", result->folder,
             result->stem, (long)getpid());
    result->csv = create(result->csv_path);
    result->json = result->csv ? create(result->json_path) : NULL;
    result->pending = true;
    if (result->json)
        return true;
    fail(error, errno == ENOMEM ? STATUS_ENVIRONMENT : STATUS_OUTPUT, "%s: cannot write here: %s",
         result->folder, strerror(errno));
    result_discard(result);
    return false;
}

uint32_t result_csv_crc32(struct result *result)
{
    uint32_t crc = ~UINT32_C(0);
    if (fflush(result->csv) || fseek(result->csv, 0, SEEK_SET))
        return 0;
    for (int c; (c = fgetc(result->csv)) != EOF;) {
        crc ^= (uint32_t)c;
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (0xedb88320 & -(crc & 1));
    }
    return fseek(result->csv, 0, SEEK_END) ? 0 : ~crc;
}

/* A write error may show as late as at close. */
static bool close_file(FILE **file)
{
    FILE *closing = *file;
    *file = NULL;
    bool ok = !ferror(closing) && fflush(closing) == 0 && fsync(fileno(closing)) == 0;
    return (fclose(closing) == 0) & ok;
}

/* Gives a file another name, unless that is taken: EEXIST. rename() alone would replace what two runs that end together
 * have written. Where the file system knows no hard links, an empty file keeps the place. */
static bool move(const char *from, const char *to)
{
    if (link(from, to) == 0) {
        unlink(from);
        return true;
    }
    if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS)
        return false;
    int place = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (place < 0)
        return false;
    close(place);
    if (rename(from, to) == 0)
        return true;
    unlink(to);
    return false;
}

static bool publish(struct result *result)
{
    char csv[4400], json[4400];
    for (unsigned n = 1;; n++) {
        char number[16] = "";
        if (n > 1)
            snprintf(number, sizeof number, "-%u", n);
        snprintf(csv, sizeof csv, "%s/%s%s.csv", result->folder, result->stem, number);
        snprintf(json, sizeof json, "%s/%s%s.json", result->folder, result->stem, number);
        if (move(result->csv_path, csv)) {
            if (move(result->json_path, json))
                break;
            int why = errno;
            rename(csv, result->csv_path);
            errno = why;
        }
        if (errno != EEXIST)
            return false;
    }
    strcpy(result->csv_path, csv);
    strcpy(result->json_path, json);
    int folder = open(result->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool ok = folder >= 0 && fsync(folder) == 0;
    if (folder >= 0)
        close(folder);
    return ok;
}

bool result_commit(struct result *result, struct error *error)
{
    bool ok = close_file(&result->csv);
    ok = close_file(&result->json) && ok;
    if (ok && publish(result)) {
        result->pending = false;
        return true;
    }
    fail(error, STATUS_OUTPUT, "%s: the result could not be saved: %s", result->folder,
         strerror(errno));
    result_discard(result);
    return false;
}

void result_discard(struct result *result)
{
    if (!result->pending)
        return;
    result->pending = false;
    if (result->csv)
        fclose(result->csv);
    if (result->json)
        fclose(result->json);
    unlink(result->csv_path);
    unlink(result->json_path);
}
