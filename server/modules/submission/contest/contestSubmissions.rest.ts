import { z } from 'zod'
import { readerOf } from '../../../context.ts'
import { requireAtMost } from '../../../core/errors.ts'
import { isRowNumber } from '../../../core/rowNumber.ts'
import {
  flag,
  INTEGERS,
  list,
  number,
  optionalNumber,
  pageOf,
  paging,
  requiredFlag,
  requiredNumber,
  text,
} from '../../../doors/rest/coercers.ts'
import { router } from '../../../doors/rest/router.ts'
import { asPage, meaningOf, page } from '../../../doors/rest/shapes.ts'
import { organises } from '../../../policy/officials.ts'
import { enter } from '../../../venue.ts'
import { problemsOf, SHOWN_CONTEST } from '../../contest/contest.ts'
import type { SubmissionFilter } from '../listing.ts'
import { submissionPage } from '../page.ts'
import { outcomeOf, SHOWN_CODE } from '../restCodes.ts'
import { entityOf, REST_ROW, restSubmission, restSubmissionRow, rowOf } from '../restShapes.ts'
import { countSubmissions } from '../total.ts'

router.get(
  '/api/contest-submissions',
  'login',
  {
    summary: 'Submissions of a contest, newest first.',
    query: {
      ...paging(30),
      contestID: requiredNumber().describe('Number of the contest.'),
      beforeContestSubmit: requiredFlag().describe('Those of its organisers from before the start.'),
      onlyMine: flag().describe("The caller's own alone."),
      problemID: text().describe('What the problem is called there, or a part of it.'),
      status: optionalNumber(SHOWN_CODE).describe(`Those shown with it: ${meaningOf(SHOWN_CODE)}.`),
      username: text().describe('Who sent them.'),
      completeProblemID: flag().describe('Whether problemID is all of what it is called.'),
      containsEnd: flag().describe('Those from after the end too.'),
      forceRefresh: flag().describe('Also what the freeze hides; for organisers.'),
    },
    answer: page(restSubmissionRow),
  },
  async (asking, { query }) => {
    const ctx = { ...asking, unsealed: query.forceRefresh }
    const wanted = pageOf(query)
    const contest = await enter(ctx, SHOWN_CONTEST, query.contestID, 'look')
    const { startsAt, endsAt } = contest
    const outcome = query.status === null ? {} : outcomeOf(query.status)
    const hidden = query.beforeContestSubmit && !organises(readerOf(ctx), contest)
    if (!outcome || hidden) return asPage([], 0, wanted)
    const problems = await problemsOf(ctx, contest)
    const name = query.problemID.trim().toLowerCase()
    const named = problems.filter(({ displayId }) => {
      const theirs = displayId.toLowerCase()
      return query.completeProblemID ? theirs === name : theirs.includes(name)
    })
    const filter: SubmissionFilter = {
      ...outcome,
      contestId: contest.id,
      ...(query.beforeContestSubmit ? { before: startsAt } : { from: startsAt }),
      ...(query.beforeContestSubmit || query.containsEnd ? {} : { before: endsAt }),
      mine: query.onlyMine,
      username: query.username,
      problemIds: name ? named.map(({ problemId }) => problemId) : null,
    }
    const [rows, total] = await Promise.all([
      submissionPage(ctx, filter, { take: wanted.limit, select: REST_ROW }, wanted.offset),
      countSubmissions(ctx, filter),
    ])
    const byId = new Map(problems.map((problem) => [problem.problemId, problem]))
    const records = rows.map(async (row) => {
      const problem = byId.get(row.problemId)
      const shown = { ...(await rowOf(ctx, row)), oiRankScore: null }
      return problem ? { ...shown, displayId: problem.displayId, title: problem.title } : shown
    })
    return asPage(await Promise.all(records), total, wanted)
  },
)

const MOST_IDS = 500

router.post(
  '/api/check-contest-submissions-status',
  'login',
  {
    summary: 'How far each of some submissions of a contest is.',
    body: {
      cid: number(0).describe('Number of the contest.'),
      submitIds: list(INTEGERS).describe('Numbers of the submissions.'),
    },
    answer: z.record(z.string(), restSubmission).describe('By number, without sources and messages.'),
  },
  async (ctx, { body }) => {
    const contest = await enter(ctx, SHOWN_CONTEST, body.cid, 'look')
    requireAtMost(MOST_IDS, 'submitIds', body.submitIds)
    const ids = body.submitIds.map(Number).filter(isRowNumber)
    const filter: SubmissionFilter = { ids, contestId: contest.id }
    const rows = await submissionPage(ctx, filter, { take: MOST_IDS, select: REST_ROW }, 0)
    return Object.fromEntries(
      await Promise.all(
        rows.map(async (row) => [
          row.id,
          { ...(await entityOf(ctx, row)), oiRankScore: null, code: null, errorMessage: null },
        ]),
      ),
    )
  },
)
