/*
 * Where limits come from: which cgroup hierarchies this host has, where in them
 * our groups may go, and what dead sandboxes left there.
 *
 * Layout:  <hierarchy>/judge/<pid of the sandbox>/<seat>
 * The middle directory is locked by the living sandbox; one whose lock is free
 * belongs to a dead one and is taken away at the next start.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#include "sandbox.h"

struct hierarchy hierarchies[HIERARCHIES] = {
  [MEMORY] = { .controller = "memory", .lock = -1 },
  [PIDS] = { .controller = "pids", .lock = -1 },
  [CPUACCT] = { .controller = "cpuacct", .lock = -1 },
  [UNIFIED] = { .controller = NULL, .lock = -1 },
};

int memory_in = HIERARCHIES, pids_in = HIERARCHIES, cpu_in = HIERARCHIES;

/* The first obstacle, reported to the administrator of this host. */
static char obstacle[DETAIL_SPACE / 2];

const char *cgroup_obstacle(void)
{
  return obstacle;
}

static void note(const char *format, ...)
{
  va_list rest;
  if (*obstacle)
    return;
  va_start(rest, format);
  vsnprintf(obstacle, sizeof obstacle, format, rest);
  va_end(rest);
}

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

/*
 * The v2 group this process is in, below the mount whose root is `root`; "" for the root itself, and for a group that
 * is outside of what the mount shows.
 */
static void own_group(const char *root, char *path, size_t size)
{
  char line[PATH_SPACE];
  size_t hidden = strcmp(root, "/") ? strlen(root) : 0;
  FILE *file = fopen("/proc/self/cgroup", "re");
  *path = 0;
  if (!file)
    return;
  while (fgets(line, sizeof line, file)) {
    if (strncmp(line, "0::/", 4))
      continue;
    char *group = line + 3;
    group[strcspn(group, "\n")] = 0;
    bool inside = !strncmp(group, root, hidden) && (group[hidden] == '/' || !group[hidden]);
    if (inside && strcmp(group, "/") && !strstr(group, "/.."))
      snprintf(path, size, "%s", group + hidden);
  }
  fclose(file);
}

/* Fills `base` with the mount point of each hierarchy there is, and `root` with what of v2 is mounted there. */
static void find_hierarchies(char *root)
{
  char line[PATH_SPACE * 2];
  FILE *file = fopen("/proc/self/mountinfo", "re");
  if (!file)
    return;
  while (fgets(line, sizeof line, file)) {
    char mounted[PATH_SPACE], point[PATH_SPACE], type[64], options[512];
    char *tail = strstr(line, " - "), *unified = hierarchies[UNIFIED].base;
    if (!tail || sscanf(line, "%*s %*s %*s %4095s %4095s", mounted, point) != 2 ||
        sscanf(tail, " - %63s %*s %511s", type, options) != 2)
      continue;
    /* v2 may be mounted more than once: any that can be written to will do, and of two at one place the upper one. */
    if (!strcmp(type, "cgroup2") && (!*unified || !strcmp(unified, point) || access(unified, W_OK))) {
      memcpy(unified, point, strlen(point) + 1);
      memcpy(root, mounted, strlen(mounted) + 1);
    }
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

/* Moves the processes of our own group into a leaf; returns how many there were. */
static int step_aside(const char *base)
{
  char path[PATH_SPACE + 64], leaf[PATH_SPACE + 64], pid[32];
  int count = 0;
  snprintf(path, sizeof path, "%s" ASIDE, base);
  if (mkdir(path, 0755) && errno != EEXIST)
    note("%s: %s", path, strerror(errno));
  snprintf(leaf, sizeof leaf, "%s" ASIDE "/cgroup.procs", base);
  snprintf(path, sizeof path, "%s/cgroup.procs", base);
  FILE *file = fopen(path, "re");
  for (; file && fgets(pid, sizeof pid, file); count++)
    /* 0 is somebody of another pid namespace, and to write it would mean ourselves. */
    if (atoi(pid) > 0)
      write_file(leaf, pid);
  if (file)
    fclose(file);
  return count;
}

static bool is_in(const char *group, const char *list, const char *controller)
{
  char path[PATH_SPACE + 64];
  snprintf(path, sizeof path, "%s/%s", group, list);
  return file_names(path, controller);
}

static bool is_offered(const char *group, const char *controller)
{
  return is_in(group, "cgroup.subtree_control", controller);
}

/*
 * To the groups below, as far as there are any. Both that limit go in one write: a group with processes in it refuses
 * memory, but takes pids alone and becomes one of threads, in which no other group can have processes.
 */
static void offer_controllers(const char *group)
{
  char path[PATH_SPACE + 64], wanted[32];
  bool memory = is_in(group, "cgroup.controllers", "memory"), pids = is_in(group, "cgroup.controllers", "pids");
  snprintf(path, sizeof path, "%s/cgroup.subtree_control", group);
  snprintf(wanted, sizeof wanted, "%s%s", memory ? "+memory " : "", pids ? "+pids" : "");
  if ((memory || pids) && write_file(path, wanted))
    write_file(path, "+cpu");
}

/*
 * v2 forbids processes beside groups that have controllers, except at the root of the machine. Processes
 * may be forked while others are moved, so it may take more than one try.
 */
static void make_room(const char *base)
{
  static const char *const limiting[] = { "memory", "pids" };
  bool missing = false, offered = true;
  for (int i = 0; i < 2; i++) {
    bool there = is_in(base, "cgroup.controllers", limiting[i]);
    if (!there)
      note("%s/cgroup.controllers has no %s", base, limiting[i]);
    missing |= !there;
    offered &= is_offered(base, limiting[i]);
  }
  if (is_machine_root(base))
    return offer_controllers(base);
  if (offered || (missing && !is_in(base, "cgroup.controllers", "memory")))
    return;
  for (int tries = 0; tries < 50; tries++) {
    if (step_aside(base))
      continue;
    offer_controllers(base);
    if (is_offered(base, "memory"))
      return;
  }
  note("%s: there are processes in this group that stay", base);
}

/* Ends everything in a group below `path` and removes it, deepest first. */
void remove_groups(const char *path)
{
  char below[PATH_SPACE + 300];
  DIR *directory = opendir(path);
  if (!directory)
    return;
  for (struct dirent *entry; (entry = readdir(directory));)
    if (entry->d_type == DT_DIR && *entry->d_name != '.') {
      snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
      if (strlen(below) < PATH_SPACE)
        remove_groups(below);
    }
  closedir(directory);
  for (int tries = 0; rmdir(path) && errno == EBUSY && tries < 200; tries++) {
    char pid[32];
    /* v2 kills all at once (Linux 5.14), also processes of other pid namespaces, which read as 0 here. */
    snprintf(below, sizeof below, "%s/cgroup.kill", path);
    write_file(below, "1");
    snprintf(below, sizeof below, "%s/cgroup.procs", path);
    FILE *file = fopen(below, "re");
    while (file && fgets(pid, sizeof pid, file))
      if (atoi(pid) > 0)
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
      remove_groups(path);
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
  note("%s: %s", hierarchy->base, strerror(errno));
  *hierarchy->base = 0;
  return false;
}

/* A service manager marks the groups whose inside it leaves to the service. */
static bool is_delegated(const char *path)
{
  char mark[8];
  return getxattr(path, "trusted.delegate", mark, sizeof mark) > 0 ||
         getxattr(path, "user.delegate", mark, sizeof mark) > 0;
}

/* Cuts the last name off a path of groups. */
static void ascend(char *group)
{
  char *last = strrchr(group, '/');
  if (last)
    *last = 0;
}

/*
 * Where in v2 our groups go: inside our own group, or the one around it, when
 * that was made for it, or inside our own when it is all we see (a container);
 * else right below the root, where nobody has to move aside for them.
 */
static void descend(struct hierarchy *unified, const char *root)
{
  char group[PATH_SPACE], path[PATH_SPACE * 2];
  own_group(root, group, sizeof group);
  /* Somebody else mounted it for us. Where namespaces are bounds of delegation no group below the mount lets us in. */
  if (!strncmp(root, "/..", 3))
    note("%s shows more than our cgroup namespace", unified->base);
  size_t length = strlen(group), leaf = strlen(ASIDE);
  if (length >= leaf && !strcmp(group + length - leaf, ASIDE))
    ascend(group);
  snprintf(path, sizeof path, "%s%s", unified->base, group);
  bool delegated = is_delegated(path);
  if (*group && !delegated) {
    ascend(path);
    if (!(delegated = is_delegated(path)))
      snprintf(path, sizeof path, "%s%s", unified->base, group);
  }
  if (strlen(path) >= PATH_SPACE)
    return;
  if (delegated || !is_machine_root(unified->base) || access(unified->base, W_OK))
    memcpy(unified->base, path, strlen(path) + 1);
  make_room(unified->base);
}

int cgroup_open(bool allow_weak, char *complaint, size_t size)
{
  struct hierarchy *unified = &hierarchies[UNIFIED];
  char root[PATH_SPACE] = "/";
  bool complete = true;
  find_hierarchies(root);
  for (int i = MEMORY; i < UNIFIED; i++)
    complete &= claim(&hierarchies[i]);
  /* On a hybrid host the old hierarchies may have all we need; joining another would only cost. */
  if (complete)
    *unified->base = 0;
  if (*unified->base)
    descend(unified, root);
  claim(unified);

  bool v2 = *unified->base;
  memory_in = *hierarchies[MEMORY].base ? MEMORY : v2 && is_offered(unified->base, "memory") ? UNIFIED : HIERARCHIES;
  pids_in = *hierarchies[PIDS].base ? PIDS : v2 && is_offered(unified->base, "pids") ? UNIFIED : HIERARCHIES;
  cpu_in = *hierarchies[CPUACCT].base ? CPUACCT : v2 ? UNIFIED : HIERARCHIES;

  if (allow_weak || (cgroup_has_memory() && cgroup_has_pids() && cgroup_has_cpu()))
    return 0;
  snprintf(complaint, size, "this host gives us no cgroup for%s%s%s%s%s", cgroup_has_memory() ? "" : " memory",
           cgroup_has_pids() ? "" : " pids", cgroup_has_cpu() ? "" : " cpu", *obstacle ? ": " : "", obstacle);
  cgroup_close();
  return -1;
}

void cgroup_close(void)
{
  for (int i = 0; i < HIERARCHIES; i++)
    if (*hierarchies[i].base) {
      remove_groups(hierarchies[i].base);
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
