/*
 * pid 1 of a slot. One thread; it starts a boxed process, watches its clocks,
 * ends everything the process left behind, and says what happened. It is never
 * the program itself: the kernel treats pid 1 specially (signals it does not
 * handle are ignored), and programs would get wrong verdicts.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sandbox.h"

/* No closer look at the CPU clock than this: the kernel's own accounting ticks every few milliseconds. */
#define SHORTEST_LOOK 2000

uint64_t now_us(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000ULL + now.tv_nsec / 1000;
}

/* As much as was asked, or what the host allows: raising is not ours to do. */
int limit_to(int what, rlim_t value)
{
  struct rlimit now;
  if (getrlimit(what, &now))
    return -1;
  rlim_t possible = value < now.rlim_max ? value : now.rlim_max;
  return setrlimit(what, &(struct rlimit){ possible, possible });
}

static int set_lasting_limits(void)
{
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

/* What pid 1 still needs: to become the user and to end the user's processes. */
static int drop_capabilities(void)
{
  for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++)
    if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0))
      return -1;
  uint32_t kept = 1U << CAP_SETUID | 1U << CAP_SETGID | 1U << CAP_KILL;
  struct __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
  struct __user_cap_data_struct sets[2] = { { kept, kept, 0 }, { 0, 0, 0 } };
  return syscall(SYS_capset, &header, sets);
}

static int forbid_privileges(void)
{
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) ? -1 : 0;
}

static void say(int line, const struct notice *notice, const int *fds, unsigned count)
{
  if (send_with_fds(line, notice, sizeof *notice, fds, count))
    _exit(1);
}

/* In the order they must happen: the filter takes away the calls that the others need. */
static int settle(int *full_proc)
{
  static const struct {
    const char *name;
    int (*take)(void);
  } steps[] = {
    { "limits", set_lasting_limits },
    { "capabilities", drop_capabilities },
    { "privileges", forbid_privileges },
    { "filter", filter_syscalls },
  };
  if (mount_proc(full_proc)) {
    dprintf(2, "sandboxd: slot: proc: %s\n", strerror(errno));
    return -1;
  }
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
    if (steps[i].take()) {
      dprintf(2, "sandboxd: slot: %s: %s\n", steps[i].name, strerror(errno));
      return -1;
    }
  return 0;
}

/* Ends what is left of the run and waits for all of it, so that nothing meets the next one. */
static void end_all(pid_t program, struct evidence *evidence)
{
  for (;;) {
    kill(-1, SIGKILL);
    int status;
    struct rusage usage;
    pid_t pid = wait4(-1, &status, __WALL, &usage);
    if (pid < 0 && errno == ECHILD)
      return;
    if (pid < 0)
      continue;
    if (pid == program)
      evidence->status = status;
    evidence->rusage_cpu += usage.ru_utime.tv_sec * 1000000ULL + usage.ru_utime.tv_usec +
                            usage.ru_stime.tv_sec * 1000000ULL + usage.ru_stime.tv_usec;
    if ((uint64_t)usage.ru_maxrss * 1024 > evidence->rusage_peak)
      evidence->rusage_peak = (uint64_t)usage.ru_maxrss * 1024;
  }
}

static void stop(struct evidence *evidence, enum reason reason)
{
  evidence->ended = true;
  evidence->stopped_by = reason;
}

/* An order that comes while a program runs can only be to stop it. */
static void hear_stop(int line, struct evidence *evidence)
{
  struct order order;
  ssize_t length = recv(line, &order, sizeof order, MSG_DONTWAIT);
  if (!length)
    _exit(0);
  if (length == sizeof order && order.verb == ORDER_STOP)
    stop(evidence, order.reason);
}

static uint64_t cpu_of(const struct cgroup *group, clockid_t clock)
{
  struct timespec used;
  if (cgroup_has_cpu())
    return cgroup_cpu(group);
  return clock_gettime(clock, &used) ? 0 : used.tv_sec * 1000000ULL + used.tv_nsec / 1000;
}

/* Returns when the program has ended or must be ended. */
static void watch(int line, int pidfd, pid_t pid, const struct cgroup *group, const struct limits *limits,
                  uint64_t started, struct evidence *evidence)
{
  struct pollfd polled[2] = { { .fd = pidfd, .events = POLLIN }, { .fd = line, .events = POLLIN } };
  uint64_t cores = limits->cores ? limits->cores : 1, look = limits->cpu / cores;
  clockid_t clock = 0;
  uint64_t cpu_before = cgroup_has_cpu() ? evidence->before.cpu : 0;
  if (!cgroup_has_cpu())
    clock_getcpuclockid(pid, &clock);

  for (;;) {
    uint64_t elapsed = now_us() - started;
    if (elapsed >= limits->wall)
      return stop(evidence, REASON_WALL);
    uint64_t wait = limits->wall - elapsed < look ? limits->wall - elapsed : look;
    wait = wait < SHORTEST_LOOK ? SHORTEST_LOOK : wait;
    struct timespec time = { wait / 1000000, wait % 1000000 * 1000 };
    int ready = ppoll(polled, 2, &time, NULL);
    if (ready > 0 && polled[0].revents)
      return;
    if (ready > 0 && polled[1].revents)
      hear_stop(line, evidence);
    if (evidence->ended)
      return;
    uint64_t memory = group->peak_resets ? 0 : cgroup_memory(group);
    if (memory > evidence->sampled_peak)
      evidence->sampled_peak = memory;
    uint64_t used = cpu_of(group, clock) - cpu_before;
    if (used > limits->cpu)
      return stop(evidence, REASON_CPU);
    look = (limits->cpu - used) / cores;
  }
}

static void run(int line, struct cgroup *group, const struct order *order, struct become *program,
                struct outcome *outcome)
{
  struct evidence evidence = { 0 };
  int pidfd = -1;
  if (cgroup_limit(group, &order->limits)) {
    *outcome = (struct outcome){ .reason = REASON_FAILED };
    snprintf(outcome->detail, sizeof outcome->detail, "limits: %s", strerror(errno));
    return;
  }
  cgroup_begin(group, &evidence.before);
  uint64_t started = now_us();
  pid_t pid = become(program, &pidfd);
  for (int i = 0; i < 3; i++)
    close(program->streams[i]);
  if (pid < 0) {
    *outcome = (struct outcome){ .reason = REASON_FAILED };
    snprintf(outcome->detail, sizeof outcome->detail, "clone: %s", strerror(errno));
    return;
  }
  if (!program->failed_step)
    watch(line, pidfd, pid, group, &order->limits, started, &evidence);
  evidence.wall = now_us() - started;
  end_all(pid, &evidence);
  close(pidfd);
  report(&evidence, group, &order->limits, program, outcome);
}

/* The strings of an order become argv and envp; false when they are not what the order promises. */
static bool unpack(char *strings, size_t length, const struct order *order, char **pointers)
{
  char *at = strings, *end = strings + length;
  uint32_t total = order->argc + order->envc, index = 0;
  if (!order->argc)
    return false;
  for (uint32_t i = 0; i < total; i++) {
    char *nul = memchr(at, 0, end - at);
    if (!nul)
      return false;
    if (i == order->argc)
      pointers[index++] = NULL;
    pointers[index++] = at;
    at = nul + 1;
  }
  if (!order->envc)
    pointers[index++] = NULL;
  pointers[index] = NULL;
  return true;
}

#define MOST_STRINGS 4096

_Noreturn void serve_slot(int line, struct cgroup *group, const struct identity *identity)
{
  static char message[sizeof(struct order) + ORDER_SPACE];
  static char *pointers[MOST_STRINGS + 2];
  int full_proc;
  if (settle(&full_proc))
    _exit(1);
  int mounts = open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);
  int carried[2] = { mounts, full_proc };
  struct notice notice = { .verb = NOTICE_READY };
  say(line, &notice, carried, 2);
  close(mounts);
  close(full_proc);

  for (;;) {
    struct become program = { .directory = "/w", .uid = identity->uid, .oom_score = identity->oom_score };
    unsigned count = 3;
    ssize_t length = receive_with_fds(line, message, sizeof message, program.streams, &count);
    if (length <= 0)
      _exit(0);
    struct order *order = (struct order *)message;
    if ((size_t)length < sizeof *order || order->verb != ORDER_RUN || count != 3)
      continue; /* a stop that came too late */
    if (order->argc > MOST_STRINGS || order->envc > MOST_STRINGS - order->argc ||
        !unpack(message + sizeof *order, length - sizeof *order, order, pointers))
      _exit(1);
    program.argv = pointers;
    program.envp = pointers + order->argc + 1;
    program.limits = order->limits;
    program.outlives_pipe = order->outlives_pipe;
    notice = (struct notice){ .verb = NOTICE_DONE };
    run(line, group, order, &program, &notice.outcome);
    say(line, &notice, NULL, 0);
  }
}
