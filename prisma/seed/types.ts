import type { CaseMode, CheckerSpec, Scoring, Verdict } from '#judge/protocol.ts'

/** The languages every word of the seed exists in. */
export const LOCALES = ['zh-CN', 'en-US'] as const
export type Locale = (typeof LOCALES)[number]

/** The same thing said in every language of the site. */
export type Bilingual<Words = string> = Record<Locale, Words>

/** The text of a problem in one language: Markdown with `$math$`. The hint may be empty. */
export type SeedStatement = {
  title: string
  description: string
  input: string
  output: string
  hint: string
}

export type SeedSample = { input: string; output: string }

export type SeedCase = {
  input: string
  /** Null when neither checker nor interactor reads an answer. */
  answer: string | null
  /** From 1 in the subtask modes, 0 in the others. */
  subtask: number
  /** 0 in ACM; in the subtask modes every case carries the full score of its group. */
  score: number
  /** What the case is about, for those who maintain the set. */
  name?: string
}

/** A program with the outcome it must have. */
export type SeedSolution = {
  language: string
  verdict: Verdict
  /** What it earns in an OI problem. */
  score?: number
  /** What the program is an example of. */
  note: string
  source: string
}

export type SeedProblem = {
  displayId: string
  /** Shown in its contest only. */
  inContest?: true
  /** A name for file names and links, in words of the English title. */
  slug: string
  difficulty: 'EASY' | 'MID' | 'HARD'
  scoring: Scoring
  /** What a complete solution of an OI problem earns; 0 in ACM. */
  fullScore: number
  caseMode: CaseMode
  limits: { timeMs: number; memoryMb: number; stackMb: number }
  /** User name of one of the seed's users. */
  author: string
  source: Bilingual
  /** Keys of `tagGroups`. */
  tags: string[]
  statement: Bilingual<SeedStatement>
  samples: SeedSample[]
  checker: CheckerSpec
  interactor: { language: string; source: string } | null
  fileIo: { input: string; output: string } | null
  userFiles: Record<string, string>
  judgeFiles: Record<string, string>
  annexes: { name: string; content: string }[]
  /** Language key → what the editor starts with. */
  templates: Record<string, string>
  openCases: boolean
  codeShare: boolean
  /** The test set, generated afresh and the same at every call. */
  testcases: () => SeedCase[]
  /** Answers an input as the testset does; null where only the interactor knows. */
  reference: ((input: string) => string) | null
  solutions: SeedSolution[]
}

export type SeedTag = { key: string; name: Bilingual; color: string }

/** A classification and the tags in it. */
export type SeedTagGroup = { key: string; name: Bilingual; tags: SeedTag[] }

export type SeedUser = {
  username: string
  nickname: string
  role: 'USER' | 'PROBLEM_ADMIN' | 'ADMIN'
  signature: string
  school: string | null
  titleName: string | null
  titleColor: string | null
}

export type SeedNotice = {
  author: string
  /** How long before the seeding it was written. */
  daysAgo: number
  texts: Bilingual<{ title: string; content: string }>
}

/** A notice to all accounts, in the language of its writer. */
export type SeedSystemNotice = { daysAgo: number; title: string; content: string }

export type SeedSlide = {
  key: string
  mediaType: 'image/svg+xml'
  svg: string
  texts: Bilingual<{ title: string; subtitle: string }>
  href: string
}

/** Somebody's program for a problem of a contest, so many minutes after its start. */
export type SeedRun = {
  username: string
  /** Letter of the problem. */
  problem: string
  /** Verdict of the example solution that is sent. */
  verdict: Verdict
  minute: number
}

/** A comment, so many minutes after the start of its contest or after its post, and the replies to it. */
export type SeedComment = {
  username: string
  minute: number
  /** Markdown. */
  content: string
  likes?: string[]
  /** `answers`: the place of the reply that is answered; the comment when left out. */
  replies: { username: string; minute: number; content: string; answers?: number }[]
}

/** A post, in the language its author writes; minutes of comments count from the post. */
/** A report of a post. */
export type SeedReport = {
  username: string
  /** Minutes after the post. */
  minute: number
  labels: ('SPAM' | 'ILLEGAL' | 'VULGAR' | 'FRAUD' | 'ABUSE' | 'PLAGIARISM')[]
  reason: string
  /** Who has checked it. */
  checkedBy?: string
}

export type SeedDiscussion = {
  author: string
  /** Hours before the seeding. */
  hoursAgo: number
  /** Number of a category. */
  category: number
  pinned?: true
  /** Display id of the problem it is about. */
  problem?: string
  title: string
  description: string
  /** Markdown. */
  content: string
  views: number
  /** User names. */
  likes: string[]
  comments: SeedComment[]
  reports?: SeedReport[]
  /** Moderator who has disabled it. */
  disabledBy?: string
}

export type SeedTrainingCategory = { name: string; color: string }

export type SeedTraining = {
  title: string
  /** Markdown. */
  description: string
  author: string
  /** Short name of a group of the seed; left out: the site. */
  group?: string
  /** Name of a category of the seed. */
  category: string
  /** Position in the list, lowest first. */
  rank: number
  /** Null: public. */
  password: string | null
  /** Hours before the seeding. */
  hoursAgo: number
  /** Display ids of the seed's problems, in order. */
  problems: string[]
  /** User names of registered users. */
  registered: string[]
  /** Days from the seeding on until it is due as homework; left out: it is none. */
  dueInDays?: number
}

export type SeedLesson = {
  /** Display id, in the address; the name of a group. */
  key: string
  /** Display id of the node above; left out: a root. */
  parent?: string
  /** Left out: a group. */
  lesson?: {
    title: string
    /** Markdown. */
    article: string
    author: string
    /** Display ids of the seed's problems, in order. */
    problems: string[]
    /** Days before the seeding. */
    daysAgo: number
  }
}

export type SeedGroup = {
  name: string
  shortName: string
  brief: string
  /** Markdown. */
  description: string
  access: 'PUBLIC' | 'APPLICATION' | 'CODE'
  /** Six characters; null for a public one. */
  code: string | null
  /** User name, as in the lists below. */
  owner: string
  /** Hours before the seeding. */
  hoursAgo: number
  members: { username: string; standing: 'MEMBER' | 'ADMIN' | 'ROOT'; reason: string }[]
  applicants: { username: string; reason: string }[]
  notices: { title: string; content: string }[]
}

export type SeedContest = {
  type: 'ACM' | 'OI'
  title: string
  /** Markdown. */
  description: string
  author: string
  /** Minutes from the seeding to its start; negative: it has started. */
  startsIn: number
  lasts: number
  /** Minutes from its start to the freeze; null: none. */
  freezesAfter: number | null
  thawsByItself: boolean
  boardIsOpen: boolean
  awards: { name: string; background: string; color: string; number: number }[]
  /** Display ids of the seed's problems, A first, with the colour of the balloon. */
  problems: { displayId: string; color: string }[]
  notices: { title: string; content: string }[]
  comments: SeedComment[]
  runs: SeedRun[]
}

/** Goods of the points shop. */
export type SeedItem = {
  name: string
  /** Drawing, 240 by 180. */
  svg: string
  /** In points. */
  price: number
  stock: number
  /** Null: no limit of its own. */
  mostPerOrder: number | null
}
