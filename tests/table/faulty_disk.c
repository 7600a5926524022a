/* Loaded before libc: the n-th write or sync of the store fails as a broken or full disk would.
 * Only files whose path holds $DURBAR_FAULTY_PATH are touched. See test_disk_faults.py. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static long calls, fail_at;
static int fail_with, stays_broken, tears;

/* Fail call number `at` (0: none) with `error`; `stays`: and all after it; `torn`: half of the bytes are written. */
void faulty_arm(long at, int error, int stays, int torn) {
    calls = 0;
    fail_at = at;
    fail_with = error;
    stays_broken = stays;
    tears = torn;
}

long faulty_calls(void) { return calls; }

static int is_ours(int fd) {
    char link[64], path[4096];
    const char *wanted = getenv("DURBAR_FAULTY_PATH");
    if (!wanted) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, path, sizeof path - 1);
    if (size < 0) return 0;
    path[size] = 0;
    return strstr(path, wanted) != NULL;
}

static int fails(int fd) {
    if (!fail_at || !is_ours(fd)) return 0;
    ++calls;
    return calls == fail_at || (stays_broken && calls > fail_at);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *data, size_t size) {
    if (!fails(fd)) return REAL(write)(fd, data, size);
    if (tears && size > 1) REAL(write)(fd, data, size / 2);
    errno = fail_with;
    return -1;
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t at) {
    if (!fails(fd)) return REAL(pwrite)(fd, data, size, at);
    if (tears && size > 1) REAL(pwrite)(fd, data, size / 2, at);
    errno = fail_with;
    return -1;
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
    if (!fails(fd)) return REAL(pwrite64)(fd, data, size, at);
    if (tears && size > 1) REAL(pwrite64)(fd, data, size / 2, at);
    errno = fail_with;
    return -1;
}

int fsync(int fd) {
    if (!fails(fd)) return REAL(fsync)(fd);
    errno = fail_with;
    return -1;
}

int fdatasync(int fd) {
    if (!fails(fd)) return REAL(fdatasync)(fd);
    errno = fail_with;
    return -1;
}

int ftruncate64(int fd, off64_t size) {
    if (!fails(fd)) return REAL(ftruncate64)(fd, size);
    errno = fail_with;
    return -1;
}
