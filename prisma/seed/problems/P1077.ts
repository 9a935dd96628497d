import { type NamedInput, scoredCases } from '../cases.ts'
import { OPENING_SET, oi } from '../defaults.ts'
import { at } from '../numbers.ts'
import { random } from '../random.ts'
import { code, md } from '../text.ts'
import type { SeedProblem } from '../types.ts'

const OPENING = '([{'
const CLOSING = ')]}'

/** How many of two characters must change for them to be a pair. */
function repairs(left: string, right: string) {
  const kind = OPENING.indexOf(left)
  if (kind < 0) return CLOSING.includes(right) ? 1 : 2
  return CLOSING[kind] === right ? 0 : 1
}

/** Interval DP; `least[from * size + to]` is for the stretch [from, to), `partner` who closes its first. */
function reference(input: string) {
  const text = input.trim()
  const size = text.length + 1
  const cost = Array.from(text, (left) => Uint8Array.from(text, (right) => repairs(left, right)))
  const least = new Uint16Array(size * size)
  const partner = new Uint16Array(size * size)
  for (let length = 2; length < size; length += 2) {
    for (let from = 0; from + length < size; from++) {
      const to = from + length
      const costs = at(cost, from)
      let best = 9999
      for (let mate = from + 1; mate < to; mate += 2) {
        const around = (least[(from + 1) * size + mate] ?? 0) + (least[(mate + 1) * size + to] ?? 0)
        const tried = around + (costs[mate] ?? 0)
        if (tried >= best) continue
        best = tried
        partner[from * size + to] = mate
      }
      least[from * size + to] = best
    }
  }
  const mended = [...text]
  const mend = (from: number, to: number) => {
    if (from === to) return
    const mate = at(partner, from * size + to)
    const opening = OPENING.indexOf(at(text, from))
    const kind = Math.max(opening < 0 ? CLOSING.indexOf(at(text, mate)) : opening, 0)
    mended[from] = at(OPENING, kind)
    mended[mate] = at(CLOSING, kind)
    mend(from + 1, mate)
    mend(mate + 1, to)
  }
  mend(0, text.length)
  return `${least[text.length]}\n${mended.join('')}\n`
}

function inputs(): NamedInput[] {
  const { int, pick } = random(1077)
  const noise = (length: number, letters = OPENING + CLOSING) =>
    `${Array.from({ length }, () => pick([...letters])).join('')}\n`
  /** A balanced text with some of its characters changed. */
  const damaged = (length: number, changes: number) => {
    const text: string[] = []
    const open: number[] = []
    while (text.length < length) {
      const mayOpen = open.length < length - text.length
      const kind = mayOpen && (!open.length || int(0, 1)) ? int(0, 2) : -1
      if (kind >= 0) open.push(kind)
      text.push(kind >= 0 ? at(OPENING, kind) : at(CLOSING, open.pop() ?? 0))
    }
    for (let change = 0; change < changes; change++) text[int(0, length - 1)] = pick([...OPENING, ...CLOSING])
    return `${text.join('')}\n`
  }
  return [
    ['sample 1', '[[(]\n'],
    ['sample 2', '}{\n'],
    ['balanced', '([]{})\n'],
    ['one pair of strangers', '(}\n'],
    ['only opening', noise(20, OPENING)],
    ['only closing', noise(20, CLOSING)],
    ['one kind', noise(40, '()')],
    ['inside out', `${'}])'.repeat(8)}${'([{'.repeat(8)}\n`],
    ['crossing', '([)]{(})[{]}\n'],
    ['random, small', noise(30)],
    ['lightly damaged', damaged(60, 4)],
    ['random, medium', noise(100)],
    ['damaged', damaged(120, 20)],
    ['two kinds', noise(150, '([])')],
    ['nested deep', `${'('.repeat(100)}${']'.repeat(100)}\n`],
    ['lightly damaged, large', damaged(300, 10)],
    ['damaged, large', damaged(300, 60)],
    ['large, balanced', damaged(200, 0)],
    ['large, damaged', damaged(240, 80)],
    ['largest, random', noise(400)],
  ]
}

/** What the checker includes: how it says its verdict. Kept apart so that the files beside a checker are used. */
const VERDICT_HEADER = code`
  #pragma once
  #include <cstdarg>
  #include <cstdio>
  #include <cstdlib>

  enum Verdict { ACCEPTED = 0, PARTIAL = 99, PRESENTATION_ERROR = 101, WRONG_ANSWER = 102, JUDGE_ERROR = 103 };

  // Ends the checker with a sentence for the contestant.
  [[noreturn]] inline void conclude(Verdict verdict, const char *format, ...) {
      va_list arguments;
      va_start(arguments, format);
      std::vfprintf(stderr, format, arguments);
      va_end(arguments);
      std::exit(verdict);
  }

  // Ends the checker with a part of the score, in per cent.
  [[noreturn]] inline void award(int percent, const char *reason) {
      std::printf("%d\n", percent);
      std::fflush(stdout);
      conclude(PARTIAL, "%s", reason);
  }
`

const CHECKER = code`
  // Arguments: input, the contestant's output, answer. 40% for the right number with a text that does not fit it.
  #include <fstream>
  #include <string>
  #include <vector>

  #include "verdict.h"

  static const std::string OPENING = "([{", CLOSING = ")]}";

  static bool balanced(const std::string &text) {
      std::vector<char> open;
      for (char c : text) {
          size_t kind = OPENING.find(c);
          if (kind != std::string::npos) {
              open.push_back(CLOSING[kind]);
          } else {
              if (open.empty() || open.back() != c) return false;
              open.pop_back();
          }
      }
      return open.empty();
  }

  int main(int argc, char **argv) {
      if (argc < 4) conclude(JUDGE_ERROR, "three files are needed");
      std::ifstream input(argv[1]), output(argv[2]), answer(argv[3]);
      std::string given, mended, extra;
      int least, claimed;
      if (!(input >> given) || !(answer >> least)) conclude(JUDGE_ERROR, "the test is damaged");

      if (!(output >> claimed)) conclude(PRESENTATION_ERROR, "no number in the first line");
      if (claimed != least) conclude(WRONG_ANSWER, "%d is not the smallest number of changes", claimed);
      if (!(output >> mended)) award(40, "the number is right, the text is missing");
      if (output >> extra) conclude(PRESENTATION_ERROR, "there is more after the text");
      if (mended.size() != given.size()) award(40, "the number is right, the text has another length");
      if (mended.find_first_not_of(OPENING + CLOSING) != std::string::npos)
          award(40, "the number is right, the text has other characters");
      if (!balanced(mended)) award(40, "the number is right, the text is not balanced");
      int changes = 0;
      for (size_t i = 0; i < given.size(); i++) changes += given[i] != mended[i];
      if (changes != least) award(40, "the number is right, the text has another number of changes");
      conclude(ACCEPTED, "%d changes", changes);
  }
`

export const P1077: SeedProblem = {
  ...oi,
  displayId: 'P1077',
  slug: 'the-bracket-mender',
  difficulty: 'HARD',
  limits: { timeMs: 2000, memoryMb: 256, stackMb: 128 },
  author: 'kestrel',
  source: OPENING_SET,
  tags: ['interval-dp', 'stack', 'special-judge'],
  checker: { kind: 'program', language: 'cpp17o2', source: CHECKER },
  judgeFiles: { 'verdict.h': VERDICT_HEADER },
  statement: {
    'zh-CN': {
      title: '括号修补匠',
      description: md`
        一个由 \`(\`、\`)\`、\`[\`、\`]\`、\`{\`、\`}\` 组成的字符串是**平衡**的，如果它是空串，或者形如 \`(A)B\`、\`[A]B\`、\`{A}B\`，
        其中 \`A\` 和 \`B\` 都是平衡的。

        给定一个长度为偶数的括号串。修补匠每次可以把一个字符换成六种括号中的任意一种，不能增删字符。
        最少要换几个字符，才能使它平衡？请同时给出一种换法。
      `,
      input: md`一行，一个由六种括号组成的字符串，长度是偶数，不小于 $2$，不大于 $400$。`,
      output: md`第一行，最少要换的字符数。第二行，换好之后的字符串。有多种换法时，输出任意一种即可。`,
      hint: md`
        样例 1：把第 3 个字符换成 \`]\` 即可。样例 2：两个字符都要换，换成 \`()\`、\`[]\`、\`{}\` 都对。

        共 20 个测试点，每点 5 分。个数正确而字符串不对（或没有输出）时，得该点 40% 的分数。
      `,
    },
    'en-US': {
      title: 'The Bracket Mender',
      description: md`
        A string of \`(\`, \`)\`, \`[\`, \`]\`, \`{\` and \`}\` is **balanced** when it is empty or has the form \`(A)B\`,
        \`[A]B\` or \`{A}B\` with \`A\` and \`B\` balanced.

        Given a string of brackets of even length. The mender may replace characters, each with any of the six
        brackets, but may neither insert nor remove any. How many characters have to be replaced at least to make
        the string balanced? Show a way to do it, too.
      `,
      input: md`One line with a string of the six brackets. Its length is even, at least $2$ and at most $400$.`,
      output: md`
        In the first line the smallest number of replaced characters, in the second the string after mending.
        Where there are several ways, print any of them.
      `,
      hint: md`
        In sample 1 it is enough to turn the third character into \`]\`. In sample 2 both have to be replaced, and
        \`()\`, \`[]\` and \`{}\` are all right.

        There are 20 tests of 5 points each. The right number with a wrong or missing string earns 40% of a test.
      `,
    },
  },
  samples: [
    { input: '[[(]\n', output: '1\n[[]]\n' },
    { input: '}{\n', output: '2\n()\n' },
  ],
  testcases: () => scoredCases(inputs(), reference, 100),
  reference,
  solutions: [
    {
      language: 'cpp17o2',
      verdict: 'ACCEPTED',
      score: 100,
      note: 'Interval DP over who is paired with whom.',
      source: code`
        #include <iostream>
        #include <string>
        #include <vector>

        static const std::string OPENING = "([{", CLOSING = ")]}";
        static std::string text;
        static std::vector<std::vector<int>> least, partner;

        static int repairs(char left, char right) {
            size_t kind = OPENING.find(left);
            if (kind == std::string::npos) return CLOSING.find(right) == std::string::npos ? 2 : 1;
            return CLOSING[kind] == right ? 0 : 1;
        }

        static void mend(int from, int to) {
            if (from >= to) return;
            int mate = partner[from][to];
            size_t kind = OPENING.find(text[from]);
            if (kind == std::string::npos) kind = CLOSING.find(text[mate]);
            if (kind == std::string::npos) kind = 0;
            mend(from + 1, mate);
            mend(mate + 1, to);
            text[from] = OPENING[kind];
            text[mate] = CLOSING[kind];
        }

        int main() {
            std::cin >> text;
            int n = text.size();
            least.assign(n + 1, std::vector<int>(n + 1, 0));
            partner = least;
            for (int length = 2; length <= n; length += 2)
                for (int from = 0, to = length; to <= n; from++, to++) {
                    least[from][to] = n + 1;
                    for (int mate = from + 1; mate < to; mate += 2) {
                        int tried = repairs(text[from], text[mate]) + least[from + 1][mate] + least[mate + 1][to];
                        if (tried < least[from][to]) {
                            least[from][to] = tried;
                            partner[from][to] = mate;
                        }
                    }
                }
            mend(0, n);
            std::cout << least[0][n] << '\n' << text << '\n';
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'PARTIALLY_ACCEPTED',
      score: 40,
      note: 'A stack that mends what it meets: balanced, though not always with the fewest changes.',
      source: code`
        #include <iostream>
        #include <string>
        #include <vector>

        int main() {
            const std::string OPENING = "([{", CLOSING = ")]}";
            std::string text;
            std::cin >> text;
            std::vector<int> open;
            int changes = 0, n = text.size();
            for (int i = 0; i < n; i++) {
                bool opens = OPENING.find(text[i]) != std::string::npos;
                if (opens && int(open.size()) < n - i) {
                    open.push_back(i);
                } else if (!opens && open.empty()) {
                    text[i] = OPENING[CLOSING.find(text[i])];
                    changes++;
                    open.push_back(i);
                } else {
                    char wanted = CLOSING[OPENING.find(text[open.back()])];
                    open.pop_back();
                    changes += text[i] != wanted;
                    text[i] = wanted;
                }
            }
            std::cout << changes << '\n' << text << '\n';
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'PARTIALLY_ACCEPTED',
      score: 46,
      note: 'Finds the number and leaves the text as it was: 40% of the tests that need a change.',
      source: code`
        #include <iostream>
        #include <string>
        #include <vector>

        int main() {
            const std::string OPENING = "([{", CLOSING = ")]}";
            std::string text;
            std::cin >> text;
            int n = text.size();
            std::vector<std::vector<int>> least(n + 2, std::vector<int>(n + 2, 0));
            for (int length = 2; length <= n; length += 2)
                for (int from = 0, to = length; to <= n; from++, to++) {
                    least[from][to] = n + 1;
                    size_t kind = OPENING.find(text[from]);
                    for (int mate = from + 1; mate < to; mate += 2) {
                        int cost = kind == std::string::npos ? 2 - (CLOSING.find(text[mate]) != std::string::npos)
                                                             : CLOSING[kind] != text[mate];
                        least[from][to] =
                            std::min(least[from][to], cost + least[from + 1][mate] + least[mate + 1][to]);
                    }
                }
            std::cout << least[0][n] << '\n' << text << '\n';
        }
      `,
    },
  ],
}
