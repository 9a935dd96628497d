/*
 * sandboxd --places=N [--weak]
 *
 * Started by the judge with a socket on descriptor 3; the whole conversation
 * runs there, and its end is the end of the sandbox. The first frame says which
 * protections are active, or why there is no sandbox on this host.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "keeper.h"

#define JUDGE 3
#define MOST_PLACES 64

static _Noreturn void refuse(const char *complaint)
{
  struct writer writer = { .length = 0 };
  write_u32(&writer, 0);
  write_text(&writer, complaint);
  send_reply(JUDGE, 0, &writer);
  exit(1);
}

static int write_whole(const char *path, const char *text)
{
  int file = open(path, O_WRONLY | O_CLOEXEC);
  ssize_t length = strlen(text), written = file < 0 ? -1 : write(file, text, length);
  if (file >= 0)
    close(file);
  return written == length ? 0 : -1;
}

/* Without root: root of a user namespace of our own, in which this user is the only one. */
static int become_root_inside(void)
{
  char users[64], groups[64];
  snprintf(users, sizeof users, "0 %u 1", geteuid());
  snprintf(groups, sizeof groups, "0 %u 1", getegid());
  if (unshare(CLONE_NEWUSER))
    return -1;
  return write_whole("/proc/self/setgroups", "deny") || write_whole("/proc/self/uid_map", users) ||
                 write_whole("/proc/self/gid_map", groups)
             ? -1
             : 0;
}

/* A dozen for every slot. */
static void raise_descriptors(void)
{
  struct rlimit now;
  if (!getrlimit(RLIMIT_NOFILE, &now))
    setrlimit(RLIMIT_NOFILE, &(struct rlimit){ now.rlim_max, now.rlim_max });
}

static void read_options(int argc, char **argv)
{
  keeper.places = 1;
  for (int i = 1; i < argc; i++) {
    if (!strncmp(argv[i], "--places=", 9))
      keeper.places = strtoul(argv[i] + 9, NULL, 10);
    else if (!strncmp(argv[i], "--inputs=", 9))
      keeper.inputs = argv[i] + 9;
    else if (!strcmp(argv[i], "--weak"))
      keeper.allow_weak = true;
    else
      refuse("unknown option");
  }
  if (keeper.places < 1 || keeper.places > MOST_PLACES)
    refuse("--places wants a number from 1 to 64");
}

int main(int argc, char **argv)
{
  char complaint[DETAIL_SPACE];
  keeper.judge = JUDGE;
  if (fcntl(JUDGE, F_SETFD, FD_CLOEXEC)) {
    dprintf(2, "sandboxd: started by hand? the judge talks to it on descriptor 3\n");
    return 1;
  }
  /* The judge's death is also the end of the socket; the signal is for a judge that hangs on to it. */
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, 0);
  dup2(nothing, 1);
  if (nothing > 2)
    close(nothing);
  read_options(argc, argv);
  keeper.rootless = geteuid() != 0;
  if (keeper.rootless && !keeper.allow_weak)
    refuse("without root, memory and processes cannot be limited exactly");
  if (keeper.rootless && become_root_inside()) {
    snprintf(complaint, sizeof complaint, "user namespace: %s", strerror(errno));
    refuse(complaint);
  }
  if (cgroup_open(keeper.allow_weak, complaint, sizeof complaint))
    refuse(complaint);
  if (follow_host_mounts() || (keeper.home_mounts = open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC)) < 0) {
    snprintf(complaint, sizeof complaint, "mounts: %s", strerror(errno));
    cgroup_close();
    refuse(complaint);
  }
  cores_open(keeper.places);
  raise_descriptors();
  keep();
}
