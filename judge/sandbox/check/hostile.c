#include <stdio.h>
#include <string.h>

#include "hostile.h"

int held(int refused, const char *what)
{
  if (!refused) {
    printf("gave way: %s\n", what);
    return 1;
  }
  return 0;
}

int all_held(int gave_way)
{
  if (!gave_way)
    puts("held");
  return gave_way;
}

static const struct act *const families[] = { greedy_acts, escaping_acts, cheating_acts, lingering_acts };

int main(int argc, char **argv)
{
  for (size_t i = 0; argc > 1 && i < sizeof families / sizeof *families; i++)
    for (const struct act *act = families[i]; act->name; act++)
      if (!strcmp(act->name, argv[1]))
        return act->play(argc > 2 ? argv[2] : "");
  fprintf(stderr, "no such act\n");
  return 99;
}
