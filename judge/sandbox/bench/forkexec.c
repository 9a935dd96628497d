/*
 * How much dearer is a boxed run than fork + exec + wait4 of the same program,
 * and than bubblewrap? All are timed here, by one process, in rounds of random
 * order, so that whatever else the machine does falls on all of them. The boxed
 * run includes the request to the keeper, the slot, the output pipe and the
 * answer. Every few rounds some have a pause before each run: what a judge with
 * little to do sees.
 *
 * Prints, for each variant: name, median and 95th percentile of its time, mean
 * of its CPU time (microseconds), and for the box that of the keeper as well.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../check/client.h"
#include "usage.h"

enum { PLAIN, BOXED, WRAPPED, VARIANTS };

#define BLOCKS 10

static const char *program, *wrapper;
static uint32_t slot;

struct series {
  double *times, cpu, keeper_cpu;
  int count;
};

static double seconds_of(const struct timeval *time)
{
  return time->tv_sec * 1e6 + time->tv_usec;
}

static double now(clockid_t clock)
{
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

/* Of this process and all it has waited for. */
static double own_cpu(void)
{
  struct rusage children;
  getrusage(RUSAGE_CHILDREN, &children);
  return now(CLOCK_PROCESS_CPUTIME_ID) + seconds_of(&children.ru_utime) + seconds_of(&children.ru_stime);
}

static void start(char *const *argv)
{
  struct rusage usage;
  char *none[] = { NULL };
  int status;
  pid_t pid = fork();
  if (!pid) {
    execve(argv[0], argv, none);
    _exit(127);
  }
  wait4(pid, &status, 0, &usage);
  if (status) {
    fprintf(stderr, "%s failed: %d\n", argv[0], status);
    exit(1);
  }
}

static void run_plain(void)
{
  start((char *[]){ (char *)program, NULL });
}

/* What bubblewrap can do of what a box does: namespaces, a root of its own, no rights, no terminal. */
static void run_wrapped(void)
{
  static char *const argv[] = { NULL,          "--unshare-all", "--die-with-parent", "--new-session", "--clearenv",
                                "--cap-drop",  "ALL",           "--ro-bind",         "/usr",          "/usr",
                                "--symlink",   "usr/bin",       "/bin",              "--symlink",     "usr/lib",
                                "/lib",        "--symlink",     "usr/lib64",         "/lib64",        "--ro-bind-try",
                                "/etc/alternatives", "/etc/alternatives", "--ro-bind-try", "/etc/ld.so.cache",
                                "/etc/ld.so.cache",  "--proc",  "/proc",             "--dev",         "/dev",
                                "--tmpfs",     "/w",            "--ro-bind",         NULL,            "/w/program",
                                "--chdir",     "/w",            "./program",         NULL };
  enum { COUNT = sizeof argv / sizeof *argv };
  char *words[COUNT];
  memcpy(words, argv, sizeof argv);
  words[0] = (char *)wrapper;
  for (int i = 1; i < COUNT - 1; i++)
    if (!words[i])
      words[i] = (char *)program;
  start(words);
}

static void run_boxed(void)
{
  static const char *const argv[] = { "./program", NULL };
  static const struct run run = {
    argv, NULL, NULL, NULL,
    { .cpu = 1000000, .wall = 2000000, .memory = 64 << 20, .stack = 16 << 20, .output = 1 << 20, .processes = 1 },
  };
  struct result result;
  begin_run(slot, &run);
  end_run(&result);
  if (result.reason != REASON_EXITED || result.code) {
    fprintf(stderr, "the boxed run failed: %u %d %s\n", result.reason, result.code, result.detail);
    exit(1);
  }
}

static const struct {
  const char *name;
  void (*run)(void);
} variants[VARIANTS] = { { "plain", run_plain }, { "boxed", run_boxed }, { "bwrap", run_wrapped } };

static void shuffle(int *order, int count)
{
  for (int i = count - 1; i > 0; i--) {
    int k = random() % (i + 1), kept = order[i];
    order[i] = order[k];
    order[k] = kept;
  }
}

static void time_one(int variant, struct series *series)
{
  double cpu = own_cpu(), begin = now(CLOCK_MONOTONIC);
  variants[variant].run();
  series->times[series->count++] = now(CLOCK_MONOTONIC) - begin;
  if (variant != BOXED)
    series->cpu += own_cpu() - cpu;
}

/* The processes of the box work on after their answer, so their CPU time is that of the whole block. */
static void time_block(struct series *series, int count, int rounds, int pause_ms)
{
  double boxes = boxes_usage(), keeper_cpu = keeper_usage();
  for (int i = 0; i < rounds; i++) {
    int order[VARIANTS];
    for (int k = 0; k < count; k++)
      order[k] = k;
    shuffle(order, count);
    for (int k = 0; k < count; k++) {
      if (pause_ms)
        usleep(pause_ms * 1000);
      time_one(order[k], &series[order[k]]);
    }
  }
  series[BOXED].cpu += boxes_usage() - boxes;
  series[BOXED].keeper_cpu += keeper_usage() - keeper_cpu;
}

static int ascending(const void *a, const void *b)
{
  double difference = *(const double *)a - *(const double *)b;
  return (difference > 0) - (difference < 0);
}

static void print(const char *prefix, const char *name, struct series *series)
{
  int count = series->count;
  if (!count)
    return;
  qsort(series->times, count, sizeof *series->times, ascending);
  printf("%s%s %.1f %.1f %.1f %.1f\n", prefix, name, series->times[count / 2], series->times[count * 95 / 100],
         series->cpu / count, series->keeper_cpu / count);
}

int main(int argc, char **argv)
{
  if (argc != 5 && argc != 6) {
    fprintf(stderr, "usage: forkexec SANDBOXD PROGRAM ROUNDS IDLE_ROUNDS [BWRAP]\n");
    return 2;
  }
  program = argv[2];
  wrapper = argc == 6 ? argv[5] : NULL;
  int rounds = atoi(argv[3]) / BLOCKS, idle_rounds = atoi(argv[4]) / BLOCKS, count = wrapper ? VARIANTS : WRAPPED;
  struct series busy[VARIANTS] = { 0 }, idle[VARIANTS] = { 0 };
  for (int i = 0; i < VARIANTS; i++) {
    busy[i].times = calloc(rounds * BLOCKS + 1, sizeof(double));
    idle[i].times = calloc(idle_rounds * BLOCKS + 1, sizeof(double));
  }
  open_sandbox(argv[1], (const char *const[]){ "--places=1", NULL });
  if (!open_usage(sandbox_pid())) {
    fprintf(stderr, "no group here counts CPU time\n");
    return 1;
  }
  slot = open_slot(PROFILE_RUN, 0, "program", program);
  srandom(getpid());
  for (int i = 0; i < 50; i++)
    run_plain(), run_boxed();
  for (int i = 0; i < BLOCKS; i++) {
    time_block(busy, count, rounds, 0);
    time_block(idle, WRAPPED, idle_rounds, 60);
  }
  close_slot(slot);
  close_sandbox();
  for (int i = 0; i < count; i++)
    print("", variants[i].name, &busy[i]);
  for (int i = 0; i < WRAPPED; i++)
    print("idle-", variants[i].name, &idle[i]);
  return 0;
}
