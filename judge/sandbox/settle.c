/*
 * What pid 1 of a slot does to itself before any program is near: limits that never change, rights it will not need,
 * and the filter. Programs inherit them all.
 */
#include <errno.h>
#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox.h"

static rlim_t most[RLIM_NLIMITS];

/* As much as was asked, or what the host allows: raising is not ours to do. */
int limit_to(int what, rlim_t value)
{
  rlim_t possible = value < most[what] ? value : most[what];
  return setrlimit(what, &(struct rlimit){ possible, possible });
}

static int set_lasting_limits(const struct identity *identity)
{
  (void)identity;
  for (int what = 0; what < RLIM_NLIMITS; what++) {
    struct rlimit now;
    if (getrlimit(what, &now))
      return -1;
    most[what] = now.rlim_max;
  }
  static const struct {
    int what;
    rlim_t value;
  } lasting[] = {
    /* 1, not 0: at 0 a host whose core_pattern is a program would still start it for every crash. */
    { RLIMIT_CORE, 1 },   { RLIMIT_MEMLOCK, 64 * 1024 }, { RLIMIT_MSGQUEUE, 0 },  { RLIMIT_NICE, 0 },
    { RLIMIT_RTPRIO, 0 }, { RLIMIT_SIGPENDING, 1024 },   { RLIMIT_NOFILE, 1024 }, { RLIMIT_LOCKS, 0 },
  };
  for (size_t i = 0; i < sizeof lasting / sizeof *lasting; i++)
    if (limit_to(lasting[i].what, lasting[i].value))
      return -1;
  return 0;
}

static void hear_child(int number)
{
  (void)number;
}

/*
 * The end of a child is heard as a signal, and only while pid 1 waits: a descriptor on each program (pidfd) says the
 * same, but to make and close one costs more than all else that `watch` does.
 */
static int hold_signals(const struct identity *identity)
{
  struct sigaction action = { .sa_handler = hear_child, .sa_flags = SA_NOCLDSTOP };
  sigset_t child;
  (void)identity;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  return sigaction(SIGCHLD, &action, NULL) || sigprocmask(SIG_SETMASK, &child, NULL) ? -1 : 0;
}

/* Programs inherit this; only the user changes from here to there. */
static int leave_groups(const struct identity *identity)
{
  /* Rootless: there is only one user. */
  if (!identity->uid)
    return 0;
  return setgroups(0, NULL) || setresgid(identity->uid, identity->uid, identity->uid) ? -1 : 0;
}

int leave_bounding_set(void)
{
  for (int capability = 0, held; (held = prctl(PR_CAPBSET_READ, capability, 0, 0, 0)) >= 0; capability++)
    if (held && prctl(PR_CAPBSET_DROP, capability, 0, 0, 0))
      return -1;
  return 0;
}

/*
 * RLIMIT_NPROC counts the processes of a user in one user namespace. Without root the sandbox and all its boxes are one
 * user, so a box that is to be counted by itself needs a namespace of its own. Nobody is mapped in it, which takes
 * nothing away: files know the user by what he is outside. The bounding set is reset there.
 */
static int count_alone(const struct identity *identity)
{
  if (identity->uid || cgroup_has_pids())
    return 0;
  return unshare(CLONE_NEWUSER) || leave_bounding_set() ? -1 : 0;
}

/* What pid 1 still needs: to become the user and to end the user's processes. */
static int drop_capabilities(const struct identity *identity)
{
  (void)identity;
  uint32_t kept = 1U << CAP_SETUID | 1U << CAP_KILL;
  struct __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
  struct __user_cap_data_struct sets[2] = { { kept, kept, 0 }, { 0, 0, 0 } };
  return syscall(SYS_capset, &header, sets);
}

static int forbid_privileges(const struct identity *identity)
{
  (void)identity;
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) ? -1 : 0;
}

/*
 * How much memory a program takes, and how fast it gets it, would depend on whether the machine has a huge page to
 * spare at that moment.
 */
static int forgo_huge_pages(const struct identity *identity)
{
  (void)identity;
  /* A kernel that has none is as good. */
  prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
  return 0;
}

static int load_filter(const struct identity *identity)
{
  (void)identity;
  return filter_slot();
}

/* In the order they must happen: the filter takes away the calls that the others need. */
int settle_slot(struct identity *identity, int *full_proc)
{
  static const struct {
    const char *name;
    int (*take)(const struct identity *);
  } steps[] = {
    { "limits", set_lasting_limits },
    { "signals", hold_signals },
    { "groups", leave_groups },
    { "process count", count_alone },
    { "capabilities", drop_capabilities },
    { "privileges", forbid_privileges },
    { "huge pages", forgo_huge_pages },
    { "filter", load_filter },
  };
  if (mount_proc(full_proc, &identity->oom_file, &identity->sockets_file)) {
    dprintf(2, "sandboxd: slot: proc: %s\n", strerror(errno));
    return -1;
  }
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
    if (steps[i].take(identity)) {
      dprintf(2, "sandboxd: slot: %s: %s\n", steps[i].name, strerror(errno));
      return -1;
    }
  return 0;
}

int set_oom_score(int file, int score)
{
  char text[16];
  int length = snprintf(text, sizeof text, "%d", score);
  return file < 0 || pwrite(file, text, length, 0) == length ? 0 : -1;
}
