import type {
  FakeAnswer,
  FakeBank,
  FakeRequest,
  FakeRun,
  FakeSite,
  FakeVerdict,
  RequestKind,
} from './fakeBank.ts'

type LibreProblem = {
  displayId: number
  id: number
  type: 'Traditional' | 'Interaction' | 'SubmitAnswer'
  title: string
  locale: 'zh_CN' | 'en_US'
  judgeInfo: Record<string, unknown>
  sections: readonly { sectionTitle: string; type: 'Text' | 'Sample'; sampleId?: number; text: string }[]
  samples: readonly { inputData: string; outputData: string }[]
  tags: readonly string[]
}

export const PROBLEMS: readonly LibreProblem[] = [
  {
    displayId: 6001,
    id: 11,
    type: 'Traditional',
    title: '茶山小径',
    locale: 'zh_CN',
    judgeInfo: { timeLimit: 1500, memoryLimit: 256, runSamples: true, fileIo: null },
    sections: [
      {
        sectionTitle: '题目描述',
        type: 'Text',
        text: '茶山上有 $n$ 座亭子，第 $i$ 座高 $h_i$。\n\n![小径图](/files/path.png)\n\n问最长的上坡路。',
      },
      { sectionTitle: '输入格式', type: 'Text', text: '第一行 $n$，第二行 $n$ 个整数。' },
      { sectionTitle: '输出格式', type: 'Text', text: '一个整数。' },
      { sectionTitle: '样例', type: 'Sample', sampleId: 0, text: '走第二、三座亭子。' },
      { sectionTitle: '数据范围与提示', type: 'Text', text: '$1 \\le n \\le 10^5$' },
    ],
    samples: [
      { inputData: '3\n3 1 2\n', outputData: '2\n' },
      { inputData: '1\n9\n', outputData: '1\n' },
    ],
    tags: ['动态规划', '二分查找'],
  },
  {
    displayId: 6002,
    id: 12,
    type: 'Traditional',
    title: 'Night Ferry',
    locale: 'en_US',
    judgeInfo: {
      timeLimit: 1000,
      memoryLimit: 512,
      fileIo: { inputFilename: 'ferry.in', outputFilename: 'ferry.out' },
    },
    sections: [
      { sectionTitle: 'Tale', type: 'Text', text: 'A ferry crosses $k$ times.' },
      { sectionTitle: 'What is given', type: 'Text', text: 'The number $k$.' },
      { sectionTitle: 'What is asked', type: 'Text', text: 'The fare.' },
    ],
    samples: [],
    tags: [],
  },
  {
    displayId: 6003,
    id: 13,
    type: 'SubmitAnswer',
    title: '填空',
    locale: 'zh_CN',
    judgeInfo: {},
    sections: [{ sectionTitle: '题目描述', type: 'Text', text: '提交答案。' }],
    samples: [],
    tags: [],
  },
]

const STATUSES: Readonly<Record<FakeVerdict, string>> = {
  AC: 'Accepted',
  WA: 'WrongAnswer',
  PE: 'WrongAnswer',
  TLE: 'TimeLimitExceeded',
  MLE: 'MemoryLimitExceeded',
  OLE: 'OutputLimitExceeded',
  RE: 'RuntimeError',
  CE: 'CompilationError',
  PARTIAL: 'PartiallyCorrect',
  IDLE: 'RuntimeError',
  REJECTED: 'SystemError',
  SKIPPED: 'Canceled',
  FAILED: 'JudgementFailed',
  ODD: 'Bewildered',
}
export const COMPILER = 'a.cpp:1:12: error: expected ‘;’ before ‘}’ token\n'

const json = (value: unknown, status = 201): FakeAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
})

const fieldOf = (request: FakeRequest, name: string): unknown =>
  typeof request.json === 'object' && request.json !== null
    ? (request.json as Record<string, unknown>)[name]
    : undefined

const invalid = (message: unknown) => json({ statusCode: 400, message, error: 'Bad Request' }, 400)

/** Where the code of a submission lies in its JSON. */
function contentOf(request: FakeRequest): { code: string; language: string; options: unknown } | null {
  const content = fieldOf(request, 'content') as Record<string, unknown> | undefined
  if (typeof content?.code !== 'string' || typeof content.language !== 'string') return null
  return { code: content.code, language: content.language, options: content.compileAndRunOptions }
}

const metaOf = ({ id, displayId, type, locale }: LibreProblem) => ({
  id,
  displayId,
  type,
  isPublic: true,
  ownerId: 1,
  locales: [locale],
})

function getProblem(request: FakeRequest): FakeAnswer {
  const problem = PROBLEMS.find(({ displayId }) => displayId === fieldOf(request, 'displayId'))
  if (!problem) return json({ error: 'NO_SUCH_PROBLEM' })
  const { title, locale, sections, samples, judgeInfo, tags } = problem
  const wants = (name: string) => Boolean(fieldOf(request, name))
  return json({
    meta: metaOf(problem),
    ...(wants('localizedContentsOfLocale')
      ? { localizedContentsOfLocale: { title, locale, contentSections: sections } }
      : {}),
    ...(wants('samples') ? { samples } : {}),
    ...(wants('judgeInfo') ? { judgeInfo } : {}),
    ...(wants('tagsOfLocale')
      ? { tagsOfLocale: tags.map((name, id) => ({ id, name, color: 'blue', nameLocale: 'zh_CN' })) }
      : {}),
  })
}

function login(request: FakeRequest, bank: FakeBank): FakeAnswer {
  const username = String(fieldOf(request, 'username'))
  if (request.username) return json({ error: 'ALREADY_LOGGEDIN' })
  if (!bank.accounts.has(username)) return json({ error: 'NO_SUCH_USER' })
  if (bank.isLocked(username)) return json({ error: 'USER_BANNED' })
  const token = bank.signIn(username, String(fieldOf(request, 'password')))
  return json(token ? { token, username } : { error: 'WRONG_PASSWORD' })
}

function submit(request: FakeRequest, bank: FakeBank): FakeAnswer {
  const { username } = request
  if (!username || bank.isLocked(username)) return json({ error: 'PERMISSION_DENIED' })
  const problem = PROBLEMS.find(({ id }) => id === fieldOf(request, 'problemId'))
  if (!problem) return json({ error: 'NO_SUCH_PROBLEM' })
  const content = contentOf(request)
  if (!content || typeof content.options !== 'object') return invalid(['content must be valid'])
  if (content.code.length > 50_000) return invalid(['code must be shorter than or equal to 50000 characters'])
  if (bank.isTooFast(username)) return json({ statusCode: 429, message: 'Too Many Requests' }, 429)
  const run = bank.submit({
    username,
    problemId: String(problem.displayId),
    languageId: `${content.language} ${JSON.stringify(content.options)}`,
    source: content.code,
  })
  return json({ submissionId: Number(run.id) })
}

function runMeta(run: FakeRun, isDone: boolean) {
  const problem = PROBLEMS.find(({ displayId }) => String(displayId) === run.problemId)
  return {
    id: Number(run.id),
    isPublic: true,
    codeLanguage: run.languageId.split(' ')[0],
    answerSize: run.source.length,
    status: isDone ? STATUSES[run.verdict] : 'Pending',
    submitTime: new Date(run.submittedAt).toISOString(),
    problem: problem && metaOf(problem),
    problemTitle: problem?.title,
    submitter: { username: run.username },
    ...(isDone && run.verdict !== 'CE' ? { timeUsed: 120, memoryUsed: 3456, score: 100 } : {}),
  }
}

function query(request: FakeRequest, bank: FakeBank): FakeAnswer {
  const displayId = fieldOf(request, 'problemDisplayId')
  const submitter = String(fieldOf(request, 'submitter'))
  if (!PROBLEMS.some((one) => one.displayId === displayId)) return json({ error: 'NO_SUCH_PROBLEM' })
  if (!bank.accounts.has(submitter)) return json({ error: 'NO_SUCH_USER' })
  const runs = bank.runsOf(submitter, String(displayId)).slice(0, Number(fieldOf(request, 'takeCount')))
  return json({ submissions: runs.map((run) => runMeta(run, bank.stageOf(run) === 'DONE')) })
}

function detail(request: FakeRequest, bank: FakeBank): FakeAnswer {
  const run = bank.runOf(String(fieldOf(request, 'submissionId')))
  if (!run) return json({ error: 'NO_SUCH_SUBMISSION' })
  const stage = bank.stageOf(run, true)
  const isDone = stage === 'DONE'
  const compile = { success: run.verdict !== 'CE', message: run.verdict === 'CE' ? COMPILER : '' }
  const step = { QUEUED: 'Preparing', COMPILING: 'Compiling', RUNNING: 'Running', DONE: 'Finished' }[stage]
  return json({
    meta: runMeta(run, isDone),
    content: { code: run.source },
    progress: stage === 'QUEUED' ? null : { progressType: step, ...(isDone ? { compile } : {}) },
    progressSubscriptionKey: isDone ? null : 'key',
  })
}

type Call = (request: FakeRequest, bank: FakeBank) => FakeAnswer

const CALLS: Readonly<Record<string, readonly [RequestKind, Call]>> = {
  '/api/problem/getProblem': ['problem', getProblem],
  '/api/auth/login': ['signIn', login],
  '/api/auth/getSessionInfo': [
    'other',
    ({ query }, bank) => {
      const username = bank.usernameOf(query.get('token'))
      return json({ serverPreference: {}, ...(username ? { userMeta: { username } } : {}) }, 200)
    },
  ],
  '/api/submission/submit': ['submit', submit],
  '/api/submission/querySubmission': ['runs', query],
  '/api/submission/getSubmissionDetail': ['poll', detail],
}

/** The API of LibreOJ. */
export const libreojSite = (): FakeSite => ({
  key: 'LIBRE',
  charset: 'utf-8',
  firstRun: 2_100_001,
  tokenOf: ({ headers }) => /^Bearer (\w+)$/.exec(headers.authorization ?? '')?.[1] ?? null,
  kindOf: ({ path }) => CALLS[path]?.[0] ?? 'other',
  answer: (request, bank) => CALLS[request.path]?.[1](request, bank) ?? null,
  captcha: () => invalid('Invalid reCAPTCHA response'),
})
