import type { Readable } from 'node:stream'
import { createTranslator } from '#locales/translator.ts'
import { authorize, type Context } from '../../../context.ts'
import { type Cell, MOST_SHEET_ROWS, spreadsheet } from '../../../core/tables/spreadsheet.ts'
import { type GradebookRow, gradebookOf } from './gradebook.ts'

function* sheetRows(rows: readonly GradebookRow[]): Generator<Cell[]> {
  for (const { username, realname, studentNumber, mean, shares } of rows)
    yield [username, realname, studentNumber, mean, ...shares]
}

/** The gradebook of a group as a spreadsheet in the viewer's language, for admins of the group. Shares are percent. */
export async function gradebookSheet(ctx: Context, groupId: number): Promise<Readable> {
  const { grades, works, rows } = await gradebookOf(ctx, groupId, MOST_SHEET_ROWS)
  authorize(ctx, grades)
  const t = createTranslator(ctx.locale)
  const columns = [
    ...(['username', 'realname', 'number', 'mean'] as const).map((name) => t(`homework:sheet.${name}`)),
    ...works.map(({ training: { title } }) => title),
  ]
  return spreadsheet(t('homework:gradebook.title'), columns, sheetRows(rows))
}
