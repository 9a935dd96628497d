import { acm, OPENING_SET } from '../defaults.ts'
import { random } from '../random.ts'
import { code, md } from '../text.ts'
import type { SeedCase, SeedProblem } from '../types.ts'

function testcases(): SeedCase[] {
  const { int } = random(1128)
  const rounds: [name: string, top: number, level: number][] = [
    ['first sample', 100, 37],
    ['a single level', 1, 1],
    ['the lower of two', 2, 1],
    ['the upper of two', 2, 2],
    ['the middle', 1000, 500],
    ['the lowest', 1000000000, 1],
    ['the highest', 1000000000, 1000000000],
    ['last found by halving', 1000000000, 999999999],
    ['a power of two', 536870912, 268435457],
    ['random, small', 50, int(1, 50)],
    ['random, medium', 123456, int(1, 123456)],
    ['random, large', 1000000000, int(1, 1000000000)],
  ]
  return rounds.map(([name, top, level]) => ({
    input: `${top} ${level}\n`,
    answer: null,
    subtask: 0,
    score: 0,
    name,
  }))
}

const INTERACTOR = code`
  // Arguments: the test (top, level), a file for a record of the talk. Standard streams lead to the contestant.
  #include <csignal>
  #include <cstdio>

  enum { ACCEPTED = 0, PRESENTATION_ERROR = 101, WRONG_ANSWER = 102, JUDGE_ERROR = 103 };

  static const int MOST = 30;

  int main(int argc, char **argv) {
      // A contestant that left must not take us along: the next read tells.
      std::signal(SIGPIPE, SIG_IGN);
      std::FILE *test = argc > 1 ? std::fopen(argv[1], "r") : nullptr;
      std::FILE *record = argc > 2 ? std::fopen(argv[2], "w") : nullptr;
      long long top, level;
      if (!test || std::fscanf(test, "%lld %lld", &top, &level) != 2) {
          std::fputs("the test is damaged\n", stderr);
          return JUDGE_ERROR;
      }
      std::printf("%lld\n", top);
      std::fflush(stdout);
      for (int asked = 1; asked <= MOST; asked++) {
          long long guess;
          int read = std::scanf("%lld", &guess);
          if (read == EOF) {
              std::fprintf(stderr, "the program ended after %d guesses without the level\n", asked - 1);
              return WRONG_ANSWER;
          }
          if (read != 1) {
              std::fprintf(stderr, "guess %d is not an integer\n", asked);
              return PRESENTATION_ERROR;
          }
          if (guess < 1 || guess > top) {
              std::fprintf(stderr, "guess %d, %lld, is out of range\n", asked, guess);
              return WRONG_ANSWER;
          }
          const char *reply = guess < level ? "low" : guess > level ? "high" : "yes";
          if (record) std::fprintf(record, "%lld %s\n", guess, reply);
          std::puts(reply);
          std::fflush(stdout);
          if (guess != level) continue;
          if (record) std::fclose(record);
          std::fprintf(stderr, "%d guesses\n", asked);
          return ACCEPTED;
      }
      std::fprintf(stderr, "not found in %d guesses\n", MOST);
      return WRONG_ANSWER;
  }
`

export const P1128: SeedProblem = {
  ...acm,
  displayId: 'P1128',
  slug: 'guess-the-tide',
  difficulty: 'EASY',
  author: 'tidewater',
  source: OPENING_SET,
  tags: ['interactive', 'binary-search'],
  interactor: { language: 'cpp17o2', source: INTERACTOR },
  statement: {
    'zh-CN': {
      title: '猜潮位',
      description: md`
        **这是一道交互题。** 今天的潮位是 $1$ 到 $n$ 之间的一个整数，只有验潮员知道。
        你可以猜，他会告诉你低了还是高了。请在 **30 次**之内猜中，猜中的那一次也算在内。
      `,
      input: md`
        程序开始时，从标准输入读入一个整数 $n$（$1 \le n \le 10^9$）。

        此后每猜一次，读入一个单词：

        - \`low\`：猜的数比潮位低；
        - \`high\`：猜的数比潮位高；
        - \`yes\`：猜中了，程序应当结束。
      `,
      output: md`
        每猜一次，输出一行，一个 $1$ 到 $n$ 之间的整数。

        每次输出后都要**换行并刷新缓冲区**，否则验潮员收不到：C++ 用 \`std::endl\` 或 \`fflush(stdout)\`，
        Python 用 \`print(x, flush=True)\`，Java 用 \`System.out.flush()\`。
      `,
      hint: md`
        样例是潮位为 $37$ 时的一次对话：左边是程序依次读到的，右边是程序依次输出的。

        潮位是事先定好的，不会随着你猜的数改变。$2^{30} > 10^9$。
      `,
    },
    'en-US': {
      title: 'Guess the Tide',
      description: md`
        **This is an interactive problem.** Today's tide level is an integer between $1$ and $n$ that only the keeper
        of the gauge knows. You may guess, and the keeper tells whether the guess is too low or too high. Find the
        level with **at most 30 guesses**, the right one included.
      `,
      input: md`
        At the start, read an integer $n$ ($1 \le n \le 10^9$) from standard input.

        After that, read one word for each guess:

        - \`low\`: the guess is below the level;
        - \`high\`: the guess is above the level;
        - \`yes\`: the guess is right, and the program has to end.
      `,
      output: md`
        For each guess print a line with an integer between $1$ and $n$.

        After each guess, **end the line and flush the output**, or the keeper never hears of it: \`std::endl\` or
        \`fflush(stdout)\` in C++, \`print(x, flush=True)\` in Python, \`System.out.flush()\` in Java.
      `,
      hint: md`
        The sample is a talk about the level $37$: on the left what the program reads, on the right what it prints.

        The level is fixed beforehand and does not depend on your guesses. $2^{30} > 10^9$.
      `,
    },
  },
  samples: [{ input: '100\nhigh\nlow\nyes\n', output: '50\n25\n37\n' }],
  testcases,
  reference: null,
  solutions: [
    {
      language: 'cpp17o2',
      verdict: 'ACCEPTED',
      note: 'Halving.',
      source: code`
        #include <iostream>
        #include <string>

        int main() {
            int low = 1, high;
            std::cin >> high;
            std::string reply;
            while (reply != "yes") {
                int guess = low + (high - low) / 2;
                std::cout << guess << std::endl;
                if (!(std::cin >> reply)) return 0;
                if (reply == "low") low = guess + 1;
                if (reply == "high") high = guess - 1;
            }
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'WRONG_ANSWER',
      note: 'Counts upwards and runs out of guesses.',
      source: code`
        #include <iostream>
        #include <string>

        int main() {
            int n;
            std::cin >> n;
            std::string reply;
            for (int guess = 1; guess <= n && reply != "yes"; guess++) {
                std::cout << guess << std::endl;
                if (!(std::cin >> reply)) return 0;
            }
        }
      `,
    },
  ],
}
