import { z } from 'zod'
import { LOCALES } from '#locales/i18n.ts'
import type { Prisma, SiteNotice } from '#prisma/generated/client.ts'
import { authorize, type Context, inLocale, readerOf } from '../../context.ts'
import { checked } from '../../core/checked.ts'
import { expectVersion, Refusal } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { emit, transact } from '../../events.ts'
import { visibleSiteNotices } from '../../policy/site.ts'
import { may } from '../../policy/viewer.ts'
import { type ChangedRow, changedRow, everything, type Stream, watch, watchRows } from '../../watch.ts'
import { difference, record } from '../audit/audit.ts'
import { referTo } from '../file/file.ts'

const MAX_CONTENT = 65_535

const wording = z.object({ title: z.string().trim().min(1).max(200), content: z.string().max(MAX_CONTENT) })

/** Title and text by locale; a missing locale falls back to another. */
const texts = z.partialRecord(z.enum(LOCALES), wording).refine((given) => Object.keys(given).length > 0)

export type NoticeTexts = z.infer<typeof texts>
export type NoticeWording = z.infer<typeof wording>

/** Public notices of the home page; administrators list hidden ones separately. */
export const noticeListing = {
  where: { hidden: false },
  orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
} satisfies Prisma.SiteNoticeFindManyArgs

/** A notice that the viewer may see. */
export async function findNotice(ctx: Context, id: number): Promise<SiteNotice> {
  const notice = await findSeenNotice(ctx, id)
  if (!notice) throw new Refusal('NOT_FOUND')
  return notice
}

const findSeenNotice = (ctx: Context, id: number): Promise<SiteNotice | null> =>
  ctx.db.siteNotice.findFirst({ where: { AND: [{ id }, visibleSiteNotices(readerOf(ctx))] } })

/** A notice of the public list; null when it is not listed. */
export const findListedNotice = (ctx: Context, id: number): Promise<SiteNotice | null> =>
  ctx.db.siteNotice.findFirst({ where: { AND: [{ id }, noticeListing.where] } })

/** Each new notice that the viewer may see. */
export const watchNotices = (ctx: Context): Stream<SiteNotice> =>
  watch(ctx, {
    sight: visibleSiteNotices,
    concern: (event) => (event.name === 'notice.changed' ? { key: event.payload.noticeId, wait: 0 } : null),
    read: findSeenNotice,
  })

/** Public notices as they are created, changed and removed; one shared stream. */
export const watchListedNotices = (ctx: Context): Stream<ChangedRow> =>
  watchRows(ctx, {
    sight: everything,
    concern: (event) => {
      if (event.name !== 'notice.changed') return null
      const { noticeId, wasListed } = event.payload
      return { key: noticeId, about: wasListed ? LISTED : '', wait: 0 }
    },
    read: async (ctx, id, about) =>
      changedRow(id, about === LISTED, (await findListedNotice(ctx, id)) !== null),
  })

const LISTED = 'listed'

/** Title and text of a notice in the viewer's language. */
export const wordingOf = (notice: Pick<SiteNotice, 'texts'>, ctx: Context): NoticeWording =>
  inLocale(texts.catch({}).parse(notice.texts), ctx.locale) ?? { title: '', content: '' }

export type NoticeInput = {
  /** Null: create one. */
  id: number | null
  texts: NoticeTexts
  hidden: boolean
  /** Author and creation time; default: the viewer, and now. */
  authorId?: string | null
  createdAt?: Date
  /** Version that the edit is based on; default: the current one. */
  version?: number | null
}

const subjectOfNotice = (id: number) => `SiteNotice:${id}` as const

const audited = ({ texts, hidden }: Pick<SiteNotice, 'texts' | 'hidden'>) => ({
  ...(texts as NoticeTexts),
  hidden,
})

/** Audits a change of a notice and notifies, in its transaction. */
async function note(
  ctx: Context,
  id: number,
  before: SiteNotice | null,
  after: SiteNotice | null,
): Promise<void> {
  const shown = after ? Object.values(after.texts as NoticeTexts).map(({ content }) => content) : []
  await referTo(ctx, subjectOfNotice(id), shown)
  ctx.house.markdown.keep(shown)
  const action = !before ? 'siteNotice.created' : after ? 'siteNotice.changed' : 'siteNotice.removed'
  await record(
    ctx,
    action,
    ['SiteNotice', id],
    difference(before && audited(before), after && audited(after)),
  )
  await emit(ctx, 'notice.changed', {
    noticeId: id,
    wasListed: before?.hidden === false,
    isNew: before === null,
  })
}

/** Creates or edits a notice, and notifies all connected viewers. */
export async function saveNotice(ctx: Context, input: NoticeInput): Promise<SiteNotice> {
  authorize(ctx, may(ctx, 'notice.manage'))
  const words = { texts: checked(z.object({ texts }), { texts: input.texts }).texts, hidden: input.hidden }
  const authorId = input.authorId === undefined ? ctx.viewer.id : input.authorId
  const { id } = input
  return transact(ctx, async (ctx) => {
    if (id === null) {
      const notice = await ctx.db.siteNotice.create({
        data: { ...words, authorId, createdAt: input.createdAt ?? ctx.now },
      })
      await note(ctx, notice.id, null, notice)
      return notice
    }
    const before = await lockNotice(ctx, id)
    expectVersion(before.version, input.version)
    return change(ctx, before, words)
  })
}

async function lockNotice(ctx: Context, id: number): Promise<SiteNotice> {
  if (!isRowNumber(id)) throw new Refusal('NOT_FOUND')
  await ctx.db.$queryRaw`select "id" from "SiteNotice" where "id" = ${id} for update`
  return findNotice(ctx, id)
}

async function change(
  ctx: Context,
  before: SiteNotice,
  data: Pick<Prisma.SiteNoticeUpdateInput, 'texts' | 'hidden'>,
): Promise<SiteNotice> {
  const notice = await ctx.db.siteNotice.update({
    where: { id: before.id },
    data: { ...data, version: { increment: 1 } },
  })
  await note(ctx, before.id, before, notice)
  return notice
}

/** Shows or hides one notice. */
export async function hideNotice(ctx: Context, id: number, hidden: boolean): Promise<void> {
  authorize(ctx, may(ctx, 'notice.manage'))
  await transact(ctx, async (ctx) => {
    const before = await lockNotice(ctx, id)
    if (before.hidden !== hidden) await change(ctx, before, { hidden })
  })
}

/** Deletes a notice permanently. */
export async function removeNotice(ctx: Context, id: number): Promise<void> {
  authorize(ctx, may(ctx, 'notice.manage'))
  await transact(ctx, async (ctx) => {
    const before = await lockNotice(ctx, id)
    await ctx.db.siteNotice.delete({ where: { id } })
    await note(ctx, id, before, null)
  })
}

/** All notices, newest first, hidden ones too, that contain `keyword` in any language; for administrators. */
export async function managedNotices(ctx: Context, keyword = '') {
  authorize(ctx, may(ctx, 'notice.manage'))
  const wanted = keyword.trim()
  const ids = wanted
    ? await ctx.db.$queryRaw<{ id: number }[]>`
        select "id" from "SiteNotice" n where exists (
          select from jsonb_each(n."texts") t
          where position(lower(${wanted}) in lower((t.value->>'title') || ' ' || (t.value->>'content'))) > 0)`
    : null
  return {
    where: ids ? { id: { in: ids.map(({ id }) => id) } } : {},
    orderBy: noticeListing.orderBy,
  } satisfies Prisma.SiteNoticeFindManyArgs
}

/** All notices, hidden ones too, as they are created, changed and deleted; for administrators. */
export function watchManagedNotices(ctx: Context): Stream<ChangedRow> {
  authorize(ctx, may(ctx, 'notice.manage'))
  return watchRows(ctx, {
    sight: visibleSiteNotices,
    concern: (event) =>
      event.name === 'notice.changed'
        ? { key: event.payload.noticeId, about: event.payload.isNew ? '' : LISTED, wait: 0 }
        : null,
    read: async (ctx, id, about) => {
      if (!may(ctx, 'notice.manage')) return null
      return changedRow(id, about === LISTED, (await findSeenNotice(ctx, id)) !== null)
    },
  })
}

/** Title and text of a notice in all its languages. */
export const wordingsOf = (notice: Pick<SiteNotice, 'texts'>): NoticeTexts =>
  texts.catch({}).parse(notice.texts)
