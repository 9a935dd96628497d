import { acmCases, type NamedInput } from '../cases.ts'
import { acm, OPENING_SET } from '../defaults.ts'
import { at, read } from '../numbers.ts'
import { random } from '../random.ts'
import { code, md } from '../text.ts'
import type { SeedProblem } from '../types.ts'

const LONGEST = 2000

/** Grundy numbers of single rows, by the moves as they are played. */
const grundy = new Uint8Array(LONGEST + 1)

/** How many moves in a row lead to each Grundy number. */
function outcomes(length: number) {
  const ways: number[] = Array.from({ length: 16 }, () => 0)
  for (const taken of [1, 2]) {
    for (let left = 0; left + taken <= length; left++) {
      const value = (grundy[left] ?? 0) ^ (grundy[length - taken - left] ?? 0)
      ways[value] = (ways[value] ?? 0) + 1
    }
  }
  return ways
}

function reference(input: string) {
  const { next, take } = read(input)
  const rows = take(next())
  const longest = Math.max(...rows)
  for (let length = 1; length <= longest; length++) {
    if (grundy[length]) continue
    const ways = outcomes(length)
    let value = 0
    while (ways[value]) value++
    grundy[length] = value
  }
  const all = rows.reduce((sum, row) => sum ^ at(grundy, row), 0)
  const winning = rows.reduce((sum, row) => sum + at(outcomes(row), all ^ at(grundy, row)), 0)
  return `${winning}\n`
}

function inputs(): NamedInput[] {
  const { ints, int } = random(1140)
  const platform = (rows: number[]) => `${rows.length}\n${rows.join(' ')}\n`
  const mirrored = (rows: number[]) => platform([...rows, ...rows])
  return [
    ['first sample', platform([3])],
    ['second sample', platform([1, 2, 3])],
    ['third sample', platform([4, 4])],
    ['one piece', platform([1])],
    ['two rows, one move wins', platform([1, 2])],
    ['a long row', platform([LONGEST])],
    ['rows of one', platform(Array.from({ length: 999 }, () => 1))],
    ['mirrored', mirrored([5, 9, 17, 33])],
    ['mirrored, many', mirrored(ints(50, 1, 100))],
    ['rows 1 to 24', platform(Array.from({ length: 24 }, (_, i) => i + 1))],
    ['random, small', platform(ints(7, 1, 12))],
    ['random, medium', platform(ints(30, 1, 300))],
    ['short rows', platform(ints(1000, 1, 12))],
    ['random, large', platform(ints(200, 1000, LONGEST))],
    ['largest', platform([...ints(500, 1, LONGEST), ...ints(499, 1900, LONGEST), int(1, 9)])],
  ]
}

export const P1140: SeedProblem = {
  ...acm,
  displayId: 'P1140',
  slug: 'a-game-on-the-platform',
  difficulty: 'HARD',
  author: 'halfadder',
  source: OPENING_SET,
  tags: ['game-theory'],
  statement: {
    'zh-CN': {
      title: '月台上的棋局',
      description: md`
        两个人在月台上等车，用粉笔在地上画了 $k$ 行格子，第 $i$ 行有 $n_i$ 格，每格放一枚棋子。
        他们轮流取子，每次从某一行取走**一枚**，或者取走**紧挨着的两枚**：它们之间既没有别的棋子，也没有空格。
        棋子取走后留下空格，其余的棋子不移动。轮到谁时已经没有棋子，谁就输。

        先手第一步有多少种取法，可以保证自己获胜（双方此后都不犯错）？
        取走的棋子不完全相同，就算不同的取法。先手必败时，答案为 $0$。
      `,
      input: md`
        第一行一个整数 $k$（$1 \le k \le 1000$）。

        第二行 $k$ 个整数 $n_1, n_2, \dots, n_k$（$1 \le n_i \le 2000$）。
      `,
      output: md`一个整数，即能保证获胜的第一步的种数。`,
      hint: md`
        样例 1：只有取走中间的一枚能赢，剩下两边各一枚，之后照着对方取就行。

        样例 3：不论先手在一行里怎样取，后手在另一行里照样取。
      `,
    },
    'en-US': {
      title: 'A Game on the Platform',
      description: md`
        Two people waiting for a train have drawn $k$ rows of squares on the platform, $n_i$ squares in row $i$, and
        put a piece on every square. They take turns. A turn takes **one piece** or **two adjacent pieces** of the
        same row: with no other piece and no empty square between them. Squares stay empty afterwards, and the other
        pieces do not move. Whoever has no piece left to take loses.

        How many first moves make sure that the first player wins, if nobody makes a mistake from then on? Moves are
        different when they do not take the very same pieces. If the first player cannot win, the answer is $0$.
      `,
      input: md`
        The first line holds an integer $k$ ($1 \le k \le 1000$).

        The second line holds $k$ integers $n_1, n_2, \dots, n_k$ ($1 \le n_i \le 2000$).
      `,
      output: md`One integer, the number of first moves that win.`,
      hint: md`
        In sample 1 only the piece in the middle wins: it leaves one piece on either side, and from then on the first
        player copies the second.

        In sample 3 the second player copies every move of the first in the other row.
      `,
    },
  },
  samples: [
    { input: '1\n3\n', output: '1\n' },
    { input: '3\n1 2 3\n', output: '0\n' },
    { input: '2\n4 4\n', output: '0\n' },
  ],
  testcases: () => acmCases(inputs(), reference),
  reference,
  solutions: [
    {
      language: 'cpp17o2',
      verdict: 'ACCEPTED',
      note: 'Grundy numbers, then every first move is tried.',
      source: code`
        #include <algorithm>
        #include <cstdio>
        #include <vector>

        int main() {
            int k;
            std::scanf("%d", &k);
            std::vector<int> rows(k);
            for (int &row : rows) std::scanf("%d", &row);
            int longest = *std::max_element(rows.begin(), rows.end());
            std::vector<int> grundy(longest + 1), seen(64, 0);
            auto moves = [&](int length, auto &&visit) {
                for (int taken = 1; taken <= 2; taken++)
                    for (int left = 0; left + taken <= length; left++)
                        visit(grundy[left] ^ grundy[length - taken - left]);
            };
            for (int length = 1; length <= longest; length++) {
                moves(length, [&](int outcome) { seen[outcome] = length; });
                while (seen[grundy[length]] == length) grundy[length]++;
            }
            int all = 0;
            for (int row : rows) all ^= grundy[row];
            long long winning = 0;
            for (int row : rows) moves(row, [&](int outcome) { winning += outcome == (all ^ grundy[row]); });
            std::printf("%lld\n", winning);
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'WRONG_ANSWER',
      note: 'Plays Nim, where a row is worth its length.',
      source: code`
        #include <cstdio>
        #include <vector>

        int main() {
            int k, all = 0, winning = 0;
            std::scanf("%d", &k);
            std::vector<int> rows(k);
            for (int &row : rows) {
                std::scanf("%d", &row);
                all ^= row;
            }
            for (int row : rows)
                for (int taken = 1; taken <= 2 && taken <= row; taken++)
                    winning += (all ^ row ^ (row - taken)) == 0;
            std::printf("%d\n", winning);
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'RUNTIME_ERROR',
      note: 'Trusts rows to be short: long ones reach beyond the table, and .at() says so.',
      source: code`
        #include <cstdio>
        #include <vector>

        int main() {
            const int LONGEST = 100;
            std::vector<int> grundy(LONGEST + 1), seen(64, 0);
            for (int length = 1; length <= LONGEST; length++) {
                for (int taken = 1; taken <= 2; taken++)
                    for (int left = 0; left + taken <= length; left++)
                        seen[grundy[left] ^ grundy[length - taken - left]] = length;
                while (seen[grundy[length]] == length) grundy[length]++;
            }
            int k, all = 0, winning = 0;
            std::scanf("%d", &k);
            std::vector<int> rows(k);
            for (int &row : rows) {
                std::scanf("%d", &row);
                all ^= grundy.at(row);
            }
            for (int row : rows)
                for (int taken = 1; taken <= 2; taken++)
                    for (int left = 0; left + taken <= row; left++)
                        winning += (grundy[left] ^ grundy[row - taken - left]) == (all ^ grundy[row]);
            std::printf("%d\n", winning);
        }
      `,
    },
  ],
}
