/** How checkers of another site are called and what their end means, where that differs from ours. */
export type Dialect = {
  /** They get the answer ahead of the contestant's output. */
  answerFirst: boolean
  /** Anything but 0 is a wrong answer; otherwise only 1 is, and all else is a failure of the checker. */
  anyFailureIsWrong: boolean
}

export const HUSTOJ: Dialect = { answerFirst: true, anyFailureIsWrong: true }
export const QDUOJ: Dialect = { answerFirst: false, anyFailureIsWrong: false }

/**
 * The source of such a checker, in C or C++, with a few lines behind it that swap the arguments before `main` begins and
 * translate the exit code after it ended, however it ends. The C library of Linux hands both to whoever asks.
 */
export function adaptChecker(source: string, { answerFirst, anyFailureIsWrong }: Dialect): string {
  const swap = `  if (argc > 3) { char *answer = argv[3]; argv[3] = argv[2]; argv[2] = answer; }\n`
  return `${source.trimEnd()}

/* Added on import: this checker was written for another site. */
#include <stdio.h>
#include <stdlib.h>
#ifdef __cplusplus
#include <unistd.h>
#else
extern int on_exit(void (*)(int, void *), void *);
extern void _exit(int);
#endif
static void imported_checker_ended(int code, void *nothing) {
  (void)nothing;
  fflush(NULL);
  if (code != 0) _exit(${anyFailureIsWrong ? '102' : 'code == 1 ? 102 : 103'});
}
__attribute__((constructor)) static void imported_checker_begins(int argc, char **argv) {
  (void)argc;
  (void)argv;
${answerFirst ? swap : ''}  on_exit(imported_checker_ended, NULL);
}
`
}
