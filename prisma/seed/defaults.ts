import type { SeedProblem } from './types.ts'

type Extras = 'interactor' | 'fileIo' | 'userFiles' | 'judgeFiles' | 'annexes' | 'templates'

const plain = {
  limits: { timeMs: 1000, memoryMb: 256, stackMb: 128 },
  checker: { kind: 'default', ignoreTrailingBlanks: true },
  interactor: null,
  fileIo: null,
  userFiles: {},
  judgeFiles: {},
  annexes: [],
  templates: {},
  openCases: true,
  codeShare: true,
} satisfies Pick<SeedProblem, Extras | 'limits' | 'checker' | 'openCases' | 'codeShare'>

/** What most ACM problems have in common; a problem overrides what it has of its own. */
export const acm = { ...plain, scoring: 'ACM', fullScore: 0, caseMode: 'ALL' } as const

/** The same for OI problems. */
export const oi = { ...plain, scoring: 'OI', fullScore: 100, caseMode: 'ALL' } as const

/** Where the problems that we wrote for the start of the site come from. */
export const OPENING_SET = { 'zh-CN': '开站题集', 'en-US': 'Opening set' }

/** Where those of the contest that goes on at the start come from. */
export const OPEN_DAY = { 'zh-CN': '开放日热身赛', 'en-US': 'Open day warm-up' }

/** One template for every standard of C, C++ or Python that the judge knows. */
const same = (keys: string[]) => (source: string) => Object.fromEntries(keys.map((key) => [key, source]))
export const forC = same(['c11', 'c11o2'])
export const forCpp = same(['cpp14', 'cpp14o2', 'cpp17', 'cpp17o2', 'cpp20', 'cpp20o2', 'cpp23', 'cpp23o2'])
export const forPython = same(['python3', 'pypy3'])
