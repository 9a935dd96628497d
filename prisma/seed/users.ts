import type { SeedUser } from './types.ts'

/** Invented accounts that wrote the seed. They have no password of their own: nobody signs in as one of them. */
export const users: SeedUser[] = [
  {
    username: 'tidewater',
    nickname: '潮水',
    role: 'ADMIN',
    signature: '涨潮写题，退潮改数据。',
    school: '明川理工',
    titleName: '出题人',
    titleColor: '#2657d4',
  },
  {
    username: 'kestrel',
    nickname: '红隼',
    role: 'PROBLEM_ADMIN',
    signature: 'Hover, look twice, then dive.',
    school: null,
    titleName: '验题人',
    titleColor: '#0a8b54',
  },
  {
    username: 'moss',
    nickname: '苔',
    role: 'USER',
    signature: '慢慢长，也会绿。',
    school: '北澜中学',
    titleName: null,
    titleColor: null,
  },
  {
    username: 'paperboat',
    nickname: '纸船',
    role: 'USER',
    signature: '样例通过，不代表什么。',
    school: '明川理工',
    titleName: null,
    titleColor: null,
  },
  {
    username: 'halfadder',
    nickname: '半加器',
    role: 'USER',
    signature: 'Carry is somebody else’s problem.',
    school: null,
    titleName: null,
    titleColor: null,
  },
  {
    username: 'beanjar',
    nickname: '豆罐',
    role: 'USER',
    signature: '每天一道，罐子会满的。',
    school: '北澜中学',
    titleName: null,
    titleColor: null,
  },
]
