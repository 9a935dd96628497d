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

#define MIB (1024 * 1024ULL)

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

static uint64_t least(uint64_t one, uint64_t other)
{
  return one < other ? one : other;
}

/* Peak private memory of the run, without the page cache of the files it read first. */
static uint64_t own_peak_of(const struct evidence *evidence, struct cgroup *group, uint64_t peak)
{
  const struct meters *before = &evidence->before;
  uint64_t left = cgroup_memory(group);
  /* A peak that is never reset is this run's only when it rose; what the run left is known at least. */
  if (!group->peak_resets && peak <= before->peak)
    peak = left > evidence->sampled_peak ? left : evidence->sampled_peak;
  uint64_t own = peak - least(peak, cgroup_cached(group, left));
  uint64_t own_before = before->memory - least(before->memory, before->cached);
  return own - least(own, own_before);
}

#define COARSE_BELOW (4 * MIB)

/*
 * The kernel counts in steps, of 64 pages a core for groups and of 32 for processes. In a small figure that is much,
 * so it is told in whole MiB.
 */
static uint64_t rounded(uint64_t peak)
{
  return peak < COARSE_BELOW ? (peak + MIB - 1) / MIB * MIB : peak;
}

void report(const struct evidence *evidence, struct cgroup *group, const struct become *program,
            struct outcome *outcome)
{
  const struct meters *before = &evidence->before;
  struct meters after = { .cpu = cgroup_cpu(group) };
  uint64_t peak = cgroup_peak(group);
  cgroup_read_kills(group, &after);

  uint64_t own_peak = own_peak_of(evidence, group, peak);
  /* Whether it was too much the kernel has decided, to the page; what maps more of a file than that has a right to it. */
  uint64_t most = cgroup_has_memory() ? program->limits.memory : UINT64_MAX;
  *outcome = (struct outcome){
    .wall = evidence->wall,
    .cpu = cgroup_has_cpu() ? after.cpu - before->cpu : evidence->rusage_cpu,
    .peak = rounded(least(own_peak > evidence->rusage_peak ? own_peak : evidence->rusage_peak, most)),
    .written = evidence->written,
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
