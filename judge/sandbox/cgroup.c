/*
 * Limits and meters. Every seat has a group of its own in each hierarchy and
 * moves in once, before it does anything else: a write to cgroup.procs waits
 * for an RCU grace period (10 ms on a quiet machine) and holds up every fork
 * and exit meanwhile. Runs inherit the membership, which costs nothing.
 *
 * The files are opened by the keeper and stay open in seat and slot, where no
 * cgroup file system is in sight any more.
 *
 * Layout:  <hierarchy>/judge/<pid of the sandbox>/<seat>
 * The middle directory is locked by the living sandbox; one whose lock is free
 * belongs to a dead one and is taken away at the next start.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#include "sandbox.h"

enum { MEMORY, PIDS, CPUACCT, UNIFIED, HIERARCHIES };

static struct hierarchy {
  const char *controller;
  /* Where our groups go; empty when the host has no such hierarchy. */
  char base[PATH_SPACE];
  int lock;
} hierarchies[HIERARCHIES] = {
  [MEMORY] = { .controller = "memory", .lock = -1 },
  [PIDS] = { .controller = "pids", .lock = -1 },
  [CPUACCT] = { .controller = "cpuacct", .lock = -1 },
  [UNIFIED] = { .controller = NULL, .lock = -1 },
};

/* Which hierarchy limits what: HIERARCHIES when none does. */
static int memory_in = HIERARCHIES, pids_in = HIERARCHIES, cpu_in = HIERARCHIES;

static bool write_file(const char *path, const char *text)
{
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  ssize_t written = write(file, text, strlen(text));
  close(file);
  return written >= 0;
}

static bool file_names(const char *path, const char *word)
{
  char text[1024];
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0)
    return false;
  text[length] = 0;
  for (char *rest = text, *token; (token = strtok_r(rest, " ,\n", &rest));)
    if (!strcmp(token, word))
      return true;
  return false;
}

/* The v2 group this process is in, as /proc/self/cgroup has it; "" for the root. */
static void own_group(char *path, size_t size)
{
  char line[PATH_SPACE];
  FILE *file = fopen("/proc/self/cgroup", "re");
  *path = 0;
  if (!file)
    return;
  while (fgets(line, sizeof line, file)) {
    char *names = strchr(line, ':'), *group = names ? strchr(names + 1, ':') : NULL;
    if (!group)
      continue;
    *group++ = 0;
    names++;
    group[strcspn(group, "\n")] = 0;
    if (!*names)
      snprintf(path, size, "%s", strcmp(group, "/") ? group : "");
  }
  fclose(file);
}

/* Fills `base` with the mount point of each hierarchy there is. */
static void find_hierarchies(void)
{
  char line[PATH_SPACE * 2];
  FILE *file = fopen("/proc/self/mountinfo", "re");
  if (!file)
    return;
  while (fgets(line, sizeof line, file)) {
    char point[PATH_SPACE], type[64], options[512];
    char *tail = strstr(line, " - ");
    if (!tail || sscanf(line, "%*s %*s %*s %*s %4095s", point) != 1 ||
        sscanf(tail, " - %63s %*s %511s", type, options) != 2)
      continue;
    if (!strcmp(type, "cgroup2"))
      snprintf(hierarchies[UNIFIED].base, PATH_SPACE, "%s", point);
    if (strcmp(type, "cgroup"))
      continue;
    for (char *rest = options, *token; (token = strtok_r(rest, ",", &rest));)
      for (int i = MEMORY; i < UNIFIED; i++)
        if (!strcmp(token, hierarchies[i].controller))
          snprintf(hierarchies[i].base, PATH_SPACE, "%s", point);
  }
  fclose(file);
}

/* Where our own processes go when their group gets children. */
#define ASIDE "/keeper"

/* Only groups have a type; the root of the machine is none. */
static bool is_machine_root(const char *base)
{
  char path[PATH_SPACE + 64];
  snprintf(path, sizeof path, "%s/cgroup.type", base);
  return access(path, F_OK) != 0;
}

/* v2 forbids processes beside child groups: whoever is in our own group steps aside into a leaf. */
static void step_aside(const char *base)
{
  char path[PATH_SPACE + 64], leaf[PATH_SPACE + 64], pid[32];
  if (is_machine_root(base))
    return; /* it has no such rule */
  snprintf(path, sizeof path, "%s" ASIDE, base);
  mkdir(path, 0755);
  snprintf(leaf, sizeof leaf, "%s" ASIDE "/cgroup.procs", base);
  snprintf(path, sizeof path, "%s/cgroup.procs", base);
  FILE *file = fopen(path, "re");
  while (file && fgets(pid, sizeof pid, file))
    write_file(leaf, pid);
  if (file)
    fclose(file);
}

static void offer_controllers(const char *group)
{
  char path[PATH_SPACE + 64];
  snprintf(path, sizeof path, "%s/cgroup.subtree_control", group);
  write_file(path, "+memory");
  write_file(path, "+pids");
  write_file(path, "+cpu");
}

/* Ends everything in a group below `path` and removes it, deepest first. */
static void remove_tree(const char *path)
{
  char below[PATH_SPACE + 300];
  DIR *directory = opendir(path);
  if (!directory)
    return;
  for (struct dirent *entry; (entry = readdir(directory));)
    if (entry->d_type == DT_DIR && *entry->d_name != '.') {
      snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
      if (strlen(below) < PATH_SPACE)
        remove_tree(below);
    }
  closedir(directory);
  for (int tries = 0; rmdir(path) && errno == EBUSY && tries < 200; tries++) {
    char pid[32];
    snprintf(below, sizeof below, "%s/cgroup.procs", path);
    FILE *file = fopen(below, "re");
    while (file && fgets(pid, sizeof pid, file))
      kill(atoi(pid), SIGKILL);
    if (file)
      fclose(file);
    nanosleep(&(struct timespec){ .tv_nsec = 2000000 }, NULL);
  }
}

static void remove_dead(const char *family)
{
  char path[PATH_SPACE + 400];
  DIR *directory = opendir(family);
  if (!directory)
    return;
  for (struct dirent *entry; (entry = readdir(directory));) {
    if (entry->d_type != DT_DIR || *entry->d_name == '.')
      continue;
    snprintf(path, sizeof path, "%s/%s", family, entry->d_name);
    int lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock >= 0 && !flock(lock, LOCK_EX | LOCK_NB))
      remove_tree(path);
    if (lock >= 0)
      close(lock);
  }
  closedir(directory);
}

/* Makes and locks this sandbox's own directory; `base` becomes its path, or empty. */
static bool claim(struct hierarchy *hierarchy)
{
  char family[PATH_SPACE + 64], own[PATH_SPACE + 96];
  bool unified = !hierarchy->controller;
  if (!*hierarchy->base)
    return false;
  snprintf(family, sizeof family, "%s/judge", hierarchy->base);
  if (mkdir(family, 0755) && errno != EEXIST)
    goto refused;
  if (unified)
    offer_controllers(family);
  remove_dead(family);
  snprintf(own, sizeof own, "%s/%d", family, getpid());
  if ((mkdir(own, 0755) && errno != EEXIST) || strlen(own) >= PATH_SPACE)
    goto refused;
  hierarchy->lock = open(own, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (hierarchy->lock < 0 || flock(hierarchy->lock, LOCK_EX | LOCK_NB))
    goto refused;
  if (unified)
    offer_controllers(own);
  memcpy(hierarchy->base, own, strlen(own) + 1);
  return true;

refused:
  *hierarchy->base = 0;
  return false;
}

/* A service manager marks the groups whose inside it leaves to the service. */
static bool is_delegated(const char *path)
{
  char mark[8];
  return getxattr(path, "trusted.delegate", mark, sizeof mark) > 0 || getxattr(path, "user.delegate", mark, sizeof mark) > 0;
}

/*
 * Where in v2 our groups go: inside our own group when it was made for that,
 * or when it is all we see (a container); else right below the root, where
 * nobody has to move aside for them.
 */
static void descend(struct hierarchy *unified)
{
  char group[PATH_SPACE], path[PATH_SPACE * 2 + 64];
  own_group(group, sizeof group);
  size_t length = strlen(group), leaf = strlen(ASIDE);
  if (length >= leaf && !strcmp(group + length - leaf, ASIDE))
    group[length - leaf] = 0;
  snprintf(path, sizeof path, "%s%s", unified->base, group);
  if (strlen(path) >= PATH_SPACE)
    return;
  if (is_delegated(path) || !is_machine_root(unified->base) || access(unified->base, W_OK))
    memcpy(unified->base, path, strlen(path) + 1);
  snprintf(path, sizeof path, "%s/cgroup.controllers", unified->base);
  if (!file_names(path, "memory"))
    return;
  step_aside(unified->base);
  offer_controllers(unified->base);
}

int cgroup_open(bool allow_weak, char *complaint, size_t size)
{
  struct hierarchy *unified = &hierarchies[UNIFIED];
  bool complete = true;
  find_hierarchies();
  for (int i = MEMORY; i < UNIFIED; i++)
    complete &= claim(&hierarchies[i]);
  /* On a hybrid host the old hierarchies may have all we need; joining another would only cost. */
  if (complete)
    *unified->base = 0;
  if (*unified->base)
    descend(unified);
  claim(unified);

  char controllers[PATH_SPACE + 64];
  snprintf(controllers, sizeof controllers, "%s/cgroup.subtree_control", unified->base);
  bool v2 = *unified->base;
  memory_in = *hierarchies[MEMORY].base ? MEMORY : v2 && file_names(controllers, "memory") ? UNIFIED : HIERARCHIES;
  pids_in = *hierarchies[PIDS].base ? PIDS : v2 && file_names(controllers, "pids") ? UNIFIED : HIERARCHIES;
  cpu_in = *hierarchies[CPUACCT].base ? CPUACCT : v2 ? UNIFIED : HIERARCHIES;

  if (allow_weak || (cgroup_has_memory() && cgroup_has_pids() && cgroup_has_cpu()))
    return 0;
  snprintf(complaint, size, "this host gives us no cgroup for%s%s%s", cgroup_has_memory() ? "" : " memory",
           cgroup_has_pids() ? "" : " pids", cgroup_has_cpu() ? "" : " cpu");
  return -1;
}

void cgroup_close(void)
{
  for (int i = 0; i < HIERARCHIES; i++)
    if (*hierarchies[i].base) {
      remove_tree(hierarchies[i].base);
      close(hierarchies[i].lock);
      /* The family goes with its last member; another sandbox makes it again. */
      *strrchr(hierarchies[i].base, '/') = 0;
      rmdir(hierarchies[i].base);
    }
}

bool cgroup_has_memory(void)
{
  return memory_in != HIERARCHIES;
}

bool cgroup_has_pids(void)
{
  return pids_in != HIERARCHIES;
}

bool cgroup_has_cpu(void)
{
  return cpu_in != HIERARCHIES;
}

static void group_path(int hierarchy, unsigned serial, const char *file, char *path, size_t size)
{
  snprintf(path, size, "%s/%u%s%s", hierarchies[hierarchy].base, serial, file ? "/" : "", file ? file : "");
}

static int open_file(int hierarchy, unsigned serial, const char *file, int flags)
{
  char path[PATH_SPACE + 128];
  if (hierarchy == HIERARCHIES)
    return -1;
  group_path(hierarchy, serial, file, path, sizeof path);
  return open(path, flags | O_CLOEXEC);
}

static uint64_t read_number(int file)
{
  char text[32];
  ssize_t length = file < 0 ? -1 : pread(file, text, sizeof text - 1, 0);
  if (length <= 0)
    return 0;
  text[length] = 0;
  return strtoull(text, NULL, 10);
}

/* The number after `key` in a file of "key number" lines. */
static uint64_t read_keyed(int file, const char *key)
{
  char text[1024], *at;
  ssize_t length = file < 0 ? -1 : pread(file, text, sizeof text - 1, 0);
  if (length <= 0)
    return 0;
  text[length] = 0;
  size_t size = strlen(key);
  for (char *line = text; line; line = (at = strchr(line, '\n')) ? at + 1 : NULL)
    if (!strncmp(line, key, size) && line[size] == ' ')
      return strtoull(line + size, NULL, 10);
  return 0;
}

static bool write_number(int file, uint64_t number)
{
  char text[32];
  int length = snprintf(text, sizeof text, "%llu", (unsigned long long)number);
  return file < 0 || pwrite(file, text, length, 0) == length;
}

int cgroup_make(struct cgroup *group, unsigned serial)
{
  *group = (struct cgroup){ .serial = serial };
  for (int i = 0; i < HIERARCHIES; i++) {
    char path[PATH_SPACE + 128];
    if (!*hierarchies[i].base)
      continue;
    group_path(i, serial, NULL, path, sizeof path);
    if (mkdir(path, 0755) && errno != EEXIST)
      return -1;
  }
  bool v1 = memory_in == MEMORY;
  group->memory_limit = open_file(memory_in, serial, v1 ? "memory.limit_in_bytes" : "memory.max", O_WRONLY);
  group->memory_usage = open_file(memory_in, serial, v1 ? "memory.usage_in_bytes" : "memory.current", O_RDONLY);
  group->memory_events = open_file(memory_in, serial, v1 ? "memory.oom_control" : "memory.events", O_RDONLY);
  group->memory_hits = v1 ? open_file(MEMORY, serial, "memory.failcnt", O_RDONLY) : -1;
  group->swap_limit = v1 ? open_file(MEMORY, serial, "memory.memsw.limit_in_bytes", O_WRONLY) : -1;
  /* Kernels from 6.12 let a v2 peak be reset through the descriptor it is read from; older ones refuse O_RDWR. */
  group->memory_peak = open_file(memory_in, serial, v1 ? "memory.max_usage_in_bytes" : "memory.peak", O_RDWR);
  group->peak_resets = group->memory_peak >= 0;
  group->pids_limit = open_file(pids_in, serial, "pids.max", O_WRONLY);
  group->cpu_usage = open_file(cpu_in, serial, cpu_in == CPUACCT ? "cpuacct.usage" : "cpu.stat", O_RDONLY);
  if (memory_in == UNIFIED) {
    int swap = open_file(UNIFIED, serial, "memory.swap.max", O_WRONLY);
    write_number(swap, 0);
    if (swap >= 0)
      close(swap);
  }
  return 0;
}

int cgroup_join(const struct cgroup *group)
{
  for (int i = 0; i < HIERARCHIES; i++) {
    if (!*hierarchies[i].base)
      continue;
    int procs = open_file(i, group->serial, "cgroup.procs", O_WRONLY);
    bool joined = procs >= 0 && write(procs, "0", 1) == 1;
    if (procs >= 0)
      close(procs);
    if (!joined)
      return -1;
  }
  return 0;
}

void cgroup_remove(struct cgroup *group)
{
  int *files[] = { &group->memory_limit, &group->swap_limit,  &group->memory_usage, &group->memory_peak,
                   &group->memory_events, &group->memory_hits, &group->pids_limit,  &group->cpu_usage };
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    if (*files[i] >= 0) {
      close(*files[i]);
      *files[i] = -1;
    }
  for (int i = 0; i < HIERARCHIES; i++) {
    char path[PATH_SPACE + 128];
    if (!*hierarchies[i].base)
      continue;
    group_path(i, group->serial, NULL, path, sizeof path);
    remove_tree(path);
  }
}

/* Seat and slot pid 1 are in the group as well. */
#define RESIDENTS 2

int cgroup_limit(struct cgroup *group, const struct limits *limits)
{
  uint64_t memory = limits->memory + group->idle;
  if (memory != group->memory_now && group->memory_limit >= 0) {
    /* v1 wants swap >= memory at every moment, so which is written first depends on the direction. */
    bool set = write_number(group->memory_limit, memory);
    if (!write_number(group->swap_limit, memory) || (!set && !write_number(group->memory_limit, memory)))
      return -1;
    group->memory_now = memory;
  }
  if (limits->processes != group->pids_now) {
    if (!write_number(group->pids_limit, limits->processes + RESIDENTS))
      return -1;
    group->pids_now = limits->processes;
  }
  return 0;
}

uint64_t cgroup_cpu(const struct cgroup *group)
{
  return cpu_in == CPUACCT ? read_number(group->cpu_usage) / 1000 : read_keyed(group->cpu_usage, "usage_usec");
}

uint64_t cgroup_memory(const struct cgroup *group)
{
  return read_number(group->memory_usage);
}

uint64_t cgroup_peak(const struct cgroup *group)
{
  return group->peak_resets ? read_number(group->memory_peak) : 0;
}

void cgroup_read_kills(const struct cgroup *group, struct meters *meters)
{
  bool v2 = memory_in == UNIFIED;
  meters->hits = v2 ? read_keyed(group->memory_events, "max") : read_number(group->memory_hits);
  meters->kills = read_keyed(group->memory_events, "oom_kill");
}

void cgroup_begin(struct cgroup *group, struct meters *meters)
{
  if (group->peak_resets)
    write_number(group->memory_peak, 0);
  meters->memory = read_number(group->memory_usage);
  cgroup_read_kills(group, meters);
  meters->cpu = cgroup_cpu(group);
}
