/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "card.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "paths.h"
#include "process.h"

#define CARD_BYTES_MIN (128ull << 20)
#define CARD_BYTES_MAX (2048ull << 20)
#define DATA_SPARE_BYTES (32ull << 20) /* for results and the file system itself */
#define SECTOR 512ull
#define DISK_SIGNATURE 0x7a796e71u
#define FAT_SERIAL "7a790001"
#define DATA_UUID "7a796e71-7477-496e-8000-000000000001"
#define HASH_SEED "7a796e71-7477-496e-8000-000000000002"
#define PROGRAM_LIMIT_S 60

static void put_le32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> (8 * i));
}

static void put_partition(uint8_t *entry, uint8_t type, uint64_t offset, uint64_t bytes)
{
    memset(entry, 0, 16);
    memset(entry + 1, 0xff, 3); /* cylinder, head, sector: "use the sector numbers" */
    memset(entry + 5, 0xff, 3);
    entry[4] = type;
    put_le32(entry + 8, (uint32_t)(offset / SECTOR));
    put_le32(entry + 12, (uint32_t)(bytes / SECTOR));
}

static bool make_disk(const char *image, uint64_t bytes, char **error)
{
    uint8_t mbr[SECTOR] = {0};
    put_le32(mbr + 440, DISK_SIGNATURE);
    put_partition(mbr + 446, 0x0e, ZT_CARD_BOOT_OFFSET, ZT_CARD_BOOT_BYTES);
    put_partition(mbr + 462, 0x83, ZT_CARD_DATA_OFFSET, bytes - ZT_CARD_DATA_OFFSET);
    mbr[510] = 0x55;
    mbr[511] = 0xaa;
    int failed = zt_write_file(image, mbr, sizeof mbr);
    if (!failed && truncate(image, (off_t)bytes))
        failed = errno;
    if (failed)
        *error = zt_format("%s: cannot be written: %s", image, strerror(failed));
    return !failed;
}

/* A file as debugfs and mcopy shall see it: a copy in the scratch folder with a fixed time. */
static bool stage(const char *from, const char *to, char **error)
{
    struct zt_bytes content;
    int failed = zt_read_file(from, &content);
    if (!failed) {
        failed = zt_write_file(to, content.data, content.size);
        zt_bytes_free(&content);
    }
    struct timespec times[2] = {{ZT_CARD_EPOCH, 0}, {ZT_CARD_EPOCH, 0}};
    if (!failed && utimensat(AT_FDCWD, to, times, 0))
        failed = errno;
    if (failed)
        *error = zt_format("%s: cannot be copied to %s: %s", from, to, strerror(failed));
    return !failed;
}

static bool make_boot(const char *image, const char *folder, const char *log, char **error)
{
    static const enum zt_artefact parts[] = {ZT_KERNEL, ZT_DTB, ZT_INITRAMFS};
    struct zt_args args = {0};
    zt_args_add(&args, "mformat");
    zt_args_add(&args, "-i");
    zt_args_add(&args, "%s@@%llu", image, ZT_CARD_BOOT_OFFSET);
    zt_args_add(&args, "-T");
    zt_args_add(&args, "%llu", ZT_CARD_BOOT_BYTES / SECTOR);
    static const char *const rest[] = {"-h", "16",       "-s", "63",       "-H", "2048",
                                       "-N", FAT_SERIAL, "-v", "ZYNQTWIN", "::"};
    for (size_t i = 0; i < sizeof rest / sizeof rest[0]; i++)
        zt_args_add(&args, "%s", rest[i]);
    bool good = zt_run_program(&args, log, PROGRAM_LIMIT_S, error);
    zt_args_free(&args);
    for (size_t i = 0; good && i < sizeof parts / sizeof parts[0]; i++) {
        const char *from = zt_artefact(parts[i]);
        char *staged = zt_format("%s/%s", folder, strrchr(from, '/') + 1);
        good = stage(from, staged, error);
        args = (struct zt_args){0};
        zt_args_add(&args, "mcopy");
        zt_args_add(&args, "-m");
        zt_args_add(&args, "-i");
        zt_args_add(&args, "%s@@%llu", image, ZT_CARD_BOOT_OFFSET);
        zt_args_add(&args, "%s", staged);
        zt_args_add(&args, "::");
        good = good && zt_run_program(&args, log, PROGRAM_LIMIT_S, error);
        zt_args_free(&args);
        unlink(staged);
        free(staged);
    }
    return good;
}

static bool format_data(const char *data, uint64_t bytes, const char *log, char **error)
{
    static const char *const words[] = {"mke2fs",
                                        "-q",
                                        "-F",
                                        "-t",
                                        "ext4",
                                        "-b",
                                        "4096",
                                        "-I",
                                        "256",
                                        "-m",
                                        "0",
                                        "-O",
                                        "none,filetype,sparse_super,large_file,extent",
                                        "-L",
                                        "data",
                                        "-U",
                                        DATA_UUID,
                                        "-E",
                                        "hash_seed=" HASH_SEED
                                        ",root_owner=0:0,lazy_itable_init=0,nodiscard"};
    struct zt_args args = {0};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        zt_args_add(&args, "%s", words[i]);
    zt_args_add(&args, "%s", data);
    zt_args_add(&args, "%lluk", (unsigned long long)bytes / 1024);
    bool good = zt_run_program(&args, log, PROGRAM_LIMIT_S, error);
    zt_args_free(&args);
    return good;
}

/* Commands for debugfs that write every file of the plan, folders first where they are needed. */
static bool write_commands(const char *script, const char *folder, const struct zt_plan *plan, char **error)
{
    struct zt_bytes text = {0};
    char *last_folder = zt_copy("");
    bool good = true;
    for (size_t i = 0; i < plan->count && good; i++) {
        const struct zt_card_file *file = &plan->files[i];
        const char *slash = strchr(file->guest, '/');
        size_t length = slash ? (size_t)(slash - file->guest) : 0;
        if (slash && (strlen(last_folder) != length || strncmp(last_folder, file->guest, length) != 0)) {
            free(last_folder);
            last_folder = zt_format("%.*s", (int)length, file->guest);
            zt_bytes_print(&text, "mkdir %s\n", last_folder);
        }
        if (file->link) {
            zt_bytes_print(&text, "symlink %s %s\n", file->guest, file->link);
            continue;
        }
        char *host = file->host ? zt_copy(file->host) : zt_format("%s/part-%zu", folder, i);
        int failed = file->host ? 0 : zt_write_file(host, file->bytes.data, file->bytes.size);
        if (failed) {
            *error = zt_format("%s: cannot be written: %s", host, strerror(failed));
            good = false;
        }
        zt_bytes_print(&text, "write \"%s\" %s\nsif %s mode 0100%s\n", host, file->guest, file->guest,
                       file->executable ? "755" : "644");
        free(host);
    }
    free(last_folder);
    int failed = good ? zt_write_file(script, text.data, text.size) : 0;
    if (failed)
        *error = zt_format("%s: cannot be written: %s", script, strerror(failed));
    zt_bytes_free(&text);
    return good && !failed;
}

static void remove_parts(const char *folder, const struct zt_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        char *part = zt_format("%s/part-%zu", folder, i);
        if (!plan->files[i].host && !plan->files[i].link)
            unlink(part);
        free(part);
    }
}

static bool fill_data(const char *data, const char *folder, const struct zt_plan *plan, const char *log,
                      char **error)
{
    char *script = zt_format("%s/card.debugfs", folder);
    struct zt_args args = {0};
    zt_args_add(&args, "debugfs");
    zt_args_add(&args, "-w");
    zt_args_add(&args, "-f");
    zt_args_add(&args, "%s", script);
    zt_args_add(&args, "%s", data);
    bool good =
        write_commands(script, folder, plan, error) && zt_run_program(&args, log, PROGRAM_LIMIT_S, error);
    zt_args_free(&args);
    remove_parts(folder, plan);
    unlink(script);
    free(script);
    return good;
}

/* debugfs says nothing with its exit status when a command fails; so every file is looked for. */
static bool check_data(const char *data, const struct zt_plan *plan, const char *log, char **error)
{
    struct zt_args args = {0};
    zt_args_add(&args, "e2fsck");
    zt_args_add(&args, "-fn");
    zt_args_add(&args, "%s", data);
    bool good = zt_run_program(&args, log, PROGRAM_LIMIT_S, error);
    zt_args_free(&args);
    char *text = zt_file_tail(log, 100000);
    static const char *const failures[] = {"No space left", "not found by ext2_lookup", "No such file",
                                           "Could not"};
    for (size_t i = 0; good && i < sizeof failures / sizeof failures[0]; i++) {
        const char *at = strstr(text, failures[i]);
        if (!at)
            continue;
        *error =
            zt_format("the card's data partition cannot be written (%zu files): %.120s", plan->count, at);
        good = false;
    }
    free(text);
    return good;
}

/* Copies the partition to its place, leaving holes where it has them. */
static bool place_data(const char *data, const char *image, char **error)
{
    int in = open(data, O_RDONLY | O_CLOEXEC);
    int out = open(image, O_WRONLY | O_CLOEXEC);
    static char block[1 << 16];
    off_t at = 0;
    int failed = in < 0 || out < 0 ? errno : 0;
    while (!failed) { /* bounded by the partition's size */
        at = lseek(in, at, SEEK_DATA);
        if (at < 0) {
            failed = errno == ENXIO ? 0 : errno;
            break;
        }
        ssize_t got = pread(in, block, sizeof block, at);
        if (got <= 0) {
            failed = got < 0 ? errno : 0;
            break;
        }
        if (pwrite(out, block, (size_t)got, (off_t)ZT_CARD_DATA_OFFSET + at) != got)
            failed = errno ? errno : EIO;
        at += got;
    }
    if (in >= 0)
        close(in);
    if (out >= 0)
        close(out);
    if (failed)
        *error = zt_format("%s: cannot be put into %s: %s", data, image, strerror(failed));
    return !failed;
}

static uint64_t content_bytes(const struct zt_plan *plan)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < plan->count; i++) {
        int64_t size =
            plan->files[i].host ? zt_file_size(plan->files[i].host) : (int64_t)plan->files[i].bytes.size;
        bytes += 8192 + (size > 0 ? (uint64_t)size : 0);
    }
    return bytes;
}

bool zt_card_make(const char *image, const char *folder, const struct zt_plan *plan, char **error)
{
    uint64_t need = ZT_CARD_DATA_OFFSET + content_bytes(plan) + DATA_SPARE_BYTES;
    uint64_t bytes = CARD_BYTES_MIN; /* SD cards of this kind have a power of two */
    while (bytes < need && bytes < CARD_BYTES_MAX)
        bytes *= 2;
    if (bytes < need) {
        *error = zt_format("the card would need %llu bytes (at most %llu)", (unsigned long long)need,
                           CARD_BYTES_MAX);
        return false;
    }
    char *epoch = zt_format("%d", ZT_CARD_EPOCH);
    setenv("E2FSPROGS_FAKE_TIME", epoch, 1);
    setenv("SOURCE_DATE_EPOCH", epoch, 1);
    setenv("TZ", "UTC", 1);
    setenv("LC_ALL", "C", 1);
    setenv("MTOOLS_SKIP_CHECK", "1", 1);
    setenv("MKE2FS_CONFIG", "/dev/null", 1); /* the host's defaults do not count */
    free(epoch);
    char *data = zt_format("%s/data.img", folder);
    char *log = zt_format("%s/card.log", folder);
    unlink(data);
    unlink(log);
    bool good = make_disk(image, bytes, error) && make_boot(image, folder, log, error) &&
                format_data(data, bytes - ZT_CARD_DATA_OFFSET, log, error) &&
                fill_data(data, folder, plan, log, error) && check_data(data, plan, log, error) &&
                place_data(data, image, error);
    unlink(data);
    if (good)
        unlink(log);
    free(data);
    free(log);
    return good;
}

bool zt_card_get_boot(const char *image, const char *name, const char *to, const char *log, char **error)
{
    struct zt_args args = {0};
    unlink(to);
    zt_args_add(&args, "mcopy");
    zt_args_add(&args, "-n");
    zt_args_add(&args, "-i");
    zt_args_add(&args, "%s@@%llu", image, ZT_CARD_BOOT_OFFSET);
    zt_args_add(&args, "::%s", name);
    zt_args_add(&args, "%s", to);
    bool good = zt_run_program(&args, log, PROGRAM_LIMIT_S, error);
    zt_args_free(&args);
    return good;
}

bool zt_card_get_data(const char *image, const char *from, const char *to, const char *log, char **error)
{
    struct zt_args args = {0};
    zt_args_add(&args, "debugfs");
    zt_args_add(&args, "-R");
    zt_args_add(&args, "rdump %s \"%s\"", from, to);
    zt_args_add(&args, "%s?offset=%llu", image, ZT_CARD_DATA_OFFSET);
    bool good = zt_run_program(&args, log, PROGRAM_LIMIT_S, error);
    zt_args_free(&args);
    return good;
}
