/* CPU time of the sandbox that is measured: of its keeper, and of everything in its cgroups. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "usage.h"

static char meter[PATH_SPACE];
static bool unified;
static pid_t keeper_pid;

static pid_t first_child(pid_t pid)
{
  char path[64];
  int child = -1;
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", pid, pid);
  FILE *file = fopen(path, "re");
  if (file && fscanf(file, "%d", &child) != 1)
    child = -1;
  if (file)
    fclose(file);
  return child;
}

/* Where the hierarchy is mounted that counts CPU time: `cpuacct`, or v2 when there is no such. */
static bool mount_point(const char *type, const char *option, char *point)
{
  char line[PATH_SPACE * 2], wanted[32];
  bool found = false;
  FILE *file = fopen("/proc/self/mountinfo", "re");
  snprintf(wanted, sizeof wanted, " - %s ", type);
  while (file && !found && fgets(line, sizeof line, file)) {
    char *tail = strstr(line, wanted);
    found = tail && (!*option || strstr(tail, option)) && sscanf(line, "%*s %*s %*s %*s %4095s", point) == 1;
  }
  if (file)
    fclose(file);
  return found;
}

/* The directory of the whole sandbox: that of a seat without its last part. */
static bool group_of(pid_t seat, const char *controller, char *group)
{
  char line[PATH_SPACE], path[64];
  bool found = false;
  snprintf(path, sizeof path, "/proc/%d/cgroup", seat);
  FILE *file = fopen(path, "re");
  while (file && !found && fgets(line, sizeof line, file)) {
    char *names = strchr(line, ':'), *at = names ? strchr(names + 1, ':') : NULL;
    if (!at)
      continue;
    *at++ = 0;
    at[strcspn(at, "\n")] = 0;
    found = *controller ? strstr(names + 1, controller) != NULL : !names[1];
    if (found && strrchr(at, '/'))
      *strrchr(at, '/') = 0;
    if (found)
      snprintf(group, PATH_SPACE, "%s", at);
  }
  if (file)
    fclose(file);
  return found;
}

bool open_usage(pid_t pid)
{
  char point[PATH_SPACE], group[PATH_SPACE];
  keeper_pid = pid;
  pid_t seat = first_child(pid);
  bool old = mount_point("cgroup", "cpuacct", point) && group_of(seat, "cpuacct", group);
  unified = !old && mount_point("cgroup2", "", point) && group_of(seat, "", group);
  if (!old && !unified)
    return false;
  int length = snprintf(meter, sizeof meter, "%s%s/%s", point, group, unified ? "cpu.stat" : "cpuacct.usage");
  return length < (int)sizeof meter && !access(meter, R_OK);
}

/* Microseconds. */
double boxes_usage(void)
{
  double value = 0;
  FILE *file = fopen(meter, "re");
  if (!file || fscanf(file, unified ? "usage_usec %lf" : "%lf", &value) != 1)
    exit(1);
  fclose(file);
  return unified ? value : value / 1e3;
}

double keeper_usage(void)
{
  clockid_t clock;
  struct timespec used;
  if (clock_getcpuclockid(keeper_pid, &clock) || clock_gettime(clock, &used))
    exit(1);
  return used.tv_sec * 1e6 + used.tv_nsec / 1e3;
}
