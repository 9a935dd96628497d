/*
 * Programs that a judge must survive. `hostile ACT [ARGUMENT]` does one thing a
 * submission has done somewhere; acts.txt says what must become of it.
 * An act that tries something forbidden prints "held" when it was refused.
 */
#ifndef HOSTILE_H
#define HOSTILE_H

struct act {
  const char *name;
  int (*play)(const char *argument);
};

extern const struct act greedy_acts[], escaping_acts[], cheating_acts[], lingering_acts[];

/* Prints "held", or what gave way. The result is the exit code. */
int held(int refused, const char *what);
/* Says "held" when nothing gave way. */
int all_held(int gave_way);

#endif
