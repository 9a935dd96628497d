import { md } from './text.ts'
import type { SeedSystemNotice } from './types.ts'

/** Notices that every account finds among its messages, oldest first. */
export const systemNotices: SeedSystemNotice[] = [
  {
    daysAgo: 3,
    title: '每周日 4:00–4:30 例行维护',
    content: md`
      维护期间可以读题、看榜，**提交会排队**，维护结束后按原来的顺序评测。

      比赛日不维护；临时调整会另发通知。
    `,
  },
  {
    daysAgo: 1,
    title: 'Choose a language for messages',
    content: md`
      The site speaks Chinese and English. Your choice in the [settings](/setting) also counts for the messages it
      sends you.

      Notices like this one are shown as they were written.
    `,
  },
]
