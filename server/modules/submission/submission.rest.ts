import { z } from 'zod'
import { findLanguage } from '#judge/languages.ts'
import { createTranslator } from '#locales/translator.ts'
import type { Context } from '../../context.ts'
import { requireAtMost } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import {
  flag,
  INTEGERS,
  list,
  mapped,
  number,
  optionalNumber,
  pageOf,
  paging,
  requiredNumber,
  requiredText,
  text,
  textOrNumber,
} from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { asPage, meaningOf, page } from '../../doors/rest/shapes.ts'
import { homeOf } from '../../policy/venue.ts'
import { languageKeyCalled } from '../site/language.ts'
import { switches } from '../site/site.ts'
import { caseResults } from './cases.ts'
import type { SubmissionFilter } from './listing.ts'
import { messageOf } from './message.ts'
import { rowsOutsideContests, submissionPage } from './page.ts'
import { asRestCaseResults, restCaseResults } from './restCases.ts'
import { outcomeOf, SHOWN_CODE } from './restCodes.ts'
import {
  entityOf,
  problemKey,
  REST_ROW,
  type RestRow,
  restSubmission,
  restSubmissionRow,
  rowOf,
} from './restShapes.ts'
import { bankOfTarget, type ProblemKey, requireMember } from './sending.ts'
import {
  findLastAccepted,
  findSubmission,
  openSubmission,
  readableSource,
  shareSubmission,
  submit,
} from './submission.ts'
import { countSubmissions } from './total.ts'

const loadRow = (ctx: Context, id: number): Promise<RestRow> =>
  ctx.db.submission.findUniqueOrThrow({ where: { id }, select: REST_ROW })

const submitId = requiredNumber().describe('Number of the submission.')

const elsewhere = {
  cid: number(0).describe('Number of a contest; 0: none.'),
  tid: number(0, { least: Number.MIN_SAFE_INTEGER }).describe('Number of a training; 0: none.'),
  gid: number(0, { least: Number.MIN_SAFE_INTEGER }).describe('Number of a group of the caller; 0: none.'),
}

router.post(
  '/api/submit-problem-judge',
  'login',
  {
    summary: 'Submits a program, in a contest under what the problem is called there.',
    forbids: ['SUBMIT_BANNED'],
    body: {
      ...elsewhere,
      code: requiredText().describe('The program; empty where files of output are submitted.'),
      pid: problemKey(),
      language: requiredText().describe('Name of the language; empty where files of output are submitted.'),
      outputs: text().describe('Instead of a program: id of uploaded files of output.'),
    },
    answer: restSubmission,
  },
  async (ctx, { body }) => {
    if (body.gid) requireMember(ctx, body.gid)
    const contestId = body.cid > 0 ? body.cid : null
    const id = await submit(ctx, {
      problem: body.pid,
      contestId,
      trainingId: body.tid || null,
      language: await languageKeyCalled(ctx, body.language, await bankOfTarget(ctx, body.pid, contestId)),
      source: body.code,
      outputs: body.outputs || null,
      captcha: 'UNANSWERABLE',
    })
    return { ...(await entityOf(ctx, await loadRow(ctx, id))), code: body.code }
  },
)

/**
 * Whether a list is that of the caller's own submissions to a public problem, which are practice also where a training
 * of a group has it (area-rules T12).
 */
async function isOwnPractice(
  ctx: Context,
  {
    onlyMine,
    completeProblemID,
    problemID,
  }: { onlyMine: boolean; completeProblemID: boolean; problemID: string },
): Promise<boolean> {
  if (!onlyMine || !completeProblemID) return false
  const problem = await ctx.db.problem.findUnique({
    where: { displayId: problemID.trim().toUpperCase() },
    select: { groupId: true, visibility: true },
  })
  return problem !== null && homeOf(problem) === null
}

router.get(
  '/api/get-submission-list',
  'anyone',
  {
    summary: 'Submissions outside contests, newest first: of the site, or of a group.',
    query: {
      ...paging(30),
      onlyMine: flag().describe("The caller's own alone."),
      problemID: text().describe('Part of a display id.'),
      status: optionalNumber(SHOWN_CODE).describe(`Those shown with it: ${meaningOf(SHOWN_CODE)}.`),
      username: text().describe('Who sent them.'),
      completeProblemID: flag().describe('Whether problemID is all of a display id.'),
      gid: number(0, { least: Number.MIN_SAFE_INTEGER }).describe(
        'Number of a group, for its members; 0: the site.',
      ),
    },
    answer: page(restSubmissionRow),
  },
  async (ctx, { query }) => {
    const wanted = pageOf(query)
    const outcome = query.status === null ? {} : outcomeOf(query.status)
    if (!outcome || (query.gid !== 0 && !isRowNumber(query.gid))) return asPage([], 0, wanted)
    const filter: SubmissionFilter = {
      ...outcome,
      groupId: query.gid && !(await isOwnPractice(ctx, query)) ? query.gid : null,
      mine: query.onlyMine,
      username: query.username,
      problem: query.problemID,
      exactProblem: query.completeProblemID,
    }
    const [rows, total] = await Promise.all([
      submissionPage(ctx, filter, { take: wanted.limit, select: REST_ROW }, wanted.offset),
      countSubmissions(ctx, filter),
    ])
    return asPage(await Promise.all(rows.map((row) => rowOf(ctx, row))), total, wanted)
  },
)

router.get(
  '/api/get-submission-detail',
  'anyone',
  {
    summary: 'A submission, with its source where the caller may read it.',
    query: { submitId },
    answer: z.object({
      submission: restSubmission,
      codeShare: z.boolean().describe('Whether sources of this problem can be shared.'),
    }),
  },
  async (ctx, { query }) => {
    const submission = await openSubmission(ctx, query.submitId)
    const [row, source, message, { hideSources }] = await Promise.all([
      loadRow(ctx, submission.id),
      readableSource(ctx, submission),
      messageOf(ctx, submission),
      switches.get(ctx),
    ])
    return {
      submission: {
        ...(await entityOf(ctx, row)),
        code: source ?? (hideSources ? sourceHidden(ctx) : null),
        errorMessage: message ?? MESSAGE_HIDDEN,
      },
      codeShare: row.problem.codeShare,
    }
  },
)

router.get(
  '/api/get-all-case-result',
  'anyone',
  {
    summary: 'The results of a submission, case by case; null when the caller may not see them.',
    query: { submitId },
    answer: restCaseResults.nullable(),
  },
  async (ctx, { query }) => {
    const results = await caseResults(ctx, await findSubmission(ctx, query.submitId))
    return results && asRestCaseResults(results)
  },
)

router.put(
  '/api/submission',
  'login',
  {
    summary: "Shares the source of one of the caller's submissions, or takes that back.",
    body: { submitId, share: flag().describe('Whether it is shared.') },
  },
  (ctx, { body }) => shareSubmission(ctx, body.submitId, body.share),
)

/** More ids at once than the largest page has are no page. */
const MOST_IDS = 500

router.post(
  '/api/check-submissions-status',
  'anyone',
  {
    summary: 'How far each of some submissions is, outside of contests.',
    body: { submitIds: list(INTEGERS).describe('Numbers of the submissions.') },
    answer: z.record(z.string(), restSubmission).describe('By number, without sources and messages.'),
  },
  async (ctx, { body }) => {
    requireAtMost(MOST_IDS, 'submitIds', body.submitIds)
    const ids = body.submitIds.map(Number).filter(isRowNumber)
    const rows = await rowsOutsideContests(ctx, ids, REST_ROW)
    return Object.fromEntries(
      await Promise.all(
        rows.map(async (row) => [row.id, { ...(await entityOf(ctx, row)), code: null, errorMessage: null }]),
      ),
    )
  },
)

/** Clients of the reference system know this sentence, in any language. */
const MESSAGE_HIDDEN = 'The error message does not support viewing.'

/** What stands in the place of code that the site shows nobody. */
const sourceHidden = ({ locale }: Context) => createTranslator(locale)('judging:sourceHidden')

/** The end of the code tells, in a comment of its language, where it comes from. */
function withOrigin(row: RestRow, source: string): string {
  const comment = findLanguage(row.language)?.comment
  const origin = `submission ${row.id} · ${row.user.username} · ${row.createdAt.toISOString()}`
  if (comment?.line) return `${source}\n${comment.line} ${origin}`
  if (comment?.block) return `${source}\n${comment.block[0]} ${origin} ${comment.block[1]}`
  return source
}

/** Here those clients send the number of the problem; its display id is taken as well. */
const anyProblem = mapped(
  textOrNumber().describe('Number of the problem, or its display id.'),
  (pid): ProblemKey => (/^\d+$/.test(String(pid)) ? { id: Number(pid) } : { displayId: String(pid) }),
)

router.get(
  '/api/get-last-ac-code',
  'login',
  {
    summary: "The source of the caller's last accepted submission of a problem, in a contest or in practice.",
    query: { pid: anyProblem, cid: number(0).describe('Number of the contest; 0: none.') },
    answer: z.object({
      submitId: z.int().nullable().describe('Null when there is none.'),
      code: z.string(),
      language: z.string().nullable(),
    }),
  },
  async (ctx, { query }) => {
    const submission = await findLastAccepted(ctx, query.pid, query.cid || null)
    if (!submission) return { submitId: null, code: '', language: null }
    const [row, source] = await Promise.all([loadRow(ctx, submission.id), readableSource(ctx, submission)])
    const { submitId, language } = await entityOf(ctx, row)
    return { submitId, language, code: source === null ? '' : withOrigin(row, source) }
  },
)
