import { acmCases, type NamedInput } from '../cases.ts'
import { acm, OPENING_SET } from '../defaults.ts'
import { at } from '../numbers.ts'
import { random } from '../random.ts'
import { code, md } from '../text.ts'
import type { SeedProblem } from '../types.ts'

const A = 'a'.charCodeAt(0)

/** The automaton of Aho and Corasick: visits are counted while reading and handed down the fallbacks afterwards. */
function reference(input: string) {
  const [text = '', , ...questions] = input.split('\n').filter(Boolean)
  const size = questions.reduce((sum, question) => sum + question.length, 1)
  const next = new Int32Array(26 * size)
  const fallback = new Int32Array(size)
  let nodes = 1
  const ends = questions.map((question) => {
    let node = 0
    for (let i = 0; i < question.length; i++) {
      const edge = 26 * node + question.charCodeAt(i) - A
      if (!next[edge]) next[edge] = nodes++
      node = at(next, edge)
    }
    return node
  })
  const order = new Int32Array(nodes)
  for (let done = 0, known = 1; done < known; done++) {
    const node = at(order, done)
    for (let letter = 0; letter < 26; letter++) {
      const child = at(next, 26 * node + letter)
      const beside = node ? at(next, 26 * at(fallback, node) + letter) : 0
      if (!child) {
        next[26 * node + letter] = beside
        continue
      }
      fallback[child] = beside
      order[known++] = child
    }
  }
  const visits = new Int32Array(nodes)
  for (let i = 0, node = 0; i < text.length; i++) {
    node = at(next, 26 * node + text.charCodeAt(i) - A)
    visits[node] = at(visits, node) + 1
  }
  for (const node of order.subarray(1).reverse()) {
    const shorter = at(fallback, node)
    visits[shorter] = at(visits, shorter) + at(visits, node)
  }
  return `${ends.map((node) => at(visits, node)).join('\n')}\n`
}

const book = (text: string, questions: string[]) => `${text}\n${questions.length}\n${questions.join('\n')}\n`

function words(seed: number) {
  const { int } = random(seed)
  const word = (length: number, letters: string) =>
    Array.from({ length }, () => letters.charAt(int(0, letters.length - 1))).join('')
  return { int, word }
}

function inputs(): NamedInput[] {
  const { int, word } = words(1090)
  const cut = (text: string, length: number) => {
    const start = int(0, text.length - length)
    return text.slice(start, start + length)
  }
  const many = (count: number, make: (index: number) => string) =>
    Array.from({ length: count }, (_, i) => make(i))
  const pair = word(2000, 'ab')
  const plain = word(20000, 'abcdefghijklmnopqrstuvwxyz')
  const dense = word(200000, 'abcd')
  let [shorter, fibonacci] = ['a', 'ab']
  while (fibonacci.length < 40000) [shorter, fibonacci] = [fibonacci, fibonacci + shorter]
  return [
    ['first sample', book('whywhywhat', ['why', 'wh', 'hyw', 'how'])],
    ['second sample', book('aaaa', ['a', 'aa', 'aaaa', 'aaaaa', 'aa'])],
    ['one letter', book('q', ['q', 'z'])],
    [
      'a question inside a question',
      book('mississippi', ['issi', 'ssi', 'si', 'i', 'ississ', 'mississippi']),
    ],
    ['longer than the text', book('abc', ['abcd', 'zabc', 'abc'])],
    [
      'two letters',
      book(
        pair,
        many(300, (i) => cut(pair, 1 + (i % 12))),
      ),
    ],
    [
      'all letters',
      book(
        plain,
        many(1000, (i) => (i % 2 ? cut(plain, 6) : word(6, 'abcdefghij'))),
      ),
    ],
    [
      'nothing found',
      book(
        'b'.repeat(5000),
        many(200, (i) => 'a'.repeat(i + 1)),
      ),
    ],
    [
      'every suffix',
      book(
        'a'.repeat(20000),
        many(300, (i) => 'a'.repeat(i + 1)),
      ),
    ],
    [
      'Fibonacci word',
      book(
        fibonacci,
        many(500, (i) => cut(fibonacci, 1 + (i % 300))),
      ),
    ],
    ['one long question', book('ab'.repeat(30000), ['ab'.repeat(29999), 'ba'.repeat(29999)])],
    [
      'largest, short questions',
      book(
        dense,
        many(50000, () => cut(dense, 4)),
      ),
    ],
    [
      'long questions',
      book(
        dense.slice(100000),
        many(10, (i) => cut(dense, 9000 + i)),
      ),
    ],
  ]
}

/** A third sample, too long for the statement. */
function annex() {
  const { int, word } = words(1091)
  const text = word(2000, 'why')
  const questions = Array.from({ length: 100 }, () => {
    const start = int(0, text.length - 9)
    return text.slice(start, start + int(2, 8))
  })
  return book(text, questions)
}

export const P1090: SeedProblem = {
  ...acm,
  displayId: 'P1090',
  slug: 'a-hundred-thousand-whys',
  difficulty: 'HARD',
  limits: { timeMs: 1000, memoryMb: 256, stackMb: 128 },
  author: 'halfadder',
  source: OPENING_SET,
  tags: ['string-matching', 'automaton'],
  annexes: [
    { name: 'whys-3.in', content: annex() },
    { name: 'whys-3.ans', content: reference(annex()) },
  ],
  statement: {
    'zh-CN': {
      title: '十万个为什么',
      description: md`
        图书管理员把一整套百科全书抄成了一个只含小写字母的字符串 $T$，不留空格和标点。
        孩子们递来 $q$ 张纸条，每张上有一个小写字母组成的字符串，想知道它在 $T$ 中出现了多少次。

        出现的位置可以重叠：\`aa\` 在 \`aaaa\` 中出现 $3$ 次。
      `,
      input: md`
        第一行，字符串 $T$（$1 \le |T| \le 2 \times 10^5$）。

        第二行，一个整数 $q$（$1 \le q \le 10^5$）。

        接下来 $q$ 行，每行一个非空字符串。这些字符串的总长不超过 $2 \times 10^5$，可能有相同的。
      `,
      output: md`$q$ 行，每行一个整数，依次是每个字符串在 $T$ 中出现的次数。`,
      hint: md`附件 \`whys-3.in\`、\`whys-3.ans\` 是第三组样例，篇幅较长，可下载后自测。`,
    },
    'en-US': {
      title: 'A Hundred Thousand Whys',
      description: md`
        A librarian has copied a whole encyclopedia into one string $T$ of lower-case letters, without spaces or
        punctuation. Children hand in $q$ slips with a string of lower-case letters each and want to know how often
        it occurs in $T$.

        Occurrences may overlap: \`aa\` occurs $3$ times in \`aaaa\`.
      `,
      input: md`
        The first line holds the string $T$ ($1 \le |T| \le 2 \times 10^5$).

        The second line holds an integer $q$ ($1 \le q \le 10^5$).

        Each of the next $q$ lines holds a non-empty string. Their total length is at most $2 \times 10^5$, and
        some may be equal.
      `,
      output: md`$q$ lines with one integer each, how often each string occurs in $T$, in the order of the input.`,
      hint: md`
        The attached files \`whys-3.in\` and \`whys-3.ans\` are a third sample that is too long to be shown here.
      `,
    },
  },
  samples: [
    { input: 'whywhywhat\n4\nwhy\nwh\nhyw\nhow\n', output: '2\n3\n2\n0\n' },
    { input: 'aaaa\n5\na\naa\naaaa\naaaaa\naa\n', output: '4\n3\n1\n0\n3\n' },
  ],
  testcases: () => acmCases(inputs(), reference),
  reference,
  solutions: [
    {
      language: 'cpp17o2',
      verdict: 'ACCEPTED',
      note: 'The automaton of Aho and Corasick.',
      source: code`
        #include <array>
        #include <iostream>
        #include <string>
        #include <vector>

        int main() {
            std::ios::sync_with_stdio(false);
            std::cin.tie(nullptr);
            std::string text, question;
            int q;
            std::cin >> text >> q;
            std::vector<std::array<int, 26>> next(1);
            next[0].fill(0);
            std::vector<int> ends(q);
            for (int &node : ends) {
                std::cin >> question;
                for (char c : question) {
                    if (!next[node][c - 'a']) {
                        next[node][c - 'a'] = next.size();
                        next.emplace_back().fill(0);
                    }
                    node = next[node][c - 'a'];
                }
            }
            std::vector<int> fallback(next.size()), order{0};
            for (size_t done = 0; done < order.size(); done++) {
                int node = order[done];
                for (int letter = 0; letter < 26; letter++) {
                    int beside = node ? next[fallback[node]][letter] : 0;
                    int &child = next[node][letter];
                    if (child) {
                        fallback[child] = beside;
                        order.push_back(child);
                    } else {
                        child = beside;
                    }
                }
            }
            std::vector<int> visits(next.size());
            int node = 0;
            for (char c : text) visits[node = next[node][c - 'a']]++;
            for (size_t i = order.size() - 1; i > 0; i--) visits[fallback[order[i]]] += visits[order[i]];
            for (int end : ends) std::cout << visits[end] << '\n';
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'TIME_LIMIT_EXCEEDED',
      note: 'Searches the text once for every question.',
      source: code`
        #include <iostream>
        #include <string>

        int main() {
            std::ios::sync_with_stdio(false);
            std::cin.tie(nullptr);
            std::string text, question;
            int q;
            std::cin >> text >> q;
            while (q--) {
                std::cin >> question;
                int count = 0;
                for (size_t at = text.find(question); at != std::string::npos; at = text.find(question, at + 1))
                    count++;
                std::cout << count << '\n';
            }
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'WRONG_ANSWER',
      note: 'Overlapping occurrences are counted once.',
      source: code`
        #include <iostream>
        #include <string>

        int main() {
            std::ios::sync_with_stdio(false);
            std::cin.tie(nullptr);
            std::string text, question;
            int q;
            std::cin >> text >> q;
            while (q--) {
                std::cin >> question;
                int count = 0;
                size_t at = 0;
                while ((at = text.find(question, at)) != std::string::npos) {
                    count++;
                    at += question.size();
                }
                std::cout << count << '\n';
            }
        }
      `,
    },
  ],
}
