import { acmCases, type NamedInput } from '../cases.ts'
import { acm, OPENING_SET } from '../defaults.ts'
import { read } from '../numbers.ts'
import { random } from '../random.ts'
import { code, md } from '../text.ts'
import type { SeedProblem } from '../types.ts'

function reference(input: string) {
  const { next } = read(input)
  const [n, dx, dy] = [next(), next(), next()]
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (let i = 0; i < n; i++) {
    const across = next() * dy - next() * dx
    least = Math.min(least, across)
    most = Math.max(most, across)
  }
  return `${((most - least) / Math.hypot(dx, dy)).toFixed(9)}\n`
}

function inputs(): NamedInput[] {
  const { int } = random(1013)
  const sail = (dx: number, dy: number, points: number[][]) =>
    `${points.length} ${dx} ${dy}\n${points.map((point) => point.join(' ')).join('\n')}\n`
  const cloud = (n: number, reach: number) =>
    Array.from({ length: n }, () => [int(-reach, reach), int(-reach, reach)])
  const ring = (n: number, radius: number) =>
    Array.from({ length: n }, (_, i) => [
      Math.round(radius * Math.cos((2 * Math.PI * i) / n)),
      Math.round(radius * Math.sin((2 * Math.PI * i) / n)),
    ])
  const line = (n: number, stepX: number, stepY: number) =>
    Array.from({ length: n }, (_, i) => [i * stepX, i * stepY])
  return [
    [
      'first sample',
      sail(1, 0, [
        [0, 0],
        [4, 0],
        [4, 3],
        [0, 3],
      ]),
    ],
    [
      'second sample',
      sail(1, 1, [
        [0, 0],
        [4, 0],
        [4, 3],
        [0, 3],
      ]),
    ],
    ['a single point', sail(-3, 5, [[17, -4]])],
    ['along the wind', sail(2, 3, line(100, 2, 3))],
    ['nearly along the wind', sail(999, 1000, line(1000, 998, 999))],
    [
      'two far corners',
      sail(1000, -999, [
        [-1000000, -1000000],
        [1000000, 1000000],
      ]),
    ],
    [
      'the same point twice',
      sail(7, 7, [
        [5, 5],
        [5, 5],
      ]),
    ],
    ['random, small', sail(1, -2, cloud(10, 10))],
    ['random, medium', sail(-123, 457, cloud(1000, 5000))],
    ['a circle', sail(1, 3, ring(5000, 1000000))],
    ['largest, random', sail(-1000, 777, cloud(30000, 1000000))],
  ]
}

export const P1013: SeedProblem = {
  ...acm,
  displayId: 'P1013',
  slug: 'shadow-against-the-wind',
  difficulty: 'EASY',
  author: 'kestrel',
  source: OPENING_SET,
  tags: ['geometry'],
  checker: { kind: 'floats', absolute: 1e-6, relative: 1e-6 },
  statement: {
    'zh-CN': {
      title: '逆风投影',
      description: md`
        海图上，一张帆由 $n$ 个点标出，风沿方向 $(d_x, d_y)$ 吹来。帆在下风处留下一片“风影”，
        它的宽度等于这些点在**垂直于风向**的直线上的投影所占的长度。

        请求出风影的宽度。
      `,
      input: md`
        第一行三个整数 $n$、$d_x$、$d_y$（$1 \le n \le 3 \times 10^4$，$-1000 \le d_x, d_y \le 1000$，
        $d_x$ 和 $d_y$ 不同时为 $0$）。

        接下来 $n$ 行，每行两个整数 $x_i$、$y_i$（$-10^6 \le x_i, y_i \le 10^6$），是一个点的坐标。可能有重合的点。
      `,
      output: md`一个实数，即风影的宽度。与标准答案的绝对误差或相对误差不超过 $10^{-6}$ 即算正确。`,
      hint: md`
        样例 1 的风沿 $x$ 轴吹，宽度就是 $y$ 坐标的跨度。

        向量 $p$ 与单位向量 $u$ 的叉积，是 $p$ 到沿 $u$ 方向过原点的直线的有向距离。
      `,
    },
    'en-US': {
      title: 'Shadow against the Wind',
      description: md`
        On a sea chart a sail is marked by $n$ points, and the wind blows along the direction $(d_x, d_y)$. To
        leeward the sail leaves a wind shadow. Its width is the length that the points cover when they are projected
        onto a line **perpendicular to the wind**.

        Find the width of the wind shadow.
      `,
      input: md`
        The first line holds three integers $n$, $d_x$ and $d_y$ ($1 \le n \le 3 \times 10^4$,
        $-1000 \le d_x, d_y \le 1000$, and $d_x$ and $d_y$ are not both $0$).

        Each of the next $n$ lines holds two integers $x_i$ and $y_i$ ($-10^6 \le x_i, y_i \le 10^6$), the
        coordinates of a point. Points may coincide.
      `,
      output: md`
        One real number, the width of the wind shadow. It is accepted when its absolute or relative error is at most
        $10^{-6}$.
      `,
      hint: md`
        In sample 1 the wind blows along the $x$ axis, so the width is the range of the $y$ coordinates.

        The cross product of a vector $p$ with a unit vector $u$ is the signed distance of $p$ from the line through
        the origin along $u$.
      `,
    },
  },
  samples: [
    { input: '4 1 0\n0 0\n4 0\n4 3\n0 3\n', output: '3.000000000\n' },
    { input: '4 1 1\n0 0\n4 0\n4 3\n0 3\n', output: '4.949747468\n' },
  ],
  testcases: () => acmCases(inputs(), reference),
  reference,
  solutions: [
    {
      language: 'cpp17o2',
      verdict: 'ACCEPTED',
      note: 'Cross products in integers, one division at the end.',
      source: code`
        #include <algorithm>
        #include <climits>
        #include <cmath>
        #include <cstdio>

        int main() {
            int n;
            long long dx, dy;
            std::scanf("%d %lld %lld", &n, &dx, &dy);
            long long least = LLONG_MAX, most = LLONG_MIN;
            while (n--) {
                long long x, y;
                std::scanf("%lld %lld", &x, &y);
                long long across = x * dy - y * dx;
                least = std::min(least, across);
                most = std::max(most, across);
            }
            std::printf("%.9f\n", (most - least) / std::sqrt(double(dx * dx + dy * dy)));
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'WRONG_ANSWER',
      note: 'Right but for the two decimals it prints.',
      source: code`
        #include <algorithm>
        #include <cmath>
        #include <cstdio>

        int main() {
            int n;
            double dx, dy;
            std::scanf("%d %lf %lf", &n, &dx, &dy);
            double least = 1e18, most = -1e18;
            while (n--) {
                double x, y;
                std::scanf("%lf %lf", &x, &y);
                least = std::min(least, x * dy - y * dx);
                most = std::max(most, x * dy - y * dx);
            }
            std::printf("%.2f\n", (most - least) / std::hypot(dx, dy));
        }
      `,
    },
  ],
}
