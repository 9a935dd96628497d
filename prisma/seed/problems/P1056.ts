import { type NamedInput, subtaskCases } from '../cases.ts'
import { OPENING_SET, oi } from '../defaults.ts'
import { at, read } from '../numbers.ts'
import { random } from '../random.ts'
import { code, md } from '../text.ts'
import type { SeedProblem } from '../types.ts'

/** Dijkstra over (town, passes used); the heap holds `cost * places + place`, one number an entry. */
function reference(input: string) {
  const { next } = read(input)
  const [n, m, k] = [next(), next(), next()]
  const roads: { other: number; toll: number }[][] = Array.from({ length: n + 1 }, () => [])
  for (let road = 0; road < m; road++) {
    const [u, v, toll] = [next(), next(), next()]
    at(roads, u).push({ other: v, toll })
    at(roads, v).push({ other: u, toll })
  }
  const places = (n + 1) * (k + 1)
  const least = new Float64Array(places).fill(Number.POSITIVE_INFINITY)
  const heap = minHeap()
  const reach = (place: number, cost: number) => {
    if (cost >= at(least, place)) return
    least[place] = cost
    heap.push(cost * places + place)
  }
  reach(1, 0)
  for (let entry = heap.pop(); entry !== undefined; entry = heap.pop()) {
    const place = entry % places
    const cost = (entry - place) / places
    if (cost > at(least, place)) continue
    const town = place % (n + 1)
    if (town === n) return `${cost}\n`
    for (const { other, toll } of at(roads, town)) {
      reach(place - town + other, cost + toll)
      if (place < places - (n + 1)) reach(place - town + other + n + 1, cost)
    }
  }
  throw new Error('the towns are not connected')
}

/** A binary heap of numbers, from index 1. */
function minHeap() {
  const heap = [0]
  return {
    push(entry: number) {
      let place = heap.push(entry) - 1
      for (; place > 1 && (heap[place >> 1] ?? 0) > entry; place >>= 1) heap[place] = heap[place >> 1] ?? 0
      heap[place] = entry
    },
    pop() {
      if (heap.length === 1) return undefined
      const first = at(heap, 1)
      const last = heap.pop() ?? first
      let place = 1
      for (let child = 2; child < heap.length; child = 2 * place) {
        if (child + 1 < heap.length && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child++
        if ((heap[child] ?? 0) >= last) break
        heap[place] = heap[child] ?? 0
        place = child
      }
      if (heap.length > 1) heap[place] = last
      return first
    },
  }
}

function groups(): { score: number; inputs: NamedInput[] }[] {
  const { int, shuffle } = random(1056)
  /** A random tree under random names, with more roads thrown in; towns near in the tree are near in number. */
  const land = (n: number, m: number, k: number, most: number, stretch = n) => {
    const names = [1, ...shuffle(Array.from({ length: n - 2 }, (_, i) => i + 2)), n]
    const roads: [number, number][] = []
    for (let town = 1; town < n; town++) roads.push([int(Math.max(0, town - stretch), town - 1), town])
    while (roads.length < m) {
      const from = int(0, n - 1)
      const to = int(Math.max(0, from - stretch), Math.min(n - 1, from + stretch))
      if (from !== to) roads.push([from, to])
    }
    const rows = shuffle(roads).map(([from, to]) => `${names[from]} ${names[to]} ${int(1, most)}`)
    return `${n} ${m} ${k}\n${rows.join('\n')}\n`
  }
  return [
    {
      score: 20,
      inputs: [
        ['sample 1', '4 5 1\n1 2 3\n2 4 4\n1 3 2\n3 4 9\n2 3 1\n'],
        ['sample 2', '3 3 0\n1 2 5\n2 3 5\n1 3 11\n'],
        ['two towns', '2 1 3\n2 1 1000000\n'],
        ['a path', land(10, 9, 2, 20, 1)],
        ['random, tiny', land(10, 15, 1, 10, 3)],
      ],
    },
    {
      score: 20,
      inputs: [
        ['unit tolls, random', land(1000, 3000, 0, 1, 20)],
        ['unit tolls, long', land(6000, 7000, 0, 1, 4)],
        ['unit tolls, dense', land(300, 3000, 0, 1, 10)],
      ],
    },
    {
      score: 30,
      inputs: [
        ['no passes, random', land(2000, 6000, 0, 1000000, 50)],
        ['no passes, small tolls', land(5000, 9000, 0, 9, 10)],
        ['no passes, large', land(10000, 12000, 0, 1000000, 5)],
      ],
    },
    {
      score: 30,
      inputs: [
        ['two passes', land(500, 1500, 2, 100000, 20)],
        ['more passes than needed', land(3000, 9000, 5, 1000, 3000)],
        ['long way, five passes', land(5000, 6000, 5, 1000000, 3)],
        ['largest', land(10000, 30000, 5, 1000000, 30)],
      ],
    },
  ]
}

export const P1056: SeedProblem = {
  ...oi,
  displayId: 'P1056',
  slug: 'the-messengers-passes',
  difficulty: 'MID',
  caseMode: 'SUBTASK_LOWEST',
  author: 'kestrel',
  source: OPENING_SET,
  tags: ['shortest-path', 'heap'],
  statement: {
    'zh-CN': {
      title: '信使的通行令',
      description: md`
        $n$ 座城镇之间有 $m$ 条双向道路，第 $i$ 条连接 $u_i$ 与 $v_i$，走一次要交 $w_i$ 文过路钱。
        信使要从 $1$ 号城镇赶到 $n$ 号城镇，身上带着 $k$ 张通行令：每张可以免去走**一条**道路一次的费用，用过作废，
        不必用完。

        信使最少要花多少过路钱？
      `,
      input: md`
        第一行三个整数 $n$、$m$、$k$（$2 \le n \le 10^4$，$1 \le m \le 3 \times 10^4$，$0 \le k \le 5$）。

        接下来 $m$ 行，每行三个整数 $u_i$、$v_i$、$w_i$（$1 \le u_i, v_i \le n$，$u_i \ne v_i$，$1 \le w_i \le 10^6$）。

        任意两座城镇之间都有路可通；两座城镇之间可能有多条道路。
      `,
      output: md`一个整数，即最少的过路钱。`,
      hint: md`
        样例 1：走 $1 \to 3 \to 4$，把通行令用在 $9$ 文的路上，花 $2$ 文。

        | 子任务 | 分值 | 附加限制 |
        |---|---|---|
        | 1 | 20 | $n \le 10$，$m \le 15$ |
        | 2 | 20 | $k = 0$，$w_i = 1$ |
        | 3 | 30 | $k = 0$ |
        | 4 | 30 | 无 |

        子任务的得分取其中各测试点得分的最小值。
      `,
    },
    'en-US': {
      title: "The Messenger's Passes",
      description: md`
        There are $m$ two-way roads between $n$ towns. Road $i$ connects $u_i$ and $v_i$, and passing along it costs
        a toll of $w_i$. A messenger has to get from town $1$ to town $n$ and carries $k$ passes: each lets the
        messenger go along **one** road once without paying and is used up by that. Passes may be left over.

        What is the smallest total toll?
      `,
      input: md`
        The first line holds three integers $n$, $m$ and $k$ ($2 \le n \le 10^4$, $1 \le m \le 3 \times 10^4$,
        $0 \le k \le 5$).

        Each of the next $m$ lines holds three integers $u_i$, $v_i$ and $w_i$ ($1 \le u_i, v_i \le n$,
        $u_i \ne v_i$, $1 \le w_i \le 10^6$).

        Every town can be reached from every other. Two towns may be joined by several roads.
      `,
      output: md`One integer, the smallest total toll.`,
      hint: md`
        In sample 1 the messenger goes $1 \to 3 \to 4$ with the pass on the road of toll $9$ and pays $2$.

        | subtask | points | further constraints |
        |---|---|---|
        | 1 | 20 | $n \le 10$, $m \le 15$ |
        | 2 | 20 | $k = 0$, $w_i = 1$ |
        | 3 | 30 | $k = 0$ |
        | 4 | 30 | none |

        A subtask earns the lowest score among its tests.
      `,
    },
  },
  samples: [
    { input: '4 5 1\n1 2 3\n2 4 4\n1 3 2\n3 4 9\n2 3 1\n', output: '2\n' },
    { input: '3 3 0\n1 2 5\n2 3 5\n1 3 11\n', output: '10\n' },
  ],
  testcases: () => subtaskCases(groups(), reference),
  reference,
  solutions: [
    {
      language: 'cpp17o2',
      verdict: 'ACCEPTED',
      score: 100,
      note: 'Dijkstra over (town, passes used).',
      source: code`
        #include <cstdio>
        #include <functional>
        #include <queue>
        #include <utility>
        #include <vector>

        int main() {
            int n, m, k;
            std::scanf("%d %d %d", &n, &m, &k);
            std::vector<std::vector<std::pair<int, int>>> roads(n + 1);
            while (m--) {
                int u, v, w;
                std::scanf("%d %d %d", &u, &v, &w);
                roads[u].push_back({v, w});
                roads[v].push_back({u, w});
            }
            using Entry = std::pair<long long, int>;
            std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> queue;
            std::vector<long long> toll((n + 1) * (k + 1), 1LL << 60);
            auto reach = [&](int town, int used, long long cost) {
                int place = town * (k + 1) + used;
                if (used > k || cost >= toll[place]) return;
                toll[place] = cost;
                queue.push({cost, place});
            };
            reach(1, 0, 0);
            while (!queue.empty()) {
                auto [cost, place] = queue.top();
                queue.pop();
                if (cost > toll[place]) continue;
                int town = place / (k + 1), used = place % (k + 1);
                if (town == n) {
                    std::printf("%lld\n", cost);
                    return 0;
                }
                for (auto [other, w] : roads[town]) {
                    reach(other, used, cost + w);
                    reach(other, used + 1, cost);
                }
            }
        }
      `,
    },
    {
      language: 'cpp17o2',
      verdict: 'PARTIALLY_ACCEPTED',
      score: 50,
      note: 'Dijkstra without the passes: subtasks 2 and 3, 50 points.',
      source: code`
        #include <cstdio>
        #include <functional>
        #include <queue>
        #include <utility>
        #include <vector>

        int main() {
            int n, m, k;
            std::scanf("%d %d %d", &n, &m, &k);
            std::vector<std::vector<std::pair<int, int>>> roads(n + 1);
            while (m--) {
                int u, v, w;
                std::scanf("%d %d %d", &u, &v, &w);
                roads[u].push_back({v, w});
                roads[v].push_back({u, w});
            }
            using Entry = std::pair<long long, int>;
            std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> queue;
            std::vector<long long> toll(n + 1, 1LL << 60);
            queue.push({toll[1] = 0, 1});
            while (!queue.empty()) {
                auto [cost, town] = queue.top();
                queue.pop();
                if (cost > toll[town]) continue;
                for (auto [other, w] : roads[town])
                    if (cost + w < toll[other]) queue.push({toll[other] = cost + w, other});
            }
            std::printf("%lld\n", toll[n]);
        }
      `,
    },
  ],
}
