import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorkbench, type Workbench } from '#server/launch/workbench.ts'
import { readPackage } from '#server/modules/package/importing.ts'
import { unpackedOf } from '../support/packages.ts'

/** Gives 40 of 100 points to a sum that is off by one, and fails at -1. */
const SCORING = `  double a, b, sum;
  input >> a >> b;
  if (!(output >> sum)) sum = 0;
  if (sum == -1) return 3;
  double score = sum == a + b ? full : sum == a + b + 1 ? full * 0.4 : 0;
`
/** Reads its files by their names in the working directory. */
const SYZOJ_CHECKER = `#include <fstream>
#include <iostream>
int main() {
  std::ios::sync_with_stdio(false);
  std::ifstream input("input"), output("user_out"), answer("answer");
  double full = 100, expected;
  if (!(answer >> expected)) return 1;
${SCORING}  std::cout << score;
  std::cerr << "judged";
}
`
const LEMON_CHECKER = `#include <cstdlib>
#include <fstream>
int main(int argc, char *argv[]) {
  std::ifstream input(argv[1]), output(argv[2]), answer(argv[3]);
  double full = std::atof(argv[4]);
  std::ofstream points(argv[5]), message(argv[6]);
${SCORING}  points << score;
  message << "judged";
  return 0;
}
`
/** Says whether a guess is too small, at most eight times. */
const UOJ_INTERACTOR = `#include "testlib.h"
int main(int argc, char *argv[]) {
  registerTestlibCmd(argc, argv);
  int secret = inf.readInt();
  for (int tries = 0; tries < 8; tries++) {
    int guess = ouf.readInt(1, 100);
    std::printf("%d\\n", guess == secret ? 0 : guess < secret ? 1 : -1);
    std::fflush(stdout);
    if (guess == secret) quitf(_ok, "found");
  }
  quitf(_wa, "too many guesses");
}
`
const HALVING = `#include <cstdio>
int main() {
  int low = 1, high = 100, said;
  for (;;) {
    int guess = (low + high) / 2;
    std::printf("%d\\n", guess ? guess : 1);
    std::fflush(stdout);
    if (std::scanf("%d", &said) != 1 || said == 0) return 0;
    if (said > 0) low = guess + 1;
    else high = guess - 1;
  }
}
`

/** A submission that is a function, for the grader below. */
const FUNCTION = `#include "sum.h"
int sum(int a, int b) { return a + b; }
`
const GRADER = `#include <cstdio>
#include "sum.h"
int main() {
  int a, b;
  std::scanf("%d%d", &a, &b);
  std::puts("wahaha233");
  std::printf("%d\\n", sum(a, b));
}
`
const HEADER = 'int sum(int, int);\n'

let workbench: Workbench
beforeAll(async () => {
  workbench = await openWorkbench({ allowWeak: false })
})
afterAll(() => workbench.close())

/** Verdict and score of each program. */
async function judge(files: Record<string, string>, sources: readonly string[]) {
  const [read] = readPackage(unpackedOf(files))
  if (!read) throw new Error('no problem')
  const outcomes = []
  for (const source of sources) {
    const solution = { name: '', language: 'cpp17o2', source, expected: [], score: null }
    const report = (await workbench.bench(read.problem, solution))?.report
    outcomes.push([report?.verdict, report?.score])
  }
  return outcomes
}

const TESTS = { 'sum1.in': '1 2\n', 'sum1.out': '3\n' }
/** Programs print the same for each. */
const AGAIN = { 'sum2.in': '2 1\n', 'sum2.out': '3\n' }
const PRINTED = ['3', '4', '0', '-1'].map(
  (text) => `#include <cstdio>\nint main() { std::puts("${text}"); }\n`,
)
const SCORED = [
  ['ACCEPTED', 100],
  ['PARTIALLY_ACCEPTED', 40],
  ['WRONG_ANSWER', 0],
  ['JUDGE_ERROR', null],
]

test('a checker of SYZOJ finds its files by name and answers with a score', async () => {
  const files = { 'data.yml': 'specialJudge: spj.cpp\n', 'spj.cpp': SYZOJ_CHECKER, ...TESTS, ...AGAIN }
  expect(await judge(files, PRINTED)).toEqual(SCORED)
})

test('a checker of Lemon writes its score to a file', async () => {
  const config =
    'checker_type: lemon\nchecker: check.cc\ncases: [{input: sum1.in, output: sum1.out}, {input: sum2.in, output: sum2.out}]\n'
  const files = {
    'problem.yaml': 'title: Sum\n',
    'problem.md': 'Add.\n',
    'testdata/config.yaml': config,
    'testdata/check.cc': LEMON_CHECKER,
    'testdata/sum1.in': '1 2\n',
    'testdata/sum1.out': '3\n',
    'testdata/sum2.in': '2 1\n',
    'testdata/sum2.out': '3\n',
  }
  expect(await judge(files, PRINTED)).toEqual(SCORED)
})

test('an interactor of UOJ begins like a checker', async () => {
  const conf =
    'use_builtin_judger on\ninteraction_mode on\nn_tests 1\ninput_pre guess\ninput_suf in\noutput_pre guess\noutput_suf out\n'
  const files = {
    'problem.conf': conf,
    'interactor.cpp': UOJ_INTERACTOR,
    'guess1.in': '37\n',
    'guess1.out': '\n',
  }
  expect(await judge(files, [HALVING, HALVING.replace('low + high', 'low')])).toEqual([
    ['ACCEPTED', 100],
    ['WRONG_ANSWER', 0],
  ])
})

test('a multi-pass problem of ICPC goes through its passes', async () => {
  const validator = `#include <fstream>
#include <iostream>
#include <string>
int main(int, char *argv[]) {
  std::string folder = argv[3], given, said;
  std::ifstream(argv[1]) >> given;
  if (!(std::cin >> said)) return 43;
  if (given == "decode") return said == "7" ? 42 : 43;
  if (said == "7") return 43;
  std::ofstream(folder + "/nextpass.in") << "decode " << said;
  return 42;
}
`
  const solution = (decoded: string) => `#include <iostream>
int main() {
  std::string word, code;
  std::cin >> word;
  if (word == "decode") std::cout << ${decoded};
  else std::cout << "seven";
}
`
  const files = {
    'problem.yaml':
      'problem_format_version: 2023-07-draft\nname: Code\ntype: multi-pass\nlimits: {time_limit: 1, validation_passes: 2}\n',
    'statement/problem.en.md': 'Encode.\n',
    'output_validator/validate.cpp': validator,
    'data/secret/1.in': '7\n',
    'data/secret/1.ans': '',
  }
  expect(await judge(files, [solution('7'), solution('"seven"')])).toEqual([
    ['ACCEPTED', null],
    ['WRONG_ANSWER', null],
  ])
})

test('a checker of UOJ gives a share of the points of a test', async () => {
  const checker = `#include "testlib.h"
int main(int argc, char *argv[]) {
  registerTestlibCmd(argc, argv);
  int found = ouf.readInt(), expected = ans.readInt();
  if (found == expected) quitf(_ok, "right");
  if (found == expected + 1) quitp(0.4, "off by %d", 1);
  quitp(0);
}
`
  const conf =
    'use_builtin_judger on\nn_tests 1\ninput_pre sum\ninput_suf in\noutput_pre sum\noutput_suf out\n'
  const files = { 'problem.conf': conf, 'chk.cpp': checker, ...TESTS }
  expect(await judge(files, PRINTED.slice(0, 2))).toEqual(SCORED.slice(0, 2))
  expect((await judge(files, PRINTED.slice(2, 3)))[0]?.[1]).toBe(0)
})

test.each([
  ['a built-in checker', 'use_builtin_checker ncmp\n', {}],
  [
    'a program',
    '',
    {
      'chk.cpp':
        '#include "testlib.h"\nint main(int n, char **v) { registerTestlibCmd(n, v); int out = ouf.readInt(); if (!ouf.seekEof()) quitf(_wa, "more"); quitf(out == ans.readInt() ? _ok : _wa, "seen"); }\n',
    },
  ],
])('the implementer of UOJ prints its token before what %s compares', async (_, checker, more) => {
  const conf = `use_builtin_judger on\nwith_implementer on\ntoken wahaha233\n${checker}n_tests 1\ninput_pre sum\ninput_suf in\noutput_pre sum\noutput_suf out\n`
  const files = {
    'problem.conf': conf,
    'require/implementer.cpp': GRADER,
    'require/sum.h': HEADER,
    ...TESTS,
    ...more,
  }
  // Answers before the grader begins.
  const early = 'struct Early { Early() { std::puts("3"); std::exit(0); } } early;\n'
  const cheat = `#include <cstdio>\n#include <cstdlib>\n${FUNCTION}${early}`
  expect(await judge(files, [FUNCTION, FUNCTION.replace('a + b', 'a - b'), cheat])).toEqual([
    ['ACCEPTED', 100],
    ['WRONG_ANSWER', 0],
    ['WRONG_ANSWER', 0],
  ])
})

test('a task of CMS has a grader, and a checker that gets the answer first', async () => {
  const files = {
    'task.yaml': 'name: sum\ntitle: Sum\nn_input: 2\ninfile: ""\noutfile: ""\n',
    'gen/GEN': '#ST: 40\n1\n#ST: 60\n2\n',
    'sol/grader.cpp': GRADER.replace('  std::puts("wahaha233");\n', ''),
    'sol/sum.h': HEADER,
    'check/checker.cpp': `#include <fstream>
#include <iostream>
int main(int argc, char **argv) {
  std::ifstream answer(argv[2]), output(argv[3]);
  int expected, found;
  answer >> expected;
  double score = !(output >> found) ? 0 : found == expected ? 1 : found == -1 ? 0.5 : 0;
  std::cout << score << std::endl;
  std::cerr << (score == 1 ? "translate:success" : "translate:wrong") << std::endl;
}
`,
    'input/input0.txt': '1 2\n',
    'output/output0.txt': '3\n',
    'input/input1.txt': '5 5\n',
    'output/output1.txt': '10\n',
  }
  expect(
    await judge(files, [
      FUNCTION,
      FUNCTION.replace('a + b', 'a == 5 ? -1 : a + b'),
      FUNCTION.replace('a + b', '7'),
      'int main() {}\n',
    ]),
  ).toEqual([
    ['ACCEPTED', 100],
    ['PARTIALLY_ACCEPTED', 70],
    ['WRONG_ANSWER', 0],
    ['COMPILE_ERROR', null],
  ])
})

/** Answers like the interactor above, and knows the number from the answer. */
const DMOJ_INTERACTOR = `#include <cstdio>
int main(int argc, char *argv[]) {
  int first, secret, guess;
  std::FILE *input = std::fopen(argv[1], "r"), *answer = std::fopen(argv[2], "r");
  if (argc != 4 || std::fscanf(input, "%d", &first) != 1 || std::fscanf(answer, "%d", &secret) != 1) return 2;
  if (first != -1) return 3;
  for (int tries = 0; tries < 8; tries++) {
    if (std::scanf("%d", &guess) != 1) return 1;
    std::printf("%d\\n", guess == secret ? 0 : guess < secret ? 1 : -1);
    std::fflush(stdout);
    if (guess == secret) return 0;
  }
  return 1;
}
`

test('an interactor of DMOJ gets the answer behind the input, and says no with exit code 1', async () => {
  const files = {
    'init.yml': 'interactive: {files: talk.cpp}\ntest_cases:\n- {in: 1.in, out: 1.out, points: 100}\n',
    'talk.cpp': DMOJ_INTERACTOR,
    '1.in': '-1\n',
    '1.out': '77\n',
  }
  const wrong = '#include <cstdio>\nint main() { for (int i = 0; i < 8; i++) std::puts("1"); }\n'
  expect(await judge(files, [HALVING, wrong])).toEqual([
    ['ACCEPTED', 100],
    ['WRONG_ANSWER', 0],
  ])
})

test('a checker of Hydro in the convention of Kattis reads the output and says 42 or 43', async () => {
  const checker = `#include <fstream>
#include <iostream>
int main(int argc, char *argv[]) {
  std::ifstream input(argv[1]);
  int a, b, sum;
  input >> a >> b;
  return std::cin >> sum && sum == a + b ? 42 : 43;
}
`
  const cases = '[{input: sum1.in, output: sum1.out}, {input: sum2.in, output: sum2.out}]'
  const files = Object.entries({ 'check.cc': checker, ...TESTS, ...AGAIN })
  const hydro = {
    'problem.yaml': 'title: Sum\n',
    'problem_zh.md': 'Add.\n',
    'testdata/config.yaml': `checker_type: kattis\nchecker: check.cc\ncases: ${cases}\n`,
    ...Object.fromEntries(files.map(([path, text]) => [`testdata/${path}`, text])),
  }
  expect(await judge(hydro, PRINTED.slice(0, 2))).toEqual([
    ['ACCEPTED', 100],
    ['WRONG_ANSWER', 0],
  ])
})
