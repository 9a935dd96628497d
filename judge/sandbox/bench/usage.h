#ifndef USAGE_H
#define USAGE_H

#include "../sandbox.h"

/* False when this host counts no CPU time for groups. */
bool open_usage(pid_t pid);
double boxes_usage(void);
double keeper_usage(void);

#endif
