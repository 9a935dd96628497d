import { z } from 'zod'
import { LOCALES } from '#locales/i18n.ts'
import type { Announcement, Prisma } from '#prisma/generated/client.ts'
import { authorize, type Context, inLocale } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { emit, transact } from '../../events.ts'
import { visibleAnnouncements } from '../../policy/site.ts'
import { may } from '../../policy/viewer.ts'

const MAX_CONTENT = 65_535

const wording = z.object({ title: z.string().trim().min(1).max(200), content: z.string().max(MAX_CONTENT) })

/** Words of an announcement by locale; a missing locale shows another one's. */
const texts = z.partialRecord(z.enum(LOCALES), wording).refine((given) => Object.keys(given).length > 0)

export type AnnouncementTexts = z.infer<typeof texts>
export type AnnouncementWording = z.infer<typeof wording>

/** What the home page shows, whoever asks: hidden ones are for the administration. */
export const announcementListing = {
  where: { hidden: false },
  orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
} satisfies Prisma.AnnouncementFindManyArgs

/** One announcement that the viewer may see. */
export async function findAnnouncement(ctx: Context, id: number): Promise<Announcement> {
  const announcement = await findSeenAnnouncement(ctx, id)
  if (!announcement) throw new Refusal('NOT_FOUND')
  return announcement
}

/** The same for a live connection, which is silent about what its viewer may not see. */
export const findSeenAnnouncement = (ctx: Context, id: number): Promise<Announcement | null> =>
  ctx.db.announcement.findFirst({ where: { AND: [{ id }, visibleAnnouncements(ctx.viewer)] } })

/** The words of an announcement in the reader's language. */
export const wordingOf = (announcement: Pick<Announcement, 'texts'>, ctx: Context): AnnouncementWording =>
  inLocale(texts.catch({}).parse(announcement.texts), ctx.locale) ?? { title: '', content: '' }

export type AnnouncementInput = {
  /** Null: a new one. */
  id: number | null
  texts: AnnouncementTexts
  hidden: boolean
  /** Whose name stands under it and when it was written; the viewer's, and now, when left out. */
  authorId?: string | null
  createdAt?: Date
}

/** Writes an announcement, or changes one; everybody who is there is told. */
export async function saveAnnouncement(ctx: Context, input: AnnouncementInput): Promise<Announcement> {
  authorize(ctx, may(ctx.viewer, 'announcement.manage'))
  if (input.id !== null) await findAnnouncement(ctx, input.id)
  const answer = texts.safeParse(input.texts)
  if (!answer.success) throw new Refusal('INVALID_INPUT', { field: 'texts' })

  const authorId = input.authorId === undefined ? ctx.viewer.id : input.authorId
  const words = { texts: answer.data, hidden: input.hidden }
  const { id } = input
  return transact(ctx, async (ctx) => {
    const announcement =
      id === null
        ? await ctx.db.announcement.create({
            data: { ...words, authorId, createdAt: input.createdAt ?? ctx.now },
          })
        : await ctx.db.announcement.update({ where: { id }, data: words })
    await emit(ctx, 'announcement.changed', { announcementId: announcement.id })
    return announcement
  })
}
