import { acmCases, type NamedInput } from '../cases.ts'
import { acm, OPENING_SET } from '../defaults.ts'
import { at, read } from '../numbers.ts'
import { random } from '../random.ts'
import { code, md } from '../text.ts'
import type { SeedProblem } from '../types.ts'

/**
 * A segment tree whose marks are functions `factor * brightness + term`: to raise is (1, x), to set is (0, x), and
 * one after the other is again such a function. Leaves of the tree of size 2^k stand at 2^k and beyond.
 */
function coastline(heights: number[]) {
  const size = 2 ** Math.ceil(Math.log2(heights.length))
  const sum = new Float64Array(2 * size)
  const factor = new Float64Array(2 * size).fill(1)
  const term = new Float64Array(2 * size)
  sum.set(heights, size)
  for (let node = size - 1; node > 0; node--) sum[node] = at(sum, 2 * node) + at(sum, 2 * node + 1)

  const apply = (node: number, length: number, times: number, plus: number) => {
    sum[node] = (sum[node] ?? 0) * times + plus * length
    factor[node] = (factor[node] ?? 1) * times
    term[node] = (term[node] ?? 0) * times + plus
  }
  /** The sum from `first` up to `end`, with the function applied to it first. */
  const visit = (first: number, end: number, times: number, plus: number) => {
    const below = (node: number, left: number, length: number): number => {
      if (end <= left || left + length <= first) return 0
      if (first <= left && left + length <= end) {
        apply(node, length, times, plus)
        return at(sum, node)
      }
      const half = length / 2
      apply(2 * node, half, factor[node] ?? 1, term[node] ?? 0)
      apply(2 * node + 1, half, factor[node] ?? 1, term[node] ?? 0)
      factor[node] = 1
      term[node] = 0
      const total = below(2 * node, left, half) + below(2 * node + 1, left + half, half)
      sum[node] = (sum[2 * node] ?? 0) + (sum[2 * node + 1] ?? 0)
      return total
    }
    return below(1, 0, size)
  }
  return visit
}

function reference(input: string) {
  const { next, take } = read(input)
  const [n, q] = [next(), next()]
  const visit = coastline(take(n))
  const answers: number[] = []
  for (let event = 0; event < q; event++) {
    const [kind, first, end] = [next(), next() - 1, next()]
    if (kind === 3) answers.push(visit(first, end, 1, 0))
    else visit(first, end, kind === 1 ? 1 : 0, next())
  }
  return `${answers.join('\n')}\n`
}

function inputs(): NamedInput[] {
  const { int, ints, pick } = random(1237)
  const coast = (heights: number[], events: number[][]) =>
    `${heights.length} ${events.length}\n${heights.join(' ')}\n${events.map((event) => event.join(' ')).join('\n')}\n`
  /** Events of the kinds given, on stretches of at most `reach`; the last one always asks. */
  const events = (n: number, q: number, kinds: number[], reach: number, most: number) =>
    Array.from({ length: q }, (_, i) => {
      const kind = i === q - 1 ? 3 : pick(kinds)
      const from = int(1, n)
      const to = reach === n ? int(1, n) : Math.min(n, from + int(0, reach - 1))
      const [left, right] = from < to ? [from, to] : [to, from]
      return kind === 3 ? [3, left, right] : [kind, left, right, int(-most, most)]
    })
  const mixed = (n: number, q: number, kinds: number[], reach: number, most: number) =>
    coast(ints(n, -most, most), events(n, q, kinds, reach, most))
  /** From the first tenth to the last tenth: nearly everything is touched by each. */
  const long = (n: number, q: number) =>
    Array.from({ length: q }, (_, i) => {
      const stretch = [int(1, n / 10), int(n - n / 10, n)]
      return i % 4 === 3 ? [3, ...stretch] : [int(1, 2), ...stretch, int(-99, 99)]
    })
  /** Everything is raised, then everything set, again and again: tags meet at the root. */
  const waves = (n: number, q: number) =>
    coast(
      ints(n, -9, 9),
      Array.from({ length: q }, (_, i) =>
        i % 3 === 2 ? [3, 1, n] : [i % 2 ? 2 : 1, 1, n, int(-9999, 9999)],
      ),
    )
  return [
    [
      'the sample',
      coast(
        [3, 1, 4, 1, 5],
        [
          [3, 1, 5],
          [1, 2, 4, 2],
          [3, 2, 3],
          [2, 1, 3, -1],
          [1, 3, 3, 5],
          [3, 1, 5],
        ],
      ),
    ],
    [
      'one lighthouse',
      coast(
        [-7],
        [
          [3, 1, 1],
          [2, 1, 1, 5],
          [1, 1, 1, -6],
          [3, 1, 1],
        ],
      ),
    ],
    ['only questions', mixed(100, 100, [3], 100, 10000)],
    ['raise and ask', mixed(200, 300, [1, 3], 200, 10000)],
    ['set and ask', mixed(200, 300, [2, 3], 200, 10000)],
    ['random, small', mixed(10, 60, [1, 2, 3], 10, 20)],
    ['single lighthouses', mixed(500, 2000, [1, 2, 3], 1, 10000)],
    ['random, medium', mixed(3000, 3000, [1, 2, 3], 3000, 10000)],
    ['waves', waves(4096, 2000)],
    [
      'always up',
      coast(ints(5000, 9000, 10000), [
        ...Array.from({ length: 4999 }, () => [1, 1, 5000, 10000]),
        [3, 1, 5000],
      ]),
    ],
    ['short stretches', mixed(10000, 10000, [1, 1, 2, 3], 40, 10000)],
    ['largest, long stretches', coast(ints(100000, -9, 9), long(100000, 80000))],
  ]
}

export const P1237: SeedProblem = {
  ...acm,
  displayId: 'P1237',
  slug: 'lighthouses',
  difficulty: 'HARD',
  author: 'tidewater',
  source: OPENING_SET,
  tags: ['segment-tree'],
  statement: {
    'zh-CN': {
      title: '灯塔',
      description: md`
        海岸线上有 $n$ 座灯塔，第 $i$ 座的亮度是 $a_i$（可以是负数，那表示它在吸收别处的光）。
        依次发生 $q$ 件事，每件是下面三种之一：

        - \`1 l r x\`：第 $l$ 座到第 $r$ 座的亮度都增加 $x$；
        - \`2 l r x\`：第 $l$ 座到第 $r$ 座的亮度都改为 $x$；
        - \`3 l r\`：问第 $l$ 座到第 $r$ 座的亮度之和。

        请回答所有的问题。
      `,
      input: md`
        第一行两个整数 $n$、$q$（$1 \le n, q \le 10^5$）。

        第二行 $n$ 个整数 $a_1, a_2, \dots, a_n$（$|a_i| \le 10^4$）。

        接下来 $q$ 行，每行是一件事，格式如上（$1 \le l \le r \le n$，$|x| \le 10^4$）。至少有一件是提问。
      `,
      output: md`对每个问题输出一行，一个整数。`,
      hint: md`答案的绝对值可达 $10^{14}$ 以上。`,
    },
    'en-US': {
      title: 'Lighthouses',
      description: md`
        Along a coast stand $n$ lighthouses. Lighthouse $i$ has brightness $a_i$, which may be negative: then it
        swallows the light of others. Now $q$ things happen one after the other, each of one of these kinds:

        - \`1 l r x\`: the brightness of lighthouses $l$ to $r$ grows by $x$;
        - \`2 l r x\`: the brightness of lighthouses $l$ to $r$ becomes $x$;
        - \`3 l r\`: what is the sum of the brightness of lighthouses $l$ to $r$?

        Answer all the questions.
      `,
      input: md`
        The first line holds two integers $n$ and $q$ ($1 \le n, q \le 10^5$).

        The second line holds $n$ integers $a_1, a_2, \dots, a_n$ ($|a_i| \le 10^4$).

        Each of the next $q$ lines holds one event as described above ($1 \le l \le r \le n$, $|x| \le 10^4$). At
        least one of them is a question.
      `,
      output: md`One line with one integer for each question.`,
      hint: md`The absolute value of an answer may be $10^{14}$ and more.`,
    },
  },
  samples: [
    {
      input: '5 6\n3 1 4 1 5\n3 1 5\n1 2 4 2\n3 2 3\n2 1 3 -1\n1 3 3 5\n3 1 5\n',
      output: '14\n9\n10\n',
    },
  ],
  testcases: () => acmCases(inputs(), reference),
  reference,
  solutions: [
    {
      language: 'cpp17o2',
      verdict: 'ACCEPTED',
      note: 'A segment tree with two lazy marks: set first, then raise.',
      source: code`
        #include <cstdio>
        #include <vector>

        struct Node {
            long long sum = 0, raise = 0, value = 0;
            bool set = false;
        };

        static std::vector<Node> tree;

        static void apply(int node, int length, bool set, long long value, long long raise) {
            Node &it = tree[node];
            if (set) {
                it.set = true;
                it.value = value;
                it.raise = 0;
                it.sum = value * length;
            }
            it.raise += raise;
            it.sum += raise * length;
        }

        static void push(int node, int left, int right) {
            Node &it = tree[node];
            int middle = (left + right) / 2;
            apply(2 * node, middle - left + 1, it.set, it.value, it.raise);
            apply(2 * node + 1, right - middle, it.set, it.value, it.raise);
            it.set = false;
            it.raise = 0;
        }

        static long long visit(int node, int left, int right, int from, int to, int kind, int x) {
            if (to < left || right < from) return 0;
            if (from <= left && right <= to) {
                if (kind == 1) apply(node, right - left + 1, false, 0, x);
                if (kind == 2) apply(node, right - left + 1, true, x, 0);
                return tree[node].sum;
            }
            push(node, left, right);
            int middle = (left + right) / 2;
            long long total = visit(2 * node, left, middle, from, to, kind, x) +
                              visit(2 * node + 1, middle + 1, right, from, to, kind, x);
            tree[node].sum = tree[2 * node].sum + tree[2 * node + 1].sum;
            return total;
        }

        int main() {
            int n, q;
            std::scanf("%d %d", &n, &q);
            tree.resize(4 * n);
            for (int i = 1, a; i <= n; i++) {
                std::scanf("%d", &a);
                visit(1, 1, n, i, i, 2, a);
            }
            while (q--) {
                int kind, l, r, x = 0;
                std::scanf("%d %d %d", &kind, &l, &r);
                if (kind != 3) std::scanf("%d", &x);
                long long sum = visit(1, 1, n, l, r, kind, x);
                if (kind == 3) std::printf("%lld\n", sum);
            }
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'TIME_LIMIT_EXCEEDED',
      note: 'Goes through the stretch at every event.',
      source: code`
        #include <cstdio>
        #include <vector>

        int main() {
            int n, q;
            std::scanf("%d %d", &n, &q);
            std::vector<long long> a(n + 1);
            for (int i = 1; i <= n; i++) std::scanf("%lld", &a[i]);
            while (q--) {
                int kind, l, r, x = 0;
                long long sum = 0;
                std::scanf("%d %d %d", &kind, &l, &r);
                if (kind != 3) std::scanf("%d", &x);
                for (int i = l; i <= r; i++) {
                    if (kind == 1) a[i] += x;
                    if (kind == 2) a[i] = x;
                    if (kind == 3) sum += a[i];
                }
                if (kind == 3) std::printf("%lld\n", sum);
            }
        }
      `,
    },
  ],
}
