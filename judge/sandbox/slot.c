/*
 * pid 1 of a slot. One thread; it starts a boxed process, watches its clocks,
 * ends everything the process left behind, and says what happened. It is never
 * the program itself: the kernel treats pid 1 specially (signals it does not
 * handle are ignored), and programs would get wrong verdicts.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sandbox.h"

/*
 * How long the next run is waited for with its process already made (microseconds). While it waits pid 1 cannot be
 * interrupted, which counts as load of the machine, so a slot that is not in use does not do it.
 */
#define AHEAD 100000

/* A run that used less has left nothing that anybody would notice. */
#define MUCH (2 * 1024 * 1024)

/* No closer look at the CPU clock than this: the kernel's own accounting ticks every few milliseconds. */
#define SHORTEST_LOOK 2000

/* As fast as programs talk through a pipe: how far apart two looks at what was written may be. */
#define BYTES_PER_US 1000

uint64_t now_us(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000ULL + now.tv_nsec / 1000;
}

static void say(int line, const struct notice *notice, const int *fds, unsigned count)
{
  if (send_with_fds(line, notice, sizeof *notice, fds, count))
    _exit(1);
}

/* Waits for one of our children as `wait4` does, and notes what it used. */
static pid_t reap(pid_t which, int options, pid_t program, struct evidence *evidence)
{
  int status;
  struct rusage usage;
  pid_t pid = wait4(which, &status, __WALL | options, &usage);
  if (pid <= 0)
    return pid;
  if (pid == program) {
    evidence->exited = true;
    evidence->status = status;
  }
  evidence->rusage_cpu += usage.ru_utime.tv_sec * 1000000ULL + usage.ru_utime.tv_usec +
                          usage.ru_stime.tv_sec * 1000000ULL + usage.ru_stime.tv_usec;
  if ((uint64_t)usage.ru_maxrss * 1024 > evidence->rusage_peak)
    evidence->rusage_peak = (uint64_t)usage.ru_maxrss * 1024;
  return pid;
}

/*
 * Ends what is left of the run and waits for all of it, so that nothing meets the next one. Orphans become children
 * of pid 1, so it is alone when it has none: mostly the case, and then nobody need be killed, for which the kernel
 * would look at every process of the machine.
 */
static void end_all(pid_t program, struct evidence *evidence)
{
  pid_t gone;
  while ((gone = reap(-1, WNOHANG, program, evidence)) > 0)
    ;
  if (gone < 0 && errno == ECHILD)
    return;
  do
    kill(-1, SIGKILL);
  while (reap(-1, 0, program, evidence) > 0 || errno != ECHILD);
}

static bool sockets_are_left(const struct identity *identity)
{
  char text[1024];
  ssize_t length = pread(identity->sockets_file, text, sizeof text - 1, 0);
  if (length <= 0)
    return false;
  text[length] = 0;
  /* Below a line of headings. */
  char *first = strchr(text, '\n');
  return first && first[1];
}

/*
 * Sockets that were sent to each other outlive everybody who knew them, with all the memory that was sent along, until
 * the kernel looks for them: whenever a socket is closed. The next run must not pay for it, and this one must not hide it.
 */
static void await_sockets(const struct identity *identity)
{
  for (int patience = 1000; patience && sockets_are_left(identity); patience--) {
    int reminder = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (reminder >= 0)
      close(reminder);
    nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
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

/*
 * Looks at what a run that is counted has written, and tells the keeper, who knows what of it went to stderr, when it
 * is too much. Answers how long until it could be (microseconds).
 */
static uint64_t count_written(int line, pid_t pid, int figures, const struct become *program, struct evidence *evidence)
{
  uint64_t written = written_by_run(program->identity, pid, figures), before = evidence->before.written, most = program->limits.output;
  if (written > before && written - before > evidence->written)
    evidence->written = written - before;
  if (evidence->written <= most)
    return (most - evidence->written) / BYTES_PER_US;
  struct notice notice = { .verb = NOTICE_WRITTEN, .outcome.written = evidence->written };
  say(line, &notice, NULL, 0);
  return 0;
}

/* Returns when the program has ended or must be ended. */
static void watch(int line, pid_t pid, int figures, const struct become *program, struct evidence *evidence)
{
  const struct cgroup *group = program->group;
  const struct limits *limits = &program->limits;
  sigset_t none;
  sigemptyset(&none);
  struct pollfd polled = { .fd = line, .events = POLLIN };
  uint64_t cores = limits->cores ? limits->cores : 1, look = limits->cpu / cores;
  uint64_t count = program->counted ? limits->output / BYTES_PER_US : UINT64_MAX;
  clockid_t clock = 0;
  uint64_t cpu_before = cgroup_has_cpu() ? evidence->before.cpu : 0;
  if (!cgroup_has_cpu())
    clock_getcpuclockid(pid, &clock);

  for (;;) {
    uint64_t elapsed = now_us() - program->started;
    if (elapsed >= limits->wall)
      return stop(evidence, REASON_WALL);
    uint64_t wait = limits->wall - elapsed < look ? limits->wall - elapsed : look;
    wait = count < wait ? count : wait;
    wait = wait < SHORTEST_LOOK ? SHORTEST_LOOK : wait;
    struct timespec time = { wait / 1000000, wait % 1000000 * 1000 };
    int ready = ppoll(&polled, 1, &time, &none);
    /* Before anybody is waited for: then nobody knows any more what he wrote. */
    if (program->counted)
      count = count_written(line, pid, figures, program, evidence);
    if (ready < 0 && reap(pid, WNOHANG, pid, evidence) == pid)
      return;
    if (ready > 0)
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

/* One run: waits for the order, sees it through and says what happened. */
static void take_turn(int line, struct cgroup *group, const struct identity *identity)
{
  struct become program = { .line = line, .group = group, .identity = identity };
  struct evidence evidence = { 0 };
  struct notice notice = { .verb = NOTICE_DONE };
  pid_t pid = become(&program);
  if (pid < 0 || program.line_ended)
    _exit(pid < 0);
  if (!program.ordered) {
    reap(pid, 0, pid, &evidence);
    poll(&(struct pollfd){ .fd = line, .events = POLLIN }, 1, -1);
    return;
  }
  evidence.before = program.before;
  int figures = program.counted ? take_figures(identity) : -1;
  if (!program.failed_step)
    watch(line, pid, figures, &program, &evidence);
  if (figures >= 0)
    close(figures);
  evidence.wall = now_us() - program.started;
  end_all(pid, &evidence);
  report(&evidence, group, &program, &notice.outcome);
  if (notice.outcome.peak > MUCH)
    await_sockets(identity);
  say(line, &notice, NULL, 0);
}

_Noreturn void serve_slot(int line, struct cgroup *group, struct identity *identity)
{
  int full_proc;
  struct meters unused;
  if (settle_slot(identity, &full_proc))
    _exit(1);
  cgroup_read_kills(group, &unused);
  int mounts = open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);
  int carried[2] = { mounts, full_proc };
  struct notice notice = { .verb = NOTICE_READY };
  say(line, &notice, carried, 2);
  close(mounts);
  close(full_proc);
  /* Only the child of a turn waits with a limit; pid 1 itself polls. */
  if (setsockopt(line, SOL_SOCKET, SO_RCVTIMEO, &(struct timeval){ .tv_usec = AHEAD }, sizeof(struct timeval)))
    _exit(1);
  poll(&(struct pollfd){ .fd = line, .events = POLLIN }, 1, -1);
  for (;;)
    take_turn(line, group, identity);
}
