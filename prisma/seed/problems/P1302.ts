import { acmCases, type NamedInput } from '../cases.ts'
import { acm, OPEN_DAY } from '../defaults.ts'
import { random } from '../random.ts'
import { code, md } from '../text.ts'
import type { SeedProblem } from '../types.ts'

function reference(input: string) {
  const flags = input.trim()
  const last = new Map<string, number>()
  let from = 0
  let longest = 0
  for (let at = 0; at < flags.length; at++) {
    const flag = flags.charAt(at)
    from = Math.max(from, (last.get(flag) ?? -1) + 1)
    last.set(flag, at)
    longest = Math.max(longest, at - from + 1)
  }
  return `${longest}\n`
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

function inputs(): NamedInput[] {
  const { pick } = random(1302)
  const string = (length: number, letters: string) =>
    Array.from({ length }, () => pick([...letters])).join('')
  return [
    ['first sample', 'harbour\n'],
    ['second sample', 'aaaa\n'],
    ['one flag', 'Z\n'],
    ['capitals are other flags', 'aAbBaA\n'],
    ['all of them once', `${ALPHABET}\n`],
    ['the window jumps far', 'abba\n'],
    ['the best is at the end', `${'a'.repeat(500)}${ALPHABET}\n`],
    ['two flags', `${string(1000, 'xy')}\n`],
    ['middling', `${string(5000, ALPHABET)}\n`],
    ['long and dull', `${'q'.repeat(20_000)}\n`],
    ['largest', `${string(20_000, ALPHABET)}\n`],
    ['the whole set again and again', `${ALPHABET.repeat(384)}\n`],
  ]
}

export const P1302: SeedProblem = {
  ...acm,
  displayId: 'P1302',
  inContest: true,
  slug: 'signal-flags',
  difficulty: 'MID',
  author: 'kestrel',
  source: OPEN_DAY,
  tags: ['simulation'],
  statement: {
    'zh-CN': {
      title: '信号旗',
      description: md`
        一根绳子上依次挂着信号旗，每面旗用一个英文字母表示，大小写字母是不同的旗。
        船长要剪下其中连续的一段，这一段里每种旗至多出现一次。

        这一段最多有几面旗？
      `,
      input: md`一行，一个由英文字母组成的字符串，长度 $n$ 满足 $1 \le n \le 2 \times 10^4$。`,
      output: md`一个整数，即这一段最多的旗数。`,
      hint: md`\`harbour\` 的前六个字母各不相同，最后一个又是 \`r\`。`,
    },
    'en-US': {
      title: 'Signal flags',
      description: md`
        Signal flags hang on a rope, one after the other. A letter stands for each; capitals are other flags than
        small letters. The captain wants to cut out a piece in which no flag is there twice.

        How many flags can such a piece have?
      `,
      input: md`One line with a string of letters; its length $n$ satisfies $1 \le n \le 2 \times 10^4$.`,
      output: md`The largest number of flags in such a piece.`,
      hint: md`Of \`harbour\`, the first six letters are all different; the last one is an \`r\` again.`,
    },
  },
  samples: [
    { input: 'harbour\n', output: '6\n' },
    { input: 'aaaa\n', output: '1\n' },
  ],
  testcases: () => acmCases(inputs(), reference),
  reference,
  solutions: [
    {
      language: 'cpp17o2',
      verdict: 'ACCEPTED',
      note: 'A window whose left end only goes right.',
      source: code`
        #include <algorithm>
        #include <array>
        #include <iostream>
        #include <string>

        int main() {
            std::string flags;
            std::cin >> flags;
            std::array<int, 128> last;
            last.fill(-1);
            int from = 0, longest = 0;
            for (int i = 0; i < static_cast<int>(flags.size()); i++) {
                from = std::max(from, last[flags[i]] + 1);
                last[flags[i]] = i;
                longest = std::max(longest, i - from + 1);
            }
            std::cout << longest << '\n';
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'WRONG_ANSWER',
      note: 'Lets the left end of the window jump back.',
      source: code`
        #include <algorithm>
        #include <array>
        #include <iostream>
        #include <string>

        int main() {
            std::string flags;
            std::cin >> flags;
            std::array<int, 128> last;
            last.fill(-1);
            int from = 0, longest = 0;
            for (int i = 0; i < static_cast<int>(flags.size()); i++) {
                if (last[flags[i]] >= 0) from = last[flags[i]] + 1;
                last[flags[i]] = i;
                longest = std::max(longest, i - from + 1);
            }
            std::cout << longest << '\n';
        }
      `,
    },
  ],
}
