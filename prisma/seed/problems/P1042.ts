import { acmCases, type NamedInput } from '../cases.ts'
import { acm, OPENING_SET } from '../defaults.ts'
import { at, read } from '../numbers.ts'
import { random } from '../random.ts'
import { code, md } from '../text.ts'
import type { SeedProblem } from '../types.ts'

function reference(input: string) {
  const { next } = read(input)
  const [n, k] = [next(), next()]
  const level = new Float64Array(n + 1)
  for (let i = 0; i < n; i++) level[i + 1] = at(level, i) + next()
  /** Left ends still worth a try, their levels growing from the front. */
  const starts = new Int32Array(n + 1)
  let [front, back] = [0, 0]
  let best = Number.NEGATIVE_INFINITY
  for (let right = 1; right <= n; right++) {
    while (back > front && at(level, at(starts, back - 1)) >= at(level, right - 1)) back--
    starts[back++] = right - 1
    if (at(starts, front) < right - k) front++
    best = Math.max(best, at(level, right) - at(level, at(starts, front)))
  }
  return `${best}\n`
}

function inputs(): NamedInput[] {
  const { int, ints, oneIn } = random(1042)
  const wall = (k: number, changes: number[]) => `${changes.length} ${k}\n${changes.join(' ')}\n`
  const alternating = (n: number) => Array.from({ length: n }, (_, i) => (i % 2 ? -1 : 1) * int(1, 99))
  const spikes = (n: number) => ints(n, -9, 0).map((change) => (oneIn(40) ? int(10, 99) : change))
  return [
    ['first sample', wall(3, [4, -1, 5, -9, 7, 2])],
    ['second sample', wall(1, [-5, -2, -8])],
    ['one gate', wall(1, [7])],
    ['one gate, downwards', wall(1, [-7])],
    ['all zero', wall(2, [0, 0, 0, 0])],
    ['all upwards, short run', wall(3, [1, 2, 3, 4, 5, 6, 7])],
    ['all upwards, whole wall', wall(7, [1, 2, 3, 4, 5, 6, 7])],
    ['all downwards, whole wall', wall(6, [-3, -1, -4, -1, -5, -9])],
    ['a free run would be longer', wall(2, [5, 5, -1, 5, 5, 5])],
    ['best run ends the wall', wall(4, [-10, 3, -2, 4, 9])],
    ['best run starts the wall', wall(3, [9, 9, 9, -100, 1, 1])],
    ['random, tiny', wall(5, ints(12, -5, 5))],
    ['random, small', wall(17, ints(100, -1000, 1000))],
    ['random, single gates', wall(1, ints(500, -100000, 100000))],
    ['above 32 bits', wall(50, ints(60, 900000000, 1000000000))],
    ['below 32 bits', wall(10, ints(60, -1000000000, -900000000))],
    ['alternating', wall(100, alternating(2000))],
    ['spikes', wall(300, spikes(3000))],
    ['random, thousands', wall(777, ints(8000, -1000000, 1000000))],
    ['whole wall, thousands', wall(10000, ints(10000, -100, 100))],
    [
      'falling, then rising',
      wall(
        5000,
        Array.from({ length: 10000 }, (_, i) => (i < 5000 ? -1 : 1)),
      ),
    ],
    ['long run among spikes', wall(9000, spikes(20000))],
    ['largest, small changes', wall(100000, ints(200000, -9, 9))],
    ['gently rising', wall(49999, ints(100000, -4, 5))],
    ['large changes', wall(45678, ints(60000, -1000000000, 1000000000))],
  ]
}

export const P1042: SeedProblem = {
  ...acm,
  displayId: 'P1042',
  slug: 'tide-gates',
  difficulty: 'MID',
  author: 'tidewater',
  source: OPENING_SET,
  tags: ['prefix-sum', 'monotone-queue'],
  statement: {
    'zh-CN': {
      title: '潮汐水闸',
      description: md`
        海堤上自西向东排着 $n$ 道水闸。打开第 $i$ 道闸，水位会变化 $a_i$ 毫米，也可能是下降。
        守闸人要打开**至少一道、至多 $k$ 道**相邻的闸，让水位升得尽可能高。

        请求出水位总变化的最大值。
      `,
      input: md`
        第一行两个整数 $n$、$k$（$1 \le k \le n \le 2 \times 10^5$）。

        第二行 $n$ 个整数 $a_1, a_2, \dots, a_n$（$|a_i| \le 10^9$）。
      `,
      output: md`一个整数，即水位总变化的最大值。`,
      hint: md`样例 1 中打开第 5、6 道闸，得到 $7 + 2 = 9$。样例 2 中至少要开一道，只好开第 2 道。`,
    },
    'en-US': {
      title: 'Tide Gates',
      description: md`
        Along a sea wall stand $n$ gates, from west to east. Opening gate $i$ changes the water level by $a_i$
        millimetres, possibly downwards. The keeper opens a run of **at least one and at most $k$** adjacent gates
        and wants the level to rise as much as it can.

        Find the greatest total change.
      `,
      input: md`
        The first line holds two integers $n$ and $k$ ($1 \le k \le n \le 2 \times 10^5$).

        The second line holds $n$ integers $a_1, a_2, \dots, a_n$ ($|a_i| \le 10^9$).
      `,
      output: md`One integer, the greatest total change.`,
      hint: md`
        In sample 1, opening gates 5 and 6 gives $7 + 2 = 9$. In sample 2 at least one gate has to be opened, and
        gate 2 does the least harm.
      `,
    },
  },
  samples: [
    { input: '6 3\n4 -1 5 -9 7 2\n', output: '9\n' },
    { input: '3 1\n-5 -2 -8\n', output: '-2\n' },
  ],
  testcases: () => acmCases(inputs(), reference),
  reference,
  solutions: [
    {
      language: 'cpp17o2',
      verdict: 'ACCEPTED',
      note: 'Smallest prefix sum in a sliding window, by a monotone queue.',
      source: code`
        #include <algorithm>
        #include <climits>
        #include <cstdio>
        #include <deque>
        #include <vector>

        int main() {
            int n, k;
            std::scanf("%d %d", &n, &k);
            std::vector<long long> level(n + 1);
            std::deque<int> starts;
            long long best = LLONG_MIN;
            for (int right = 1; right <= n; right++) {
                int change;
                std::scanf("%d", &change);
                level[right] = level[right - 1] + change;
                while (!starts.empty() && level[starts.back()] >= level[right - 1]) starts.pop_back();
                starts.push_back(right - 1);
                if (starts.front() < right - k) starts.pop_front();
                best = std::max(best, level[right] - level[starts.front()]);
            }
            std::printf("%lld\n", best);
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'TIME_LIMIT_EXCEEDED',
      note: 'Tries every run of at most k gates.',
      source: code`
        #include <algorithm>
        #include <climits>
        #include <cstdio>
        #include <vector>

        int main() {
            int n, k;
            std::scanf("%d %d", &n, &k);
            std::vector<int> change(n);
            for (int &x : change) std::scanf("%d", &x);
            long long best = LLONG_MIN;
            for (int left = 0; left < n; left++) {
                long long total = 0;
                for (int right = left; right < std::min(n, left + k); right++) {
                    total += change[right];
                    best = std::max(best, total);
                }
            }
            std::printf("%lld\n", best);
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'WRONG_ANSWER',
      note: 'The greatest run of any length: k is read and forgotten.',
      source: code`
        #include <algorithm>
        #include <climits>
        #include <cstdio>

        int main() {
            int n, k;
            std::scanf("%d %d", &n, &k);
            long long best = LLONG_MIN, run = 0;
            while (n--) {
                long long change;
                std::scanf("%lld", &change);
                run = std::max(run, 0LL) + change;
                best = std::max(best, run);
            }
            std::printf("%lld\n", best);
        }
      `,
    },
  ],
}
