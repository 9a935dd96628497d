/*
 * Which core a run gets. Where there are more cores than places, each place
 * has a core to itself and one is left for the judge; otherwise the kernel
 * shuffles, which is better than two runs pinned together.
 */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "keeper.h"

#define MOST_PLACES 256

static struct {
  int core;
  bool taken;
} places[MOST_PLACES];

static unsigned place_count, core_count;
static bool pinned;

/* Of threads that share a core only the first counts: the others' work would show in a run's time. */
static void leave_siblings(cpu_set_t *set)
{
  for (int core = 0; core < CPU_SETSIZE; core++) {
    char path[96];
    int first;
    if (!CPU_ISSET(core, set))
      continue;
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", core);
    FILE *file = fopen(path, "re");
    if (file && fscanf(file, "%d", &first) == 1 && first != core && CPU_ISSET(first, set))
      CPU_CLR(core, set);
    if (file)
      fclose(file);
  }
}

void cores_open(unsigned count)
{
  cpu_set_t set;
  place_count = count < MOST_PLACES ? count : MOST_PLACES;
  if (sched_getaffinity(0, sizeof set, &set))
    CPU_ZERO(&set);
  leave_siblings(&set);
  core_count = CPU_COUNT(&set);
  pinned = core_count > place_count;
  unsigned place = 0;
  for (int core = CPU_SETSIZE - 1; pinned && core >= 0 && place < place_count; core--)
    if (CPU_ISSET(core, &set))
      places[place++].core = core;
}

int cores_take(void)
{
  for (unsigned i = 0; i < place_count; i++)
    if (!places[i].taken) {
      places[i].taken = true;
      return i;
    }
  return -1;
}

void cores_give(int place)
{
  places[place].taken = false;
}

/* The process that waits for the next order in a slot; 0 when there is none at the moment. */
static pid_t waiting_child(pid_t slot)
{
  char path[64];
  int child = 0;
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", slot, slot);
  FILE *file = fopen(path, "re");
  if (file && fscanf(file, "%d", &child) != 1)
    child = 0;
  if (file)
    fclose(file);
  return child;
}

/*
 * Programs inherit where pid 1 of their slot may run, unless their process was made before: then it is moved too. One
 * that is being made this moment is missed, so the slot counts as pinned only once a child was seen.
 */
void cores_pin(int place, struct slot *slot)
{
  cpu_set_t set;
  if (!pinned || slot->pinned == place + 1)
    return;
  CPU_ZERO(&set);
  CPU_SET(places[place].core, &set);
  if (sched_setaffinity(slot->pid, sizeof set, &set))
    return;
  pid_t child = waiting_child(slot->pid);
  if (child && !sched_setaffinity(child, sizeof set, &set))
    slot->pinned = place + 1;
}

uint32_t cores_per_run(void)
{
  return pinned || !core_count ? 1 : core_count;
}
