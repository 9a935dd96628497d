import { type Context, readerOf, requireLogin } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import {
  optionalNumber,
  optionalText,
  pageOf,
  paging,
  requiredNumber,
  text,
} from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { page } from '../../doors/rest/shapes.ts'
import { canEditDiscussion, moderatesDiscussions } from '../../policy/discussion.ts'
import { findDiscussion } from './discussion.ts'
import { CLOSED, discussionWords, pageOfDiscussions, problemIdOf, restDiscussion } from './restDiscussions.ts'
import { naming } from './restShapes.ts'
import { createDiscussion, editDiscussion, moderateDiscussion, removeDiscussion } from './writing.ts'

/** Posts of groups; all five calls answer HTTP 403 while their switch is off (area-rules D14). */

const gid = requiredNumber().describe('Number of the group.')
const forbids = [...CLOSED, 'FORBIDDEN'] as const

/** A post of a group that the caller sees; a post of the site is none. */
async function findGroupPost(ctx: Context, id: number) {
  const discussion = await findDiscussion(ctx, id)
  if (discussion.groupId === null) throw new Refusal('NOT_FOUND')
  return discussion
}

router.get(
  '/api/group/get-discussion-list',
  'login',
  {
    summary: 'Posts of a group for its members, pinned first, then newest.',
    query: { ...paging(10), gid, pid: text().describe('Display id of the problem.') },
    answer: page(restDiscussion),
    forbids: CLOSED,
  },
  async (ctx, { query }) =>
    pageOfDiscussions(ctx, { place: query.gid, problemId: await problemIdOf(ctx, query.pid) }, pageOf(query)),
)

router.get(
  '/api/group/get-admin-discussion-list',
  'login',
  {
    summary: 'Posts of a group for its administrators, disabled ones too.',
    query: { ...paging(10), gid },
    answer: page(restDiscussion),
    forbids,
  },
  (ctx, { query }) => pageOfDiscussions(ctx, { place: query.gid, isManaged: true }, pageOf(query)),
)

router.post(
  '/api/group/discussion',
  'login',
  {
    summary: 'Publishes a post in a group.',
    body: { ...discussionWords, gid, pid: optionalText().describe('Display id of the problem.') },
    forbids,
  },
  async (ctx, { body: { topPriority, pid, gid, ...given } }) => {
    await naming(ctx, () =>
      createDiscussion(ctx, { ...given, problem: pid, groupId: gid, pinned: topPriority }),
    )
  },
)

router.put(
  '/api/group/discussion',
  'login',
  {
    summary: 'Changes the words of a post of the caller; administrators of the group pin and disable it.',
    body: {
      id: requiredNumber().describe('Number of the post.'),
      ...discussionWords,
      status: optionalNumber().describe('1 to disable it, 0 to show it; for administrators of the group.'),
    },
    forbids,
  },
  async (ctx, { body: { id, topPriority, status, ...given } }) => {
    requireLogin(ctx)
    const discussion = await findGroupPost(ctx, id)
    const reader = readerOf(ctx)
    const isOwn = canEditDiscussion(reader, discussion)
    const moderates = moderatesDiscussions(reader, discussion)
    if (!isOwn && !moderates) throw new Refusal('FORBIDDEN')
    if (isOwn) await naming(ctx, () => editDiscussion(ctx, id, given))
    const disabled = status === null ? null : status === 1
    if (moderates) await moderateDiscussion(ctx, id, { pinned: topPriority, disabled })
  },
)

router.delete(
  '/api/group/discussion',
  'login',
  {
    summary: 'Deletes a post of a group with its comments.',
    query: { did: requiredNumber().describe('Number of the post.') },
    forbids,
  },
  async (ctx, { query }) => {
    const { id } = await findGroupPost(ctx, query.did)
    await removeDiscussion(ctx, id)
  },
)
