import { md } from './text.ts'
import type { SeedDiscussion } from './types.ts'

/** Posts of the first days, oldest first. Categories: 1 chat, 2 solutions, 3 help, 4 suggestions, 5 notes. */
export const discussions: SeedDiscussion[] = [
  {
    author: 'root',
    hoursAgo: 14 * 24,
    category: 4,
    pinned: true,
    title: '发帖前请读 / Read this before posting',
    description:
      '贴出题号、错误结果和最小的反例。Name the problem, the verdict and the smallest failing input.',
    content: md`
      提问前请准备好三样东西：

      1. **题号**：从题目页面点“讨论”发帖，题号会自动加在标题前；
      2. **结果**：是答案错误、超时，还是编译失败；
      3. **最小的反例**：自测里能重现问题的输入。

      整段代码请放进代码块，不要截图。

      ---

      Before you ask, please have three things ready: the **problem** (post from its page, and its id is put before
      the title), the **verdict**, and the **smallest input** that shows the trouble. Code goes into a code block.
    `,
    views: 912,
    likes: ['kestrel', 'moss', 'paperboat', 'halfadder', 'beanjar'],
    comments: [
      {
        username: 'moss',
        minute: 40,
        content: md`能不能再写一下公式怎么输入？`,
        replies: [
          {
            username: 'tidewater',
            minute: 55,
            content: md`用美元符号包起来，例如 \`$a_i \le n$\` 显示为 $a_i \le n$。`,
          },
          { username: 'moss', minute: 70, content: md`学会了，@root 可以加到正文里。` },
        ],
      },
      {
        username: 'root',
        minute: 95,
        content: md`还缺什么，请在这里补充。Tell us here what is missing.`,
        likes: ['moss', 'kestrel'],
        replies: [
          {
            username: 'kestrel',
            minute: 130,
            content: md`How to find the smallest input: delete lines while it fails.`,
          },
        ],
      },
    ],
  },
  {
    author: 'beanjar',
    hoursAgo: 9 * 24,
    category: 5,
    title: '每天一道，第三十天',
    description: '一个月下来的记录：哪些题做得快，哪些题卡了一整晚。',
    content: md`
      罐子里已经有三十颗豆子了。最快的一道三分钟，最慢的一道花了两个晚上。

      - 最喜欢的：[P1031](/problem/P1031)
      - 最意外的：[P1077](/problem/P1077)，原来部分分这么好拿
    `,
    views: 133,
    likes: ['moss', 'paperboat'],
    comments: [],
  },
  {
    author: 'halfadder',
    hoursAgo: 7 * 24,
    category: 2,
    problem: 'P1001',
    title: 'Reading fast in five languages',
    description: 'Read everything once, split on white space: a template for each language.',
    content: md`
      A + B is the place to settle how you read input. In Python, for example:

      \`\`\`python
      import sys

      data = sys.stdin.buffer.read().split()
      print(int(data[0]) + int(data[1]))
      \`\`\`

      Reading once is faster than calling \`input()\` for every line.
    `,
    views: 402,
    likes: ['kestrel', 'beanjar', 'paperboat'],
    comments: [
      {
        username: 'kestrel',
        minute: 22,
        content: md`In Java, a \`DataInputStream\` with a buffer of your own does the same.`,
        replies: [],
      },
    ],
  },
  {
    author: 'paperboat',
    hoursAgo: 5 * 24,
    category: 3,
    problem: 'P1005',
    title: '格式错误是什么意思？',
    description: '输出看起来和样例一模一样，却得到 Presentation Error。',
    content: md`
      我的输出和样例看起来完全一样，但结果是“格式错误”。是不是每行末尾多了空格？
    `,
    views: 211,
    likes: ['moss'],
    comments: [
      {
        username: 'tidewater',
        minute: 12,
        content: md`对，这道题严格比较空白：行末不能有空格，最后一行之后也不能有空行。`,
        replies: [
          { username: 'paperboat', minute: 17, content: md`去掉行末空格就通过了，谢谢！` },
          { username: 'moss', minute: 31, content: md`我也栽在这里过。`, answers: 0 },
          { username: 'beanjar', minute: 44, content: md`+1` },
          { username: 'kestrel', minute: 58, content: md`Same here.`, answers: 2 },
        ],
      },
    ],
  },
  {
    author: 'kestrel',
    hoursAgo: 4 * 24,
    category: 2,
    problem: 'P1042',
    title: '从样例出发的思路 / Working from the sample',
    description: '先手算样例，再把每一步写成循环，最后才想复杂度。',
    content: md`
      先把样例手算一遍，写下每一步用到的量，循环就自己出现了。设前缀和为 $s_i$，以第 $i$ 道闸结尾的答案是 $f_i$，则

      $$f_i = s_i - \min_{i-k \le j < i} s_j$$

      Work the sample by hand first; the loop appears by itself. Only then think about the complexity.
    `,
    views: 356,
    likes: ['moss', 'halfadder', 'beanjar', 'tidewater'],
    comments: [
      {
        username: 'moss',
        minute: 15,
        content: md`窗口里的最小值怎么维护？`,
        replies: [{ username: 'kestrel', minute: 21, content: md`用单调队列，队首就是最小值。` }],
      },
      { username: 'halfadder', minute: 62, content: md`Clear, thank you.`, replies: [] },
    ],
  },
  {
    author: 'moss',
    hoursAgo: 3 * 24,
    category: 1,
    title: '校队选拔要刷哪些专题？',
    description: '目前图论偏弱，求一份按周安排的训练顺序。',
    content: md`距离选拔还有六周，想按 *搜索 → 动态规划 → 图论* 的顺序来，这样安排合理吗？`,
    views: 187,
    likes: ['beanjar'],
    comments: [
      { username: 'kestrel', minute: 90, content: md`每周留一天只做模拟赛。`, replies: [] },
      {
        username: 'paperboat',
        minute: 120,
        content: md`图论提前到第二周，[P1204](/problem/P1204) 可以先做。`,
        replies: [],
      },
    ],
  },
  {
    author: 'halfadder',
    hoursAgo: 50,
    category: 4,
    title: 'A dark theme for the projector?',
    description: 'Our training room is dark, and the list of submissions is bright.',
    content: md`The theme follows the system, which the projector's machine lacks. A switch at the top would help.`,
    views: 74,
    likes: [],
    comments: [
      { username: 'tidewater', minute: 30, content: md`There is one: the moon in the top bar.`, replies: [] },
    ],
  },
  {
    author: 'beanjar',
    hoursAgo: 30,
    category: 3,
    problem: 'P1077',
    title: '部分分是怎么算的？',
    description: '同一份代码有的点得一半分，想知道评分规则。',
    content: md`题面说“部分正确也有分”，但没有看懂比例。哪位解释一下？`,
    views: 96,
    likes: [],
    comments: [],
  },
  {
    author: 'paperboat',
    hoursAgo: 20,
    category: 1,
    title: 'Emoji 🎈 and names',
    description: '气球颜色和表情的对应表 🎈🏆',
    content: md`红 🔴、蓝 🔵、绿 🟢、黄 🟡、紫 🟣、橙 🟠。比赛时用得上。`,
    views: 58,
    likes: ['moss', 'beanjar'],
    comments: [],
  },
  {
    author: 'moss',
    hoursAgo: 8,
    category: 2,
    problem: 'P1031',
    title: '两种写法的比较',
    description: '排序加二分，和一次线性扫描，各写一遍。',
    content: md`
      | 写法 | 复杂度 | 行数 |
      |---|---|---|
      | 排序加二分 | $O(n \log n)$ | 18 |
      | 线性扫描 | $O(n)$ | 25 |

      数据范围内两种都能过，先写短的。
    `,
    views: 41,
    likes: ['halfadder'],
    comments: [],
    reports: [
      {
        username: 'paperboat',
        minute: 95,
        labels: ['PLAGIARISM'],
        reason: '表格和我上周笔记里的一样，没有注明出处。',
      },
    ],
  },
  {
    author: 'kestrel',
    hoursAgo: 2,
    category: 5,
    title: 'Notes of a first contest',
    description: 'What went well, what did not, and what to bring next time.',
    content: md`
      - Read **all** problems before writing the first line.
      - One wrong submission costs twenty minutes; a test by hand costs two.
      - Bring a pen.
    `,
    views: 23,
    likes: ['tidewater'],
    comments: [{ username: 'beanjar', minute: 12, content: md`笔真的很重要。`, replies: [] }],
  },
  {
    author: 'beanjar',
    hoursAgo: 1,
    category: 1,
    title: '转让二手键盘',
    description: '九成新，带防尘罩，可当面试用。',
    content: md`
      茶轴，用了一学期，键帽都在。有意请在教室门口找我。
    `,
    views: 9,
    likes: [],
    comments: [],
    reports: [
      { username: 'kestrel', minute: 6, labels: ['SPAM'], reason: '', checkedBy: 'tidewater' },
      {
        username: 'moss',
        minute: 15,
        labels: ['SPAM'],
        reason: '这里是讨论题目的地方。',
        checkedBy: 'tidewater',
      },
      {
        username: 'halfadder',
        minute: 21,
        labels: [],
        reason: 'Please move this to the notice board of the class.',
      },
    ],
    disabledBy: 'tidewater',
  },
]
