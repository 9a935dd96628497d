import type { Readable } from 'node:stream'
import { createTranslator, type Translator } from '#locales/translator.ts'
import type { MatrixCell } from '#server/shared/training/matrixCell.ts'
import type { Context } from '../../../context.ts'
import { type Cell, MOST_SHEET_ROWS, spreadsheet } from '../../../core/tables/spreadsheet.ts'
import { TRAINING_PROBLEM_ORDER } from '../problems.ts'
import { findGraded } from './homework.ts'
import { type MatrixRow, matrixRows } from './matrix.ts'

/** A result as text: whether it is being judged, wrong tries, whether it is late or does not count, and the teacher's mark. */
function resultText(cell: MatrixCell, t: Translator): string {
  const { verdict, tries, isLate, counts, at, mark, isJudging } = cell
  const sign = verdict === 'ACCEPTED' ? `+${tries || ''}` : tries > 0 ? `−${tries}` : ''
  const time = at?.slice(0, 16).replace('T', ' ')
  return [
    ...[isJudging && '…', sign, sign && time && `${time}Z`],
    sign && isLate && t(counts ? 'homework:sheet.late' : 'homework:sheet.lateUncounted'),
    mark && t('homework:sheet.marked', { by: mark.by ?? '–' }),
    mark?.note,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Points of a cell; none while they may come from a submission that is still being judged. */
const pointsOf = ({ points, isJudging, mark }: MatrixCell): number | null =>
  isJudging && points === 0 && typeof mark?.points !== 'number' ? null : points

function* sheetRows(
  rows: readonly MatrixRow[],
  problemIds: readonly number[],
  t: Translator,
): Generator<Cell[]> {
  for (const row of rows) {
    const byProblem = new Map(row.cells.map((cell) => [cell.problem, cell]))
    yield [
      ...[row.username, row.realname, row.studentNumber, row.solved, row.points, row.tries, row.late],
      row.extension?.dueAt.toISOString() ?? null,
      ...problemIds.flatMap((id): Cell[] => {
        const cell = byProblem.get(id)
        return cell ? [pointsOf(cell), resultText(cell, t)] : [null, null]
      }),
    ]
  }
}

/** The matrix of a training as a spreadsheet, for its graders, in the viewer's language. Moments are UTC. */
export async function matrixSheet(ctx: Context, trainingId: number): Promise<Readable> {
  const { title } = await findGraded(ctx, trainingId)
  const [rows, problems] = await Promise.all([
    matrixRows(ctx, trainingId, MOST_SHEET_ROWS),
    ctx.db.trainingProblem.findMany({
      where: { trainingId },
      orderBy: TRAINING_PROBLEM_ORDER,
      select: { problemId: true, problem: { select: { displayId: true } } },
    }),
  ])
  const t = createTranslator(ctx.locale)
  const names = ['username', 'realname', 'number', 'solved', 'points', 'tries', 'late', 'extension'] as const
  const columns = [
    ...names.map((name) => t(`homework:sheet.${name}`)),
    ...problems.flatMap(({ problem: { displayId } }) => [
      t('homework:sheet.pointsOf', { problem: displayId }),
      t('homework:sheet.resultOf', { problem: displayId }),
    ]),
  ]
  const problemIds = problems.map(({ problemId }) => problemId)
  return spreadsheet(title, columns, sheetRows(rows, problemIds, t))
}
