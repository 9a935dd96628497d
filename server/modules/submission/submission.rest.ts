import { findLanguage } from '#judge/languages.ts'
import { createTranslator } from '#locales/translator.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import {
  asPage,
  isTrue,
  numberOf,
  objectOf,
  pageOf,
  type RestRequest,
  requiredList,
  requiredNumber,
  requiredText,
  router,
  textOf,
} from '../../doors/router.ts'
import { CASE_MODE_WORD, VERDICT_CODE } from '../problem/restCodes.ts'
import { siteSettings } from '../site/site.ts'
import { caseResults, type RunView } from './cases.ts'
import type { SubmissionFilter } from './listing.ts'
import { messageOf } from './message.ts'
import { submissionPage } from './page.ts'
import { outcomeOf } from './restCodes.ts'
import { entityOf, REST_ROW, type RestRow, restLanguage, restProblem, rowOf } from './restShapes.ts'
import { findLastAccepted, findSubmission, readableSource, shareSubmission, submit } from './submission.ts'
import { countSubmissions } from './total.ts'

/** Contests, trainings and groups have submissions of their own; whoever names one here asks for what is not there. */
function refuseElsewhere({ cid, tid, gid }: Record<string, unknown>): void {
  for (const place of [cid, tid, gid]) if (Number(place ?? 0) !== 0) throw new Refusal('NOT_FOUND')
}

const loadRow = (ctx: Context, id: number): Promise<RestRow> =>
  ctx.db.submission.findUniqueOrThrow({ where: { id }, select: REST_ROW })

router.post('/api/submit-problem-judge', 'login', async (ctx, request) => {
  const body = objectOf(request.body)
  refuseElsewhere(body)
  const source = requiredText(body.code, 'code')
  const id = await submit(ctx, {
    problem: restProblem(body.pid),
    language: restLanguage(body.language),
    source,
    captcha: { key: textOf(body.captchaKey, 'captchaKey'), answer: textOf(body.captcha, 'captcha') },
  })
  return { ...entityOf(ctx, await loadRow(ctx, id)), code: source }
})

function filterOf({ query }: RestRequest): SubmissionFilter | null {
  const outcome = query.status ? outcomeOf(requiredNumber(query.status, 'status')) : {}
  return (
    outcome && {
      ...outcome,
      mine: isTrue(query.onlyMine, 'onlyMine'),
      username: query.username,
      problem: query.problemID,
      exactProblem: isTrue(query.completeProblemID, 'completeProblemID'),
    }
  )
}

router.get('/api/get-submission-list', 'anyone', async (ctx, request) => {
  const page = pageOf(request, 30)
  const filter = filterOf(request)
  if (!filter || numberOf(request.query.gid, 'gid', 0) !== 0) return asPage([], 0, page)
  const [rows, total] = await Promise.all([
    submissionPage(ctx, filter, { take: page.limit, select: REST_ROW }, page.offset),
    countSubmissions(ctx, filter),
  ])
  return asPage(
    rows.map((row) => rowOf(ctx, row)),
    total,
    page,
  )
})

router.get('/api/get-submission-detail', 'anyone', async (ctx, request) => {
  const submission = await findSubmission(ctx, requiredNumber(request.query.submitId, 'submitId'))
  const [row, source, message, { hideSources }] = await Promise.all([
    loadRow(ctx, submission.id),
    readableSource(ctx, submission),
    messageOf(ctx, submission),
    siteSettings(ctx),
  ])
  const t = createTranslator(ctx.locale)
  return {
    submission: {
      ...entityOf(ctx, row),
      code: source ?? (hideSources ? t('judging:sourceHidden') : null),
      errorMessage: message ?? t('judging:messageHidden'),
    },
    codeShare: row.problem.codeShare,
  }
})

const caseOf = (mode: string) => (run: RunView, position: number) => ({
  id: null,
  pid: null,
  submitId: null,
  uid: null,
  caseId: null,
  time: run.timeMs,
  memory: run.memoryKb,
  score: run.score,
  status: VERDICT_CODE[run.verdict],
  inputData: run.inputName,
  outputData: run.answerName,
  userOutput: run.message,
  groupNum: run.subtask || null,
  seq: position + 1,
  mode,
  gmtCreate: null,
  gmtModified: null,
})

router.get('/api/get-all-case-result', 'anyone', async (ctx, request) => {
  const submission = await findSubmission(ctx, requiredNumber(request.query.submitId, 'submitId'))
  const results = await caseResults(ctx, submission)
  if (!results) return null
  const mode = CASE_MODE_WORD[results.mode]
  if (results.subtasks.length === 0) {
    return {
      judgeCaseMode: mode,
      judgeCaseList: results.runs.map(caseOf(mode)),
      subTaskJudgeCaseVoList: null,
    }
  }
  return {
    judgeCaseMode: mode,
    judgeCaseList: null,
    subTaskJudgeCaseVoList: results.subtasks.map((subtask) => ({
      groupNum: subtask.number,
      time: subtask.timeMs,
      memory: subtask.memoryKb,
      score: subtask.score,
      status: subtask.verdict && VERDICT_CODE[subtask.verdict],
      ac: subtask.accepted,
      total: subtask.total,
      subtaskDetailList: subtask.runs.map(caseOf(mode)),
    })),
  }
})

router.put('/api/submission', 'login', async (ctx, request) => {
  const { submitId, share } = objectOf(request.body)
  await shareSubmission(ctx, requiredNumber(submitId, 'submitId'), isTrue(share, 'share'))
})

/** More ids at once than the largest page has are no page. */
const MOST_IDS = 500

router.post('/api/check-submissions-status', 'anyone', async (ctx, request) => {
  const { submitIds } = objectOf(request.body)
  const ids = requiredList(submitIds ?? [], 'submitIds')
    .map(Number)
    .filter(isRowNumber)
  const rows = await submissionPage(
    ctx,
    { ids: ids.slice(0, MOST_IDS) },
    { take: MOST_IDS, select: REST_ROW },
    0,
  )
  return Object.fromEntries(
    rows.map((row) => [row.id, { ...entityOf(ctx, row), code: null, errorMessage: null }]),
  )
})

/** The end of the code tells, in a comment of its language, where it comes from. */
function withOrigin(row: RestRow, source: string): string {
  const comment = findLanguage(row.language)?.comment
  const origin = `submission ${row.id} · ${row.user.username} · ${row.createdAt.toISOString()}`
  if (comment?.line) return `${source}\n${comment.line} ${origin}`
  if (comment?.block) return `${source}\n${comment.block[0]} ${origin} ${comment.block[1]}`
  return source
}

router.get('/api/get-last-ac-code', 'login', async (ctx, request) => {
  const { pid } = request.query
  const key = pid !== undefined && /^\d+$/.test(pid) ? { id: Number(pid) } : restProblem(pid)
  const submission = await findLastAccepted(ctx, key)
  if (!submission) return { submitId: null, code: '', language: null }
  const [row, source] = await Promise.all([loadRow(ctx, submission.id), readableSource(ctx, submission)])
  const { submitId, language } = entityOf(ctx, row)
  return { submitId, language, code: source === null ? '' : withOrigin(row, source) }
})
