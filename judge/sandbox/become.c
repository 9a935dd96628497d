/*
 * The last steps of a boxed process, in the order they must happen. The
 * namespaces and the filter are those of the slot and inherited; what is left
 * is what differs from run to run, and the user goes last before the program.
 *
 * The child shares the memory of pid 1 until it executes (vfork: no page
 * tables to copy), on a stack of its own. So it may set `failed_step` for its
 * parent to read, and must not touch anything else.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox.h"

static int leave_session(const struct become *program)
{
  (void)program;
  return setsid() < 0 ? -1 : 0;
}

/* The out-of-memory killer shall take the program and never pid 1; seat.c says what the scores are. */
static int offer_memory(const struct become *program)
{
  int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  /* Rootless, a process that cannot be dumped belongs to a root that is not ours; there is no group either. */
  if (file < 0)
    return errno == EACCES && !program->uid ? 0 : -1;
  ssize_t length = strlen(program->oom_score), written = write(file, program->oom_score, length);
  close(file);
  return written == length ? 0 : -1;
}

static int set_streams(const struct become *program)
{
  const struct sigaction ignored = { .sa_handler = SIG_IGN };
  if (program->outlives_pipe && sigaction(SIGPIPE, &ignored, NULL))
    return -1;
  for (int i = 0; i < 3; i++)
    if (dup2(program->streams[i], i) < 0)
      return -1;
  return close_range(3, ~0U, 0);
}

static int set_limits(const struct become *program)
{
  const struct limits *limits = &program->limits;
  rlim_t seconds = limits->cpu / 1000000 + 2;
  rlim_t stack = limits->stack ? limits->stack : RLIM_INFINITY;
  /* CPU time is watched by pid 1; this one only matters if pid 1 itself is starved. */
  if (limit_to(RLIMIT_CPU, seconds) || limit_to(RLIMIT_FSIZE, limits->output) ||
      limit_to(RLIMIT_STACK, stack))
    return -1;
  if (!cgroup_has_pids() && limit_to(RLIMIT_NPROC, limits->processes))
    return -1;
  if (!cgroup_has_memory() && limit_to(RLIMIT_DATA, limits->memory))
    return -1;
  return 0;
}

static int enter_directory(const struct become *program)
{
  return chdir(program->directory);
}

/* Raw calls: libc would try to carry the change over to every thread of the process whose memory this is. */
static int drop_user(const struct become *program)
{
  /* Rootless: there is only one user, and the empty bounding set leaves him nothing after exec. */
  if (!program->uid)
    return 0;
  if (syscall(SYS_setgroups, 0, NULL) || syscall(SYS_setresgid, program->uid, program->uid, program->uid))
    return -1;
  return syscall(SYS_setresuid, program->uid, program->uid, program->uid);
}

static const struct {
  const char *name;
  int (*take)(const struct become *);
} steps[] = {
  { "session", leave_session },     { "memory", offer_memory }, { "streams", set_streams },
  { "directory", enter_directory }, { "limits", set_limits },   { "user", drop_user },
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
  _exit(127);
}

/* Returns once the program runs, or has failed to start (then `failed_step` is set). */
pid_t become(struct become *program, int *pidfd)
{
  static char stack[64 * 1024] __attribute__((aligned(64)));
  program->failed_step = NULL;
  return clone(run_steps, stack + sizeof stack, CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD, program, pidfd);
}
