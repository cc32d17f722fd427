/* SPDX-License-Identifier: MIT
 * The file has a line "slidebench-proofs 1 <hash>", then lines "<scheme> <verdict> <set of
 * pieces>". */
#include "verify/proof_store.h"
#include "base/program.h"
#include "machine/cache_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* FNV-1a with 64 bits, a hash by G. Fowler, L. C. Noll and K.-P. Vo.
 * http://www.isthe.com/chongo/tech/comp/fnv */
#define FNV1A_BASIS UINT64_C(0xcbf29ce484222325) /* the hash of no bytes */
#define FNV1A_PRIME UINT64_C(0x100000001b3)

enum { MAX_VERDICTS = 1024, LINE_SIZE = 96 };

static struct stored_verdict {
    char scheme[64], verdict[16];
    unsigned pieces;
} stored[MAX_VERDICTS];
static size_t stored_count;

/* Returns the hash of the running program's file, or 0 if it is unreadable. */
static uint64_t program_hash(void)
{
    static uint64_t hash;
    int fd = hash ? -1 : program_open();
    if (fd >= 0) {
        unsigned char bytes[4096];
        ssize_t n;
        hash = FNV1A_BASIS;
        while ((n = read(fd, bytes, sizeof bytes)) > 0)
            for (ssize_t i = 0; i < n; i++)
                hash = (hash ^ bytes[i]) * FNV1A_PRIME;
        if (n < 0)
            hash = 0;
        close(fd);
    }
    return hash;
}

/* Verdicts are stored beside the program or, if that folder is read-only, in the user's cache. */
enum place { BESIDE, IN_CACHE, PLACES };

enum { MAX_PATH_SIZE = 3 * PROGRAM_PATH_SIZE };

/* Writes the path of the file at one place, and creates missing cache folders. Returns false if
 * the place is unknown. */
static bool file_path(enum place place, char path[static MAX_PATH_SIZE])
{
    char program[PROGRAM_PATH_SIZE];
    if (!program_path(program))
        return false;
    if (place == BESIDE) {
        snprintf(path, MAX_PATH_SIZE, "%s.proofs", program);
        return true;
    }
    if (!cache_folder(path, 2 * PROGRAM_PATH_SIZE))
        return false;
    strcat(strcat(path, strrchr(program, '/')), ".proofs");
    return true;
}

/* Reads a text file, as much of it as fits. Returns false without it. */
static bool read_text(const char *path, char *text, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    size_t length = 0;
    if (fd < 0)
        return false;
    for (ssize_t n; (n = read(fd, text + length, size - 1 - length)) > 0;)
        length += (size_t)n;
    close(fd);
    text[length] = '\0';
    return true;
}

/* Loads all verdicts, or those before the first damaged line. Allocates no memory: without it a
 * proof must not seem to be missing. */
static void load_from(const char *path)
{
    static char text[MAX_VERDICTS * LINE_SIZE];
    uint64_t hash;
    int used;
    if (!read_text(path, text, sizeof text) ||
        sscanf(text, "slidebench-proofs 1 %16" SCNx64 "%n", &hash, &used) != 1 ||
        hash != program_hash())
        return;
    for (const char *at = text + used; stored_count < MAX_VERDICTS; at += used) {
        struct stored_verdict *next = &stored[stored_count];
        if (sscanf(at, "%63s %15s %u%n", next->scheme, next->verdict, &next->pieces, &used) != 3)
            return;
        stored_count++;
    }
}

static void load(void)
{
    static bool loaded;
    char path[MAX_PATH_SIZE];
    for (enum place place = BESIDE; place < PLACES && !loaded && !stored_count; place++)
        if (file_path(place, path))
            load_from(path);
    loaded = true;
}

static struct stored_verdict *find_verdict(const char *scheme)
{
    load();
    for (size_t i = 0; i < stored_count; i++)
        if (!strcmp(stored[i].scheme, scheme))
            return &stored[i];
    return NULL;
}

const char *proof_store_verdict(const char *scheme)
{
    const struct stored_verdict *found = find_verdict(scheme);
    return found ? found->verdict : "";
}

const char *proof_store_piece_verdict(const char *scheme, enum piece piece)
{
    const struct stored_verdict *found = find_verdict(scheme);
    if (!found)
        return "";
    if (found->pieces & 1u << piece)
        return "proved";
    return strcmp(found->verdict, "proved") ? found->verdict : "verified";
}

static bool write_verdicts(FILE *file)
{
    fprintf(file, "slidebench-proofs 1 %016" PRIx64 "\n", program_hash());
    for (size_t i = 0; i < stored_count; i++)
        fprintf(file, "%s %s %u\n", stored[i].scheme, stored[i].verdict, stored[i].pieces);
    bool ok = !ferror(file) && fflush(file) == 0 && fsync(fileno(file)) == 0;
    return (fclose(file) == 0) & ok; /* a write error may be reported as late as here */
}

static bool save_to(const char *path, struct error *error)
{
    char hidden[MAX_PATH_SIZE + 32];
    snprintf(hidden, sizeof hidden, "%s.%ld", path, (long)getpid());
    FILE *file = fopen(hidden, "w");
    if (file && write_verdicts(file) && rename(hidden, path) == 0)
        return true;
    fail(error, STATUS_OUTPUT, "%s: cannot save the verdicts: %s", path, strerror(errno));
    unlink(hidden);
    return false;
}

bool proof_store_save(const struct proof_verdict *verdicts, size_t n, struct error *error)
{
    char path[MAX_PATH_SIZE];
    for (size_t i = 0; i < n; i++) {
        struct stored_verdict *entry = find_verdict(verdicts[i].scheme);
        if (!entry && stored_count < MAX_VERDICTS)
            entry = &stored[stored_count++];
        if (entry) {
            snprintf(entry->scheme, sizeof entry->scheme, "%s", verdicts[i].scheme);
            snprintf(entry->verdict, sizeof entry->verdict, "%s", verdicts[i].verdict);
            entry->pieces = verdicts[i].pieces;
        }
    }
    if (!program_hash() || !file_path(BESIDE, path))
        return fail(error, STATUS_OUTPUT,
                    "cannot save the verdicts: this system does not provide the program's path");
    return save_to(path, error) || (file_path(IN_CACHE, path) && save_to(path, error));
}
