import { z } from 'zod'
import type { Contest } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { isOff, number, pageOf, paging, requiredNumber, text } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { page } from '../../doors/rest/shapes.ts'
import { hasAccess } from '../../policy/contest.ts'
import { enter, find } from '../../venue.ts'
import { countParticipants, problemsOf, recentContests, SHOWN_CONTEST, standingIn } from './contest.ts'
import { register } from './registration.ts'
import { asListedRows, pageOfContests } from './restLists.ts'
import {
  asContest,
  asContestProblem,
  codesOf,
  keyOfCode,
  restContest,
  restContestProblem,
  STATUS_CODE,
  TYPE_CODE,
  WITH_OWNER,
} from './restShapes.ts'

/** Contest type by the number of the reference system: anything but 0 is OI. */
const typeOf = (code: string) => (isOff(code) ? null : (keyOfCode(TYPE_CODE, code) ?? 'OI'))
const statusOfCode = (code: string) => (isOff(code) ? null : (keyOfCode(STATUS_CODE, code) ?? 'ENDED'))

router.get(
  '/api/get-contest-list',
  'anyone',
  {
    summary: 'Contests: upcoming, running, then ended; latest start first.',
    query: {
      ...paging(10),
      status: text(codesOf(STATUS_CODE)).describe('-1 scheduled, 0 running, 1 ended.'),
      type: text(codesOf(TYPE_CODE)).describe('0 ACM, 1 OI.'),
      keyword: text().describe('Part of the title.'),
    },
    answer: page(restContest),
  },
  async (ctx, { query }) => {
    const { keyword } = query
    const filter = { status: statusOfCode(query.status), type: typeOf(query.type), keyword }
    return pageOfContests(ctx, filter, pageOf(query))
  },
)

router.get(
  '/api/get-recent-contest',
  'anyone',
  {
    summary: 'Contests that are running or start within two weeks, latest start first.',
    answer: z.array(restContest),
  },
  async (ctx) => {
    const rows = await asListedRows(ctx, await recentContests(ctx))
    return rows.map((row) => ({ ...row, description: null, openRank: null, allowEndSubmit: null }))
  },
)

const cid = requiredNumber().describe('Number of the contest.')

const withOwner = (ctx: Context, { id }: Contest) =>
  ctx.db.contest.findUniqueOrThrow({ where: { id }, ...WITH_OWNER })

router.get(
  '/api/get-contest-info',
  'login',
  { summary: 'A contest with all fields of its page.', query: { cid }, answer: restContest },
  async (ctx, { query }) => {
    const contest = await withOwner(ctx, await find(ctx, SHOWN_CONTEST, query.cid, 'look'))
    return asContest(contest, await countParticipants(ctx, contest), ctx.now)
  },
)

router.get(
  '/api/get-contest-outsize-info',
  'anyone',
  {
    summary: 'A contest with a public scoreboard, and its problems.',
    query: { cid },
    answer: z.object({ contest: restContest, problemList: z.array(restContestProblem) }),
  },
  async (ctx, { query }) => {
    const { boardIsOpen } = await find(ctx, SHOWN_CONTEST, query.cid, 'board')
    if (!boardIsOpen) throw new Refusal('FORBIDDEN')
    const contest = await enter(ctx, SHOWN_CONTEST, query.cid, 'board')
    const [row, problems, count] = await Promise.all([
      withOwner(ctx, contest),
      problemsOf(ctx, contest),
      countParticipants(ctx, contest),
    ])
    return { contest: asContest(row, count, ctx.now), problemList: problems.map(asContestProblem) }
  },
)

router.post(
  '/api/register-contest',
  'login',
  {
    summary: 'Registers the caller for a contest.',
    body: { cid: number(0).describe('Number of the contest.'), password: text().describe('Its password.') },
  },
  async (ctx, { body }) => {
    await find(ctx, SHOWN_CONTEST, body.cid, 'look')
    await register(ctx, body.cid, body.password)
  },
)

router.get(
  '/api/get-contest-access',
  'login',
  {
    summary: 'Whether the caller is registered for a contest.',
    query: { cid },
    answer: z.object({ access: z.boolean() }),
  },
  async (ctx, { query }) => {
    const contest = await find(ctx, SHOWN_CONTEST, query.cid, 'look')
    return { access: hasAccess(readerOf(ctx), await standingIn(ctx, contest)) }
  },
)
