import { acmCases, type NamedInput } from '../cases.ts'
import { acm, OPENING_SET } from '../defaults.ts'
import { code, md } from '../text.ts'
import type { SeedProblem } from '../types.ts'

function reference(input: string) {
  const [width, letter = ''] = input.trim().split(' ')
  const n = Number(width)
  const rows = Array.from({ length: n }, (_, row) => {
    const indent = Math.min(row, n - 1 - row)
    return ' '.repeat(indent) + letter.repeat(n - 2 * indent)
  })
  return `${rows.join('\n')}\n`
}

const inputs: NamedInput[] = [
  ['first sample', '5 *\n'],
  ['second sample', '3 8\n'],
  ['single grain', '1 o\n'],
  ['letters', '7 A\n'],
  ['a dot is hard to see', '9 .\n'],
  ['a backslash', '11 \\\n'],
  ['a per cent sign', '13 %\n'],
  ['middling', '51 #\n'],
  ['next to largest', '97 x\n'],
  ['largest', '99 @\n'],
]

export const P1005: SeedProblem = {
  ...acm,
  displayId: 'P1005',
  slug: 'hourglass',
  difficulty: 'EASY',
  author: 'moss',
  source: OPENING_SET,
  tags: ['simulation'],
  checker: { kind: 'default', ignoreTrailingBlanks: false },
  statement: {
    'zh-CN': {
      title: '沙漏',
      description: md`
        用一个给定的字符画出宽和高都是 $n$ 的沙漏（$n$ 是奇数）：第一行有 $n$ 个字符，
        往下每行左右各少一个，到正中只剩一个，再逐行加回 $n$ 个。每一行都居中。

        **本题对格式要求严格**：行末不能有多余的空格，最后一行以换行结束。
        内容正确而空白不符时，结果是“格式错误”。
      `,
      input: md`一行，一个奇数 $n$（$1 \le n \le 99$）和一个字符，以一个空格隔开。该字符是可见的 ASCII 字符。`,
      output: md`$n$ 行，即这个沙漏。`,
      hint: md`第 $i$ 行（从 $0$ 数起）前面有 $\min(i, n - 1 - i)$ 个空格。`,
    },
    'en-US': {
      title: 'Hourglass',
      description: md`
        Draw an hourglass that is $n$ wide and $n$ high ($n$ is odd) with a given character: the first row has $n$
        of them, every row below loses one on either side until a single one is left in the middle, and then the
        rows grow back to $n$. Every row is centred.

        **The layout counts here**: no spaces at the ends of rows, and the last row ends with a newline, too.
        The right characters with the wrong white space are a Presentation Error.
      `,
      input: md`
        One line with an odd number $n$ ($1 \le n \le 99$) and a character, separated by a space. The character is
        a visible ASCII character.
      `,
      output: md`The hourglass, $n$ lines.`,
      hint: md`Row $i$, counting from $0$, starts with $\min(i, n - 1 - i)$ spaces.`,
    },
  },
  samples: [
    { input: '5 *\n', output: '*****\n ***\n  *\n ***\n*****\n' },
    { input: '3 8\n', output: '888\n 8\n888\n' },
  ],
  testcases: () => acmCases(inputs, reference),
  reference,
  solutions: [
    {
      language: 'cpp17o2',
      verdict: 'ACCEPTED',
      note: 'Row by row.',
      source: code`
        #include <algorithm>
        #include <iostream>
        #include <string>

        int main() {
            int n;
            char letter;
            std::cin >> n >> letter;
            for (int i = 0; i < n; i++) {
                int indent = std::min(i, n - 1 - i);
                std::cout << std::string(indent, ' ') << std::string(n - 2 * indent, letter) << '\n';
            }
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'PRESENTATION_ERROR',
      note: 'Pads the rows on the right as well.',
      source: code`
        #include <algorithm>
        #include <iostream>
        #include <string>

        int main() {
            int n;
            char letter;
            std::cin >> n >> letter;
            for (int i = 0; i < n; i++) {
                std::string space(std::min(i, n - 1 - i), ' ');
                std::cout << space << std::string(n - 2 * space.size(), letter) << space << '\n';
            }
        }
      `,
    },
  ],
}
