/*
 * make check: every act of acts.txt in a real box, and after each one the
 * question whether anything of it is still there. Speaks TAP.
 */
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client.h"

#define MIB (1024 * 1024ULL)
#define NOBODY 65534

static const char *const reasons[] = { "exited", "signalled", "cpu", "wall", "memory", "output", "failed" };
static char folder[] = "/tmp/sandbox-check-XXXXXX", input[64], output[64], error[64];

static void fate_of(const struct result *result, char *fate, size_t size)
{
  if (result->reason == REASON_EXITED || result->reason == REASON_SIGNALLED)
    snprintf(fate, size, "%s:%d", reasons[result->reason], result->code);
  else
    snprintf(fate, size, "%s", reasons[result->reason % 7]);
}

static bool said_held(void)
{
  char text[16] = "";
  int file = open(output, O_RDONLY);
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  return length == 5 && !strcmp(text, "held\n");
}

static bool meets(const char *fate, const char *expected)
{
  char list[64];
  if (!strcmp(expected, "held"))
    return !strcmp(fate, "exited:0") && said_held();
  snprintf(list, sizeof list, "%s", expected);
  for (char *rest = list, *one; (one = strtok_r(rest, "|", &rest));)
    if (!strcmp(one, fate))
      return true;
  return false;
}

static void play(uint32_t slot, const char *act, const struct limits *limits, struct result *result)
{
  char word[64];
  snprintf(word, sizeof word, "%s", act);
  char *argument = strchr(word, ':');
  if (argument)
    *argument++ = 0;
  const char *argv[] = { "./hostile", word, argument, NULL };
  struct run run = { argv, input, output, error, *limits };
  begin_run(slot, &run);
  end_run(result);
}

static bool nothing_left(uint32_t slot)
{
  struct result result;
  struct limits limits = { .cpu = 1000000, .wall = 3000000, .memory = 1024 * MIB, .output = 65536, .processes = 1 };
  play(slot, "get", &limits, &result);
  return result.reason == REASON_EXITED && !result.code && said_held();
}

static bool check(uint32_t slot, int number, char *text)
{
  char row[8], act[32], expected[32], fate[32];
  unsigned long long cpu, wall, memory, out;
  unsigned processes;
  struct result result;
  if (sscanf(text, "%7s %31s %31s %llu %llu %llu %llu %u", row, act, expected, &cpu, &wall, &memory, &out, &processes) != 8)
    return false;
  struct limits limits = { .cpu = cpu * 1000,       .wall = wall * 1000,  .memory = memory * MIB,
                           .stack = 16 * MIB,       .output = out * 1024, .processes = processes };
  play(slot, act, &limits, &result);
  fate_of(&result, fate, sizeof fate);
  bool good = meets(fate, expected) && !*result.detail;
  bool clean = nothing_left(slot);
  printf("%s %d - %s %s: %s%s%s%s\n", good && clean ? "ok" : "not ok", number, row, act, fate,
         good ? "" : ", expected ", good ? "" : expected, clean ? "" : ", and left something behind");
  return good && clean;
}

/* Where anybody may read it: the sources may lie in somebody's home. */
static char *copy_for_all(const char *path)
{
  static char chunk[65536];
  char *copied = NULL;
  const char *name = strrchr(path, '/');
  if (asprintf(&copied, "%s/%s", folder, name ? name + 1 : path) < 0)
    exit(2);
  int from = open(path, O_RDONLY), to = open(copied, O_WRONLY | O_CREAT, 0755);
  for (ssize_t got; (got = read(from, chunk, sizeof chunk)) > 0;)
    if (write(to, chunk, got) != got)
      exit(2);
  close(from);
  close(to);
  return copied;
}

static void become_nobody(void)
{
  if (chown(folder, NOBODY, NOBODY) || setgroups(0, NULL) || setgid(NOBODY) || setuid(NOBODY))
    exit(2);
}

static bool user_namespaces_work(void)
{
  pid_t child = fork();
  int status = 1;
  if (!child)
    _exit(unshare(CLONE_NEWUSER) != 0);
  waitpid(child, &status, 0);
  return !status;
}

static void clean_up(char *const copies[2])
{
  const char *const files[] = { input, output, error, copies[0], copies[1] };
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    unlink(files[i]);
  rmdir(folder);
}

static _Noreturn void skip(const char *why)
{
  printf("1..0 # SKIP %s\n", why);
  exit(0);
}

int main(int argc, char **argv)
{
  if (argc != 4 && argc != 5) {
    fprintf(stderr, "usage: check SANDBOXD HOSTILE ACTS [--rootless]\n");
    return 2;
  }
  bool rootless = argc == 5;
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (geteuid())
    skip("the boxes need root");
  if (!mkdtemp(folder) || chmod(folder, 0755))
    return 2;
  char *copies[2] = { copy_for_all(argv[1]), copy_for_all(argv[2]) };
  snprintf(input, sizeof input, "%s/input", folder);
  snprintf(output, sizeof output, "%s/output", folder);
  snprintf(error, sizeof error, "%s/error", folder);
  FILE *acts = fopen(argv[3], "re");
  if (!acts)
    return 2;
  if (rootless)
    become_nobody();
  close(open(input, O_WRONLY | O_CREAT, 0644));
  if (rootless && !user_namespaces_work()) {
    clean_up(copies);
    skip("this host forbids user namespaces");
  }
  char inputs[64];
  snprintf(inputs, sizeof inputs, "--inputs=%s", folder);
  open_sandbox(copies[0], (const char *const[]){ "--places=1", inputs, rootless ? "--weak" : NULL, NULL });
  uint32_t slot = open_slot(PROFILE_RUN, 0, "hostile", copies[1]);
  char text[256];
  int number = 0, failed = 0;
  while (fgets(text, sizeof text, acts))
    if (*text != '#' && *text != '\n')
      failed += !check(slot, ++number, text);
  printf("1..%d\n", number);
  close_slot(slot);
  close_sandbox();
  clean_up(copies);
  free(copies[0]);
  free(copies[1]);
  fclose(acts);
  return failed != 0;
}
