import { z } from 'zod'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { flag, list, number, pageOf, paging, text } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { asPage, page } from '../../doors/rest/shapes.ts'
import { enterBoard, enterShown, findShown } from '../contest/contest.ts'
import { asAcmRow, asOiRow, restAcmRow, restOiRow } from './restShapes.ts'
import { type StandingRow, standingsOf } from './scoreboard.ts'

const wish = {
  ...paging(50),
  cid: number(0).describe('Number of the contest.'),
  forceRefresh: flag().describe('Whether an organiser asks for what the seal hides.'),
  removeStar: flag().describe('Whether those who are not ranked are left out.'),
  keyword: text().describe('Part of the shown name or of the school.'),
  containsEnd: flag().describe('With what was sent after the end.'),
  concernedList: list().describe('Ids of people whose rows come first.'),
  externalCidList: list().describe('Passed over.'),
}

const restBoard = page(z.union([restAcmRow, restOiRow]))

type Wish = { [Name in keyof typeof wish]: z.output<(typeof wish)[Name]> }

/** The rows of the concerned, and of oneself where that is asked for, stand in front again and count (contest-rules.md 20). */
async function boardPage(ctx: Context, body: Wish, own: string | null) {
  const contest = await findShown(ctx, body.cid)
  const asked = { ...ctx, unsealed: body.forceRefresh }
  const standings = await standingsOf(asked, contest, {
    late: body.containsEnd,
    withoutStars: body.removeStar,
    keyword: body.keyword,
  })
  const wanted = pageOf(body)
  const concerned = new Set(body.concernedList.map(String))
  const ahead: StandingRow[] = [
    ...standings.rows.filter(({ userId }) => userId === own),
    ...standings.rows.filter(({ userId }) => userId !== own && concerned.has(userId)),
  ]
  const rows = [...ahead, ...standings.rows]
  const shown = rows.slice(wanted.offset, wanted.offset + wanted.limit)
  const asRow = contest.type === 'ACM' ? asAcmRow : asOiRow
  return asPage(
    shown.map((row) => asRow(row, standings)),
    rows.length,
    wanted,
  )
}

router.post(
  '/api/get-contest-rank',
  'login',
  { summary: 'The scoreboard of a contest, the own row in front.', body: wish, answer: restBoard },
  async (ctx, { body }) => {
    await enterShown(ctx, body.cid)
    return boardPage(ctx, body, ctx.viewer?.id ?? null)
  },
)

router.post(
  '/api/get-contest-outside-scoreboard',
  'anyone',
  { summary: 'The scoreboard of a contest that everybody may read.', body: wish, answer: restBoard },
  async (ctx, { body }) => {
    const contest = await findShown(ctx, body.cid)
    if (!contest.boardIsOpen) throw new Refusal('FORBIDDEN')
    await enterBoard(ctx, contest.id)
    return boardPage(ctx, body, null)
  },
)
