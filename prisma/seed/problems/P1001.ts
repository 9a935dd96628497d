import { acmCases, type NamedInput } from '../cases.ts'
import { acm, OPENING_SET } from '../defaults.ts'
import { read } from '../numbers.ts'
import { random } from '../random.ts'
import { code, md } from '../text.ts'
import type { SeedProblem } from '../types.ts'

function reference(input: string) {
  const { next } = read(input)
  return `${next() + next()}\n`
}

function inputs(): NamedInput[] {
  const { int } = random(1001)
  const pairs: [string, number, number][] = [
    ['first sample', 1, 2],
    ['second sample', -7, 3],
    ['zeros', 0, 0],
    ['opposites', 123456789, -123456789],
    ['largest', 1e9, 1e9],
    ['smallest', -1e9, -1e9],
    ['one below zero', 999999999, -1000000000],
  ]
  for (let round = 1; round <= 3; round++) pairs.push([`random ${round}`, int(-1e9, 1e9), int(-1e9, 1e9)])
  return pairs.map(([name, a, b]) => [name, `${a} ${b}\n`])
}

export const P1001: SeedProblem = {
  ...acm,
  displayId: 'P1001',
  slug: 'a-plus-b',
  difficulty: 'EASY',
  author: 'tidewater',
  source: OPENING_SET,
  tags: ['simulation'],
  statement: {
    'zh-CN': {
      title: '两数之和',
      description: md`
        输入两个整数 $a$ 和 $b$，输出它们的和。

        这道题用来熟悉评测流程：写好程序，先用样例自测，再提交。
      `,
      input: md`一行，两个整数 $a$、$b$，以一个空格隔开，$-10^9 \le a, b \le 10^9$。`,
      output: md`一行，一个整数，即 $a + b$。`,
      hint: md`
        $a + b$ 的绝对值不超过 $2 \times 10^9$，32 位有符号整数放得下。

        从标准输入读，往标准输出写；除了答案不要输出别的内容，例如“请输入”。
      `,
    },
    'en-US': {
      title: 'A + B',
      description: md`
        Read two integers $a$ and $b$ and print their sum.

        This problem is here to get used to the judge: write the program, try it on the samples, then submit.
      `,
      input: md`One line with two integers $a$ and $b$ separated by a space, $-10^9 \le a, b \le 10^9$.`,
      output: md`One line with one integer, $a + b$.`,
      hint: md`
        The absolute value of $a + b$ is at most $2 \times 10^9$, which fits in a signed 32-bit integer.

        Read from standard input and write to standard output, and print nothing but the answer: no prompts.
      `,
    },
  },
  samples: [
    { input: '1 2\n', output: '3\n' },
    { input: '-7 3\n', output: '-4\n' },
  ],
  testcases: () => acmCases(inputs(), reference),
  reference,
  solutions: [
    {
      language: 'cpp17o2',
      verdict: 'ACCEPTED',
      note: 'Plain.',
      source: code`
        #include <iostream>

        int main() {
            int a, b;
            std::cin >> a >> b;
            std::cout << a + b << '\n';
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'WRONG_ANSWER',
      note: 'A float keeps 24 bits: small numbers come out right, large ones do not.',
      source: code`
        #include <cstdio>

        int main() {
            float a, b;
            std::scanf("%f %f", &a, &b);
            std::printf("%.0f\n", a + b);
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'COMPILE_ERROR',
      note: 'A name that was never declared.',
      source: code`
        #include <iostream>

        int main() {
            int a;
            std::cin >> a >> b;
            std::cout << a + b << '\n';
        }
      `,
    },
  ],
}
