/* Frames for the fuzzer: valid ones, and mutations of them. */
#ifndef FRAMES_H
#define FRAMES_H

#include "../sandbox.h"

struct frame {
  size_t length;
  char bytes[512 * 1024];
};

/* A small generator of its own: the same seed must give the same frames on every host. */
void seed_chance(uint64_t seed);
uint32_t chance(uint32_t below);

void frame_open(struct frame *frame, uint32_t ticket, const char *program);
void frame_run(struct frame *frame, uint32_t ticket, uint32_t slot, const char *code, const char *output);
void frame_slot(struct frame *frame, uint32_t ticket, uint32_t verb, uint32_t slot);
/* Any verb, with slots, paths and limits that may or may not be there or make sense. */
void frame_any(struct frame *frame, uint32_t ticket, const uint32_t slots[2], const char *folder, const char *program);
/* Spoils the fields; the length and the ticket stay what they are said to be. */
void spoil(struct frame *frame);
uint32_t verb_of(const struct frame *frame);
uint32_t slot_of(const struct frame *frame);

#endif
