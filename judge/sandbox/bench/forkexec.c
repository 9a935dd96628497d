/*
 * How much dearer is a boxed run than fork + exec + wait4 of the same program?
 * Both are timed here, by one process, in rounds that take turns, so that
 * whatever else the machine does falls on both. The boxed run includes the
 * request to the keeper, the slot, the output pipe and the answer. With a pause
 * before each run it shows what a judge with little to do sees.
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

static const char *program;
static uint32_t slot;

static double now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static void plain(void)
{
  struct rusage usage;
  int status;
  pid_t pid = fork();
  if (!pid) {
    char *argv[] = { (char *)program, NULL }, *envp[] = { NULL };
    execve(program, argv, envp);
    _exit(127);
  }
  wait4(pid, &status, 0, &usage);
}

static void boxed(void)
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

static int ascending(const void *a, const void *b)
{
  double difference = *(const double *)a - *(const double *)b;
  return (difference > 0) - (difference < 0);
}

static double at_share(double *times, int count, double share)
{
  qsort(times, count, sizeof *times, ascending);
  return times[(int)((count - 1) * share)];
}

int main(int argc, char **argv)
{
  if (argc != 4 && argc != 5) {
    fprintf(stderr, "usage: forkexec SANDBOXD PROGRAM ROUNDS [PAUSE_MS]\n");
    return 2;
  }
  int pause_ms = argc == 5 ? atoi(argv[4]) : 0;
  program = argv[2];
  int rounds = atoi(argv[3]);
  double *plain_times = calloc(rounds, sizeof *plain_times), *boxed_times = calloc(rounds, sizeof *boxed_times);
  open_sandbox(argv[1], (const char *const[]){ "--places=1", NULL });
  slot = open_slot(PROFILE_RUN, 0, "program", program);
  for (int i = 0; i < 50; i++)
    plain(), boxed();
  for (int i = 0; i < rounds; i++) {
    bool plain_first = random() & 1;
    for (int k = 0; k < 2; k++) {
      bool is_plain = (k == 0) == plain_first;
      usleep(pause_ms * 1000);
      double start = now();
      (is_plain ? plain : boxed)();
      (is_plain ? plain_times : boxed_times)[i] = now() - start;
    }
  }
  close_slot(slot);
  close_sandbox();
  double medians[2] = { at_share(plain_times, rounds, 0.5), at_share(boxed_times, rounds, 0.5) };
  printf("plain %.1f %.1f\n", medians[0], at_share(plain_times, rounds, 0.95));
  printf("boxed %.1f %.1f\n", medians[1], at_share(boxed_times, rounds, 0.95));
  return 0;
}
