#include <fcntl.h>
#include <linux/mount.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apart.h"

#ifndef AT_RECURSIVE
#define AT_RECURSIVE 0x8000
#endif

static char folder[] = "/tmp/sandbox-fuzz-XXXXXX";

static int set_read_only(const char *path, int read_only)
{
  struct mount_attr change = { .propagation = MS_PRIVATE };
  *(read_only ? &change.attr_set : &change.attr_clr) = MOUNT_ATTR_RDONLY;
  return syscall(SYS_mount_setattr, AT_FDCWD, path, AT_RECURSIVE, &change, sizeof change);
}

const char *go_apart(void)
{
  if (geteuid() || !mkdtemp(folder))
    return NULL;
  pid_t child = fork();
  if (child > 0) {
    int status;
    waitpid(child, &status, 0);
    rmdir(folder);
    exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
  }
  if (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
      mount("fuzz", folder, "tmpfs", 0, "mode=755,size=64m"))
    return NULL;
  /* The sandbox makes groups below /sys, and its seats put their root together there. */
  if (set_read_only("/", 1) || set_read_only(folder, 0) || set_read_only("/proc", 0) || set_read_only("/sys", 0)) {
    perror("mount_setattr");
    exit(1);
  }
  return folder;
}
