/*
 * From figures to an outcome, in the order of evidence: what the box did wrong,
 * what the kernel did, what the box did on purpose, what the program did.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "sandbox.h"

#define COARSE (1024 * 1024)

/*
 * A kill by the kernel counts against the program only when its own group was
 * full: on a machine that is out of memory altogether the kernel may pick a
 * small and innocent program, and that is the machine's fault.
 */
static bool was_full(const struct meters *before, const struct meters *after, uint64_t peak, const struct cgroup *group)
{
  return after->hits > before->hits || peak >= group->memory_now - group->memory_now / 50;
}

/* As a shell says it: found, but not to be executed. */
#define UNFIT 126

/* What exec answers to a file that is no program, or names an interpreter that there is not. */
static bool is_of_the_file(int error)
{
  static const int errors[] = { ENOEXEC, ELIBBAD, EINVAL, ENOENT, ENOTDIR, EACCES, EISDIR, ELOOP, ENAMETOOLONG, EPERM };
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (error == errors[i])
      return true;
  return false;
}

/* A contestant makes the file: that it cannot be executed must not look like a fault of the box. */
static void explain_start(const struct become *program, struct outcome *outcome)
{
  bool in_exec = !strcmp(program->failed_step, "exec");
  if (in_exec && program->unfit && is_of_the_file(program->failed_errno)) {
    outcome->reason = REASON_EXITED;
    outcome->code = UNFIT;
    return;
  }
  outcome->reason = in_exec && program->failed_errno == ENOMEM ? REASON_MEMORY : REASON_FAILED;
  snprintf(outcome->detail, sizeof outcome->detail, "%s: %s", program->failed_step, strerror(program->failed_errno));
}

void report(const struct evidence *evidence, struct cgroup *group, const struct become *program,
            struct outcome *outcome)
{
  const struct meters *before = &evidence->before;
  struct meters after = { .cpu = cgroup_cpu(group) };
  uint64_t peak = cgroup_peak(group);
  cgroup_read_kills(group, &after);

  /* A peak that is never reset is this run's only when it rose; what the run left is known at least. */
  bool exact = group->peak_resets || peak > before->peak;
  if (!exact) {
    uint64_t left = cgroup_memory(group);
    peak = left > evidence->sampled_peak ? left : evidence->sampled_peak;
  }
  uint64_t whole_peak = peak > before->memory ? peak - before->memory : 0;
  /* Page cache that an earlier run of the slot read first is taken back for this one, and would hide what it used. */
  bool crowded = before->memory > group->idle + COARSE;
  if ((!exact || crowded) && whole_peak < evidence->rusage_peak)
    whole_peak = evidence->rusage_peak;
  /* Groups are charged in steps of 64 pages a core; for small programs the process's own figure is nearer. */
  if (whole_peak < COARSE)
    whole_peak = evidence->rusage_peak < COARSE ? evidence->rusage_peak : COARSE;
  *outcome = (struct outcome){
    .wall = evidence->wall,
    .cpu = cgroup_has_cpu() ? after.cpu - before->cpu : evidence->rusage_cpu,
    .peak = whole_peak,
  };
  if (program->failed_step) {
    explain_start(program, outcome);
    return;
  }
  bool signalled = WIFSIGNALED(evidence->status);
  int signal = signalled ? WTERMSIG(evidence->status) : 0;
  outcome->reason = signalled ? REASON_SIGNALLED : REASON_EXITED;
  outcome->code = signalled ? signal : WEXITSTATUS(evidence->status);

  if (after.kills > before->kills && was_full(before, &after, peak, group)) {
    outcome->reason = REASON_MEMORY;
  } else if (after.kills > before->kills && signal == SIGKILL && !evidence->ended) {
    outcome->reason = REASON_FAILED;
    snprintf(outcome->detail, sizeof outcome->detail, "the machine ran out of memory");
  } else if (evidence->ended) {
    outcome->reason = evidence->stopped_by;
    if (evidence->stopped_by == REASON_FAILED)
      snprintf(outcome->detail, sizeof outcome->detail, "cancelled");
  } else if (signal == SIGXFSZ) {
    outcome->reason = REASON_OUTPUT;
  } else if ((signal == SIGXCPU || signal == SIGKILL) && outcome->cpu >= program->limits.cpu) {
    outcome->reason = REASON_CPU;
  }
}
