import { z } from 'zod'
import { LOCALES } from '#locales/i18n.ts'
import type { Prisma, SiteNotice } from '#prisma/generated/client.ts'
import { authorize, type Context, inLocale, readerOf } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { emit, transact } from '../../events.ts'
import { visibleSiteNotices } from '../../policy/site.ts'
import { may } from '../../policy/viewer.ts'
import { type ChangedRow, changedRow, everything, type Stream, watch, watchRows } from '../../watch.ts'

const MAX_CONTENT = 65_535

const wording = z.object({ title: z.string().trim().min(1).max(200), content: z.string().max(MAX_CONTENT) })

/** Words of a notice by locale; a missing locale shows another one's. */
const texts = z.partialRecord(z.enum(LOCALES), wording).refine((given) => Object.keys(given).length > 0)

export type NoticeTexts = z.infer<typeof texts>
export type NoticeWording = z.infer<typeof wording>

/** What the home page shows, whoever asks: hidden ones are for the administration. */
export const noticeListing = {
  where: { hidden: false },
  orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
} satisfies Prisma.SiteNoticeFindManyArgs

/** One notice that the viewer may see. */
export async function findNotice(ctx: Context, id: number): Promise<SiteNotice> {
  const notice = await findSeenNotice(ctx, id)
  if (!notice) throw new Refusal('NOT_FOUND')
  return notice
}

const findSeenNotice = (ctx: Context, id: number): Promise<SiteNotice | null> =>
  ctx.db.siteNotice.findFirst({ where: { AND: [{ id }, visibleSiteNotices(readerOf(ctx))] } })

/** One notice of the list that the home page shows; null for one that is not there. */
export const findListedNotice = (ctx: Context, id: number): Promise<SiteNotice | null> =>
  ctx.db.siteNotice.findFirst({ where: { AND: [{ id }, noticeListing.where] } })

/** Each notice that was written, as far as the viewer may see it. */
export const watchNotices = (ctx: Context): Stream<SiteNotice> =>
  watch(ctx, {
    sight: visibleSiteNotices,
    concern: (event) => (event.name === 'notice.changed' ? { key: event.payload.noticeId, wait: 0 } : null),
    read: findSeenNotice,
  })

/** The notices of the list as they come, change and leave it: the same for all. */
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

/** The words of a notice in the reader's language. */
export const wordingOf = (notice: Pick<SiteNotice, 'texts'>, ctx: Context): NoticeWording =>
  inLocale(texts.catch({}).parse(notice.texts), ctx.locale) ?? { title: '', content: '' }

export type NoticeInput = {
  /** Null: a new one. */
  id: number | null
  texts: NoticeTexts
  hidden: boolean
  /** Whose name stands under it and when it was written; the viewer's, and now, when left out. */
  authorId?: string | null
  createdAt?: Date
}

/** Writes a notice, or changes one; everybody who is there is told. */
export async function saveNotice(ctx: Context, input: NoticeInput): Promise<SiteNotice> {
  authorize(ctx, may(ctx, 'notice.manage'))
  const before = input.id === null ? null : await findNotice(ctx, input.id)
  const answer = texts.safeParse(input.texts)
  if (!answer.success) throw new Refusal('INVALID_INPUT', { field: 'texts' })

  const authorId = input.authorId === undefined ? ctx.viewer.id : input.authorId
  const words = { texts: answer.data, hidden: input.hidden }
  const { id } = input
  return transact(ctx, async (ctx) => {
    const notice =
      id === null
        ? await ctx.db.siteNotice.create({
            data: { ...words, authorId, createdAt: input.createdAt ?? ctx.now },
          })
        : await ctx.db.siteNotice.update({ where: { id }, data: words })
    await emit(ctx, 'notice.changed', { noticeId: notice.id, wasListed: before?.hidden === false })
    return notice
  })
}
