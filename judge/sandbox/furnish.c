/*
 * Giving slots out: a spare one is furnished with what its holder asked for,
 * in the order in which holders came.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "keeper.h"

#define MOST_ROOTS 64
#define SPARE_WORK (64 * 1024)

/* A VERB_OPEN that waits for a slot. */
struct opening {
  struct opening *next;
  uint32_t ticket, profile, full_proc;
  uint64_t writable;
  char *roots[MOST_ROOTS];
  uint32_t root_count;
  struct files files;
};

static struct opening *openings;
static uint32_t handles;

/*
 * A fresh /w with the slot's files and those of one run. Writable, it stays as
 * large as was asked beside the files; otherwise it is sealed.
 */
int refresh_work(struct slot *slot, const struct files *extra)
{
  bool once = slot->profile == PROFILE_COMPILE && slot->writable;
  if (once && slot->work >= 0)
    return place_files(slot->work, extra);
  uint64_t size = slot->writable + SPARE_WORK + size_of_files(&slot->files) + size_of_files(extra);
  if (slot->work >= 0)
    close(slot->work);
  slot->work = -1;
  if (mount_work(slot->mounts, keeper.home_mounts, size, &slot->work) || place_files(slot->work, &slot->files) ||
      place_files(slot->work, extra))
    return -1;
  slot->stale = !once && (slot->writable || extra->count);
  return slot->writable ? 0 : seal_work(slot->mounts, keeper.home_mounts);
}

static const char *furnish(struct slot *slot, struct opening *opening)
{
  slot->profile = opening->profile;
  slot->writable = opening->writable;
  slot->files = opening->files;
  opening->files = (struct files){ 0 };
  for (uint32_t i = 0; i < opening->root_count; i++)
    if (bind_root(slot->mounts, keeper.home_mounts, opening->roots[i]))
      return opening->roots[i];
  if (opening->full_proc) {
    int full_proc = slot->full_proc;
    slot->full_proc = -1;
    if (widen_proc(slot->mounts, keeper.home_mounts, full_proc))
      return "/proc";
  }
  return refresh_work(slot, &(struct files){ 0 }) ? "/w" : NULL;
}

static void free_opening(struct opening *opening)
{
  for (uint32_t i = 0; i < opening->root_count; i++)
    free(opening->roots[i]);
  free_files(&opening->files);
  free(opening);
}

static void answer_open(uint32_t ticket, uint32_t handle, const char *complaint)
{
  struct writer writer = { .length = 0 };
  write_u32(&writer, handle);
  write_text(&writer, complaint);
  send_reply(keeper.judge, ticket, &writer);
}

static struct slot *spare_slot(void)
{
  for (struct slot *slot = keeper.slots; slot; slot = slot->next)
    if (slot->state == SLOT_SPARE)
      return slot;
  return NULL;
}

void serve_openings(void)
{
  for (struct slot *slot; openings && (slot = spare_slot());) {
    struct opening *opening = openings;
    openings = opening->next;
    const char *failed = furnish(slot, opening);
    if (failed) {
      char complaint[DETAIL_SPACE];
      snprintf(complaint, sizeof complaint, "%.120s: %s", failed, strerror(errno));
      answer_open(opening->ticket, 0, complaint);
      end_slot(slot);
    } else {
      slot->state = SLOT_TAKEN;
      slot->handle = ++handles;
      answer_open(opening->ticket, slot->handle, "");
      announce_order(slot);
    }
    free_opening(opening);
  }
}

void take_open(uint32_t ticket, struct reader *body)
{
  char complaint[DETAIL_SPACE] = "malformed request";
  struct opening *opening = calloc(1, sizeof *opening);
  if (!opening)
    abort();
  opening->ticket = ticket;
  opening->profile = read_u32(body);
  opening->full_proc = read_u32(body);
  opening->writable = read_amount(body);
  uint32_t roots = read_u32(body);
  for (uint32_t i = 0; i < roots && i < MOST_ROOTS && !body->bad; i++)
    opening->roots[opening->root_count++] = strdup(read_text(body));
  if (roots > MOST_ROOTS || body->bad || read_files(body, &opening->files, complaint, sizeof complaint)) {
    answer_open(ticket, 0, complaint);
    return free_opening(opening);
  }
  struct opening **last = &openings;
  while (*last)
    last = &(*last)->next;
  *last = opening;
}

unsigned count_openings(void)
{
  unsigned count = 0;
  for (struct opening *opening = openings; opening; opening = opening->next)
    count++;
  return count;
}
