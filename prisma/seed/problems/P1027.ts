import { acmCases, type NamedInput } from '../cases.ts'
import { acm, OPENING_SET } from '../defaults.ts'
import { at } from '../numbers.ts'
import { random } from '../random.ts'
import { code, md } from '../text.ts'
import type { SeedProblem } from '../types.ts'

/** The greatest common divisor of two numbers and the factor of the first in it. */
function euclid(a: bigint, b: bigint): [gcd: bigint, factor: bigint] {
  let [low, high, x, y] = [a, b, 1n, 0n]
  while (high) [low, high, x, y] = [high, low % high, y, x - (low / high) * y]
  return [low, x]
}

function reference(input: string) {
  const numbers = input.split(/\s+/).filter(Boolean).map(BigInt)
  let period = 1n
  let moment = 0n
  for (let clock = 1; clock < numbers.length; clock += 2) {
    const [m, r] = [at(numbers, clock), at(numbers, clock + 1)]
    const [gcd, factor] = euclid(period, m)
    if ((r - moment) % gcd) return '-1\n'
    const steps = (((r - moment) / gcd) * factor) % (m / gcd)
    moment += period * ((steps + m / gcd) % (m / gcd))
    period *= m / gcd
  }
  return `${moment}\n`
}

function inputs(): NamedInput[] {
  const { int, pick, shuffle } = random(1027)
  const clocks = (rows: number[][]) => `${rows.length}\n${rows.map((row) => row.join(' ')).join('\n')}\n`
  /** Clocks that all show their marks at one moment, which need not be the first one. */
  const meeting = (periods: number[], moment: number) =>
    clocks(periods.map((m) => [m, Number(BigInt(moment) % BigInt(m))]))
  return [
    [
      'first sample',
      clocks([
        [12, 5],
        [18, 11],
      ]),
    ],
    [
      'second sample',
      clocks([
        [4, 1],
        [6, 4],
      ]),
    ],
    ['one clock', clocks([[7, 0]])],
    [
      'period one',
      clocks([
        [1, 0],
        [1, 0],
        [5, 3],
      ]),
    ],
    [
      'the same clock twice',
      clocks([
        [60, 59],
        [60, 59],
      ]),
    ],
    [
      'the same period, other marks',
      clocks([
        [60, 59],
        [60, 58],
      ]),
    ],
    ['coprime', meeting([3, 5, 7, 11, 13], 14999)],
    ['powers of two', meeting([2, 1024, 64, 1048576], 987654)],
    ['many small divisors', meeting(shuffle([12, 18, 20, 24, 30, 36, 40, 45, 60, 72, 90, 120]), 359)],
    ['two large primes', meeting([999999937, 999999929], 999999866000004000 / 8)],
    ['two large even periods', meeting([999999998, 1000000000], int(1e14, 9e15))],
    [
      'large, no meeting',
      clocks([
        [1000000000, 1],
        [999999998, 2],
      ]),
    ],
    ['primes up to 37', meeting([2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37], int(1e12, 7e12))],
    [
      'just before coming round',
      clocks([
        [999999937, 999999936],
        [1000000000, 999999999],
      ]),
    ],
    [
      'a lone disagreement at the end',
      clocks([
        [6, 1],
        [10, 3],
        [15, 13],
        [pick([30]), 14],
      ]),
    ],
  ]
}

export const P1027: SeedProblem = {
  ...acm,
  displayId: 'P1027',
  slug: 'shadow-clocks',
  difficulty: 'MID',
  caseMode: 'UNTIL_FAILURE',
  author: 'halfadder',
  source: OPENING_SET,
  tags: ['number-theory'],
  statement: {
    'zh-CN': {
      title: '影子钟',
      description: md`
        院子里立着 $k$ 座影子钟。第 $i$ 座钟的影子每 $m_i$ 分钟转一圈，从现在起再过 $r_i$ 分钟第一次指到自己的刻线，
        此后每 $m_i$ 分钟指到一次。

        问从现在起，最早再过多少分钟，**所有**的影子同时指着各自的刻线？
      `,
      input: md`
        第一行一个整数 $k$（$1 \le k \le 12$）。

        接下来 $k$ 行，每行两个整数 $m_i$、$r_i$（$1 \le m_i \le 10^9$，$0 \le r_i < m_i$）。

        保证所有 $m_i$ 的最小公倍数不超过 $10^{18}$。
      `,
      output: md`一个非负整数，即最少的分钟数；如果永远不会同时指到，输出 $-1$。`,
      hint: md`
        样例 1：$29 = 12 \times 2 + 5 = 18 + 11$。

        各个 $m_i$ 不一定互质。中间结果可能超过 64 位，可以用 128 位整数相乘。

        本题的测试点按顺序评测，遇到第一个没有通过的就停止。
      `,
    },
    'en-US': {
      title: 'Shadow Clocks',
      description: md`
        There are $k$ shadow clocks in a courtyard. The shadow of clock $i$ goes round once in $m_i$ minutes. It
        will meet the clock's own mark for the first time $r_i$ minutes from now, and then every $m_i$ minutes.

        How many minutes from now will **all** the shadows stand on their marks at once for the first time?
      `,
      input: md`
        The first line holds an integer $k$ ($1 \le k \le 12$).

        Each of the next $k$ lines holds two integers $m_i$ and $r_i$ ($1 \le m_i \le 10^9$, $0 \le r_i < m_i$).

        The least common multiple of all $m_i$ is at most $10^{18}$.
      `,
      output: md`
        One non-negative integer, the smallest number of minutes, or $-1$ if the shadows never meet their marks
        together.
      `,
      hint: md`
        In sample 1, $29 = 12 \times 2 + 5 = 18 + 11$.

        The $m_i$ need not be coprime. Products on the way may not fit in 64 bits; 128-bit integers help.

        The tests of this problem are run in order, and judging ends at the first one that is not passed.
      `,
    },
  },
  samples: [
    { input: '2\n12 5\n18 11\n', output: '29\n' },
    { input: '2\n4 1\n6 4\n', output: '-1\n' },
  ],
  testcases: () => acmCases(inputs(), reference),
  reference,
  solutions: [
    {
      language: 'cpp17o2',
      verdict: 'ACCEPTED',
      note: 'Congruences are joined two by two.',
      source: code`
        #include <cstdio>

        long long euclid(long long a, long long b, long long &x) {
            long long y = 0;
            x = 1;
            while (b) {
                long long q = a / b, t = a % b;
                a = b, b = t;
                t = x - q * y, x = y, y = t;
            }
            return a;
        }

        int main() {
            int k;
            std::scanf("%d", &k);
            long long period = 1, moment = 0;
            while (k--) {
                long long m, r, factor;
                std::scanf("%lld %lld", &m, &r);
                long long gcd = euclid(period, m, factor);
                if ((r - moment) % gcd) {
                    std::puts("-1");
                    return 0;
                }
                long long turn = m / gcd;
                long long steps = (__int128)((r - moment) / gcd) * factor % turn;
                moment += period * ((steps + turn) % turn);
                period *= turn;
            }
            std::printf("%lld\n", moment);
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'TIME_LIMIT_EXCEEDED',
      note: 'Steps from one meeting of the first clocks to the next.',
      source: code`
        #include <cstdio>
        #include <numeric>

        int main() {
            int k;
            std::scanf("%d", &k);
            long long period = 1, moment = 0;
            while (k--) {
                long long m, r, tries = 0;
                std::scanf("%lld %lld", &m, &r);
                while (moment % m != r) {
                    moment += period;
                    if (++tries > m) {
                        std::puts("-1");
                        return 0;
                    }
                }
                period = std::lcm(period, m);
            }
            std::printf("%lld\n", moment);
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'WRONG_ANSWER',
      note: 'Takes the product of the periods where the least common multiple is meant.',
      source: code`
        #include <cstdio>

        int main() {
            int k;
            std::scanf("%d", &k);
            long long period = 1, moment = 0;
            while (k--) {
                long long m, r, tries = 0;
                std::scanf("%lld %lld", &m, &r);
                while (moment % m != r && tries++ < m) moment += period;
                period *= m;
            }
            std::printf("%lld\n", moment);
        }
      `,
    },
  ],
}
