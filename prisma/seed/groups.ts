import { md } from './text.ts'
import type { SeedGroup } from './types.ts'

export const groups: SeedGroup[] = [
  {
    name: '算法设计 2301 班',
    shortName: 'ALG2301',
    brief: '每周二、周五上机 Labs on Tuesday and Friday',
    description: md`
      明川理工算法设计课的团队：作业、题目和讨论都在这里。申请时请写学号尾号。

      ---

      The group of the algorithm design course: homework, problems and talk are here. Name the last digits of your
      student number when you apply.
    `,
    access: 'APPLICATION',
    code: '2301AD',
    owner: 'tidewater',
    hoursAgo: 90,
    members: [
      { username: 'kestrel', standing: 'ROOT', reason: '助教，负责周五上机。' },
      { username: 'moss', standing: 'ADMIN', reason: '课代表，学号尾号 07。' },
      { username: 'paperboat', standing: 'MEMBER', reason: '2301 班，学号尾号 12。' },
      { username: 'halfadder', standing: 'MEMBER', reason: 'Exchange student, number ends with 31.' },
    ],
    applicants: [{ username: 'beanjar', reason: '重修，上学期在 2201 班。' }],
    notices: [
      {
        title: '欢迎 Welcome',
        content: md`
          第一次上机前请做完「入门七题」，遇到问题先看讨论。

          Finish the First Seven Problems before the first lab, and read the discussions when you are stuck.
        `,
      },
      {
        title: '上机安排 Labs',
        content: md`
          周二 14:00、周五 16:00，实验楼 305。请带学生证。

          Tuesday 14:00 and Friday 16:00, lab building, room 305. Bring your student card.
        `,
      },
    ],
  },
]
