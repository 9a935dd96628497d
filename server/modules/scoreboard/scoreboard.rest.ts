import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Contest } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import {
  flag,
  INTEGERS,
  list,
  number,
  oneOf,
  pageOf,
  paging,
  requiredFlag,
  requiredNumber,
  STRINGS,
  text,
} from '../../doors/rest/coercers.ts'
import { asAttachment } from '../../doors/rest/download.ts'
import { router } from '../../doors/rest/router.ts'
import { asPage, page } from '../../doors/rest/shapes.ts'
import { BOARD_VIEWS, REVEAL_VIEWS } from '../../policy/contest.ts'
import { organises } from '../../policy/officials.ts'
import { enter, find } from '../../venue.ts'
import { SHOWN_CONTEST } from '../contest/contest.ts'
import { PACKINGS } from './publication.ts'
import { publishedBoard } from './published.ts'
import { rankSheet } from './rankSheet.ts'
import { asAcmRow, asOiRow, restAcmRow, restOiRow } from './restShapes.ts'
import { type StandingRow, standingsOf } from './scoreboard.ts'

/** Most rows of a page: the largest page of the reference system's client, and a whole board for its scripts. */
const MOST_ROWS = 10_000

const wish = {
  ...paging(50, MOST_ROWS),
  cid: number(0).describe('Number of the contest.'),
  forceRefresh: flag().describe('Whether to show what the freeze hides; for organisers.'),
  removeStar: flag().describe('Whether to leave out unranked participants.'),
  keyword: text().describe('Part of the shown name or of the school.'),
  containsEnd: flag().describe('Whether to include submissions after the end.'),
  concernedList: list(STRINGS).describe('Ids of users whose rows come first.'),
  externalCidList: list(INTEGERS).describe('Numbers of contests of the caller to add.'),
}

const restBoard = page(z.union([restAcmRow, restOiRow]))

type Wish = { [Name in keyof typeof wish]: z.output<(typeof wish)[Name]> }

/** Most contests that can be added. */
const MOST_BESIDE = 20

/** Contests with these numbers that the viewer organises and that have the same type; others are ignored. */
async function contestsBeside(ctx: Context, { id, type }: Contest, numbers: Wish['externalCidList']) {
  const wanted = numbers.map(Number).filter((number) => isRowNumber(number) && number !== id)
  if (wanted.length === 0) return []
  const rows = await ctx.db.contest.findMany({
    where: { id: { in: wanted.slice(0, MOST_BESIDE) }, type, removedAt: null },
  })
  return rows.filter((row) => organises(readerOf(ctx), row))
}

/**
 * A page of the board. Rows of followed users, and the viewer's own if asked, are repeated at the front and
 * count for the page (contest-rules.md 20).
 */
async function boardPage(ctx: Context, body: Wish, own: string | null) {
  const contest = await enter(ctx, SHOWN_CONTEST, body.cid, 'board')
  const asked = { ...ctx, unsealed: body.forceRefresh }
  const standings = await standingsOf(asked, contest, {
    late: body.containsEnd,
    withoutStars: body.removeStar,
    keyword: body.keyword,
    beside: await contestsBeside(asked, contest, body.externalCidList),
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
  { summary: "Scoreboard of a contest, with the caller's row first.", body: wish, answer: restBoard },
  async (ctx, { body }) => {
    await enter(ctx, SHOWN_CONTEST, body.cid, 'look')
    return boardPage(ctx, body, ctx.viewer?.id ?? null)
  },
)

router.post(
  '/api/get-contest-outside-scoreboard',
  'anyone',
  { summary: 'Public scoreboard of a contest.', body: wish, answer: restBoard },
  async (ctx, { body }) => {
    const { boardIsOpen } = await find(ctx, SHOWN_CONTEST, body.cid, 'board')
    if (!boardIsOpen) throw new Refusal('FORBIDDEN')
    return boardPage(ctx, body, null)
  },
)

router.download(
  '/api/file/download-contest-rank',
  { orInGroup: 'contest.manage' },
  {
    summary: 'Scoreboard of a contest of the caller as a spreadsheet.',
    query: {
      cid: requiredNumber().describe('Number of the contest.'),
      forceRefresh: requiredFlag().describe('Whether to show what the freeze hides.'),
      removeStar: flag().describe('Whether to leave out unranked participants.'),
      containEnd: flag().describe('Whether to include submissions after the end.'),
      containsEnd: flag().describe('Same as containEnd, as named in other calls.'),
      localized: flag().describe("Whether headings are in the caller's language, with a column of awards."),
    },
  },
  async (ctx, { query: { cid, forceRefresh, removeStar, containEnd, containsEnd, localized } }) => {
    const late = containEnd || containsEnd
    const wish = { unsealed: forceRefresh, withoutStars: removeStar, late, isLocalized: localized }
    const content = await rankSheet(ctx, cid, wish)
    return {
      hash: randomUUID(),
      size: null,
      mediaType: 'application/xlsx',
      open: async () => content,
      cacheControl: 'private, no-store',
      headers: { 'content-disposition': asAttachment(`contest_${cid}_rank.xlsx`) },
    }
  },
)

/** Best encoding that the client accepts. */
const packingFor = (accepted = '') =>
  PACKINGS.find((packing) => accepted.split(',').some((one) => one.trim() === packing)) ?? 'identity'

router.download(
  '/api/contest-scoreboard/:cid',
  'anyone',
  {
    summary:
      "A view of a contest's scoreboard, whole and versioned, as JSON; scoreboardPatches has its changes.",
    params: { cid: requiredNumber().describe('Number of the contest.') },
    query: {
      view: oneOf([...BOARD_VIEWS, ...REVEAL_VIEWS], 'PUBLIC').describe(
        'Audience: everyone, organisers, or a resolver.',
      ),
      late: flag().describe('Whether to include submissions after the end.'),
    },
  },
  async (ctx, { params, query, header }) => {
    const publication = await publishedBoard(ctx, params.cid, query)
    const { version } = publication
    const packing = packingFor(header('accept-encoding'))
    const bytes = await publication.packed(packing)
    return {
      hash: `${version}-${packing}`,
      size: bytes.length,
      mediaType: 'application/json',
      open: async () => Readable.from([bytes]),
      cacheControl: 'private, no-cache',
      headers: {
        vary: 'authorization, accept-encoding',
        ...(packing === 'identity' ? {} : { 'content-encoding': packing }),
      },
    }
  },
)
