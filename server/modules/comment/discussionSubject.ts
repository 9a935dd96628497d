import type { Discussion } from '#prisma/generated/client.ts'
import { readerOf } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { emit } from '../../events.ts'
import { discussionComments, moderatesDiscussions, visibleDiscussions } from '../../policy/discussion.ts'
import { type Reader, roleIn } from '../../policy/reader.ts'
import { isStaffRole } from '../../policy/viewer.ts'
import { areOpen, findDiscussion, isAboutSight } from '../discussion/discussion.ts'
import { solvedBy } from '../rank/rank.ts'
import { switches } from '../site/site.ts'
import type { SubjectKind } from './subject.ts'

const rightsOf = (reader: Reader, { disabled, groupId }: Discussion): string =>
  JSON.stringify([disabled, roleIn(reader, groupId), moderatesDiscussions(reader, { groupId })])

/** Posts as subjects: everybody who sees a post sees its comments; a disabled one takes none (area-rules D2, D12). */
export const discussionSubject: SubjectKind = {
  type: 'Discussion',
  sight: discussionComments,
  async enter(ctx, id) {
    const discussion = await findDiscussion(ctx, id)
    const { groupId, disabled } = discussion
    const reader = readerOf(ctx)
    const moderates = moderatesDiscussions(reader, discussion)
    return {
      words: discussionComments.within(reader, id),
      authorId: discussion.authorId,
      moderates,
      mayReply: () => true,
      isOfficial: (author) => isStaffRole(author.role),
      rights: rightsOf(reader, discussion),
      isDoubtedBy: (event) => isAboutSight(event, discussion),
      place: groupId === null ? null : { contest: null, groupId },
      async bar(ctx) {
        if (disabled) return new Refusal('DISCUSSION_DISABLED')
        if (moderates) return null
        const needed = (await switches.get(ctx)).commentSolved
        const solved = needed > 0 && ctx.viewer ? await solvedBy(ctx, ctx.viewer.id) : needed
        return solved < needed ? new Refusal('COMMENT_SOLVED_TOO_FEW', { needed, solved }) : null
      },
      async hold({ db }) {
        const held = await db.$queryRaw<unknown[]>`
          select 1 from "Discussion" where "id" = ${id} for no key update`
        if (held.length === 0) throw new Refusal('NOT_FOUND')
      },
      // The number of comments stands in lists.
      counted: (ctx) =>
        emit(ctx, 'discussion.changed', {
          discussionId: id,
          groupId,
          what: 'FIGURES',
          wasListed: !disabled,
          isListed: !disabled,
        }),
    }
  },
  refusals: [
    'DISCUSSIONS_CLOSED',
    'GROUP_DISCUSSIONS_CLOSED',
    'DISCUSSION_DISABLED',
    'COMMENT_SOLVED_TOO_FEW',
  ],
  async isOpen(ctx, id) {
    const row = await ctx.db.discussion.findUnique({ where: { id }, select: { groupId: true } })
    return row !== null && areOpen(ctx, row)
  },
  async rightsNow(ctx, id) {
    const reader = readerOf(ctx)
    const row = await ctx.db.discussion.findFirst({ where: { AND: [{ id }, visibleDiscussions(reader)] } })
    return row && rightsOf(reader, row)
  },
}

export const subject = { discussion: discussionSubject }
