/* Loaded into PostgreSQL's processes before the C library. What a disk would still have after its power is cut is what was
 * synced: at each sync the file is copied, whole, to POWER_CUT_IMAGES under its inode and birth. What was written and never
 * synced is in no copy. At a cut, the files are put back from the copies. Names, which a file system keeps in its journal,
 * are taken to last. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

static int copy_to(int from, const char *path) {
  char source[64], draft[PATH_MAX];
  snprintf(source, sizeof source, "/proc/self/fd/%d", from);
  snprintf(draft, sizeof draft, "%s.%d", path, getpid());
  int in = open(source, O_RDONLY | O_CLOEXEC);
  int out = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  ssize_t sent = -1;
  if (in >= 0 && out >= 0)
    while ((sent = sendfile(out, in, NULL, 1 << 24)) > 0)
      ;
  if (in >= 0) close(in);
  if (out >= 0) close(out);
  return sent < 0 ? -1 : rename(draft, path);
}

static int keep(int fd) {
  struct statx about;
  const char *images = getenv("POWER_CUT_IMAGES");
  if (!images) return 0;
  if (statx(fd, "", AT_EMPTY_PATH, STATX_TYPE | STATX_INO | STATX_BTIME, &about)) return -1;
  if (!S_ISREG(about.stx_mode)) return 0;
  char lock[PATH_MAX], path[PATH_MAX];
  snprintf(lock, sizeof lock, "%s/lock", images);
  snprintf(path, sizeof path, "%s/%llu-%lld%09u", images, (unsigned long long)about.stx_ino,
           (long long)about.stx_btime.tv_sec, about.stx_btime.tv_nsec);
  /* One at a time, so that no older copy replaces a newer one. */
  int held = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (held < 0) return -1;
  while (flock(held, LOCK_EX))
    if (errno != EINTR) return close(held), -1;
  int result = copy_to(fd, path);
  close(held);
  return result;
}

int fsync(int fd) { return keep(fd); }
int fdatasync(int fd) { return keep(fd); }
