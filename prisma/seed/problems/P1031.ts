import { acmCases, type NamedInput } from '../cases.ts'
import { acm, forC, forCpp, forPython, OPENING_SET } from '../defaults.ts'
import { at, read } from '../numbers.ts'
import { random } from '../random.ts'
import { code, md } from '../text.ts'
import type { SeedProblem } from '../types.ts'

const REACH = 1000000

function reference(input: string) {
  const { next, take } = read(input)
  const [n, q] = [next(), next()]
  const equal = new Uint32Array(REACH + 1)
  for (const height of take(n)) equal[height] = at(equal, height) + 1
  let below = 0
  const shorter = equal.map((count) => {
    below += count
    return below - count
  })
  const places = take(q).map((x) => at(shorter, x) + 1)
  return `${places.join('\n')}\n`
}

function inputs(): NamedInput[] {
  const { ints } = random(1031)
  const shelf = (books: number[], asked: number[]) =>
    `${books.length} ${asked.length}\n${books.sort((a, b) => a - b).join(' ')}\n${asked.join('\n')}\n`
  return [
    ['sample', shelf([3, 5, 5, 9], [5, 1, 10, 6])],
    ['one book', shelf([4], [3, 4, 5])],
    ['all alike', shelf([7, 7, 7, 7, 7], [6, 7, 8])],
    ['ends of the range', shelf([1, REACH], [1, 2, REACH - 1, REACH])],
    ['random, small', shelf(ints(20, 1, 30), ints(30, 1, 30))],
    ['few heights', shelf(ints(1000, 1, 5), ints(1000, 1, 6))],
    ['random, medium', shelf(ints(5000, 1, REACH), ints(5000, 1, REACH))],
    [
      'every book asked for',
      shelf(
        Array.from({ length: 3000 }, (_, i) => 2 * i + 1),
        ints(3000, 1, 6000),
      ),
    ],
    ['many books, few questions', shelf(ints(10000, 1, REACH), ints(10, 1, REACH))],
    ['largest, asked at the far end', shelf(ints(100000, 1, 99), ints(80000, 96, 99))],
  ]
}

export const P1031: SeedProblem = {
  ...acm,
  displayId: 'P1031',
  slug: 'a-place-on-the-shelf',
  difficulty: 'EASY',
  author: 'moss',
  source: OPENING_SET,
  tags: ['binary-search'],
  statement: {
    'zh-CN': {
      title: '书架上的位置',
      description: md`
        书架上从左到右放着 $n$ 本书，高度为 $a_1 \le a_2 \le \dots \le a_n$。
        有 $q$ 次询问，每次给出一本新书的高度 $x$：要把它插进书架而不打乱高低次序，并且尽量靠左，
        它会排在左起第几个？各次询问互不影响，书并不真的放上去。

        编辑器里给出了读入和输出，只需写完 \`place\` 函数；当然也可以全部重写。
      `,
      input: md`
        第一行两个整数 $n$、$q$（$1 \le n, q \le 10^5$）。

        第二行 $n$ 个整数 $a_1, a_2, \dots, a_n$（$1 \le a_i \le 10^6$），按不降的次序。

        接下来 $q$ 行，每行一个整数 $x$（$1 \le x \le 10^6$）。
      `,
      output: md`$q$ 行，每行一个整数，依次是每次询问的答案。`,
      hint: md`答案等于比 $x$ 矮的书的本数加一。逐本去数需要 $n \times q$ 步，太慢了。`,
    },
    'en-US': {
      title: 'A Place on the Shelf',
      description: md`
        On a shelf stand $n$ books with heights $a_1 \le a_2 \le \dots \le a_n$ from left to right. There are $q$
        questions, each with the height $x$ of a new book: put in as far left as possible without disturbing the
        order of heights, which place counted from the left would it take? Questions do not depend on each other,
        and no book is really put in.

        The editor comes with the reading and printing done, and only the function \`place\` is left to write. You
        may replace all of it, too.
      `,
      input: md`
        The first line holds two integers $n$ and $q$ ($1 \le n, q \le 10^5$).

        The second line holds $n$ integers $a_1, a_2, \dots, a_n$ ($1 \le a_i \le 10^6$) in non-decreasing order.

        Each of the next $q$ lines holds an integer $x$ ($1 \le x \le 10^6$).
      `,
      output: md`$q$ lines with one integer each, the answers in the order of the questions.`,
      hint: md`
        The answer is one more than the number of books shorter than $x$. Counting them one by one takes
        $n \times q$ steps, which is too slow.
      `,
    },
  },
  samples: [{ input: '4 4\n3 5 5 9\n5\n1\n10\n6\n', output: '2\n1\n5\n4\n' }],
  templates: {
    ...forCpp(code`
      #include <iostream>
      #include <vector>

      // The place, counted from 1, that a book of height x takes among the heights a.
      int place(const std::vector<int> &a, int x) {
          return 1;
      }

      int main() {
          std::ios::sync_with_stdio(false);
          std::cin.tie(nullptr);
          int n, q;
          std::cin >> n >> q;
          std::vector<int> a(n);
          for (int &height : a) std::cin >> height;
          while (q--) {
              int x;
              std::cin >> x;
              std::cout << place(a, x) << '\n';
          }
      }
    `),
    ...forC(code`
      #include <stdio.h>

      static int a[100000];

      /* The place, counted from 1, that a book of height x takes among the n heights a. */
      int place(const int *a, int n, int x) {
          return 1;
      }

      int main(void) {
          int n, q, x;
          scanf("%d %d", &n, &q);
          for (int i = 0; i < n; i++) scanf("%d", &a[i]);
          while (q--) {
              scanf("%d", &x);
              printf("%d\n", place(a, n, x));
          }
          return 0;
      }
    `),
    ...forPython(code`
      import sys


      def place(a, x):
          """The place, counted from 1, that a book of height x takes among the heights a."""
          return 1


      def main():
          numbers = list(map(int, sys.stdin.buffer.read().split()))
          n, q = numbers[:2]
          a = numbers[2:2 + n]
          print('\n'.join(str(place(a, x)) for x in numbers[2 + n:2 + n + q]))


      main()
    `),
    java: code`
      import java.io.*;

      public class Main {
          /** The place, counted from 1, that a book of height x takes among the heights a. */
          static int place(int[] a, int x) {
              return 1;
          }

          public static void main(String[] args) throws IOException {
              StreamTokenizer in = new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));
              in.nextToken();
              int n = (int) in.nval;
              in.nextToken();
              int q = (int) in.nval;
              int[] a = new int[n];
              for (int i = 0; i < n; i++) {
                  in.nextToken();
                  a[i] = (int) in.nval;
              }
              StringBuilder out = new StringBuilder();
              while (q-- > 0) {
                  in.nextToken();
                  out.append(place(a, (int) in.nval)).append('\n');
              }
              System.out.print(out);
          }
      }
    `,
  },
  testcases: () => acmCases(inputs(), reference),
  reference,
  solutions: [
    {
      language: 'cpp17o2',
      verdict: 'ACCEPTED',
      note: 'Binary search of the library.',
      source: code`
        #include <algorithm>
        #include <cstdio>
        #include <vector>

        int main() {
            int n, q;
            std::scanf("%d %d", &n, &q);
            std::vector<int> a(n);
            for (int &height : a) std::scanf("%d", &height);
            while (q--) {
                int x;
                std::scanf("%d", &x);
                std::printf("%d\n", int(std::lower_bound(a.begin(), a.end(), x) - a.begin()) + 1);
            }
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'TIME_LIMIT_EXCEEDED',
      note: 'Walks along the shelf for every question.',
      source: code`
        #include <cstdio>
        #include <vector>

        int main() {
            int n, q;
            std::scanf("%d %d", &n, &q);
            std::vector<int> a(n);
            for (int &height : a) std::scanf("%d", &height);
            while (q--) {
                int x, place = 0;
                std::scanf("%d", &x);
                while (place < n && a[place] < x) place++;
                std::printf("%d\n", place + 1);
            }
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'WRONG_ANSWER',
      note: 'Puts the book behind its equals instead of before them.',
      source: code`
        #include <algorithm>
        #include <cstdio>
        #include <vector>

        int main() {
            int n, q;
            std::scanf("%d %d", &n, &q);
            std::vector<int> a(n);
            for (int &height : a) std::scanf("%d", &height);
            while (q--) {
                int x;
                std::scanf("%d", &x);
                std::printf("%d\n", int(std::upper_bound(a.begin(), a.end(), x) - a.begin()) + 1);
            }
        }
      `,
    },
  ],
}
