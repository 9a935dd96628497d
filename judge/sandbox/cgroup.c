/*
 * Limits and meters. Every seat has a group of its own in each hierarchy and
 * moves in once, before it does anything else: a write to cgroup.procs waits
 * for an RCU grace period (10 ms on a quiet machine) and holds up every fork
 * and exit meanwhile. Runs inherit the membership, which costs nothing.
 *
 * The files are opened by the keeper and stay open in seat and slot, where no
 * cgroup file system is in sight any more.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sandbox.h"

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
  *group = (struct cgroup){
    .serial = serial,
    .memory_limit = -1,
    .swap_limit = -1,
    .memory_usage = -1,
    .memory_peak = -1,
    .memory_stat = -1,
    .memory_events = -1,
    .memory_hits = -1,
    .pids_limit = -1,
    .cpu_usage = -1,
  };
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
  group->memory_stat = open_file(memory_in, serial, "memory.stat", O_RDONLY);
  group->memory_events = open_file(memory_in, serial, v1 ? "memory.oom_control" : "memory.events", O_RDONLY);
  group->memory_hits = v1 ? open_file(MEMORY, serial, "memory.failcnt", O_RDONLY) : -1;
  group->swap_limit = v1 ? open_file(MEMORY, serial, "memory.memsw.limit_in_bytes", O_WRONLY) : -1;
  /*
   * Kernels from 6.12 let a v2 peak be reset through the descriptor it is read from, older ones do not, and before
   * 5.19 there is none. Root may open it for writing all the same, so only a try tells.
   */
  const char *peak = v1 ? "memory.max_usage_in_bytes" : "memory.peak";
  group->memory_peak = open_file(memory_in, serial, peak, O_RDWR);
  group->peak_resets = group->memory_peak >= 0 && write_number(group->memory_peak, 0);
  if (group->memory_peak < 0)
    group->memory_peak = open_file(memory_in, serial, peak, O_RDONLY);
  group->pids_limit = open_file(pids_in, serial, "pids.max", O_WRONLY);
  group->cpu_usage = open_file(cpu_in, serial, cpu_in == CPUACCT ? "cpuacct.usage" : "cpu.stat", O_RDONLY);
  /* v1 may not count swap at all; then nothing of ours is swapped. */
  int swap = open_file(memory_in, serial, v1 ? "memory.swappiness" : "memory.swap.max", O_WRONLY);
  write_number(swap, 0);
  if (swap >= 0)
    close(swap);
  /* What the others tell can be had in another way; without these two nothing would be limited, so nobody may join. */
  bool lacks_memory = memory_in != HIERARCHIES && group->memory_limit < 0;
  bool lacks_pids = pids_in != HIERARCHIES && group->pids_limit < 0;
  if (!lacks_memory && !lacks_pids)
    return 0;
  cgroup_remove(group);
  errno = ENOTSUP;
  return -1;
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
  int *files[] = { &group->memory_limit, &group->swap_limit,    &group->memory_usage,
                   &group->memory_peak,  &group->memory_stat,   &group->memory_events,
                   &group->memory_hits,  &group->pids_limit,    &group->cpu_usage };
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
    remove_groups(path);
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
  return read_number(group->memory_peak);
}

/* State of a process of the host, by its pid: that of its main thread, or 0. */
static char state_of(long pid)
{
  char path[64], text[512], *name_end;
  snprintf(path, sizeof path, "/proc/%ld/stat", pid);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t length = file < 0 ? -1 : read(file, text, sizeof text - 1);
  if (file >= 0)
    close(file);
  if (length <= 0)
    return 0;
  text[length] = 0;
  /* The state stands behind the name, which may hold anything. */
  return (name_end = strrchr(text, ')')) && name_end[1] == ' ' ? name_end[2] : 0;
}

bool process_rests(pid_t pid)
{
  char state = state_of(pid);
  return state == 'S' || state == 'Z';
}

bool cgroup_is_asleep(const struct cgroup *group, pid_t seat, pid_t init)
{
  char text[8192], *at = text, *end;
  int file = open_file(pids_in, group->serial, "cgroup.procs", O_RDONLY);
  ssize_t length = file < 0 ? 0 : read(file, text, sizeof text - 1);
  if (file >= 0)
    close(file);
  text[length > 0 ? length : 0] = 0;
  bool has_begun = false;
  for (long pid; (pid = strtol(at, &end, 10)) && end != at; at = end) {
    if (pid == seat || pid == init)
      continue;
    if (state_of(pid) != 'S')
      return false;
    has_begun = true;
  }
  return has_begun;
}

#define NOTICEABLE (512 * 1024)

/*
 * What of a group's memory is the machine's cache of files. A page of a runtime or of an input is charged to the
 * first reader and stays with its group, so it says nothing about a program. Files in memory (tmpfs, memfd) are in
 * the same figure of the kernel and are the program's own. The look costs as much as a few system calls, so it is
 * taken only when `memory`, what the group holds now, has changed since the last one.
 */
uint64_t cgroup_cached(struct cgroup *group, uint64_t memory)
{
  uint64_t change = memory > group->cached_at ? memory - group->cached_at : group->cached_at - memory;
  if (change >= NOTICEABLE) {
    uint64_t files = read_keyed(group->memory_stat, memory_in == UNIFIED ? "file" : "cache");
    uint64_t own = read_keyed(group->memory_stat, "shmem");
    group->cached = files > own ? files - own : 0;
    group->cached_at = memory;
  }
  return group->cached;
}

/* Between two runs nothing but pid 1 is in the group, so what is read here is also what the next one starts from. */
void cgroup_read_kills(struct cgroup *group, struct meters *meters)
{
  bool v2 = memory_in == UNIFIED;
  meters->hits = group->hits = v2 ? read_keyed(group->memory_events, "max") : read_number(group->memory_hits);
  meters->kills = group->kills = read_keyed(group->memory_events, "oom_kill");
}

void cgroup_begin(struct cgroup *group, struct meters *meters)
{
  if (group->peak_resets)
    write_number(group->memory_peak, 0);
  else
    meters->peak = cgroup_peak(group);
  meters->memory = read_number(group->memory_usage);
  meters->cached = cgroup_cached(group, meters->memory);
  meters->hits = group->hits;
  meters->kills = group->kills;
  meters->cpu = cgroup_cpu(group);
}
