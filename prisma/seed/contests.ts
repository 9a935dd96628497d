import { md } from './text.ts'
import type { SeedContest, SeedRun } from './types.ts'

const RED = '#d93a3a'
const BLUE = '#2657d4'
const GREEN = '#0a8b54'
const YELLOW = '#d9a514'
const PURPLE = '#7a3fb8'
const ORANGE = '#d9661a'

const SHORT = {
  AC: 'ACCEPTED',
  WA: 'WRONG_ANSWER',
  TLE: 'TIME_LIMIT_EXCEEDED',
  PE: 'PRESENTATION_ERROR',
  CE: 'COMPILE_ERROR',
} as const

/** Runs of one person in the order of time, as `A WA 12, A AC 15`. */
const runsOf = (username: string, told: string): SeedRun[] =>
  told.split(', ').map((run) => {
    const [problem = '', verdict = '', minute = ''] = run.split(' ')
    return { username, problem, verdict: SHORT[verdict as keyof typeof SHORT], minute: Number(minute) }
  })

/** A contest of every kind of page: one that goes on, one that waits for its reveal, and one to come. */
export const contests: SeedContest[] = [
  {
    type: 'ACM',
    title: '港湾杯程序设计赛 Harbour Cup',
    description: md`
      五个小时，六道题，最后一小时封榜。比赛已经结束，榜单等待揭晓。

      Five hours, six problems, and a board that froze for the last hour. The contest is over; the final board has
      not been revealed yet.
    `,
    author: 'tidewater',
    startsIn: -29 * 60,
    lasts: 300,
    freezesAfter: 240,
    thawsByItself: false,
    boardIsOpen: true,
    awards: [
      { name: '金奖', background: '#e6bf25', color: '#ffffff', number: 1 },
      { name: '银奖', background: '#b4c0c7', color: '#ffffff', number: 1 },
      { name: '铜奖', background: '#cd7f32', color: '#ffffff', number: 1 },
    ],
    problems: [
      { displayId: 'P1001', color: RED },
      { displayId: 'P1005', color: BLUE },
      { displayId: 'P1008', color: GREEN },
      { displayId: 'P1031', color: YELLOW },
      { displayId: 'P1042', color: PURPLE },
      { displayId: 'P1065', color: ORANGE },
    ],
    notices: [
      {
        title: 'B 题：行末空格',
        content: md`B 题对行末空格要求严格，请仔细阅读题面。`,
      },
      { title: '封榜', content: md`榜单已封，最后一小时的提交只显示次数。` },
    ],
    comments: [
      {
        username: 'moss',
        minute: 19,
        content: md`B 题的输出末尾可以多一个空行吗？我交了一发 PE。`,
        replies: [
          {
            username: 'tidewater',
            minute: 20,
            content: md`不可以，题面要求每行末尾没有空格，也没有多余的空行。`,
          },
          { username: 'moss', minute: 23, content: md`明白了，谢谢！`, answers: 0 },
        ],
      },
      {
        username: 'halfadder',
        minute: 310,
        content: md`
          D 题怎么做？我只想到 $O(n^2)$，好像刚好卡过去。

          How is D meant to be solved?
        `,
        replies: [
          { username: 'kestrel', minute: 314, content: md`高度已经有序，用 \`std::lower_bound\` 就够了。` },
        ],
      },
    ],
    runs: [
      ...runsOf(
        'kestrel',
        'A AC 4, B AC 17, C WA 38, C AC 44, D AC 71, E WA 120, E AC 133, F WA 250, F AC 281',
      ),
      ...runsOf('moss', 'A AC 6, B PE 21, B AC 24, D TLE 80, D AC 96, C AC 140, F WA 246, E AC 268'),
      ...runsOf('paperboat', 'A CE 3, A AC 5, C AC 33, B PE 60, B PE 66, B AC 81, D AC 175, F AC 259'),
      ...runsOf('halfadder', 'A AC 9, D WA 52, D AC 58, C WA 101, C WA 115, E TLE 190, C AC 262'),
      ...runsOf('beanjar', 'A WA 11, A AC 13, B AC 45, D TLE 150, D TLE 244, D AC 290'),
    ],
  },
  {
    type: 'ACM',
    title: '开放日热身赛 Open Day Warm-up',
    description: md`
      三道小题，一周时间，谁都可以参加，不需要报名。提交之后，榜单会在大家的屏幕上立刻变化。

      Three small problems, open for a week to everybody who is logged in. What is judged shows on all boards at
      once.
    `,
    author: 'tidewater',
    startsIn: -60,
    lasts: 7 * 24 * 60,
    freezesAfter: null,
    thawsByItself: true,
    boardIsOpen: true,
    awards: [],
    problems: [
      { displayId: 'P1301', color: RED },
      { displayId: 'P1302', color: BLUE },
      { displayId: 'P1303', color: GREEN },
    ],
    notices: [
      {
        title: '欢迎 Welcome',
        content: md`
          有问题请在评论里提问。祝大家玩得开心！

          Have fun!
        `,
      },
    ],
    comments: [
      {
        username: 'tidewater',
        minute: 5,
        content: md`
          有疑问就在这里问，比赛结束前只有你和主办方能看到。

          Ask here. Until the end only you and the organisers see your question.
        `,
        replies: [],
      },
      {
        username: 'paperboat',
        minute: 21,
        content: md`B 题里 $n$ 可以是 0 吗？`,
        replies: [{ username: 'tidewater', minute: 23, content: md`不会，$n \ge 1$。` }],
      },
    ],
    runs: [
      ...runsOf('paperboat', 'A AC 7, B WA 19, B AC 26'),
      ...runsOf('moss', 'A WA 9, A AC 12, C AC 48'),
      ...runsOf('kestrel', 'B AC 15, A AC 21, C WA 40, C AC 43'),
    ],
  },
  {
    type: 'OI',
    title: 'OI 回顾赛 OI Revision Round',
    description: md`
      题库里的三道 OI 题，限时再做一遍。比赛期间看不到成绩，结束后统一公布。

      Three OI problems of the problem list, once more and against the clock. Scores are shown when it is over.
    `,
    author: 'tidewater',
    startsIn: 3 * 24 * 60,
    lasts: 180,
    freezesAfter: 0,
    thawsByItself: true,
    boardIsOpen: false,
    awards: [],
    problems: [
      { displayId: 'P1056', color: RED },
      { displayId: 'P1077', color: BLUE },
      { displayId: 'P1113', color: GREEN },
    ],
    notices: [],
    comments: [],
    runs: [],
  },
]
