import { acmCases, type NamedInput } from '../cases.ts'
import { acm, OPENING_SET } from '../defaults.ts'
import { at, read } from '../numbers.ts'
import { random } from '../random.ts'
import { code, md } from '../text.ts'
import type { SeedProblem } from '../types.ts'

function reference(input: string) {
  const { next } = read(input)
  const [n, m] = [next(), next()]
  const after: number[][] = Array.from({ length: n + 1 }, () => [])
  const waits = new Int32Array(n + 1)
  for (let rule = 0; rule < m; rule++) {
    const [first, second] = [next(), next()]
    at(after, first).push(second)
    waits[second] = at(waits, second) + 1
  }
  const order: number[] = []
  for (let thing = 1; thing <= n; thing++) if (!waits[thing]) order.push(thing)
  // The array grows while it is gone through.
  for (const done of order) {
    for (const thing of at(after, done)) {
      waits[thing] = at(waits, thing) - 1
      if (!waits[thing]) order.push(thing)
    }
  }
  return order.length === n ? `YES\n${order.join(' ')}\n` : 'NO\n'
}

function inputs(): NamedInput[] {
  const { int, shuffle } = random(1096)
  const morning = (n: number, rules: number[][]) =>
    `${n} ${rules.length}\n${rules.map((rule) => `${rule.join(' ')}\n`).join('')}`
  const links = (names: number[]) => names.slice(1).map((name, i) => [at(names, i), name])
  /** Rules that agree with a hidden order. */
  const possible = (n: number, m: number, reach = n) => {
    const names = shuffle(Array.from({ length: n }, (_, i) => i + 1))
    const rules = Array.from({ length: m }, () => {
      const first = int(0, n - 2)
      return [at(names, first), at(names, int(first + 1, Math.min(n - 1, first + reach)))]
    })
    return { names, rules }
  }
  const sane = (n: number, m: number, reach = n) => morning(n, possible(n, m, reach).rules)
  /** The same with one rule turned round across a chain, so that it closes a circle. */
  const knotted = (n: number, m: number) => {
    const { names, rules } = possible(n, m - n, 50)
    const back = [at(names, n - 1 - int(0, n >> 2)), at(names, int(0, n >> 2))]
    return morning(n, shuffle([...rules, ...links(names), back]))
  }
  const chain = (names: number[]) => morning(names.length, links(names))
  return [
    [
      'first sample',
      morning(4, [
        [1, 2],
        [3, 4],
        [2, 4],
      ]),
    ],
    [
      'second sample',
      morning(3, [
        [1, 2],
        [2, 3],
        [3, 1],
      ]),
    ],
    ['one thing', morning(1, [])],
    ['no rules', morning(50, [])],
    [
      'a rule said twice',
      morning(2, [
        [2, 1],
        [2, 1],
      ]),
    ],
    [
      'two that wait for each other',
      morning(5, [
        [1, 2],
        [4, 5],
        [5, 4],
      ]),
    ],
    ['a chain, backwards', chain([9, 8, 7, 6, 5, 4, 3, 2, 1])],
    ['random, small', sane(10, 15)],
    ['a circle, small', knotted(10, 15)],
    ['random, medium', sane(1000, 3000)],
    ['a circle, medium', knotted(1000, 3000)],
    ['a long chain', chain(shuffle(Array.from({ length: 9999 }, (_, i) => i + 1)))],
    ['largest, random', sane(20000, 40000)],
    ['close rules', sane(5000, 10000, 3)],
    ['largest, a circle', knotted(20000, 40000)],
  ]
}

const CHECKER = code`
  // Arguments: input, the contestant's output, answer. Any order that keeps every rule is right.
  #include <cstdio>
  #include <fstream>
  #include <string>
  #include <vector>

  enum { ACCEPTED = 0, PRESENTATION_ERROR = 101, WRONG_ANSWER = 102, JUDGE_ERROR = 103 };

  static int conclude(int verdict, const std::string &reason) {
      std::fprintf(stderr, "%s\n", reason.c_str());
      return verdict;
  }

  int main(int argc, char **argv) {
      if (argc < 4) return conclude(JUDGE_ERROR, "three files are needed");
      std::ifstream input(argv[1]), output(argv[2]), answer(argv[3]);
      std::string expected, claimed, extra;
      int n, m;
      if (!(input >> n >> m) || !(answer >> expected)) return conclude(JUDGE_ERROR, "the test is damaged");

      if (!(output >> claimed) || (claimed != "YES" && claimed != "NO"))
          return conclude(PRESENTATION_ERROR, "the first word is neither YES nor NO");
      if (claimed != expected)
          return conclude(WRONG_ANSWER, "the answer is " + expected + ", the program says " + claimed);
      std::vector<int> place(n + 1);
      for (int at = 1; claimed == "YES" && at <= n; at++) {
          int thing;
          if (!(output >> thing)) return conclude(WRONG_ANSWER, "the order ends early");
          if (thing < 1 || thing > n) return conclude(WRONG_ANSWER, "there is no thing " + std::to_string(thing));
          if (place[thing]) return conclude(WRONG_ANSWER, std::to_string(thing) + " comes twice");
          place[thing] = at;
      }
      if (output >> extra) return conclude(PRESENTATION_ERROR, "there is more after the answer");
      while (claimed == "YES" && m--) {
          int first, second;
          if (!(input >> first >> second)) return conclude(JUDGE_ERROR, "the test is damaged");
          if (place[first] > place[second])
              return conclude(WRONG_ANSWER, std::to_string(second) + " comes before " + std::to_string(first));
      }
      return conclude(ACCEPTED, "every rule is kept");
  }
`

export const P1096: SeedProblem = {
  ...acm,
  displayId: 'P1096',
  slug: 'socks-before-shoes',
  difficulty: 'EASY',
  author: 'beanjar',
  source: OPENING_SET,
  tags: ['topological-order', 'special-judge'],
  checker: { kind: 'program', language: 'cpp17o2', source: CHECKER },
  statement: {
    'zh-CN': {
      title: '先穿袜子后穿鞋',
      description: md`
        早上出门前有 $n$ 件事要做，编号 $1$ 到 $n$，一次做一件，每件恰好做一遍。
        有 $m$ 条规矩，每条形如“$a$ 必须在 $b$ 之前”。请排出一个守住所有规矩的次序，或者指出排不出来。
      `,
      input: md`
        第一行两个整数 $n$、$m$（$1 \le n \le 2 \times 10^4$，$0 \le m \le 4 \times 10^4$）。

        接下来 $m$ 行，每行两个整数 $a$、$b$（$1 \le a, b \le n$，$a \ne b$），表示 $a$ 必须在 $b$ 之前。规矩可能重复。
      `,
      output: md`
        如果排得出来，第一行输出 \`YES\`，第二行输出 $n$ 个整数，即做事的次序；有多种次序时，输出任意一种即可。

        如果排不出来，只输出一行 \`NO\`。
      `,
      hint: md`样例 1 中 $3, 1, 2, 4$ 和 $1, 2, 3, 4$ 也是对的。`,
    },
    'en-US': {
      title: 'Socks before Shoes',
      description: md`
        There are $n$ things to do before leaving the house, numbered from $1$ to $n$, one at a time and each of
        them once. There are $m$ rules of the kind "$a$ has to come before $b$". Find an order that keeps every
        rule, or tell that there is none.
      `,
      input: md`
        The first line holds two integers $n$ and $m$ ($1 \le n \le 2 \times 10^4$, $0 \le m \le 4 \times 10^4$).

        Each of the next $m$ lines holds two integers $a$ and $b$ ($1 \le a, b \le n$, $a \ne b$): $a$ has to come
        before $b$. A rule may be given more than once.
      `,
      output: md`
        If there is an order, print \`YES\` in the first line and $n$ integers in the second, the things in the
        order they are done. Where there are several orders, print any of them.

        If there is none, print a single line with \`NO\`.
      `,
      hint: md`In sample 1 the orders $3, 1, 2, 4$ and $1, 2, 3, 4$ are right as well.`,
    },
  },
  samples: [
    { input: '4 3\n1 2\n3 4\n2 4\n', output: 'YES\n1 3 2 4\n' },
    { input: '3 3\n1 2\n2 3\n3 1\n', output: 'NO\n' },
  ],
  testcases: () => acmCases(inputs(), reference),
  reference,
  solutions: [
    {
      language: 'cpp17o2',
      verdict: 'ACCEPTED',
      note: 'Takes the largest number that is free, so its order differs from that of the answer files.',
      source: code`
        #include <cstdio>
        #include <queue>
        #include <vector>

        int main() {
            int n, m;
            std::scanf("%d %d", &n, &m);
            std::vector<std::vector<int>> after(n + 1);
            std::vector<int> waits(n + 1), order;
            while (m--) {
                int a, b;
                std::scanf("%d %d", &a, &b);
                after[a].push_back(b);
                waits[b]++;
            }
            std::priority_queue<int> open;
            for (int thing = 1; thing <= n; thing++)
                if (!waits[thing]) open.push(thing);
            while (!open.empty()) {
                int thing = open.top();
                open.pop();
                order.push_back(thing);
                for (int next : after[thing])
                    if (!--waits[next]) open.push(next);
            }
            if (int(order.size()) < n) {
                std::puts("NO");
                return 0;
            }
            std::puts("YES");
            for (int thing : order) std::printf("%d ", thing);
            std::puts("");
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'WRONG_ANSWER',
      note: 'Sorts by the number of rules that name a thing second.',
      source: code`
        #include <algorithm>
        #include <cstdio>
        #include <numeric>
        #include <vector>

        int main() {
            int n, m;
            std::scanf("%d %d", &n, &m);
            std::vector<int> waits(n + 1), order(n);
            while (m--) {
                int a, b;
                std::scanf("%d %d", &a, &b);
                waits[b]++;
            }
            std::iota(order.begin(), order.end(), 1);
            std::stable_sort(order.begin(), order.end(), [&](int x, int y) { return waits[x] < waits[y]; });
            std::puts("YES");
            for (int thing : order) std::printf("%d ", thing);
            std::puts("");
        }
      `,
    },
  ],
}
