import { md } from './text.ts'
import type { SeedNotice } from './types.ts'

/** What the home page has to tell on the first day, newest first. */
export const notices: SeedNotice[] = [
  {
    author: 'tidewater',
    daysAgo: 0,
    texts: {
      'zh-CN': {
        title: '欢迎来到这里',
        content: md`
          这是一个写程序、交程序、看程序被评测的地方。

          1. **注册**一个账号，登录；
          2. 打开 [P1001 两数之和](/problem/P1001)，选一种语言，把程序写进编辑器；
          3. 先用**自测**在样例上跑一跑，再**提交**；
          4. 编译和每个测试点的结果会依次出现，不用刷新页面。

          编译命令、时间和内存的算法、每种结果的含义，都写在[评测说明](/introduction)里。
          想用自己的程序访问本站，请看[开发者](/developer)。
        `,
      },
      'en-US': {
        title: 'Welcome',
        content: md`
          This is a place to write programs, submit them and see them judged.

          1. **Register** an account and sign in.
          2. Open [P1001 A + B](/problem/P1001), choose a language and write the program in the editor.
          3. Try it on the samples with a **test run**, then **submit** it.
          4. Compiling and the outcome of every test appear one by one; there is nothing to reload.

          How programs are compiled, how time and memory are measured and what each verdict means is told on the
          [introduction page](/introduction). To use the site from your own programs, see [developers](/developer).
        `,
      },
    },
  },
  {
    author: 'kestrel',
    daysAgo: 2,
    texts: {
      'zh-CN': {
        title: '开站题集：十八道题，各有看头',
        content: md`
          题库里先放了十八道自己出的题，从 A + B 到线段树。除了普通的题，还可以试试这些：

          | 题目 | 特别之处 |
          |---|---|
          | [P1005 沙漏](/problem/P1005) | 严格比较空白，会出现“格式错误” |
          | [P1013 逆风投影](/problem/P1013) | 答案是实数，允许误差 |
          | [P1027 影子钟](/problem/P1027) | 遇到第一个没有通过的测试点就停止 |
          | [P1056 信使的通行令](/problem/P1056) | 子任务，取最低分 |
          | [P1065 夜市](/problem/P1065) | 从文件读，往文件写 |
          | [P1077 括号修补匠](/problem/P1077) | 特殊评测，有部分分 |
          | [P1090 十万个为什么](/problem/P1090) | 附件里有一组大样例 |
          | [P1113 梯田灌溉](/problem/P1113) | 子任务，取平均分 |
          | [P1128 猜潮位](/problem/P1128) | 交互 |
          | [P1171 河灯](/problem/P1171) | 用到题目提供的头文件，内存很紧 |

          所有题目都公开测试点的结果，也允许分享自己的代码。
        `,
      },
      'en-US': {
        title: 'The opening set: eighteen problems, no two alike',
        content: md`
          The site opens with eighteen problems of our own, from A + B to a segment tree. Besides plain ones there
          are some worth a try for what is special about them:

          | problem | what is special |
          |---|---|
          | [P1005 Hourglass](/problem/P1005) | white space counts, so a Presentation Error is possible |
          | [P1013 Shadow against the Wind](/problem/P1013) | the answer is a real number, with a tolerance |
          | [P1027 Shadow Clocks](/problem/P1027) | judging ends at the first test that is not passed |
          | [P1056 The Messenger's Passes](/problem/P1056) | subtasks, the lowest score counts |
          | [P1065 Night Market](/problem/P1065) | reads and writes files |
          | [P1077 The Bracket Mender](/problem/P1077) | special judge with partial scores |
          | [P1090 A Hundred Thousand Whys](/problem/P1090) | a large sample is attached |
          | [P1113 Watering the Terraces](/problem/P1113) | subtasks, the average counts |
          | [P1128 Guess the Tide](/problem/P1128) | interactive |
          | [P1171 A River of Lanterns](/problem/P1171) | comes with a header file, and memory is scarce |

          The outcome of every test is shown for all of them, and you may share your code.
        `,
      },
    },
  },
  {
    author: 'tidewater',
    daysAgo: 5,
    texts: {
      'zh-CN': {
        title: '子任务是怎样计分的',
        content: md`
          OI 题的测试点有时分成几个子任务，计分方法有两种：

          - **取最低**：子任务的得分是其中各点得分的最小值。有一点没有得分，同一子任务里后面的点就不再评测。
          - **取平均**：子任务的得分是其中各点得分的平均值，四舍五入，所有的点都会评测。

          例如一个 30 分的子任务有三个点，依次为通过、通过、答案错误：取最低得 $0$ 分，取平均得 $20$ 分。

          总分是各子任务得分之和。
        `,
      },
      'en-US': {
        title: 'How subtasks are scored',
        content: md`
          The tests of an OI problem may be grouped into subtasks. These are scored in one of two ways:

          - **Lowest**: a subtask earns the lowest score among its tests. After a test without any points, the rest
            of the same subtask is not judged.
          - **Average**: a subtask earns the average score of its tests, rounded, and all of them are judged.

          Take a subtask of 30 points with three tests: accepted, accepted, wrong answer. By the lowest it earns
          $0$ points, by the average $20$.

          The total is the sum over the subtasks.
        `,
      },
    },
  },
  {
    author: 'kestrel',
    daysAgo: 9,
    texts: {
      'zh-CN': {
        title: '时间和内存限制对不同语言的规定',
        content: md`
          题面上写的时间和内存限制适用于 C 和 C++。**其他语言都按两倍计算**。

          时间是程序占用 CPU 的时间，不含等待；但一直睡眠的程序也会被终止。内存是运行期间的最高占用。
        `,
      },
      'en-US': {
        title: 'Limits and languages',
        content: md`
          The limits of time and memory in a statement are those for C and C++. **All other languages get twice as
          much.**

          Time is the CPU time of the program, without waiting; a program that does nothing but sleep is ended all
          the same. Memory is the most that was in use at any moment.
        `,
      },
    },
  },
  {
    author: 'tidewater',
    daysAgo: 14,
    texts: {
      'zh-CN': {
        title: '关于分享代码的约定',
        content: md`
          - 自己的提交可以设为**公开**，让别人看到代码；随时可以收回。
          - 比赛进行中请不要传递代码和思路。
          - 公开的代码是用来读的：看懂之后，关上它，自己再写一遍。
        `,
      },
      'en-US': {
        title: 'On sharing code',
        content: md`
          - You may **share** a submission of yours, so that others can read its code, and take that back at any time.
          - While a contest is running, please pass on neither code nor ideas.
          - Shared code is there to be read: once you have understood it, close it and write your own.
        `,
      },
    },
  },
]
