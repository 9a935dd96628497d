import type { Readable } from 'node:stream'
import { createTranslator, type Translator } from '#locales/translator.ts'
import type { Cell as BoardCell } from '#server/shared/board/row.ts'
import type { Context } from '../../context.ts'
import { type Cell, spreadsheet } from '../../core/tables/spreadsheet.ts'
import { findManagedContest } from '../contest/organising/organising.ts'
import { type BoardWish, type Standings, standingsOf } from './scoreboard.ts'

/** A cell in the notation of the reference system: the accepted try, wrong tries, or frozen tries. */
function acmCell({ solvedAt, wrong, pending, late }: BoardCell): Cell {
  if (solvedAt !== null) return `+(${wrong + 1})${late ? '*' : ''}`
  if (wrong > 0) return pending > 0 ? `-(${wrong}+${pending})` : `-(${wrong})`
  return pending > 0 ? `?(${pending})` : null
}

/** Headings of the reference system. */
const HEADINGS = ['Rank', 'Username', 'ShowName', 'Real Name', 'School']
const FIGURES = { ACM: ['AC', 'Total Submission', 'Total Penalty Time'], OI: ['Total Score'] } as const

function* sheetRows(
  { contest, rows, problems }: Standings,
  t: Translator,
  withAwards: boolean,
): Generator<Cell[]> {
  const isAcm = contest.type === 'ACM'
  for (const row of rows) {
    const { rank, isDisqualified, person, name, realname, gain, tries, cost, cells, award } = row
    const cellOf = (problemId: number): Cell => {
      const cell = cells.get(problemId)
      if (!cell) return null
      return isAcm ? acmCell(cell) : cell.gain
    }
    const shown = (words: string) => (person.endedAt ? t('ui:endedUser') : words)
    yield [
      ...[
        isDisqualified ? t('scoreboard:disqualified') : (rank ?? '*'),
        shown(person.username),
        shown(name),
        realname,
        person.school,
      ],
      ...(isAcm ? [gain, tries, cost] : [gain]),
      ...problems.map(({ problemId }) => cellOf(problemId)),
      ...(withAwards ? [award?.name ?? null] : []),
    ]
  }
}

/** Headings in the viewer's language, with awards. */
function localized(t: Translator, { contest, problems }: Standings): string[] {
  const figures =
    contest.type === 'ACM'
      ? [t('scoreboard:sheet.solved'), t('scoreboard:sheet.submissions'), t('scoreboard:sheet.penalty')]
      : [t('scoreboard:sheet.score')]
  return [
    ...[t('scoreboard:sheet.rank'), t('scoreboard:sheet.username'), t('scoreboard:sheet.name')],
    ...[t('scoreboard:sheet.realname'), t('scoreboard:sheet.school'), ...figures],
    ...problems.map(({ displayId }) => displayId),
    t('scoreboard:sheet.award'),
  ]
}

/**
 * Scoreboard of a contest that the viewer organises as a spreadsheet: with the columns of the reference system, or,
 * where `isLocalized`, with headings in the viewer's language and awards.
 */
export async function rankSheet(
  ctx: Context,
  contestId: number,
  { unsealed, isLocalized, ...wish }: BoardWish & { unsealed: boolean; isLocalized: boolean },
): Promise<Readable> {
  const contest = await findManagedContest(ctx, contestId)
  const standings = await standingsOf({ ...ctx, unsealed }, contest, wish)
  const t = createTranslator(ctx.locale)
  const columns = isLocalized
    ? localized(t, standings)
    : [...HEADINGS, ...FIGURES[contest.type], ...standings.problems.map(({ displayId }) => displayId)]
  return spreadsheet(t('scoreboard:title'), columns, sheetRows(standings, t, isLocalized))
}
