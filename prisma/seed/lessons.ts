import { md } from './text.ts'
import type { SeedLesson } from './types.ts'

/** Nodes of the learning centre, parents before their children. */
export const lessons: SeedLesson[] = [
  { key: '入门' },
  {
    key: 'input-output',
    parent: '入门',
    lesson: {
      title: '读入与输出 Input and Output',
      author: 'tidewater',
      daysAgo: 40,
      problems: ['P1001', 'P1005'],
      article: md`
        程序从标准输入读数据，把答案写到标准输出，除此之外一个字符也不要多写。下面的程序读入两个整数，输出它们的和：

        \`\`\`cpp
        #include <iostream>

        int main() {
            long long a, b;
            std::cin >> a >> b;
            std::cout << a + b << '\n';
        }
        \`\`\`

        两数最大为 $10^9$ 时，和可以到 $2 \times 10^9$，超出 \`int\` 的上限 $2^{31}-1$，所以用 \`long long\`。

        ---

        A program reads standard input and writes the answer to standard output, and nothing else. The sum of two numbers
        of at most $10^9$ exceeds $2^{31}-1$, so it needs \`long long\`. In Python integers have no bounds:

        \`\`\`python
        a, b = map(int, input().split())
        print(a + b)
        \`\`\`
      `,
    },
  },
  { key: '二分', parent: '入门' },
  {
    key: 'binary-search',
    parent: '二分',
    lesson: {
      title: '二分查找 Binary Search',
      author: 'tidewater',
      daysAgo: 33,
      problems: ['P1042', 'P1056'],
      article: md`
        在有序数组里找第一个不小于 $x$ 的位置，每次看中间的元素，把范围缩小一半，一共只看 $O(\log n)$ 次：

        $$
        T(n) = T\left(\left\lceil \frac{n}{2} \right\rceil\right) + O(1)
        $$

        ## 保持不变的是什么

        左端之前的都小于 $x$，右端及以后的都不小于 $x$。循环结束时两端相遇，那里就是答案。

        \`\`\`python
        def first_at_least(a, x):
            low, high = 0, len(a)
            while low < high:
                middle = (low + high) // 2
                if a[middle] < x:
                    low = middle + 1
                else:
                    high = middle
            return low


        print(first_at_least([1, 3, 3, 7, 9], 4))
        \`\`\`

        ---

        Everything before the left end is less than $x$, everything from the right end on is at least $x$. When the ends meet,
        they are at the answer.
      `,
    },
  },
  { key: '图论' },
  {
    key: 'dijkstra',
    parent: '图论',
    lesson: {
      title: 'Dijkstra 算法 Shortest Paths',
      author: 'kestrel',
      daysAgo: 21,
      problems: ['P1056', 'P1113'],
      article: md`
        给定边权非负的图和起点 $s$，记 $d(v)$ 为 $s$ 到 $v$ 的最短距离。除起点外，它满足

        $$
        d(v) = \min_{(u,v) \in E} \left\{ d(u) + w(u,v) \right\}
        $$

        算法每次取出尚未确定、距离最小的点并把它定下来。因为边权非负，之后再也不会有更短的路绕回到它；用堆维护时总代价是
        $O((n+m)\log n)$。

        ## 用堆实现

        堆里允许同一个点出现多次，取出时丢掉过时的记录即可。

        \`\`\`cpp
        #include <bits/stdc++.h>

        using namespace std;

        vector<long long> dijkstra(const vector<vector<pair<int, int>>>& g, int s) {
            vector<long long> d(g.size(), 4e18);
            priority_queue<pair<long long, int>, vector<pair<long long, int>>, greater<>> q;
            q.push({d[s] = 0, s});
            while (!q.empty()) {
                auto [x, u] = q.top();
                q.pop();
                if (x > d[u]) continue;
                for (auto [v, w] : g[u])
                    if (x + w < d[v]) q.push({d[v] = x + w, v});
            }
            return d;
        }
        \`\`\`

        ---

        Take the open vertex with the least distance, settle it, and relax its edges. Weights must not be negative.
      `,
    },
  },
]
