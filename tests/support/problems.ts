import { type ProblemInput, saveProblem } from '#server/modules/problem/authoring/authoring.ts'
import { contextOf, type Person } from './people.ts'
import type { Site } from './site.ts'

/** A+B with two tests, public, in both languages; `change` says what is different. */
export const problemInput = (displayId: string | null, change: Partial<ProblemInput> = {}): ProblemInput => ({
  id: null,
  displayId,
  difficulty: 'EASY',
  scoring: 'ACM',
  caseMode: 'ALL',
  visibility: 'PUBLIC',
  timeMs: 1000,
  memoryMb: 256,
  stackMb: 128,
  outputBytes: null,
  checker: { kind: 'default', ignoreTrailingBlanks: true },
  interactor: null,
  fileIo: null,
  userFiles: {},
  judgeFiles: {},
  openCases: true,
  codeShare: true,
  languageKeys: [],
  statements: [
    { locale: 'en-US', title: `Sum ${displayId}`, ...WORDS, source: 'Tests' },
    { locale: 'zh-CN', title: `求和 ${displayId}`, ...WORDS, source: '测试' },
  ],
  samples: [{ input: '1 2\n', output: '3\n' }],
  tagIds: [],
  templates: {},
  testcases: [
    { input: '1 2\n', answer: '3\n', subtask: 0, score: 0 },
    { input: '-5 5\n', answer: '0\n', subtask: 0, score: 0 },
  ],
  annexes: null,
  ...change,
})

const WORDS = { description: 'Add $a$ and $b$.', input: 'Two numbers.', output: 'Their sum.', hint: '' }

/** Stores such a problem as `author`, who must be allowed to publish. */
export const addProblem = (
  site: Site,
  author: Person,
  displayId: string | null,
  change: Partial<ProblemInput> = {},
) => saveProblem(contextOf(site, author), problemInput(displayId, change))
