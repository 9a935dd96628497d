import { acmCases, type NamedInput } from '../cases.ts'
import { acm, OPEN_DAY } from '../defaults.ts'
import { read } from '../numbers.ts'
import { random } from '../random.ts'
import { code, md } from '../text.ts'
import type { SeedProblem } from '../types.ts'

function reference(input: string) {
  const { next } = read(input)
  const [count, length] = [next(), next()]
  const lit = Array.from({ length: count }, () => {
    const [at, range] = [next(), next()]
    return [at - range, at + range] as const
  }).sort(([one], [other]) => one - other)
  let reached = 0
  let farthest = 0
  let kept = 0
  let index = 0
  while (reached < length) {
    for (let light = lit[index]; light && light[0] <= reached; light = lit[++index])
      farthest = Math.max(farthest, light[1])
    if (farthest === reached) return '-1\n'
    kept++
    reached = farthest
  }
  return `${kept}\n`
}

const ask = (length: number, lights: [at: number, range: number][]) =>
  `${lights.length} ${length}\n${lights.map((light) => `${light.join(' ')}\n`).join('')}`

function inputs(): NamedInput[] {
  const { int } = random(1303)
  const lights = (count: number, length: number, range: number): [number, number][] =>
    Array.from({ length: count }, () => [int(0, length), int(1, range)])
  return [
    [
      'first sample',
      ask(10, [
        [2, 2],
        [5, 3],
        [9, 1],
        [7, 2],
      ]),
    ],
    [
      'second sample',
      ask(10, [
        [2, 1],
        [8, 3],
      ]),
    ],
    ['one is enough', ask(6, [[3, 3]])],
    ['one is not quite enough', ask(7, [[3, 3]])],
    [
      'the start is dark',
      ask(5, [
        [3, 2],
        [5, 1],
      ]),
    ],
    [
      'they only touch',
      ask(9, [
        [1, 1],
        [3, 1],
        [5, 1],
        [8, 2],
      ]),
    ],
    [
      'a gap in the middle',
      ask(9, [
        [1, 2],
        [7, 3],
      ]),
    ],
    [
      'all alike',
      ask(
        100,
        Array.from({ length: 50 }, () => [50, 50]),
      ),
    ],
    ['few', ask(1000, lights(100, 1000, 60))],
    ['many short ones', ask(1_000_000, lights(10_000, 1_000_000, 400))],
    ['many', ask(1_000_000_000, lights(10_000, 1_000_000_000, 2_000_000))],
    ['largest', ask(1_000_000_000, lights(10_000, 1_000_000_000, 9_000_000))],
  ]
}

export const P1303: SeedProblem = {
  ...acm,
  displayId: 'P1303',
  inContest: true,
  slug: 'harbour-lamps',
  difficulty: 'MID',
  author: 'tidewater',
  source: OPEN_DAY,
  tags: ['greedy', 'sorting'],
  statement: {
    'zh-CN': {
      title: '港灯',
      description: md`
        码头是数轴上从 $0$ 到 $L$ 的一段。码头上有 $n$ 盏灯，第 $i$ 盏在 $x_i$ 处，
        点亮后照到从 $x_i - r_i$ 到 $x_i + r_i$ 的所有点，两端也算。

        要让整段码头都被照到，最少点亮几盏？
      `,
      input: md`
        第一行两个整数 $n$ 和 $L$（$1 \le n \le 10^4$，$1 \le L \le 10^9$）。
        接下来 $n$ 行，每行两个整数 $x_i$ 和 $r_i$（$0 \le x_i \le L$，$1 \le r_i \le 10^9$）。
      `,
      output: md`一个整数，即最少的盏数；全部点亮也照不全时输出 $-1$。`,
      hint: md`第一个样例点亮 $x = 2$、$x = 5$ 和 $x = 9$ 的三盏。`,
    },
    'en-US': {
      title: 'Harbour lamps',
      description: md`
        A quay is the part of a line from $0$ to $L$. Of its $n$ lamps, number $i$ stands at $x_i$ and, once lit,
        shines on all points from $x_i - r_i$ to $x_i + r_i$, both ends included.

        How many have to be lit at least, so that no point of the quay is dark?
      `,
      input: md`
        The first line has two integers $n$ and $L$ ($1 \le n \le 10^4$, $1 \le L \le 10^9$). Each of the next $n$
        lines has two integers $x_i$ and $r_i$ ($0 \le x_i \le L$, $1 \le r_i \le 10^9$).
      `,
      output: md`The least number, or $-1$ when some point is dark even with all of them lit.`,
      hint: md`In the first sample, those at $x = 2$, $x = 5$ and $x = 9$ are lit.`,
    },
  },
  samples: [
    { input: '4 10\n2 2\n5 3\n9 1\n7 2\n', output: '3\n' },
    { input: '2 10\n2 1\n8 3\n', output: '-1\n' },
  ],
  testcases: () => acmCases(inputs(), reference),
  reference,
  solutions: [
    {
      language: 'cpp17o2',
      verdict: 'ACCEPTED',
      note: 'Of all that begin in the light, the one that reaches farthest.',
      source: code`
        #include <algorithm>
        #include <cstdio>
        #include <utility>
        #include <vector>

        int main() {
            int n;
            long long length;
            std::scanf("%d %lld", &n, &length);
            std::vector<std::pair<long long, long long>> lit(n);
            for (auto &[from, to] : lit) {
                long long x, r;
                std::scanf("%lld %lld", &x, &r);
                from = x - r;
                to = x + r;
            }
            std::sort(lit.begin(), lit.end());
            long long reached = 0, farthest = 0;
            int kept = 0, i = 0;
            while (reached < length) {
                for (; i < n && lit[i].first <= reached; i++) farthest = std::max(farthest, lit[i].second);
                if (farthest == reached) {
                    std::puts("-1");
                    return 0;
                }
                kept++;
                reached = farthest;
            }
            std::printf("%d\n", kept);
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'WRONG_ANSWER',
      note: 'Takes every one that shines on something new.',
      source: code`
        #include <algorithm>
        #include <cstdio>
        #include <utility>
        #include <vector>

        int main() {
            int n;
            long long length;
            std::scanf("%d %lld", &n, &length);
            std::vector<std::pair<long long, long long>> lit(n);
            for (auto &[from, to] : lit) {
                long long x, r;
                std::scanf("%lld %lld", &x, &r);
                from = x - r;
                to = x + r;
            }
            std::sort(lit.begin(), lit.end());
            long long reached = 0;
            int kept = 0;
            for (auto [from, to] : lit) {
                if (reached >= length || to <= reached) continue;
                if (from > reached) break;
                kept++;
                reached = to;
            }
            std::printf("%d\n", reached < length ? -1 : kept);
        }
      `,
    },
  ],
}
