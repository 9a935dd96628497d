import { acmCases, type NamedInput } from '../cases.ts'
import { acm, OPENING_SET } from '../defaults.ts'
import { read } from '../numbers.ts'
import { random } from '../random.ts'
import { code, md } from '../text.ts'
import type { SeedProblem } from '../types.ts'

function reference(input: string) {
  const { next } = read(input)
  const [n, budget] = [next(), next()]
  const joy = new Float64Array(budget + 1)
  for (let stall = 0; stall < n; stall++) {
    const [price, delight, stock] = [next(), next(), next()]
    // The stock in bundles of 1, 2, 4 … and what is over: every number up to it is a sum of bundles.
    for (let left = Math.min(stock, Math.floor(budget / price)), bundle = 1; left > 0; bundle *= 2) {
      const count = Math.min(bundle, left)
      left -= count
      for (let money = budget, cost = count * price; money >= cost; money--) {
        joy[money] = Math.max(joy[money] ?? 0, (joy[money - cost] ?? 0) + count * delight)
      }
    }
  }
  return `${joy[budget]}\n`
}

function inputs(): NamedInput[] {
  const { int } = random(1065)
  const market = (budget: number, stalls: number[][]) =>
    `${stalls.length} ${budget}\n${stalls.map((stall) => stall.join(' ')).join('\n')}\n`
  const stalls = (n: number, price: number, delight: number, stock: number) =>
    Array.from({ length: n }, () => [int(1, price), int(1, delight), int(1, stock)])
  /** Delight close to the price, where choosing by the ratio goes astray. */
  const fair = (n: number, price: number, stock: number) =>
    Array.from({ length: n }, () => {
      const cost = int(price >> 1, price)
      return [cost, cost + int(0, 9), int(1, stock)]
    })
  return [
    [
      'first sample',
      market(10, [
        [3, 5, 2],
        [4, 7, 1],
        [6, 10, 1],
      ]),
    ],
    ['second sample', market(5, [[6, 100, 3]])],
    ['one stall, sold out', market(100, [[7, 3, 5]])],
    ['one stall, out of money', market(20, [[7, 3, 5]])],
    [
      'the best ratio leaves change',
      market(10, [
        [6, 60, 1],
        [5, 45, 2],
      ]),
    ],
    ['random, tiny', market(30, stalls(5, 10, 20, 3))],
    ['single pieces', market(1000, stalls(40, 100, 1000, 1))],
    ['close ratios', market(5000, fair(50, 900, 3))],
    ['cheap and plenty', market(20000, stalls(60, 20, 1000, 1000))],
    ['dear and few', market(20000, stalls(100, 20000, 1000000, 1))],
    ['largest, random', market(20000, stalls(100, 2000, 1000000, 1000))],
    ['largest, close ratios', market(19999, fair(100, 150, 1000))],
  ]
}

export const P1065: SeedProblem = {
  ...acm,
  displayId: 'P1065',
  slug: 'night-market',
  difficulty: 'MID',
  author: 'paperboat',
  source: OPENING_SET,
  tags: ['knapsack', 'file-io'],
  fileIo: { input: 'market.in', output: 'market.out' },
  statement: {
    'zh-CN': {
      title: '夜市',
      description: md`
        夜市上有 $n$ 个摊位，第 $i$ 个摊位的小吃每份 $c_i$ 元，能带来 $v_i$ 点快乐，还剩 $s_i$ 份。
        你有 $b$ 元，同一种小吃可以买多份，每一份带来的快乐都一样。

        最多能得到多少快乐？

        **本题使用文件输入输出**：从 \`market.in\` 读入，把答案写到 \`market.out\`。
      `,
      input: md`
        第一行两个整数 $n$、$b$（$1 \le n \le 100$，$1 \le b \le 2 \times 10^4$）。

        接下来 $n$ 行，每行三个整数 $c_i$、$v_i$、$s_i$（$1 \le c_i \le 2 \times 10^4$，$1 \le v_i \le 10^6$，
        $1 \le s_i \le 1000$）。
      `,
      output: md`一个整数，即最多的快乐。`,
      hint: md`
        样例 1：第一个摊位买两份、第二个摊位买一份，正好花 $10$ 元，得到 $5 + 5 + 7 = 17$ 点快乐。

        C++ 程序可以在开头写 \`freopen("market.in", "r", stdin)\` 和 \`freopen("market.out", "w", stdout)\`。
      `,
    },
    'en-US': {
      title: 'Night Market',
      description: md`
        A night market has $n$ stalls. Stall $i$ sells its snack at $c_i$ coins a piece, each piece gives $v_i$
        points of joy, and $s_i$ pieces are left. You have $b$ coins. You may buy several pieces of the same snack,
        and every piece gives the same joy.

        What is the most joy you can get?

        **This problem reads and writes files**: read from \`market.in\` and write the answer to \`market.out\`.
      `,
      input: md`
        The first line holds two integers $n$ and $b$ ($1 \le n \le 100$, $1 \le b \le 2 \times 10^4$).

        Each of the next $n$ lines holds three integers $c_i$, $v_i$ and $s_i$ ($1 \le c_i \le 2 \times 10^4$,
        $1 \le v_i \le 10^6$, $1 \le s_i \le 1000$).
      `,
      output: md`One integer, the most joy.`,
      hint: md`
        In sample 1, two pieces from the first stall and one from the second cost exactly $10$ coins and give
        $5 + 5 + 7 = 17$ points of joy.

        A C++ program may start with \`freopen("market.in", "r", stdin)\` and
        \`freopen("market.out", "w", stdout)\`.
      `,
    },
  },
  samples: [
    { input: '3 10\n3 5 2\n4 7 1\n6 10 1\n', output: '17\n' },
    { input: '1 5\n6 100 3\n', output: '0\n' },
  ],
  testcases: () => acmCases(inputs(), reference),
  reference,
  solutions: [
    {
      language: 'cpp17o2',
      verdict: 'ACCEPTED',
      note: 'A knapsack over bundles of 1, 2, 4 … pieces.',
      source: code`
        #include <algorithm>
        #include <fstream>
        #include <vector>

        int main() {
            std::ifstream in("market.in");
            std::ofstream out("market.out");
            int n, b;
            in >> n >> b;
            std::vector<long long> joy(b + 1);
            while (n--) {
                int c, v, s;
                in >> c >> v >> s;
                for (int bundle = 1; s > 0; bundle *= 2) {
                    int count = std::min(bundle, s);
                    s -= count;
                    for (int money = b; money >= 1LL * count * c; money--)
                        joy[money] = std::max(joy[money], joy[money - count * c] + 1LL * count * v);
                }
            }
            out << joy[b] << '\n';
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'WRONG_ANSWER',
      note: 'Buys by the best joy for a coin.',
      source: code`
        #include <algorithm>
        #include <cstdio>
        #include <vector>

        struct Stall {
            long long c, v, s;
        };

        int main() {
            std::freopen("market.in", "r", stdin);
            std::freopen("market.out", "w", stdout);
            long long n, b, joy = 0;
            std::scanf("%lld %lld", &n, &b);
            std::vector<Stall> stalls(n);
            for (auto &[c, v, s] : stalls) std::scanf("%lld %lld %lld", &c, &v, &s);
            std::sort(stalls.begin(), stalls.end(), [](auto &x, auto &y) { return x.v * y.c > y.v * x.c; });
            for (auto &[c, v, s] : stalls) {
                long long count = std::min(s, b / c);
                b -= count * c;
                joy += count * v;
            }
            std::printf("%lld\n", joy);
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'WRONG_ANSWER',
      note: 'Reads standard input, where nothing comes.',
      source: code`
        #include <algorithm>
        #include <cstdio>
        #include <vector>

        int main() {
            int n = 0, b = 0;
            if (std::scanf("%d %d", &n, &b) != 2) return 0;
            std::vector<long long> joy(b + 1);
            while (n--) {
                int c, v, s;
                std::scanf("%d %d %d", &c, &v, &s);
                for (; s > 0; s--)
                    for (int money = b; money >= c; money--)
                        joy[money] = std::max(joy[money], joy[money - c] + v);
            }
            std::printf("%lld\n", joy[b]);
        }
      `,
    },
  ],
}
