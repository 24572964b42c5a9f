// SPDX-License-Identifier: GPL-2.0-only
// SPDX-FileCopyrightText: The zynqtwin authors
/*
 * Process 1 of the card's initramfs: sets the system up, runs /data/run.sh from the card's data
 * partition, and restarts the machine when it ends. One program instead of a script, because starting
 * a program costs more than all of what is done here.
 *
 * Kernel command line: card=none gives a shell on the console instead of the card's script.
 */
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <net/route.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CARD_DEVICE "/dev/mmcblk0p2"
#define CARD_TIMEOUT_MS 5000
#define CARD_SCRIPT "/data/run.sh"

static const char *const script_env[] = {
    "PATH=/bin:/data/bin", "HOME=/tmp", "LD_LIBRARY_PATH=/data/lib", "TERM=dumb", NULL,
};

/* Writes a line to the console; there is nobody to tell when that fails. */
static void say(const char *what, const char *detail)
{
    dprintf(STDOUT_FILENO, "%s%s%s\n", what, *detail ? " " : "", detail);
}

static void complain(const char *what)
{
    say(what, strerror(errno));
}

static bool mount_at(const char *type, const char *where, unsigned long flags)
{
    if (mkdir(where, 0755) != 0 && errno != EEXIST) {
        complain(where);
        return false;
    }
    if (mount(type, where, type, flags, NULL) != 0) {
        complain(where);
        return false;
    }
    return true;
}

/* The loopback interface up, and the way for multicast between the processes of this machine. */
static bool loopback_up(void)
{
    const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) {
        complain("socket");
        return false;
    }
    struct ifreq request = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_LOOPBACK | IFF_MULTICAST};
    bool good = ioctl(fd, SIOCSIFFLAGS, &request) == 0;
    struct sockaddr_in net = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0xe0000000)};
    struct sockaddr_in mask = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0xf0000000)};
    char name[] = "lo";
    struct rtentry route = {.rt_flags = RTF_UP, .rt_dev = name};
    memcpy(&route.rt_dst, &net, sizeof(net));
    memcpy(&route.rt_genmask, &mask, sizeof(mask));
    good = good && ioctl(fd, SIOCADDRT, &route) == 0;
    if (!good) {
        complain("lo");
    }
    close(fd);
    return good;
}

static long elapsed_ms(const struct timespec *since)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec - since->tv_sec) * 1000 + (now.tv_nsec - since->tv_nsec) / 1000000;
}

/* Sleeps until the kernel has found the card's data partition. */
static bool card_appears(void)
{
    const int watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (watch < 0 || inotify_add_watch(watch, "/dev", IN_CREATE) < 0) {
        complain("inotify");
        return false;
    }
    struct timespec start;
    clock_gettime(CLOCK_MONOTONIC, &start);
    bool found = access(CARD_DEVICE, F_OK) == 0;
    for (long spent_ms = 0; !found && spent_ms < CARD_TIMEOUT_MS; spent_ms = elapsed_ms(&start)) {
        struct pollfd wait = {.fd = watch, .events = POLLIN};
        char events[4096];
        if (poll(&wait, 1, (int)(CARD_TIMEOUT_MS - spent_ms)) > 0) {
            /* Only emptied: what counts is whether the device is there. */
            (void)!read(watch, events, sizeof(events));
        }
        found = access(CARD_DEVICE, F_OK) == 0;
    }
    close(watch);
    if (!found) {
        say("init: no card:", CARD_DEVICE " did not appear");
    }
    return found;
}

static bool set_up(void)
{
    if (!mount_at("devtmpfs", "/dev", MS_NOSUID)) {
        return false;
    }
    /* The kernel opened /dev/console of the archive; the same device stays open. */
    bool good = mount_at("proc", "/proc", MS_NOSUID | MS_NODEV | MS_NOEXEC);
    good = mount_at("sysfs", "/sys", MS_NOSUID | MS_NODEV | MS_NOEXEC) && good;
    good = mount_at("tmpfs", "/tmp", MS_NOSUID | MS_NODEV) && good;
    good = mount_at("tmpfs", "/dev/shm", MS_NOSUID | MS_NODEV) && good;
    return loopback_up() && good;
}

static bool card_mounted(void)
{
    if (!card_appears()) {
        return false;
    }
    if (mkdir("/data", 0755) != 0 && errno != EEXIST) {
        complain("/data");
        return false;
    }
    if (mount(CARD_DEVICE, "/data", "ext4", MS_NOATIME | MS_NODEV | MS_NOSUID, NULL) != 0) {
        complain("init: " CARD_DEVICE " on /data:");
        return false;
    }
    return true;
}

/* Runs a program, adopts and buries everybody's orphans meanwhile; the program's status as a shell's. */
static int run(const char *const argv[])
{
    const pid_t child = fork();
    if (child < 0) {
        complain("fork");
        return 126;
    }
    if (child == 0) {
        setsid();
        execve(argv[0], (char *const *)argv, (char *const *)script_env);
        complain(argv[0]);
        _exit(127);
    }
    int status = 0;
    pid_t gone = 0;
    while (gone != child) {
        gone = wait(&status);
        if (gone < 0 && errno != EINTR) {
            return 126;
        }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void restart(void)
{
    sync();
    if (umount2("/data", 0) != 0 && errno != EINVAL && errno != ENOENT) {
        /* Somebody still writes: leave the file system whole at least. */
        if (mount(NULL, "/data", NULL, MS_REMOUNT | MS_RDONLY, NULL) != 0) {
            complain("init: umount /data:");
            sync();
        }
    }
    reboot(RB_AUTOBOOT);
}

int main(void)
{
    umask(022);
    const bool good = set_up();
    const char *card = getenv("card");
    const bool wants_card = card == NULL || strcmp(card, "none") != 0;
    const bool has_card = good && wants_card && card_mounted();
    say("GUEST-UP", "");

    int status = 125;
    if (has_card && access(CARD_SCRIPT, R_OK) == 0) {
        status = run((const char *const[]){"/bin/busybox", "sh", CARD_SCRIPT, NULL});
    } else if (has_card) {
        complain("init: " CARD_SCRIPT ":");
    } else if (!wants_card) {
        status = run((const char *const[]){"/bin/busybox", "sh", NULL});
    }
    char text[16];
    snprintf(text, sizeof(text), "%d", status);
    say("GUEST-DONE", text);
    restart();
    return 1; /* process 1 ends: the kernel panics and restarts */
}
