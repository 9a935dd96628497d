import { acmCases, type NamedInput } from '../cases.ts'
import { acm, forC, forCpp, OPENING_SET } from '../defaults.ts'
import { read } from '../numbers.ts'
import { code, md } from '../text.ts'
import type { SeedProblem } from '../types.ts'

/** The same stream as in the header below; `visit` sees every colour. */
function stream(n: number, seed: number, share: number, visit: (colour: number) => void) {
  const favourite = Math.imul(seed, 2654435761) >>> 8
  let state = seed | 0
  for (let lantern = 0; lantern < n; lantern++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    visit((state & 255) < share ? favourite : state >>> 8)
  }
}

function reference(input: string) {
  const { next } = read(input)
  const [n, seed, share] = [next(), next(), next()]
  let candidate = 0
  let lead = 0
  stream(n, seed, share, (colour) => {
    if (lead === 0) candidate = colour
    lead += colour === candidate ? 1 : -1
  })
  let count = 0
  stream(n, seed, share, (colour) => {
    if (colour === candidate) count++
  })
  return 2 * count > n ? `${candidate} ${count}\n` : '-1\n'
}

const inputs: NamedInput[] = [
  ['first sample', '5 7 200\n'],
  ['second sample', '6 11 20\n'],
  ['one lantern', '1 1 0\n'],
  ['two, both the same', '2 3 256\n'],
  ['two, different', '2 4294967295 0\n'],
  ['all the same', '1000 99 256\n'],
  ['all by chance', '1000 123456789 0\n'],
  ['near a half', '1001 5 128\n'],
  ['a clear majority', '30000 271828182 160\n'],
  ['a narrow majority', '100000 314159265 132\n'],
  ['a narrow minority', '100000 161803398 124\n'],
  ['many, a majority', '1000000 2718281828 132\n'],
  ['many, no majority', '1000000 4000000007 90\n'],
  ['largest, a narrow majority', '10000000 20260101 129\n'],
]

const HEADER = code`
  /* The lanterns on the river, for C and C++. */
  #ifndef LANTERN_H
  #define LANTERN_H

  static unsigned lantern_state, lantern_favourite, lantern_share;

  /* Go to the start of the river; may be called as often as you like. */
  static inline void lantern_begin(unsigned seed, unsigned share) {
      lantern_state = seed;
      lantern_favourite = seed * 2654435761u >> 8;
      lantern_share = share;
  }

  /* The colour of the next lantern, below 2^24. */
  static inline unsigned lantern_next(void) {
      lantern_state ^= lantern_state << 13;
      lantern_state ^= lantern_state >> 17;
      lantern_state ^= lantern_state << 5;
      return (lantern_state & 255) < lantern_share ? lantern_favourite : lantern_state >> 8;
  }

  #endif
`

export const P1171: SeedProblem = {
  ...acm,
  displayId: 'P1171',
  slug: 'a-river-of-lanterns',
  difficulty: 'MID',
  limits: { timeMs: 1000, memoryMb: 32, stackMb: 8 },
  author: 'paperboat',
  source: OPENING_SET,
  tags: ['low-memory', 'simulation'],
  userFiles: { 'lantern.h': HEADER },
  templates: {
    ...forCpp(code`
      #include <iostream>

      #include "lantern.h"

      int main() {
          unsigned n, seed, share;
          std::cin >> n >> seed >> share;

          lantern_begin(seed, share);
          for (unsigned i = 0; i < n; i++) {
              unsigned colour = lantern_next();
          }
      }
    `),
    ...forC(code`
      #include <stdio.h>

      #include "lantern.h"

      int main(void) {
          unsigned n, seed, share;
          scanf("%u %u %u", &n, &seed, &share);

          lantern_begin(seed, share);
          for (unsigned i = 0; i < n; i++) {
              unsigned colour = lantern_next();
          }
          return 0;
      }
    `),
  },
  statement: {
    'zh-CN': {
      title: '河灯',
      description: md`
        节日的夜里，$n$ 盏河灯依次从桥下漂过，每盏有一种颜色，用小于 $2^{24}$ 的非负整数表示。
        如果有一种颜色的灯**超过半数**，请找出这种颜色，并数出它有多少盏。

        河灯太多，本题的内存限制只有 **32 MB**，存不下所有的颜色。不过河灯可以从头再看一遍，要看几遍都行。

        为了避免庞大的输入，河灯由头文件 \`lantern.h\` 产生。评测时它和你的程序放在一起，C 和 C++ 程序
        写上 \`#include "lantern.h"\` 就能使用：

        - \`void lantern_begin(unsigned seed, unsigned share)\`：回到第一盏灯；
        - \`unsigned lantern_next(void)\`：下一盏灯的颜色。

        用其他语言时，可以自己照着写。设 $x$ 是 32 位无符号整数，初值为 $seed$，每来一盏灯，依次做
        \`x ^= x << 13\`、\`x ^= x >> 17\`、\`x ^= x << 5\`（溢出的高位丢弃）。若此时 $x \bmod 256 < share$，这盏灯的颜色是
        $\lfloor (seed \times 2654435761 \bmod 2^{32}) / 2^8 \rfloor$，否则是 $\lfloor x / 2^8 \rfloor$。
      `,
      input: md`
        一行，三个整数 $n$、$seed$、$share$（$1 \le n \le 10^7$，$1 \le seed < 2^{32}$，$0 \le share \le 256$）。
      `,
      output: md`如果有一种颜色超过 $n / 2$ 盏，输出这种颜色和它的盏数，以一个空格隔开；否则输出 $-1$。`,
      hint: md`把两盏颜色不同的灯一起拿走，超过半数的颜色仍然超过半数。`,
    },
    'en-US': {
      title: 'A River of Lanterns',
      description: md`
        On the night of the festival, $n$ lanterns drift under a bridge one after the other. Each has a colour, a
        non-negative integer below $2^{24}$. If **more than half** of the lanterns have the same colour, find this
        colour and count its lanterns.

        There are many lanterns, and the memory limit is only **32 MB**: too little to keep all the colours. But you
        may watch the river from the start again, as often as you like.

        To spare you a huge input, the lanterns come out of a header file, \`lantern.h\`. It lies beside your program
        when that is judged; C and C++ programs write \`#include "lantern.h"\` and have

        - \`void lantern_begin(unsigned seed, unsigned share)\`: go back to the first lantern;
        - \`unsigned lantern_next(void)\`: the colour of the next lantern.

        In other languages write the same yourself. Let $x$ be an unsigned 32-bit integer that starts as $seed$. For
        each lantern do \`x ^= x << 13\`, \`x ^= x >> 17\` and \`x ^= x << 5\` in this order, dropping the bits beyond
        the 32nd. If now $x \bmod 256 < share$, the colour of the lantern is
        $\lfloor (seed \times 2654435761 \bmod 2^{32}) / 2^8 \rfloor$, otherwise it is $\lfloor x / 2^8 \rfloor$.
      `,
      input: md`
        One line with three integers $n$, $seed$ and $share$ ($1 \le n \le 10^7$, $1 \le seed < 2^{32}$,
        $0 \le share \le 256$).
      `,
      output: md`
        If more than $n / 2$ lanterns have the same colour, print this colour and the number of its lanterns,
        separated by a space. Otherwise print $-1$.
      `,
      hint: md`
        Take away two lanterns of different colours, and a colour that had more than half of them still has.
      `,
    },
  },
  samples: [
    { input: '5 7 200\n', output: '5473363 3\n' },
    { input: '6 11 20\n', output: '-1\n' },
  ],
  testcases: () => acmCases(inputs, reference),
  reference,
  solutions: [
    {
      language: 'cpp17o2',
      verdict: 'ACCEPTED',
      note: 'A vote by pairs, then a second look to count.',
      source: code`
        #include <cstdio>

        #include "lantern.h"

        int main() {
            unsigned n, seed, share;
            std::scanf("%u %u %u", &n, &seed, &share);
            unsigned candidate = 0, lead = 0, count = 0;
            lantern_begin(seed, share);
            for (unsigned i = 0; i < n; i++) {
                unsigned colour = lantern_next();
                if (!lead) candidate = colour;
                lead += colour == candidate ? 1 : -1;
            }
            lantern_begin(seed, share);
            for (unsigned i = 0; i < n; i++) count += lantern_next() == candidate;
            if (2 * count > n)
                std::printf("%u %u\n", candidate, count);
            else
                std::puts("-1");
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'MEMORY_LIMIT_EXCEEDED',
      note: 'Keeps every lantern: 40 MB for ten million.',
      source: code`
        #include <algorithm>
        #include <cstdio>
        #include <vector>

        #include "lantern.h"

        int main() {
            unsigned n, seed, share;
            std::scanf("%u %u %u", &n, &seed, &share);
            std::vector<unsigned> colours(n);
            lantern_begin(seed, share);
            for (unsigned &colour : colours) colour = lantern_next();
            std::nth_element(colours.begin(), colours.begin() + n / 2, colours.end());
            unsigned middle = colours[n / 2];
            unsigned count = std::count(colours.begin(), colours.end(), middle);
            if (2 * count > n)
                std::printf("%u %u\n", middle, count);
            else
                std::puts("-1");
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'WRONG_ANSWER',
      note: 'Trusts the vote and never counts.',
      source: code`
        #include <cstdio>

        #include "lantern.h"

        int main() {
            unsigned n, seed, share, candidate = 0, lead = 0;
            std::scanf("%u %u %u", &n, &seed, &share);
            lantern_begin(seed, share);
            for (unsigned i = 0; i < n; i++) {
                unsigned colour = lantern_next();
                if (!lead) candidate = colour;
                lead += colour == candidate ? 1 : -1;
            }
            std::printf("%u %u\n", candidate, lead);
        }
      `,
    },
  ],
}
