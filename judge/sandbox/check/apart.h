#ifndef APART_H
#define APART_H

/*
 * Goes on in a process of its own that can write to one folder and to nothing else of the machine, and gives that
 * folder; NULL without root. The process that called ends with the same exit code.
 */
const char *go_apart(void);

#endif
