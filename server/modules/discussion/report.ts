import { z } from 'zod'
import type { DiscussionReport, Prisma } from '#prisma/generated/client.ts'
import { ReportLabel } from '#prisma/generated/enums.ts'
import { authorize, type Context, readerOf, requireLogin } from '../../context.ts'
import { checked, storable } from '../../core/checked.ts'
import { Refusal } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { emit, transact } from '../../events.ts'
import { visibleDiscussionReports } from '../../policy/discussion.ts'
import { may } from '../../policy/viewer.ts'
import { ALL_ROWS, type ChangedRow, changedRow, type Stream, watchRows } from '../../watch.ts'
import { difference, record } from '../audit/audit.ts'
import { findDiscussion } from './discussion.ts'

const words = z.object({
  labels: z.array(z.enum(ReportLabel)).transform((labels) => [...new Set(labels)]),
  reason: z
    .string()
    .transform((text) => storable(text).trim())
    .pipe(z.string().max(200)),
})

export type ReportWords = z.input<typeof words>

/** Locks the reports of a post against other changes, until the transaction ends. */
const lockReportsOf = (ctx: Context, discussionId: number) =>
  ctx.db.$queryRaw`select 1 from "Discussion" where "id" = ${discussionId} for no key update`

/**
 * Reports a post. A second report of the same person replaces the first while that is not checked (area-rules D10).
 */
export async function reportDiscussion(
  ctx: Context,
  discussionId: number,
  input: ReportWords,
): Promise<DiscussionReport> {
  requireLogin(ctx)
  await findDiscussion(ctx, discussionId)
  const given = checked(words, input)
  if (given.labels.length === 0 && given.reason === '') throw new Refusal('REPORT_EMPTY')
  const key = { discussionId, reporterId: ctx.viewer.id }
  return transact(ctx, async (ctx) => {
    await lockReportsOf(ctx, discussionId)
    const open = await ctx.db.discussionReport.findFirst({ where: { ...key, checked: false } })
    const report = open
      ? await ctx.db.discussionReport.update({
          where: { id: open.id },
          data: { ...given, updatedAt: ctx.now },
        })
      : await ctx.db.discussionReport.create({
          data: { ...given, ...key, createdAt: ctx.now, updatedAt: ctx.now },
        })
    await emit(ctx, 'discussionReport.changed', { reportId: report.id })
    return report
  })
}

/** Reports for staff, those not checked first, then newest; `isChecked` null: all. */
export function reportListing(ctx: Context, isChecked: boolean | null = null) {
  authorize(ctx, may(ctx, 'discussion.moderate'))
  return {
    where: {
      AND: [visibleDiscussionReports(readerOf(ctx)), ...(isChecked === null ? [] : [{ checked: isChecked }])],
    },
    orderBy: [{ checked: 'asc' }, { id: 'desc' }],
  } satisfies Prisma.DiscussionReportFindManyArgs
}

/** Deletes the open report of a post by one person. */
async function removeOpen(
  ctx: Context,
  of: Pick<DiscussionReport, 'discussionId' | 'reporterId'>,
): Promise<void> {
  const where = { ...of, checked: false }
  const removed = await ctx.db.discussionReport.findMany({ where, select: { id: true } })
  await ctx.db.discussionReport.deleteMany({ where })
  for (const { id } of removed) await emit(ctx, 'discussionReport.changed', { reportId: id })
}

/** A report that the viewer sees; null: none. */
const seenReport = (ctx: Context, id: number) =>
  ctx.db.discussionReport.findFirst({ where: { AND: [{ id }, visibleDiscussionReports(readerOf(ctx))] } })

/** Marks a report as checked or not; audited. */
export async function checkReport(ctx: Context, id: number, isChecked: boolean): Promise<DiscussionReport> {
  authorize(ctx, may(ctx, 'discussion.moderate'))
  return transact(ctx, async (ctx) => {
    const found = isRowNumber(id) ? await seenReport(ctx, id) : null
    if (found) await lockReportsOf(ctx, found.discussionId)
    const before = found && (await seenReport(ctx, id))
    if (!before) throw new Refusal('NOT_FOUND')
    if (before.checked === isChecked) return before
    const { discussionId, reporterId } = before
    // Opening it again takes the place of a later report that is open.
    if (!isChecked) await removeOpen(ctx, { discussionId, reporterId })
    const after = await ctx.db.discussionReport.update({
      where: { id },
      data: { checked: isChecked, updatedAt: ctx.now },
    })
    const changes = difference({ checked: before.checked }, { checked: isChecked })
    await record(ctx, 'discussionReport.changed', ['DiscussionReport', id], changes)
    await emit(ctx, 'discussionReport.changed', { reportId: id })
    return after
  })
}

/** Reports as they are sent, checked and removed, for staff; all of them when a post is deleted, which takes its own along. */
export function watchReports(ctx: Context): Stream<ChangedRow> {
  authorize(ctx, may(ctx, 'discussion.moderate'))
  return watchRows(ctx, {
    concern: ({ name, payload }) => {
      if (name === 'discussion.changed') return payload.what === 'REMOVED' ? ALL_ROWS : null
      return name === 'discussionReport.changed' ? { key: payload.reportId, wait: 0 } : null
    },
    read: async (now, id) => {
      if (!may(now, 'discussion.moderate')) return null
      const row = await seenReport(now, id)
      return changedRow(id, !row || row.checked || row.updatedAt > row.createdAt, row !== null)
    },
  })
}

/** Text of a report: each label between hash marks, then the reason (area-rules D10). */
export const textOfReport = (
  say: (label: ReportLabel) => string,
  { labels, reason }: Pick<DiscussionReport, 'labels' | 'reason'>,
): string => labels.map((label) => `#${say(label)}#`).join('') + reason
