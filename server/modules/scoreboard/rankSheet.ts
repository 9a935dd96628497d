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

function* sheetRows({ contest, rows, problems }: Standings, t: Translator): Generator<Cell[]> {
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
      award?.name ?? null,
    ]
  }
}

/** Scoreboard of a contest that the viewer organises as a spreadsheet, in the viewer's language. */
export async function rankSheet(
  ctx: Context,
  contestId: number,
  { unsealed, ...wish }: BoardWish & { unsealed: boolean },
): Promise<Readable> {
  const contest = await findManagedContest(ctx, contestId)
  const standings = await standingsOf({ ...ctx, unsealed }, contest, wish)
  const t = createTranslator(ctx.locale)
  const figures =
    contest.type === 'ACM'
      ? [t('scoreboard:sheet.solved'), t('scoreboard:sheet.submissions'), t('scoreboard:sheet.penalty')]
      : [t('scoreboard:sheet.score')]
  const columns = [
    ...[t('scoreboard:sheet.rank'), t('scoreboard:sheet.username'), t('scoreboard:sheet.name')],
    ...[t('scoreboard:sheet.realname'), t('scoreboard:sheet.school'), ...figures],
    ...standings.problems.map(({ displayId }) => displayId),
    t('scoreboard:sheet.award'),
  ]
  return spreadsheet(t('scoreboard:title'), columns, sheetRows(standings, t))
}
