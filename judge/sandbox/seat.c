/*
 * A seat holds a place in the cgroups and the root file system of its boxes,
 * and makes slots there, one at a time, each in fresh namespaces. Because the
 * slots are its children they are in the right groups from birth.
 *
 * The network namespace is the seat's too: it is empty, its loopback is down,
 * and the filter allows no socket that could use it, so there is nothing in it
 * that could outlive a slot, while making one costs more than all the others.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox.h"

/* Room for pid 1 of a slot beside the seat when the idle use of a group is reckoned. */
#define SLOT_MEMORY (512 * 1024)

#define SPARED (-1000)
#define SURELY_TAKEN 1000

/*
 * Seat and pid 1 are out of the killer's reach and programs are as anybody else.
 * Where we may not lower our own score, programs get a higher one instead: the
 * order inside the group is right, and report.c sees it when a program was
 * taken because the whole machine was short.
 */
static void settle_oom_scores(struct identity *identity)
{
  char text[16] = "";
  int file = open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC);
  bool readable = file >= 0 && pread(file, text, sizeof text - 1, 0) > 0;
  int given = readable ? atoi(text) : 0;
  bool spared = file >= 0 && !set_oom_score(file, SPARED);
  if (file >= 0)
    close(file);
  identity->own_oom_score = spared ? SPARED : given;
  identity->oom_score = spared ? 0 : given < SURELY_TAKEN / 2 ? given + SURELY_TAKEN / 2 : SURELY_TAKEN;
}

static int leave_network(void)
{
  return unshare(CLONE_NEWNET | CLONE_NEWUTS);
}

static int forget_host_name(void)
{
  return sethostname("box", 3);
}

static int settle(const struct cgroup *group)
{
  static const struct {
    const char *name;
    int (*take)(void);
  } steps[] = {
    { "mounts", leave_host_mounts },
    { "network", leave_network },
    { "host name", forget_host_name },
    { "root", enter_root },
    { "bounding set", leave_bounding_set },
    { "filter", filter_syscalls },
  };
  const char *failed = cgroup_join(group) ? "cgroups" : NULL;
  for (size_t i = 0; !failed && i < sizeof steps / sizeof *steps; i++)
    if (steps[i].take())
      failed = steps[i].name;
  if (!failed)
    return 0;
  dprintf(2, "sandboxd: seat: %s: %s\n", failed, strerror(errno));
  return -1;
}

static pid_t make_slot(int line, int socket, struct cgroup *group, struct identity *identity, int *pidfd)
{
  int flags = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWCGROUP | CLONE_PIDFD | SIGCHLD;
  pid_t pid = syscall(SYS_clone, flags, NULL, pidfd, NULL, 0);
  if (pid)
    return pid;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NAME, "sandboxd-slot");
  close(line);
  serve_slot(socket, group, identity);
}

static void tell(int line, uint32_t verb, uint32_t value)
{
  struct seat_word word = { verb, value };
  if (send_with_fds(line, &word, sizeof word, NULL, 0))
    _exit(0);
}

_Noreturn void serve_seat(int line, struct cgroup *group, uid_t uid)
{
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NAME, "sandboxd-seat");
  struct identity identity = { .uid = uid, .oom_file = -1, .sockets_file = -1 };
  settle_oom_scores(&identity);
  /* Made here, where the sockets of the host are: those of the slot's own are the programs'. */
  if (open_figures(identity.figures) || settle(group))
    _exit(1);
  group->idle = cgroup_memory(group) + SLOT_MEMORY;

  pid_t slot = -1;
  int pidfd = -1;
  for (;;) {
    struct pollfd polled[2] = { { .fd = line, .events = POLLIN }, { .fd = pidfd, .events = POLLIN } };
    if (poll(polled, 2, -1) < 0 && errno != EINTR)
      _exit(1);
    if (polled[1].revents) {
      waitpid(slot, NULL, __WALL);
      close(pidfd);
      pidfd = slot = -1;
      tell(line, SEAT_ENDED, 0);
    }
    if (!polled[0].revents)
      continue;
    struct seat_word word;
    int socket = -1;
    unsigned count = 1;
    if (receive_with_fds(line, &word, sizeof word, &socket, &count) != sizeof word)
      _exit(0);
    if (word.verb == SEAT_END && slot > 0)
      kill(slot, SIGKILL);
    if (word.verb == SEAT_BUILD) {
      slot = make_slot(line, socket, group, &identity, &pidfd);
      tell(line, slot < 0 ? SEAT_ENDED : SEAT_BUILT, slot < 0 ? 0 : slot);
    }
    if (socket >= 0)
      close(socket);
  }
}
