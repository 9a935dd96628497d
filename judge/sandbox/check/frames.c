#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frames.h"

#define MIB (1024 * 1024ULL)
/* Length, ticket and verb. */
#define HEADER 12

static uint64_t state;

void seed_chance(uint64_t seed)
{
  state = seed * 2 + 1;
}

uint32_t chance(uint32_t below)
{
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return below ? (state >> 16) % below : 0;
}

static void add(struct frame *frame, const void *bytes, size_t length)
{
  if (frame->length + length > sizeof frame->bytes)
    abort();
  memcpy(frame->bytes + frame->length, bytes, length);
  frame->length += length;
}

static void add_u32(struct frame *frame, uint32_t value)
{
  add(frame, &value, sizeof value);
}

static void add_u64(struct frame *frame, uint64_t value)
{
  add(frame, &value, sizeof value);
}

static void add_text(struct frame *frame, const char *text)
{
  add_u32(frame, strlen(text));
  add(frame, text, strlen(text) + 1);
}

static void add_optional(struct frame *frame, const char *text)
{
  add_u32(frame, text != NULL);
  if (text)
    add_text(frame, text);
}

static void begin(struct frame *frame, uint32_t ticket, uint32_t verb)
{
  frame->length = sizeof(uint32_t);
  add_u32(frame, ticket);
  add_u32(frame, verb);
}

static void finish(struct frame *frame)
{
  uint32_t rest = frame->length - sizeof rest;
  memcpy(frame->bytes, &rest, sizeof rest);
}

void frame_open(struct frame *frame, uint32_t ticket, const char *program)
{
  begin(frame, ticket, VERB_OPEN);
  add_u32(frame, PROFILE_RUN);
  add_u32(frame, 0);
  add_u64(frame, 0);
  add_u32(frame, 0);
  add_u32(frame, 1);
  add_text(frame, "hostile");
  add_u32(frame, 0755);
  add_u32(frame, 0);
  add_text(frame, program);
  finish(frame);
}

/* More than there is room for, or just not: one long word, or many short ones. */
static void add_many_words(struct frame *frame, const char *first)
{
  static char word[200000];
  uint32_t count = chance(2) ? 2 : chance(2) ? MOST_STRINGS - 2 + chance(4) : chance(12000);
  size_t length = count > 2 ? chance(30) : ORDER_SPACE - 20 + chance(40) + (chance(2) ? 60000 : 0);
  memset(word, 'x', length);
  word[length] = 0;
  add_u32(frame, count);
  for (uint32_t i = 0; i < count; i++)
    add_text(frame, i ? word : first);
}

static void add_words(struct frame *frame, const char *const *words)
{
  uint32_t count = 0;
  while (words[count])
    count++;
  add_u32(frame, count);
  for (uint32_t i = 0; i < count; i++)
    add_text(frame, words[i]);
}

/* Without words: very many. */
static void add_run(struct frame *frame, uint32_t slot, const char *const *words, const char *output, uint64_t memory)
{
  add_u32(frame, slot);
  if (words)
    add_words(frame, words);
  else
    add_many_words(frame, "./missing");
  add_u32(frame, 1);
  add_text(frame, "LANG=C");
  add_optional(frame, NULL);
  add_optional(frame, output);
  add_optional(frame, NULL);
  add_u64(frame, 4096);
  add_u64(frame, 1000000);
  add_u64(frame, 20000000);
  add_u64(frame, memory);
  add_u64(frame, 8 * MIB);
  add_u64(frame, 65536);
  add_u32(frame, 4);
  add_u32(frame, 0);
  add_u32(frame, 0);
}

void frame_run(struct frame *frame, uint32_t ticket, uint32_t slot, const char *code, const char *output)
{
  begin(frame, ticket, VERB_RUN);
  add_run(frame, slot, (const char *const[]){ "./hostile", "exit", code, NULL }, output, 64 * MIB);
  finish(frame);
}

void frame_slot(struct frame *frame, uint32_t ticket, uint32_t verb, uint32_t slot)
{
  begin(frame, ticket, verb);
  add_u32(frame, slot);
  finish(frame);
}

static void add_any_run(struct frame *frame, const uint32_t slots[2], const char *folder)
{
  /* All of them end by themselves, whatever becomes of the limits. */
  static const char *const acts[][4] = { { "./hostile", "exit", "3", NULL },
                                         { "./hostile", "raise", "9", NULL },
                                         { "./hostile", "get", NULL, NULL },
                                         { "./missing", NULL, NULL, NULL } };
  char path[128];
  snprintf(path, sizeof path, "%s/%s", folder, chance(4) ? "out" : "missing/out");
  add_run(frame, slots[chance(2)], chance(20) ? acts[chance(4)] : NULL, chance(2) ? path : NULL,
          chance(8) ? 64 * MIB : chance(1 << 20));
}

void frame_any(struct frame *frame, uint32_t ticket, const uint32_t slots[2], const char *folder, const char *program)
{
  char path[128];
  uint32_t verb = VERB_OPEN + chance(VERB_CLOSE - VERB_OPEN + 1);
  if (verb == VERB_OPEN && chance(2))
    return frame_open(frame, ticket, chance(4) ? program : "/nowhere");
  begin(frame, ticket, verb);
  switch (verb) {
  case VERB_OPEN:
    add_u32(frame, chance(4));
    add_u32(frame, chance(2));
    add_u64(frame, chance(2) ? chance(1 << 22) : UINT64_MAX >> chance(32));
    add_u32(frame, 1);
    add_text(frame, chance(2) ? "/usr/share" : "/nowhere");
    add_u32(frame, 2);
    for (int i = 0; i < 2; i++) {
      static const char *const names[] = { "a", "a/b", "../a", "/a", "..", "", "a//b", "a/../../b" };
      add_text(frame, names[chance(8)]);
      add_u32(frame, chance(01000));
      add_u32(frame, 1);
      add_text(frame, "content");
    }
    break;
  case VERB_RUN:
    add_any_run(frame, slots, folder);
    break;
  case VERB_INTERACT:
    add_any_run(frame, slots, folder);
    add_any_run(frame, slots, folder);
    snprintf(path, sizeof path, "%s/record", folder);
    add_optional(frame, chance(2) ? path : NULL);
    break;
  case VERB_COLLECT:
    snprintf(path, sizeof path, "%s/collected", folder);
    add_u32(frame, slots[chance(2)]);
    add_text(frame, chance(2) ? "hostile" : "../usr/bin/env");
    add_text(frame, path);
    add_u64(frame, chance(2) ? UINT64_MAX : 100);
    add_u32(frame, chance(2));
    break;
  default:
    add_u32(frame, slots[chance(2)]);
  }
  finish(frame);
}

/* Numbers that break what does not expect them. */
static const uint32_t odd[] = { 0, 1, 2, 0x7f, 0xff, 0x1000, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff };

static void spoil_once(struct frame *frame)
{
  size_t room = frame->length - HEADER, at = HEADER + chance(room ? room : 1);
  if (!room)
    return;
  switch (chance(7)) {
  case 0:
    frame->bytes[at] ^= 1 << chance(8);
    break;
  case 1:
    frame->bytes[at] = chance(256);
    break;
  case 2: /* a count, a length or a half of a limit */
    at = HEADER + chance(room) / 4 * 4;
    if (at + 4 <= frame->length)
      memcpy(frame->bytes + at, &odd[chance(sizeof odd / sizeof *odd)], 4);
    break;
  case 3: /* ends early */
    frame->length = at;
    break;
  case 4: { /* goes on */
    size_t more = chance(8) ? chance(64) : chance(200000);
    while (more-- && frame->length < sizeof frame->bytes)
      frame->bytes[frame->length++] = chance(256);
    break;
  }
  case 5: { /* a piece twice */
    size_t piece = frame->length - at < 256 ? frame->length - at : 256;
    if (frame->length + piece <= sizeof frame->bytes) {
      memmove(frame->bytes + at + piece, frame->bytes + at, frame->length - at);
      frame->length += piece;
    }
    break;
  }
  default: { /* another verb for the same fields */
    uint32_t verb = chance(10);
    memcpy(frame->bytes + 8, &verb, sizeof verb);
  }
  }
}

void spoil(struct frame *frame)
{
  for (uint32_t times = 1 + chance(4); times; times--)
    spoil_once(frame);
  finish(frame);
}

uint32_t verb_of(const struct frame *frame)
{
  uint32_t verb;
  memcpy(&verb, frame->bytes + 8, sizeof verb);
  return verb;
}

uint32_t slot_of(const struct frame *frame)
{
  uint32_t slot = 0;
  if (frame->length >= HEADER + sizeof slot)
    memcpy(&slot, frame->bytes + HEADER, sizeof slot);
  return slot;
}
