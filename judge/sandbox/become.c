/*
 * The last steps of a boxed process, in the order they must happen. The
 * namespaces and the filter are those of the slot and inherited; what is left
 * is what differs from run to run, and the user goes last before the program.
 *
 * The child shares the memory of pid 1 until it executes, and pid 1 stands
 * still meanwhile (vfork: no page tables to copy). It is made before its order
 * is there and waits for it, so that the run need not wait for a process. What
 * it writes into `struct become` is for pid 1 to read; it has a stack of its own.
 */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox.h"

/*
 * The out-of-memory killer shall take the program and never pid 1. Scores are inherited: pid 1 took the program's to
 * make the child, and is given its own back here, through its open file; a look-up in /proc for every run is dearer.
 */
static int spare_init(struct become *program)
{
  return set_oom_score(program->identity->oom_file, program->identity->own_oom_score);
}

/*
 * Nobody's process group but its own. It also makes the kernel schedule each run as a group of its own
 * (sched_autogroup): on a busy core a run that inherits its predecessor's debt waits for a tick, 4 ms, one time in
 * twenty.
 */
static int leave_session(struct become *program)
{
  (void)program;
  return setsid() < 0 ? -1 : 0;
}

/* pid 1 keeps some back, and exec would hand that on. */
static int admit_signals(struct become *program)
{
  sigset_t none;
  (void)program;
  sigemptyset(&none);
  return sigprocmask(SIG_SETMASK, &none, NULL);
}

/* The strings of an order become argv and envp; false when they are not what the order promises. */
static bool unpack(char *strings, size_t length, const struct order *order, char **pointers)
{
  char *at = strings, *end = strings + length;
  if (!order->argc || order->argc > MOST_STRINGS || order->envc > MOST_STRINGS - order->argc)
    return false;
  for (uint32_t i = 0; i < order->argc + order->envc; i++) {
    char *nul = memchr(at, 0, end - at);
    if (!nul)
      return false;
    if (i == order->argc)
      *pointers++ = NULL;
    *pointers++ = at;
    at = nul + 1;
  }
  pointers[0] = NULL;
  /* The end of an empty environment. */
  pointers[1] = NULL;
  return true;
}

/* Ends the child when none comes in time, or never will. */
static int await_order(struct become *program)
{
  static char message[sizeof(struct order) + ORDER_SPACE];
  static char *pointers[MOST_STRINGS + 3];
  for (;;) {
    unsigned count = 3;
    ssize_t length = receive_with_fds(program->line, message, sizeof message, program->streams, &count);
    program->line_ended = !length || (length < 0 && errno != EAGAIN);
    if (length <= 0)
      _exit(0);
    const struct order *order = (const struct order *)message;
    if ((size_t)length >= sizeof *order && order->verb == ORDER_RUN && count == 3) {
      program->ordered = true;
      program->limits = order->limits;
      program->outlives_pipe = order->outlives_pipe;
      program->counted = order->counted;
      program->argv = pointers;
      program->envp = pointers + order->argc + 1;
      errno = EINVAL;
      return unpack(message + sizeof *order, length - sizeof *order, order, pointers) ? 0 : -1;
    }
    /* A stop that came too late, or a word that there will be an order soon. */
    while (count)
      close(program->streams[--count]);
  }
}

static int limit_group(struct become *program)
{
  return cgroup_limit(program->group, &program->limits);
}

static int read_meters(struct become *program)
{
  cgroup_begin(program->group, &program->before);
  if (program->counted && leave_figures(program->identity, &program->before.written))
    return -1;
  program->started = now_us();
  return 0;
}

static int set_streams(struct become *program)
{
  const struct sigaction ignored = { .sa_handler = SIG_IGN };
  if (program->outlives_pipe && sigaction(SIGPIPE, &ignored, NULL))
    return -1;
  for (int i = 0; i < 3; i++)
    if (dup2(program->streams[i], i) < 0)
      return -1;
  return close_range(3, ~0U, 0);
}

static int set_limits(struct become *program)
{
  const struct limits *limits = &program->limits;
  rlim_t seconds = limits->cpu / 1000000 + 2;
  rlim_t stack = limits->stack ? limits->stack : RLIM_INFINITY;
  /* CPU time is watched by pid 1; this one only matters if pid 1 itself is starved. */
  if (limit_to(RLIMIT_CPU, seconds) || limit_to(RLIMIT_FSIZE, limits->output) || limit_to(RLIMIT_STACK, stack))
    return -1;
  /* pid 1 is counted too. */
  if (!cgroup_has_pids() && limit_to(RLIMIT_NPROC, limits->processes + 1))
    return -1;
  /* The stack of a thread counts as data, whole, from its beginning; what was really used is looked at in the end. */
  if (!cgroup_has_memory() && limit_to(RLIMIT_DATA, limits->memory + limits->processes * limits->stack))
    return -1;
  return 0;
}

static int enter_directory(struct become *program)
{
  (void)program;
  return chdir("/w");
}

/*
 * The groups went when the slot settled. A raw call: libc would try to carry the change over to every thread of
 * the process whose memory this is.
 */
static int drop_user(struct become *program)
{
  uid_t uid = program->identity->uid;
  /* Rootless: there is only one user, and the empty bounding set leaves him nothing after exec. */
  return uid ? syscall(SYS_setresuid, uid, uid, uid) : 0;
}

static const struct {
  const char *name;
  int (*take)(struct become *);
} steps[] = {
  { "memory", spare_init },    { "session", leave_session }, { "signals", admit_signals },
  { "order", await_order },    { "limits", limit_group },    { "meters", read_meters },
  { "streams", set_streams },  { "directory", enter_directory }, { "limits", set_limits },
  { "user", drop_user },
};

static int run_steps(void *argument)
{
  struct become *program = argument;
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
    if (steps[i].take(program) < 0) {
      program->failed_errno = errno;
      program->failed_step = steps[i].name;
      _exit(127);
    }
  execve(program->argv[0], program->argv, program->envp);
  program->failed_errno = errno;
  program->failed_step = "exec";
  program->unfit = !access(program->argv[0], X_OK);
  _exit(127);
}

pid_t become(struct become *program)
{
  static char stack[64 * 1024] __attribute__((aligned(64)));
  if (set_oom_score(program->identity->oom_file, program->identity->oom_score))
    return -1;
  return clone(run_steps, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, program);
}
