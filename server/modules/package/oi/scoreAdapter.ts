/** Calling conventions in which a checker answers with a score from 0 to 100. */
export type ScoredDialect = 'syzoj' | 'lemon'

/**
 * SYZOJ: the files `input`, `user_out` and `answer` are in the working directory, the score goes to standard output and the
 * message to standard error.
 */
const SYZOJ_BEGINS = `  if (argc < 4 || symlink(argv[2], "user_out")) return;
  imported_checker_stdout = dup(1);
  int file = open("imported_score", O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file >= 0) dup2(file, 1);`

/** Lemon: three more arguments are the full score and the files of score and message, so the checker starts once more with them. */
const LEMON_BEGINS = `  static char full[] = "100", score[] = "imported_score", message[] = "imported_message";
  if (argc == 4) {
    char *words[] = {argv[0], argv[1], argv[2], argv[3], full, score, message, nullptr};
    execv("/proc/self/exe", words);
    execv(argv[0], words);
    _exit(103);
  }
  imported_checker_stdout = dup(1);
  int file = open("imported_output", O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file >= 0) dup2(file, 1);`

/**
 * Wraps a C++ checker that answers with a score: appended lines place its files before `main`, and translate the score
 * into exit codes after it.
 */
export const adaptScoredChecker = (source: string, dialect: ScoredDialect): string => `${source.trimEnd()}

/* Added on import: this checker was written for another site. */
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <iostream>
#include <unistd.h>
static int imported_checker_stdout = 1;
static void imported_checker_ended(int code, void *) {
  std::cout.flush();
  std::fflush(nullptr);
  char words[1024];
  std::FILE *message = std::fopen("imported_message", "r");
  std::size_t length = message ? std::fread(words, 1, sizeof words, message) : 0;
  if (length && write(2, words, length) < 0) _exit(103);
  double score = -1;
  std::FILE *file = std::fopen("imported_score", "r");
  if (code != 0 || !file || std::fscanf(file, "%lf", &score) != 1) _exit(103);
  if (score >= 100) _exit(0);
  if (!(score > 0)) _exit(102);
  dprintf(imported_checker_stdout, "%g\\n", score);
  _exit(99);
}
__attribute__((constructor)) static void imported_checker_begins(int argc, char **argv) {
${dialect === 'syzoj' ? SYZOJ_BEGINS : LEMON_BEGINS}
  on_exit(imported_checker_ended, nullptr);
}
`

/** Lets an interactor of UOJ, which begins like a checker, read the contestant's output from its standard input. */
export const adaptInteractor = (source: string): string =>
  /\bregisterTestlibCmd\s*\(/.test(source)
    ? `#include "testlib.h"\n#define registerTestlibCmd registerInteraction\n#line 1\n${source}`
    : source
