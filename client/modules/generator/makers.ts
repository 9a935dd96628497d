/** Guesses the role of a dropped file. Pure. */

export type Role = 'GENERATOR' | 'VALIDATOR'

/** Language key of programs with their own build and run scripts. */
export const SCRIPTS = 'scripts'

/** A validator when its name or its testlib call says so; otherwise a generator. */
export const roleOf = (name: string, source: string): Role => {
  if (/\bregisterValidation\s*\(/.test(source)) return 'VALIDATOR'
  if (/\bregisterGen\s*\(/.test(source)) return 'GENERATOR'
  return /valid|check/i.test(name) ? 'VALIDATOR' : 'GENERATOR'
}

/** The file name as one word, because a line of the script begins with it. */
export const wordOf = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N}_.+-]+/gu, '_')
    .replace(/^[.+-]+/, '')
    .slice(0, 64)

/** Source of a new program, by role. */
export const STARTERS: Record<Role, string> = {
  GENERATOR: `#include "testlib.h"
#include <iostream>

int main(int argc, char *argv[]) {
  registerGen(argc, argv, 1);
  int n = opt<int>(1);
  println(n);
  for (int i = 0; i < n; i++)
    std::cout << rnd.next(1, 1000000000) << " \\n"[i + 1 == n];
}
`,
  VALIDATOR: `#include "testlib.h"

int main(int argc, char *argv[]) {
  registerValidation(argc, argv);
  int n = inf.readInt(1, 200000, "n");
  inf.readEoln();
  for (int i = 0; i < n; i++) {
    if (i > 0) inf.readSpace();
    inf.readInt(1, 1000000000, "a_i");
  }
  inf.readEoln();
  inf.readEof();
}
`,
}
