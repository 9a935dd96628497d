import { z } from 'zod'
import type { Contest } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { flag, requiredNumber } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { find } from '../../venue.ts'
import { SHOWN_CONTEST } from '../contest/contest.ts'
import { NAME_WORD } from '../contest/restShapes.ts'
import { VERDICT_CODE } from '../problem/restCodes.ts'
import { scoreboardOf } from './boards.ts'
import { enterReveal, type RevealedTry, revealedTries } from './reveal.ts'

const cid = requiredNumber().describe('Number of the contest.')

/** Date format of the reference system's scroll board, in GMT+8. */
const moment = z
  .string()
  .regex(/^\d{4,}\/\d\d\/\d\d \d\d:\d\d:\d\d$/)
  .meta({ description: 'A time in GMT+8, such as 2021/12/12 12:11:44.' })
const CHINA_MS = 8 * 3600_000
const asMoment = (ms: number): string =>
  new Date(ms + CHINA_MS).toISOString().slice(0, -5).replaceAll('-', '/').replace('T', ' ')

const restInfo = z
  .object({
    id: z.int(),
    rankShowName: z.string().describe('username, nickname or realname.'),
    problemCount: z.int(),
    balloonColor: z.record(z.string(), z.string().nullable()).describe('Colours by display id.'),
    startTime: moment,
    sealRankTime: moment,
    starUserList: z.array(z.string()).describe('Usernames that are not ranked.'),
  })
  .meta({ id: 'ScrollBoardInfo', description: 'Contest of a scroll board.' })

const optional = z.string().nullable()
const restTry = z
  .object({
    uid: z.string(),
    username: z.string(),
    nickname: optional,
    realname: optional,
    school: optional,
    avatar: optional,
    gender: optional.describe('male, female or secrecy.'),
    submitId: z.int(),
    status: z.int().describe('0 solved, -2 no penalty, others a penalty.'),
    submitTime: moment,
    displayId: z.string(),
  })
  .meta({ id: 'ScrollBoardSubmission', description: 'A try that a scroll board counts.' })

/** Contest of a scroll board; refused like one without a resolver when it does not exist. */
async function enter(ctx: Context, id: number): Promise<Contest> {
  await find(ctx, SHOWN_CONTEST, id, 'board').catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'NOT_FOUND' ? new Refusal('CONTEST_NO_REVEAL') : error
  })
  return enterReveal(ctx, id)
}

/**
 * A try in the encoding that leads that page to the final board. The page ignores compile errors (-2) only
 * and counts all others as wrong, so tries without penalty become -2; and it loses solutions in the second of
 * the freeze, so they are sent as one second later, or earlier where the freeze begins within that second.
 */
function asTry({ startsAt, freezesAt }: Contest, one: RevealedTry): z.output<typeof restTry> {
  const { number, second, isSealed, verdict, outcome, person, realname, problem } = one
  const sentAt = (second: number) => startsAt.getTime() + second * 1000
  // Moments are told in whole seconds.
  const isAtFreeze = freezesAt !== null && asMoment(sentAt(second)) === asMoment(freezesAt.getTime())
  const told = isAtFreeze ? second + (isSealed ? 1 : -1) : second
  return {
    uid: person.id,
    username: person.username,
    nickname: person.nickname,
    realname,
    school: person.school,
    avatar: person.avatar,
    gender: person.gender,
    submitId: number,
    status: VERDICT_CODE[outcome === 'NOTHING' ? 'COMPILE_ERROR' : verdict],
    submitTime: asMoment(sentAt(told)),
    displayId: problem.displayId,
  }
}

router.get(
  '/api/get-contest-scroll-board-info',
  'anyone',
  {
    summary:
      'Contest of a scroll board; for organisers, and for everyone when the board is public and unfrozen.',
    query: { cid },
    answer: restInfo,
  },
  async (ctx, { query }) => {
    const contest = await enter(ctx, query.cid)
    const { problems } = await scoreboardOf(ctx, contest)
    return {
      id: contest.id,
      rankShowName: NAME_WORD[contest.shownName],
      problemCount: problems.length,
      balloonColor: Object.fromEntries(problems.map(({ displayId, color }) => [displayId, color])),
      startTime: asMoment(contest.startsAt.getTime()),
      sealRankTime: asMoment((contest.freezesAt ?? contest.endsAt).getTime()),
      starUserList: contest.stars,
    }
  },
)

router.get(
  '/api/get-contest-scroll-board-submission',
  'anyone',
  {
    summary: 'Tries of a scroll board, in the order of submission.',
    query: { cid, removeStar: flag().describe('Leave out unranked participants.') },
    answer: z.array(restTry),
  },
  async (ctx, { query }) => {
    const contest = await enter(ctx, query.cid)
    const tries = await revealedTries(ctx, contest, { withoutStars: query.removeStar })
    return tries.map((one) => asTry(contest, one))
  },
)
