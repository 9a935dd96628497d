import { acmCases, type NamedInput } from '../cases.ts'
import { acm, OPEN_DAY } from '../defaults.ts'
import { read } from '../numbers.ts'
import { random } from '../random.ts'
import { code, md } from '../text.ts'
import type { SeedProblem } from '../types.ts'

function reference(input: string) {
  const { next, take } = read(input)
  const [count, seats] = [next(), next()]
  let trips = 0
  let free = 0
  for (const people of take(count)) {
    if (people > free) {
      trips++
      free = seats
    }
    free -= people
  }
  return `${trips}\n`
}

const ask = (seats: number, groups: number[]) => `${groups.length} ${seats}\n${groups.join(' ')}\n`

function inputs(): NamedInput[] {
  const { ints } = random(1301)
  return [
    ['first sample', ask(10, [4, 6, 3, 8, 2])],
    ['second sample', ask(5, [5, 5, 5])],
    ['one group', ask(1, [1])],
    ['all in one trip', ask(1000, [300, 300, 400])],
    ['one too many', ask(1000, [300, 300, 401])],
    ['a small one waits for a large one', ask(10, [9, 2, 9, 2, 9, 2])],
    ['ones', ask(7, ints(50, 1, 1))],
    ['middling', ask(100, ints(1000, 1, 100))],
    ['small groups', ask(1_000_000, ints(10_000, 1, 9))],
    ['large groups', ask(1_000_000_000, ints(10_000, 400_000_000, 1_000_000_000))],
    ['largest', ask(1_000_000_000, ints(10_000, 1, 1_000_000_000))],
  ]
}

export const P1301: SeedProblem = {
  ...acm,
  displayId: 'P1301',
  inContest: true,
  slug: 'ferry',
  difficulty: 'EASY',
  author: 'tidewater',
  source: OPEN_DAY,
  tags: ['simulation'],
  statement: {
    'zh-CN': {
      title: '渡轮',
      description: md`
        码头上有 $n$ 队人在等渡轮，第 $i$ 队有 $a_i$ 人。渡轮有 $m$ 个座位，每一队都要坐同一趟，
        而且**不许插队**：排在前面的一队坐不下时，后面的队也得等下一趟。

        渡轮一共要开几趟？
      `,
      input: md`
        第一行两个整数 $n$ 和 $m$（$1 \le n \le 10^4$，$1 \le m \le 10^9$）。
        第二行 $n$ 个整数 $a_1, a_2, \dots, a_n$（$1 \le a_i \le m$）。
      `,
      output: md`一个整数，即渡轮要开的趟数。`,
      hint: md`第一个样例中，三趟分别坐 $4 + 6$、$3$ 和 $8 + 2$ 人。`,
    },
    'en-US': {
      title: 'Ferry',
      description: md`
        On the quay, $n$ groups of people wait for a ferry, $a_i$ of them in group $i$. The ferry has $m$ seats. A
        group stays together, and **nobody jumps the queue**: when there are too few seats for the group in front,
        those behind it wait for the next trip as well.

        How many trips does the ferry make?
      `,
      input: md`
        The first line has two integers $n$ and $m$ ($1 \le n \le 10^4$, $1 \le m \le 10^9$). The second line has
        $n$ integers $a_1, a_2, \dots, a_n$ ($1 \le a_i \le m$).
      `,
      output: md`The number of trips.`,
      hint: md`The three trips of the first sample take $4 + 6$, $3$ and $8 + 2$ people.`,
    },
  },
  samples: [
    { input: '5 10\n4 6 3 8 2\n', output: '3\n' },
    { input: '3 5\n5 5 5\n', output: '3\n' },
  ],
  testcases: () => acmCases(inputs(), reference),
  reference,
  solutions: [
    {
      language: 'cpp17o2',
      verdict: 'ACCEPTED',
      note: 'Fills one trip after the other.',
      source: code`
        #include <iostream>

        int main() {
            std::ios::sync_with_stdio(false);
            std::cin.tie(nullptr);
            int n;
            long long m, free = 0, trips = 0;
            std::cin >> n >> m;
            while (n--) {
                long long a;
                std::cin >> a;
                if (a > free) {
                    trips++;
                    free = m;
                }
                free -= a;
            }
            std::cout << trips << '\n';
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'WRONG_ANSWER',
      note: 'Forgets that groups stay together.',
      source: code`
        #include <iostream>

        int main() {
            long long n, m, a, people = 0;
            std::cin >> n >> m;
            while (n--) {
                std::cin >> a;
                people += a;
            }
            std::cout << (people + m - 1) / m << '\n';
        }
      `,
    },
  ],
}
