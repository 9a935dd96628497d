import { acmCases, type NamedInput } from '../cases.ts'
import { acm, OPENING_SET } from '../defaults.ts'
import { read } from '../numbers.ts'
import { random } from '../random.ts'
import { code, md } from '../text.ts'
import type { SeedProblem } from '../types.ts'

function reference(input: string) {
  const { next, take } = read(input)
  const times = Uint32Array.from(take(next())).sort()
  let clock = 0
  let total = 0
  for (const time of times.subarray(0, -1)) {
    clock += time
    total += clock
  }
  return `${total} ${clock}\n`
}

function inputs(): NamedInput[] {
  const { ints } = random(1008)
  const queue = (times: number[]) => `${times.length}\n${times.join(' ')}\n`
  return [
    ['first sample', queue([30, 10, 20])],
    ['second sample', queue([7])],
    ['two equal', queue([5, 5])],
    ['already in order', queue([1, 2, 3, 4, 5, 6])],
    ['in reverse', queue([6, 5, 4, 3, 2, 1])],
    ['random, small', queue(ints(10, 1, 20))],
    ['random, hundreds', queue(ints(500, 1, 10000))],
    ['few different times', queue(ints(1000, 1, 3))],
    ['random, thousands', queue(ints(5000, 1, 10000))],
    ['total just above 32 bits', queue(ints(1000, 9000, 10000))],
    ['one slow customer first', queue([10000, ...ints(9999, 1, 1)])],
    ['largest, random', queue(ints(100000, 1, 10000))],
    ['all slow', queue(Array.from({ length: 40000 }, () => 10000))],
  ]
}

export const P1008: SeedProblem = {
  ...acm,
  displayId: 'P1008',
  slug: 'soy-milk-queue',
  difficulty: 'EASY',
  author: 'beanjar',
  source: OPENING_SET,
  tags: ['greedy', 'sorting'],
  checker: { kind: 'tokens', caseSensitive: true },
  statement: {
    'zh-CN': {
      title: '排队买豆浆',
      description: md`
        早点铺只有一个窗口，开门时已经来了 $n$ 位客人，第 $i$ 位买豆浆要花 $t_i$ 秒。
        窗口一次只服务一位，服务完马上轮到下一位，中间不停顿。

        一位客人的**等待时间**，是从开门到轮到他为止的秒数，不含他自己的 $t_i$。
        老板可以任意安排先后顺序，想让所有客人的等待时间之和最小。

        请求出这个最小的和，以及按这样的安排，排在最后的客人要等多久。
        如果有多种安排使总和最小，可以证明第二个数都相同。
      `,
      input: md`
        第一行一个整数 $n$（$1 \le n \le 10^5$）。

        第二行 $n$ 个整数 $t_1, t_2, \dots, t_n$（$1 \le t_i \le 10^4$）。
      `,
      output: md`两个整数：最小的等待时间之和，以及最后一位客人的等待时间。`,
      hint: md`
        样例 1 中按 $10, 20, 30$ 的顺序，三位客人分别等 $0$、$10$、$30$ 秒。

        总和可能超过 32 位整数的范围。
      `,
    },
    'en-US': {
      title: 'The Soy Milk Queue',
      description: md`
        A breakfast stall has a single window. When it opens, $n$ customers are there already; serving customer $i$
        takes $t_i$ seconds. One customer is served at a time, and the next one follows at once.

        The **waiting time** of a customer is the number of seconds from the opening until their turn comes, their
        own $t_i$ not included. The owner may put the customers in any order and wants the sum of all waiting times
        to be as small as possible.

        Find this smallest sum, and how long the last customer waits in such an order. Where several orders reach
        the smallest sum, the second number can be shown to be the same for all of them.
      `,
      input: md`
        The first line holds an integer $n$ ($1 \le n \le 10^5$).

        The second line holds $n$ integers $t_1, t_2, \dots, t_n$ ($1 \le t_i \le 10^4$).
      `,
      output: md`Two integers: the smallest sum of waiting times, and the waiting time of the last customer.`,
      hint: md`
        In sample 1 the order $10, 20, 30$ makes the three customers wait $0$, $10$ and $30$ seconds.

        The sum may not fit in a 32-bit integer.
      `,
    },
  },
  samples: [
    { input: '3\n30 10 20\n', output: '40 30\n' },
    { input: '1\n7\n', output: '0 0\n' },
  ],
  testcases: () => acmCases(inputs(), reference),
  reference,
  solutions: [
    {
      language: 'cpp17o2',
      verdict: 'ACCEPTED',
      note: 'Shortest first.',
      source: code`
        #include <algorithm>
        #include <cstdio>
        #include <vector>

        int main() {
            int n;
            std::scanf("%d", &n);
            std::vector<int> t(n);
            for (int &x : t) std::scanf("%d", &x);
            std::sort(t.begin(), t.end());
            long long total = 0, clock = 0;
            for (int i = 0; i + 1 < n; i++) {
                clock += t[i];
                total += clock;
            }
            std::printf("%lld %lld\n", total, clock);
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'WRONG_ANSWER',
      note: 'The right order, but the sum overflows an int.',
      source: code`
        #include <algorithm>
        #include <cstdio>
        #include <vector>

        int main() {
            int n;
            std::scanf("%d", &n);
            std::vector<int> t(n);
            for (int &x : t) std::scanf("%d", &x);
            std::sort(t.begin(), t.end());
            int total = 0, clock = 0;
            for (int i = 0; i + 1 < n; i++) {
                clock += t[i];
                total += clock;
            }
            std::printf("%d %d\n", total, clock);
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'WRONG_ANSWER',
      note: 'Forgets to sort.',
      source: code`
        #include <cstdio>

        int main() {
            int n;
            std::scanf("%d", &n);
            long long total = 0, clock = 0;
            for (int i = 0; i < n; i++) {
                int t;
                std::scanf("%d", &t);
                if (i + 1 < n) clock += t, total += clock;
            }
            std::printf("%lld %lld\n", total, clock);
        }
      `,
    },
  ],
}
