/* SPDX-License-Identifier: MIT */
#include "output/result_file.h"
#include "base/cache_folder.h"

#include <dirent.h>
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

/* A killed run may have left a file of this name: another process may have the same number now, as in containers. */
static FILE *create(const struct result *result, const char *suffix, char path[static 4400])
{
    enum { NAMES = 1000 };
    for (int i = 0; i < NAMES; i++) {
        snprintf(path, 4400, "%s/.%s%s.%ld-%d", result->folder, result->stem, suffix,
                 (long)getpid(), i);
        int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        if (fd >= 0)
            return fdopen(fd, "w+");
        if (errno != EEXIST)
            break;
    }
    *path = 0;
    return NULL;
}

/* ".20261122-gcc-12-native.csv.4711-0", as create() names its files. */
static bool is_temporary(const char *name)
{
    size_t digits = strspn(name + 1, "0123456789");
    return *name == '.' && digits == 8 && name[9] == '-' &&
           (strstr(name, ".csv.") || strstr(name, ".json."));
}

/* Removes temporary files of runs that were killed. A file exists while it is written, which takes seconds. */
static void sweep(const struct result *result, time_t now)
{
    enum { STALE_SECONDS = 600 };
    DIR *folder = opendir(result->folder);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        struct stat status;
        if (is_temporary(entry->d_name) &&
            !fstatat(dirfd(folder), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) &&
            S_ISREG(status.st_mode) && now - status.st_mtime > STALE_SECONDS)
            unlinkat(dirfd(folder), entry->d_name, 0);
    }
    if (folder)
        closedir(folder);
}

/* "gcc 12.2.0" -> "gcc-12" */
static void compiler_word(const char *compiler, char *word, size_t size)
{
    size_t name = strcspn(compiler, " "), major = strcspn(compiler + name, ".");
    snprintf(word, size, "%.*s-%.*s", (int)name, compiler, major ? (int)major - 1 : 0,
             compiler + name + (major > 0));
}

static bool cannot_write(const struct result *result, struct error *error)
{
    return fail(error, errno == ENOMEM ? STATUS_ENVIRONMENT : STATUS_OUTPUT,
                "%s: cannot write here: %s", result->folder, strerror(errno));
}

bool result_begin(struct result *result, struct error *error)
{
    if (!make_folders(result->folder))
        return fail(error, STATUS_OUTPUT, "%s: cannot make this folder: %s", result->folder,
                    strerror(errno));
    result->csv = create(result, ".csv", result->temporary.csv);
    result->json = result->csv ? create(result, ".json", result->temporary.json) : NULL;
    if (result->json)
        return true;
    cannot_write(result, error);
    result_discard(result);
    return false;
}

/* Creates files and removes them. Their date is the file system's idea of now. */
static bool try_folder(struct result *result, struct error *error)
{
    struct stat status;
    if (!result_begin(result, error))
        return false;
    bool ok = !fstat(fileno(result->csv), &status) || cannot_write(result, error);
    result_discard(result);
    if (ok)
        sweep(result, status.st_mtime);
    return ok;
}

bool result_open(struct result *result, const char *folder, const char *cpu, const char *compiler,
                 const char *level, time_t began, struct error *error)
{
    char word[64], day[16];
    *result = (struct result){0};
    compiler_word(compiler, word, sizeof word);
    strftime(day, sizeof day, "%Y%m%d", gmtime(&began));
    snprintf(result->folder, sizeof result->folder, "%s/%s", folder, cpu);
    snprintf(result->stem, sizeof result->stem, "%s-%s-%s", day, word, level);
    return try_folder(result, error);
}

bool result_reopen(struct result *result, const char *json_path, struct error *error)
{
    const char *slash = strrchr(json_path, '/'), *name = slash ? slash + 1 : json_path;
    const char *mark = strstr(name, "-partial");
    size_t length = strlen(json_path), before_suffix = length - strlen(".json");
    *result = (struct result){0};
    if (!mark || length < strlen(".json") || strcmp(json_path + before_suffix, ".json"))
        return fail(error, STATUS_INPUT,
                    "%s: expected the .json of a partial result, such as "
                    "20261122-gcc-12-native-partial.json",
                    json_path);
    snprintf(result->folder, sizeof result->folder, "%.*s", slash ? (int)(slash - json_path) : 1,
             slash ? json_path : ".");
    snprintf(result->stem, sizeof result->stem, "%.*s", (int)(mark - name), name);
    snprintf(result->partial.json, sizeof result->partial.json, "%s", json_path);
    snprintf(result->partial.csv, sizeof result->partial.csv, "%.*s.csv", (int)before_suffix,
             json_path);
    return try_folder(result, error);
}

bool result_turn_to_cache(struct result *result, const char *cpu)
{
    char folder[4096 - 256];
    if (!cache_folder(folder, sizeof folder))
        return false;
    snprintf(result->folder, sizeof result->folder, "%s/results/%.200s", folder, cpu);
    result->partial = (struct pair){"", ""}; /* stays where it is */
    return true;
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

/* The paths may be empty. */
static void remove_pair(struct pair *pair)
{
    unlink(pair->csv);
    unlink(pair->json);
    *pair = (struct pair){"", ""};
}

/* Puts the pair under the first free name with this ending. */
static bool publish(struct result *result, const char *ending)
{
    for (unsigned n = 1;; n++) {
        char number[16] = "";
        struct pair *pair = &result->saved;
        if (n > 1)
            snprintf(number, sizeof number, "-%u", n);
        snprintf(pair->csv, sizeof pair->csv, "%s/%s%s%s.csv", result->folder, result->stem, ending,
                 number);
        snprintf(pair->json, sizeof pair->json, "%s/%s%s%s.json", result->folder, result->stem,
                 ending, number);
        if (move(result->temporary.csv, pair->csv)) {
            if (move(result->temporary.json, pair->json))
                return true;
            int why = errno;
            rename(pair->csv, result->temporary.csv);
            errno = why;
        }
        if (errno != EEXIST)
            return false;
    }
}

/* Between the two renames the .csv is a process ahead of the .json, by which a run is resumed. */
static bool replace_partial(struct result *result)
{
    result->saved = result->partial;
    return rename(result->temporary.csv, result->partial.csv) == 0 &&
           rename(result->temporary.json, result->partial.json) == 0;
}

static bool sync_folder(const struct result *result)
{
    int folder = open(result->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool ok = folder >= 0 && fsync(folder) == 0;
    if (folder >= 0)
        close(folder);
    return ok;
}

bool result_commit(struct result *result, bool partial, struct error *error)
{
    bool again = partial && *result->partial.json;
    bool ok = close_file(&result->csv);
    ok = close_file(&result->json) && ok;
    ok = ok && (again ? replace_partial(result) : publish(result, partial ? "-partial" : ""));
    if (ok) {
        result->temporary = (struct pair){"", ""};
        ok = sync_folder(result) || again;
        if (!ok)
            result->temporary = result->saved;
    }
    if (ok) {
        if (partial)
            result->partial = result->saved;
        else
            remove_pair(&result->partial);
        return true;
    }
    fail(error, STATUS_OUTPUT, "%s: the result could not be saved: %s", result->folder,
         strerror(errno));
    result_discard(result);
    return false;
}

void result_discard(struct result *result)
{
    if (result->csv)
        fclose(result->csv);
    if (result->json)
        fclose(result->json);
    result->csv = result->json = NULL;
    remove_pair(&result->temporary);
}
