/* SPDX-License-Identifier: MIT */
#include "output/result_file.h"
#include "base/fd_io.h"
#include "machine/cache_folder.h"
#include "output/crc32.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Creates a folder and its parents, as mkdir -p does. */
static bool create_folders(char *path)
{
    for (char *slash = path + 1;; slash++) {
        char end = *slash;
        if (end && end != '/')
            continue;
        *slash = 0;
        bool ok = mkdir(path, 0777) == 0 || errno == EEXIST;
        *slash = end;
        if (!ok)
            return false;
        if (!end)
            return true;
    }
}

/* Creates a temporary file. A killed run may have left one of the same name: process ids recur,
 * for example in containers. */
static FILE *create(const struct result_file *result, const char *suffix,
                    char path[static RESULT_PATH_SIZE])
{
    enum { MAX_TRIES = 1000 };
    for (int i = 0; i < MAX_TRIES; i++) {
        snprintf(path, RESULT_PATH_SIZE, "%s/.%s%s.%ld-%d", result->folder, result->stem, suffix,
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

/* Returns whether create() made this name, such as ".20261122-gcc-12-native.csv.4711-0". */
static bool is_temporary(const char *name)
{
    size_t digits = strspn(name + 1, "0123456789");
    return *name == '.' && digits == 8 && name[9] == '-' &&
           (strstr(name, ".csv.") || strstr(name, ".json."));
}

/* Removes temporary files of killed runs. Others are at most seconds old: a file has this name
 * only while it is written. */
static void remove_stale_files(const struct result_file *result, time_t now)
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

/* Shortens "gcc 12.2.0" to "gcc-12". */
static void shorten_compiler(const char *compiler, char *word, size_t size)
{
    size_t name = strcspn(compiler, " "), major = strcspn(compiler + name, ".");
    snprintf(word, size, "%.*s-%.*s", (int)name, compiler, major ? (int)major - 1 : 0,
             compiler + name + (major > 0));
}

static bool cannot(const char *what, const struct result_file *result, struct error *error)
{
    return fail(error, errno == ENOMEM ? STATUS_ENVIRONMENT : STATUS_OUTPUT, "%s: cannot %s: %s",
                result->folder, what, strerror(errno));
}

static bool cannot_write(const struct result_file *result, struct error *error)
{
    return cannot("write to this folder", result, error);
}

bool result_file_create_files(struct result_file *result, struct error *error)
{
    if (!create_folders(result->folder))
        return cannot("create this folder", result, error);
    result->csv = create(result, ".csv", result->temporary.csv);
    result->json = result->csv ? create(result, ".json", result->temporary.json) : NULL;
    if (result->json)
        return true;
    cannot_write(result, error);
    result_file_discard(result);
    return false;
}

/* Creates the files and removes them. Their date is the current time by the file system's clock. */
static bool try_folder(struct result_file *result, struct error *error)
{
    struct stat status;
    if (!result_file_create_files(result, error))
        return false;
    bool ok = !fstat(fileno(result->csv), &status) || cannot_write(result, error);
    result_file_discard(result);
    if (ok)
        remove_stale_files(result, status.st_mtime);
    return ok;
}

static void name_stem(struct result_file *result, const char *compiler, const char *level,
                      time_t began)
{
    char word[64], day[16];
    shorten_compiler(compiler, word, sizeof word);
    strftime(day, sizeof day, "%Y%m%d", gmtime(&began));
    snprintf(result->stem, sizeof result->stem, "%s-%s-%s", day, word, level);
}

bool result_file_open(struct result_file *result, const char *folder, const char *cpu,
                      const char *compiler, const char *level, time_t began, struct error *error)
{
    *result = (struct result_file){0};
    name_stem(result, compiler, level, began);
    snprintf(result->folder, sizeof result->folder, "%s/%s", folder, cpu);
    return try_folder(result, error);
}

bool result_file_reopen(struct result_file *result, const char *json_path, const char *compiler,
                        const char *level, time_t began, struct error *error)
{
    const char *slash = strrchr(json_path, '/');
    size_t length = strlen(json_path), before_suffix = length - strlen(".json");
    *result = (struct result_file){0};
    name_stem(result, compiler, level, began);
    if (length < strlen(".json") || strcmp(json_path + before_suffix, ".json"))
        return fail(error, STATUS_INPUT,
                    "%s: not the name of a result; expected a name such as "
                    "20261122-gcc-12-native.json",
                    json_path);
    snprintf(result->folder, sizeof result->folder, "%.*s", slash ? (int)(slash - json_path) : 1,
             slash ? json_path : ".");
    if (strstr(slash ? slash : json_path, "-partial")) { /* a whole result remains */
        snprintf(result->partial.json, sizeof result->partial.json, "%s", json_path);
        snprintf(result->partial.csv, sizeof result->partial.csv, "%.*s.csv", (int)before_suffix,
                 json_path);
    }
    return try_folder(result, error);
}

bool result_file_use_cache_folder(struct result_file *result, const char *cpu)
{
    char folder[FOLDER_SIZE - STEM_SIZE];
    if (!cache_folder(folder, sizeof folder))
        return false;
    snprintf(result->folder, sizeof result->folder, "%s/results/%.200s", folder, cpu);
    result->partial = (struct file_pair){"", ""}; /* keeps the partial pair */
    return true;
}

uint32_t result_file_csv_crc32(struct result_file *result)
{
    if (fflush(result->csv) || fseek(result->csv, 0, SEEK_SET))
        return 0;
    uint32_t crc = crc32_of_file(result->csv);
    return fseek(result->csv, 0, SEEK_END) ? 0 : crc;
}

static bool close_file(FILE **file)
{
    FILE *closing = *file;
    *file = NULL;
    return file_close_synced(closing);
}

/* Renames a file, unless the new name exists: EEXIST. rename() alone would replace the result of
 * a run that ends at the same time. On a file system without hard links an empty file reserves
 * the name. */
static bool move(const char *from, const char *to)
{
    if (link(from, to) == 0) {
        unlink(from);
        return true;
    }
    if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS)
        return false;
    int reserved = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (reserved < 0)
        return false;
    close(reserved);
    if (rename(from, to) == 0)
        return true;
    unlink(to);
    return false;
}

/* Removes both files; their paths may be empty. */
static void remove_pair(struct file_pair *pair)
{
    unlink(pair->csv);
    unlink(pair->json);
    *pair = (struct file_pair){"", ""};
}

/* Gives the temporary pair the first free name with this ending. */
static bool publish(struct result_file *result, const char *ending)
{
    for (unsigned n = 1;; n++) {
        char number[16] = "";
        struct file_pair *pair = &result->saved;
        if (n > 1)
            snprintf(number, sizeof number, "-%u", n);
        snprintf(pair->csv, sizeof pair->csv, "%s/%s%s%s.csv", result->folder, result->stem, ending,
                 number);
        snprintf(pair->json, sizeof pair->json, "%s/%s%s%s.json", result->folder, result->stem,
                 ending, number);
        if (move(result->temporary.csv, pair->csv)) {
            if (move(result->temporary.json, pair->json))
                return true;
            int cause = errno;
            rename(pair->csv, result->temporary.csv);
            errno = cause;
        }
        if (errno != EEXIST)
            return false;
    }
}

/* Replaces the .csv first: a run killed between the two renames resumes from the old .json. */
static bool replace_partial(struct result_file *result)
{
    result->saved = result->partial;
    return rename(result->temporary.csv, result->partial.csv) == 0 &&
           rename(result->temporary.json, result->partial.json) == 0;
}

static bool sync_folder(const struct result_file *result)
{
    int folder = open(result->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool ok = folder >= 0 && fsync(folder) == 0;
    if (folder >= 0)
        close(folder);
    return ok;
}

bool result_file_commit(struct result_file *result, bool partial, struct error *error)
{
    bool replaces = partial && *result->partial.json;
    bool ok = close_file(&result->csv);
    ok = close_file(&result->json) && ok;
    ok = ok && (replaces ? replace_partial(result) : publish(result, partial ? "-partial" : ""));
    if (ok) {
        result->temporary = (struct file_pair){"", ""};
        ok = sync_folder(result) || replaces;
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
    return result_file_fail(result, error);
}

bool result_file_fail(struct result_file *result, struct error *error)
{
    cannot("save the result", result, error);
    result_file_discard(result);
    return false;
}

void result_file_discard(struct result_file *result)
{
    if (result->csv)
        fclose(result->csv);
    if (result->json)
        fclose(result->json);
    result->csv = result->json = NULL;
    remove_pair(&result->temporary);
}
