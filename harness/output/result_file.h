/* SPDX-License-Identifier: MIT
 * A saved run: the file pair DIR/<cpu>/<yyyymmdd>-<compiler>-<level>.csv and .json. While the
 * run continues, -partial is appended to the name, and each process replaces the pair. All other
 * pairs are never replaced: the second one of a day gets the suffix -2, and so on. */
#ifndef RESULT_FILE_H
#define RESULT_FILE_H

#include "base/error.h"

#include <stdint.h>
#include <stdio.h>
#include <time.h>

/* Sizes of texts: a folder, a name in it without its suffix, and the path of both. */
enum { FOLDER_SIZE = 4096, STEM_SIZE = 256, RESULT_PATH_SIZE = FOLDER_SIZE + STEM_SIZE + 48 };

struct file_pair { /* paths; "": none */
    char csv[RESULT_PATH_SIZE], json[RESULT_PATH_SIZE];
};

struct result_file {
    char folder[FOLDER_SIZE], stem[STEM_SIZE];
    FILE *csv, *json; /* open between result_file_create_files() and result_file_commit() */
    struct file_pair temporary; /* names of the open files                                */
    struct file_pair partial;   /* of this run, as last saved                             */
    struct file_pair saved;     /* as last saved, partial or whole                        */
};

/* Creates the folder, and fails unless it is writable: before timing, not after it. Removes
 * temporary files of killed runs. `began` is the date in the name, and must be the date in the
 * file: a run may last past midnight. Errors are those of result_file_fail(). */
bool result_file_open(struct result_file *result, const char *folder, const char *cpu,
                      const char *compiler, const char *level, time_t began, struct error *error);

/* Opens the folder of an earlier run, of the same build and date, that is named by its .json: a
 * partial pair is replaced, a whole one remains. Errors are STATUS_INPUT for the name, otherwise
 * those of result_file_fail(). */
bool result_file_reopen(struct result_file *result, const char *json_path, const char *compiler,
                        const char *level, time_t began, struct error *error);

/* Changes the folder to one in the user's cache. Returns false if there is none. */
bool result_file_use_cache_folder(struct result_file *result, const char *cpu);

/* Creates the two files under temporary names. Errors are those of result_file_fail(). */
bool result_file_create_files(struct result_file *result, struct error *error);

/* Returns the CRC-32 (see crc32.h) of all bytes written to csv so far; 0 if
 * they cannot be read back. */
uint32_t result_file_csv_crc32(struct result_file *result);

/* Writes both files to the disk and gives them their names. A whole pair replaces the run's
 * partial one. On an error neither file remains, and the partial pair is kept. Of a
 * partial pair that is replaced, the .csv may be the new one if the .json cannot be renamed. Errors
 * are those of result_file_fail(). */
bool result_file_commit(struct result_file *result, bool partial, struct error *error);

/* Removes the temporary files. Returns false with the error that errno names: STATUS_ENVIRONMENT
 * if out of memory, otherwise STATUS_OUTPUT. */
bool result_file_fail(struct result_file *result, struct error *error);

/* Removes the temporary files, if there are any. */
void result_file_discard(struct result_file *result);

#endif
