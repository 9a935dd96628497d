import { acmCases, type NamedInput } from '../cases.ts'
import { acm, OPENING_SET } from '../defaults.ts'
import { at } from '../numbers.ts'
import { random } from '../random.ts'
import { code, md } from '../text.ts'
import type { SeedProblem } from '../types.ts'

const KEYS = 'abcde'
const DOORS = 'ABCDE'

/** Breadth first over (square, keys in hand). */
function reference(input: string) {
  const rows = input.trim().split('\n').slice(1)
  // A frame of walls saves the look over the edge.
  const wide = at(rows, 0).length + 2
  const cells = ['#'.repeat(wide), ...rows.map((row) => `#${row}#`), '#'.repeat(wide)].join('')
  const area = cells.length
  const steps = new Int32Array(area << KEYS.length).fill(-1)
  const queue = new Int32Array(area << KEYS.length)
  let known = 0
  const enter = (square: number, hand: number, step: number) => {
    const cell = at(cells, square)
    if (cell === '#') return
    const door = DOORS.indexOf(cell)
    if (door >= 0 && !(hand & (1 << door))) return
    const key = KEYS.indexOf(cell)
    const place = square + area * (key < 0 ? hand : hand | (1 << key))
    if (at(steps, place) >= 0) return
    steps[place] = step
    queue[known++] = place
  }
  enter(cells.indexOf('S'), 0, 0)
  for (let done = 0; done < known; done++) {
    const place = at(queue, done)
    const square = place % area
    const hand = Math.floor(place / area)
    const step = at(steps, place)
    if (cells[square] === 'T') return `${step}\n`
    for (const move of [1, -1, wide, -wide]) enter(square + move, hand, step + 1)
  }
  return '-1\n'
}

const maze = (rows: string[]) => `${rows.length} ${at(rows, 0).length}\n${rows.join('\n')}\n`

/** A maze to be drawn into, square by square. */
function canvas(height: number, width: number, square: (row: number, column: number) => string) {
  const squares = Array.from({ length: height * width }, (_, i) => square(Math.floor(i / width), i % width))
  return {
    see: (row: number, column: number) => at(squares, row * width + column),
    put(row: number, column: number, letter: string) {
      squares[row * width + column] = letter
    },
    done: () =>
      maze(Array.from({ length: height }, (_, i) => squares.slice(i * width, (i + 1) * width).join(''))),
  }
}

function inputs(): NamedInput[] {
  const { int, oneIn } = random(1204)
  /** Random walls, with start, exit, keys and doors dropped on random squares. */
  const scattered = (height: number, width: number, walls: number, letters: string) => {
    const { see, put, done } = canvas(height, width, () => (int(1, 100) <= walls ? '#' : '.'))
    for (const letter of letters) {
      let [row, column] = [int(0, height - 1), int(0, width - 1)]
      while (!'.#'.includes(see(row, column))) [row, column] = [int(0, height - 1), int(0, width - 1)]
      put(row, column, letter)
    }
    return done()
  }
  /** Long halls one behind the other; the way from each to the next is a gap, or a door, at alternating ends. */
  const halls = (height: number, width: number) => {
    const gap = (row: number) => (row % 10 === 5 ? at(DOORS, (row >> 3) % 5) : '.')
    const { put, done } = canvas(height, width, (row, column) => {
      if (row % 2 === 0) return '.'
      return column === (row % 4 === 1 ? width - 1 : 0) ? gap(row) : '#'
    })
    put(0, 0, 'S')
    put(height - 1, height % 4 === 1 ? 0 : width - 1, 'T')
    for (const [i, key] of [...KEYS].entries()) put(0, 2 + 3 * i, key)
    return done()
  }
  const open = (side: number) => {
    const { put, done } = canvas(side, side, () => '.')
    put(0, 0, 'S')
    put(side - 1, side - 1, 'T')
    return done()
  }
  /** The exit behind five doors in a row, the keys in the far corners, each with a free way to the middle row. */
  const vault = (side: number) => {
    const middle = side >> 1
    const { put, done } = canvas(side, side, (row, column) => {
      if (row === middle || row === 0 || row === side - 1) return '.'
      if (Math.abs(row - middle) === 1) return column > side - 8 ? '#' : '.'
      return column % (side - 1) && oneIn(6) ? '#' : '.'
    })
    for (const [i, door] of [...DOORS].entries()) put(middle, side - 7 + i, door)
    put(middle, side - 1, 'T')
    put(middle, 0, 'S')
    put(0, 0, 'a')
    put(0, side - 1, 'b')
    put(side - 1, 0, 'c')
    put(side - 1, side - 1, 'd')
    put(0, middle, 'e')
    return done()
  }
  return [
    ['first sample', maze(['S.#a', '.A#.', 'T#..', '....'])],
    ['second sample', maze(['SbA', '##T'])],
    ['next door', maze(['ST'])],
    ['walled in', maze(['S#.', '#..', '..T'])],
    ['a key under the start of a door', maze(['aS.AT'])],
    ['keys in a chain', maze(['edcbS', '####A', 'T...a', '#####'])],
    ['one key, many doors', maze(['S.a', 'AAA', 'A.A', 'AAT'])],
    ['random, small', scattered(8, 8, 25, 'STabAB')],
    ['random, no letters', scattered(40, 50, 30, 'ST')],
    ['random, many doors', scattered(30, 30, 20, `STabcde${'ABCDE'.repeat(12)}`)],
    ['halls', halls(41, 60)],
    ['largest, open', open(60)],
    ['largest, a vault', vault(60)],
    ['largest, doors everywhere', scattered(60, 60, 25, `STabcde${'ABCDE'.repeat(80)}`)],
    ['largest, no way', scattered(60, 60, 48, 'STabcdeABCDE')],
  ]
}

export const P1204: SeedProblem = {
  ...acm,
  displayId: 'P1204',
  slug: 'invisible-walls',
  difficulty: 'MID',
  author: 'paperboat',
  source: OPENING_SET,
  tags: ['bfs', 'bitmask'],
  checker: { kind: 'lines' },
  statement: {
    'zh-CN': {
      title: '看不见的墙',
      description: md`
        迷宫是一张 $h$ 行 $w$ 列的方格图：

        - \`.\` 是空地，\`#\` 是墙；
        - \`S\` 是起点，\`T\` 是出口，各有一个；
        - \`a\` 到 \`e\` 是五种钥匙，走上去就拿到，此后一直有效；
        - \`A\` 到 \`E\` 是看不见的墙，手里没有对应小写字母的钥匙时，它和墙一样；有了就和空地一样，想走几次都行。

        每一步走到上下左右相邻的一格，不能走出迷宫。从起点到出口最少要走几步？
      `,
      input: md`
        第一行两个整数 $h$、$w$（$1 \le h, w \le 60$，$h \times w \ge 2$）。

        接下来 $h$ 行，每行 $w$ 个字符，即迷宫。同一个字母可以出现多次，也可以不出现。
      `,
      output: md`一个整数，即最少的步数；走不到时输出 $-1$。`,
      hint: md`样例 1：直接往下走两步就到了，不必去拿钥匙。样例 2：唯一的看不见的墙需要钥匙 \`a\`，而这里只有 \`b\`。`,
    },
    'en-US': {
      title: 'Invisible Walls',
      description: md`
        A maze is a grid of $h$ rows and $w$ columns:

        - \`.\` is an empty square and \`#\` a wall;
        - \`S\` is the start and \`T\` the exit, one of each;
        - \`a\` to \`e\` are five kinds of keys: step on one and you have it for good;
        - \`A\` to \`E\` are invisible walls. Without the key of the same letter they are like any wall; with it they
          are like empty squares and may be passed as often as you like.

        A step leads to one of the four neighbouring squares, and you may not leave the maze. What is the smallest
        number of steps from the start to the exit?
      `,
      input: md`
        The first line holds two integers $h$ and $w$ ($1 \le h, w \le 60$, $h \times w \ge 2$).

        Each of the next $h$ lines holds $w$ characters of the maze. A letter may occur several times or not at all.
      `,
      output: md`One integer, the smallest number of steps, or $-1$ if the exit cannot be reached.`,
      hint: md`
        In sample 1 the exit is two steps below the start, and no key is needed. In sample 2 the only invisible wall
        asks for key \`a\`, but there is only a \`b\`.
      `,
    },
  },
  samples: [
    { input: '4 4\nS.#a\n.A#.\nT#..\n....\n', output: '2\n' },
    { input: '2 3\nSbA\n##T\n', output: '-1\n' },
  ],
  testcases: () => acmCases(inputs(), reference),
  reference,
  solutions: [
    {
      language: 'cpp17o2',
      verdict: 'ACCEPTED',
      note: 'Breadth first over (square, keys in hand).',
      source: code`
        #include <cctype>
        #include <iostream>
        #include <queue>
        #include <string>
        #include <vector>

        struct Place {
            int row, column, hand, steps;
        };

        int main() {
            int h, w;
            std::cin >> h >> w;
            std::vector<std::string> maze(h);
            for (auto &row : maze) std::cin >> row;
            std::vector<char> seen(h * w * 32);
            std::queue<Place> queue;
            auto enter = [&](int row, int column, int hand, int steps) {
                if (row < 0 || row >= h || column < 0 || column >= w || maze[row][column] == '#') return;
                char cell = maze[row][column];
                if (cell >= 'A' && cell <= 'E' && !(hand >> (cell - 'A') & 1)) return;
                if (cell >= 'a' && cell <= 'e') hand |= 1 << (cell - 'a');
                char &mark = seen[(hand * h + row) * w + column];
                if (mark) return;
                mark = 1;
                queue.push({row, column, hand, steps});
            };
            for (int row = 0; row < h; row++)
                for (int column = 0; column < w; column++)
                    if (maze[row][column] == 'S') enter(row, column, 0, 0);
            while (!queue.empty()) {
                auto [row, column, hand, steps] = queue.front();
                queue.pop();
                if (maze[row][column] == 'T') {
                    std::cout << steps << '\n';
                    return 0;
                }
                enter(row + 1, column, hand, steps + 1);
                enter(row - 1, column, hand, steps + 1);
                enter(row, column + 1, hand, steps + 1);
                enter(row, column - 1, hand, steps + 1);
            }
            std::cout << "-1\n";
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'WRONG_ANSWER',
      note: 'Marks squares whatever is in hand, and never walks back with a key.',
      source: code`
        #include <iostream>
        #include <queue>
        #include <string>
        #include <vector>

        struct Place {
            int row, column, hand, steps;
        };

        int main() {
            int h, w;
            std::cin >> h >> w;
            std::vector<std::string> maze(h);
            for (auto &row : maze) std::cin >> row;
            std::vector<char> seen(h * w);
            std::queue<Place> queue;
            auto enter = [&](int row, int column, int hand, int steps) {
                if (row < 0 || row >= h || column < 0 || column >= w || maze[row][column] == '#') return;
                char cell = maze[row][column];
                if (cell >= 'A' && cell <= 'E' && !(hand >> (cell - 'A') & 1)) return;
                if (cell >= 'a' && cell <= 'e') hand |= 1 << (cell - 'a');
                char &mark = seen[row * w + column];
                if (mark) return;
                mark = 1;
                queue.push({row, column, hand, steps});
            };
            for (int row = 0; row < h; row++)
                for (int column = 0; column < w; column++)
                    if (maze[row][column] == 'S') enter(row, column, 0, 0);
            while (!queue.empty()) {
                auto [row, column, hand, steps] = queue.front();
                queue.pop();
                if (maze[row][column] == 'T') {
                    std::cout << steps << '\n';
                    return 0;
                }
                for (int move = 0; move < 4; move++)
                    enter(row + (move == 0) - (move == 1), column + (move == 2) - (move == 3), hand, steps + 1);
            }
            std::cout << "-1\n";
        }
      `,
    },
  ],
}
