import { md } from './text.ts'
import type { SeedTraining, SeedTrainingCategory } from './types.ts'

const BASICS = '入门 Basics'
const ALGORITHMS = '算法 Algorithms'
const CONTESTS = '备赛 Contests'

export const trainingCategories: SeedTrainingCategory[] = [
  { name: BASICS, color: '#0a8b54' },
  { name: ALGORITHMS, color: '#2657d4' },
  { name: CONTESTS, color: '#b3590a' },
]

export const trainings: SeedTraining[] = [
  {
    title: '从暴力到巧算 From Brute Force to Better',
    description: md`
      先写最直接的做法，再想哪一步重复了。建议按顺序做：从排序、二分到单调队列、图和线段树，每题只多用一个新想法。

      报名密码：\`seven-steps\`

      ---

      Write the direct solution first, then find the step that it repeats. Take the problems in order: from sorting and
      binary search to monotone queues, graphs and segment trees, each needs one more idea.

      The password is \`seven-steps\`.
    `,
    author: 'tidewater',
    category: ALGORITHMS,
    rank: 1000,
    password: 'seven-steps',
    hoursAgo: 70,
    problems: ['P1001', 'P1008', 'P1031', 'P1042', 'P1056', 'P1096', 'P1113', 'P1204', 'P1237'],
    registered: ['kestrel', 'moss', 'paperboat', 'halfadder', 'beanjar'],
  },
  {
    title: '入门七题 First Seven Problems',
    description: md`
      第一次来？这七道题不需要任何算法，读懂题意、写对输入输出就能通过。

      Your first visit? These seven problems need no algorithm: read carefully, and mind the input and output.
    `,
    author: 'tidewater',
    category: BASICS,
    rank: 10,
    password: null,
    hoursAgo: 50,
    problems: ['P1001', 'P1005', 'P1008', 'P1013', 'P1031', 'P1096', 'P1128'],
    registered: [],
  },
  {
    title: '赛前冲刺 Contest Sprint',
    description: md`
      赛前两周，每天一题：背包、区间、字符串、博弈，各来一道。限时两小时，做不出再看讨论。

      Two weeks before a contest, one problem a day: knapsack, intervals, strings, games. Give each two hours, and read
      the discussion only then.
    `,
    author: 'tidewater',
    category: CONTESTS,
    rank: 1000,
    password: null,
    hoursAgo: 26,
    problems: ['P1065', 'P1077', 'P1090', 'P1140', 'P1171', 'P1237'],
    registered: [],
  },
  {
    title: '第三周：排序与二分 Week 3: Sorting and Searching',
    description: md`
      第三周作业，周五上机前完成。密码：\`week-three\`

      ---

      Homework of the third week, due before the lab on Friday. The password is \`week-three\`.
    `,
    author: 'tidewater',
    group: 'ALG2301',
    category: ALGORITHMS,
    rank: 3,
    password: 'week-three',
    hoursAgo: 20,
    problems: ['P1001', 'P1008', 'P1013', 'P1031', 'P1042'],
    registered: ['moss', 'paperboat', 'halfadder'],
    dueInDays: 5,
  },
  {
    title: '上机热身 Lab Warm-up',
    description: md`
      每次上机的前十分钟：登录、读题、提交一次。

      The first ten minutes of each lab: log in, read a problem, submit once.
    `,
    author: 'moss',
    group: 'ALG2301',
    category: BASICS,
    rank: 1000,
    password: null,
    hoursAgo: 44,
    problems: ['P1001', 'P1005', 'P1096'],
    registered: [],
  },
]
