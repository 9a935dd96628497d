import { type NamedInput, subtaskCases } from '../cases.ts'
import { OPENING_SET, oi } from '../defaults.ts'
import { at, read } from '../numbers.ts'
import { random } from '../random.ts'
import { code, md } from '../text.ts'
import type { SeedProblem } from '../types.ts'

function reference(input: string) {
  const { next } = read(input)
  const [n, q] = [next(), next()]
  const above = Int32Array.from({ length: n + 1 }, (_, field) => field)
  const size = new Int32Array(n + 1).fill(1)
  const root = (field: number) => {
    let here = field
    while (at(above, here) !== here) {
      above[here] = at(above, at(above, here))
      here = at(above, here)
    }
    return here
  }
  const answers: (string | number)[] = []
  for (let event = 0; event < q; event++) {
    const kind = next()
    const first = root(next())
    if (kind === 3) {
      answers.push(at(size, first))
      continue
    }
    const second = root(next())
    if (kind === 2) answers.push(first === second ? 'yes' : 'no')
    else if (first !== second) {
      const sum = at(size, first) + at(size, second)
      const [small, large] = 2 * at(size, first) < sum ? [first, second] : [second, first]
      above[small] = large
      size[large] = sum
    }
  }
  return `${answers.join('\n')}\n`
}

function groups(): { score: number; inputs: NamedInput[] }[] {
  const { int, oneIn, pick, shuffle } = random(1113)
  const story = (n: number, events: number[][]) =>
    `${n} ${events.length}\n${events.map((event) => event.join(' ')).join('\n')}\n`
  /** Events of the kinds given, each as likely as often as it is listed; the last one always asks. */
  const mixed = (n: number, q: number, kinds: number[], dig = () => [int(1, n), int(1, n)]) => {
    const events = Array.from({ length: q }, (_, i) => {
      const kind = i === q - 1 ? kinds[0] : pick(kinds)
      if (kind === 1) return [1, ...dig()]
      return kind === 2 ? [2, int(1, n), int(1, n)] : [3, int(1, n)]
    })
    return story(n, events)
  }
  const neighbours = (n: number) => () => {
    const field = int(1, n - 1)
    return oneIn(2) ? [field, field + 1] : [field + 1, field]
  }
  const star = (n: number) => {
    const fields = shuffle(Array.from({ length: n - 1 }, (_, i) => i + 2))
    return story(
      n,
      fields.flatMap((field, i) =>
        i % 2
          ? [[1, field, 1]]
          : [
              [1, 1, field],
              [2, field, int(1, n)],
            ],
      ),
    )
  }
  return [
    {
      score: 30,
      inputs: [
        ['the sample', '5 7\n1 1 2\n2 2 1\n2 1 3\n1 4 3\n1 3 2\n3 4\n3 5\n'],
        ['one field', '1 4\n3 1\n2 1 1\n1 1 1\n2 1 1\n'],
        ['questions about pairs', mixed(300, 1000, [2, 1])],
        ['questions of both kinds', mixed(1000, 1000, [3, 1, 1, 2])],
      ],
    },
    {
      score: 30,
      inputs: [
        ['neighbours, pairs', mixed(5000, 10000, [2, 1, 1], neighbours(5000))],
        ['neighbours, both kinds', mixed(2000, 15000, [3, 1, 2], neighbours(2000))],
      ],
    },
    {
      score: 40,
      inputs: [
        ['star', star(10000)],
        ['pairs, large', mixed(9999, 20000, [2, 1, 1])],
        ['both kinds, large', mixed(6000, 20000, [3, 1, 1, 2])],
        ['largest', mixed(50000, 50000, [3, 1, 1, 1, 2])],
      ],
    },
  ]
}

export const P1113: SeedProblem = {
  ...oi,
  displayId: 'P1113',
  slug: 'watering-the-terraces',
  difficulty: 'MID',
  caseMode: 'SUBTASK_AVERAGE',
  author: 'moss',
  source: OPENING_SET,
  tags: ['union-find'],
  checker: { kind: 'tokens', caseSensitive: false },
  statement: {
    'zh-CN': {
      title: '梯田灌溉',
      description: md`
        山坡上有 $n$ 块梯田，起初互不相通。随后依次发生 $q$ 件事，每件是下面三种之一：

        - \`1 u v\`：在 $u$ 号田与 $v$ 号田之间挖一条水渠（可能已经相通，也可能 $u = v$）；
        - \`2 u v\`：问 $u$ 号田的水能不能经水渠流到 $v$ 号田；
        - \`3 u\`：问与 $u$ 号田相通的田有多少块，包括它自己。

        水渠里的水两个方向都能流。请回答所有的问题。
      `,
      input: md`
        第一行两个整数 $n$、$q$（$1 \le n, q \le 5 \times 10^4$）。

        接下来 $q$ 行，每行是一件事，格式如上（$1 \le u, v \le n$）。至少有一件是提问。
      `,
      output: md`对第二种事输出 \`yes\` 或 \`no\`（不分大小写），对第三种事输出一个整数，每个答案一行。`,
      hint: md`
        | 子任务 | 分值 | 附加限制 |
        |---|---|---|
        | 1 | 30 | $n, q \le 1000$ |
        | 2 | 30 | 水渠只挖在编号相邻的田之间 |
        | 3 | 40 | 无 |

        子任务的得分是其中各测试点得分的平均值，四舍五入。
      `,
    },
    'en-US': {
      title: 'Watering the Terraces',
      description: md`
        There are $n$ terraces on a hillside, at first with no channels between them. Then $q$ things happen one
        after the other, each of one of these kinds:

        - \`1 u v\`: a channel is dug between terraces $u$ and $v$ (they may be connected already, or $u = v$);
        - \`2 u v\`: can water get from terrace $u$ to terrace $v$ through the channels?
        - \`3 u\`: how many terraces are connected to terrace $u$, itself included?

        Water flows through a channel in both directions. Answer all the questions.
      `,
      input: md`
        The first line holds two integers $n$ and $q$ ($1 \le n, q \le 5 \times 10^4$).

        Each of the next $q$ lines holds one event as described above ($1 \le u, v \le n$). At least one of them is
        a question.
      `,
      output: md`
        One line for each question: \`yes\` or \`no\` (in upper or lower case) for the second kind, an integer for
        the third.
      `,
      hint: md`
        | subtask | points | further constraints |
        |---|---|---|
        | 1 | 30 | $n, q \le 1000$ |
        | 2 | 30 | channels only join terraces with neighbouring numbers |
        | 3 | 40 | none |

        A subtask earns the average score of its tests, rounded to the nearest integer.
      `,
    },
  },
  samples: [
    {
      input: '5 7\n1 1 2\n2 2 1\n2 1 3\n1 4 3\n1 3 2\n3 4\n3 5\n',
      output: 'yes\nno\n4\n1\n',
    },
  ],
  testcases: () => subtaskCases(groups(), reference),
  reference,
  solutions: [
    {
      language: 'cpp17o2',
      verdict: 'ACCEPTED',
      score: 100,
      note: 'Union-find with sizes.',
      source: code`
        #include <cstdio>
        #include <numeric>
        #include <utility>
        #include <vector>

        static std::vector<int> above, size;

        static int root(int field) {
            while (above[field] != field) field = above[field] = above[above[field]];
            return field;
        }

        int main() {
            int n, q;
            std::scanf("%d %d", &n, &q);
            above.resize(n + 1);
            size.assign(n + 1, 1);
            std::iota(above.begin(), above.end(), 0);
            while (q--) {
                int kind, u, v;
                std::scanf("%d %d", &kind, &u);
                u = root(u);
                if (kind == 3) {
                    std::printf("%d\n", size[u]);
                    continue;
                }
                std::scanf("%d", &v);
                v = root(v);
                if (kind == 2) {
                    std::puts(u == v ? "Yes" : "No");
                } else if (u != v) {
                    if (size[u] < size[v]) std::swap(u, v);
                    above[v] = u;
                    size[u] += size[v];
                }
            }
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'PARTIALLY_ACCEPTED',
      score: 58,
      note: 'Adds the sizes of a group to itself when it is joined twice: only tests about pairs are passed.',
      source: code`
        #include <cstdio>
        #include <numeric>
        #include <vector>

        static std::vector<int> above, size;

        static int root(int field) {
            while (above[field] != field) field = above[field] = above[above[field]];
            return field;
        }

        int main() {
            int n, q;
            std::scanf("%d %d", &n, &q);
            above.resize(n + 1);
            size.assign(n + 1, 1);
            std::iota(above.begin(), above.end(), 0);
            while (q--) {
                int kind, u, v;
                std::scanf("%d %d", &kind, &u);
                u = root(u);
                if (kind == 3) {
                    std::printf("%d\n", size[u]);
                    continue;
                }
                std::scanf("%d", &v);
                v = root(v);
                if (kind == 2) {
                    std::puts(u == v ? "yes" : "no");
                } else {
                    above[v] = u;
                    size[u] += size[v];
                }
            }
        }
      `,
    },
  ],
}
