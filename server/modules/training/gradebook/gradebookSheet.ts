import type { Readable } from 'node:stream'
import { createTranslator } from '#locales/translator.ts'
import { authorize, type Context } from '../../../context.ts'
import { type Cell, MOST_SHEET_ROWS, spreadsheet } from '../../../core/tables/spreadsheet.ts'
import { type GradebookRow, gradebookOf } from './gradebook.ts'

function* sheetRows(rows: readonly GradebookRow[]): Generator<Cell[]> {
  for (const { username, realname, studentNumber, mean, shares, examShares } of rows)
    yield [username, realname, studentNumber, mean, ...shares, ...examShares]
}

/** The gradebook of a group as a spreadsheet in the viewer's language, for admins of the group. Shares are percent. */
export async function gradebookSheet(ctx: Context, groupId: number): Promise<Readable> {
  const { grades, works, exams, rows } = await gradebookOf(ctx, groupId, MOST_SHEET_ROWS)
  authorize(ctx, grades)
  const t = createTranslator(ctx.locale)
  const columns = [
    ...(['username', 'realname', 'number', 'mean'] as const).map((name) => t(`homework:sheet.${name}`)),
    ...works.map(({ training: { title } }) => title),
    ...exams.map(({ contest: { title } }) => title),
  ]
  return spreadsheet(t('homework:gradebook.title'), columns, sheetRows(rows))
}
