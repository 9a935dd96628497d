import { builder, nullUnlessSeen, OPEN } from '../../builder.ts'
import { type Context, readerOf } from '../../context.ts'
import { BulkType, inBulk } from '../../doors/bulk.ts'
import { RowChangeEnum } from '../../enums.ts'
import { canEditDiscussion, canRemoveDiscussion, moderatesDiscussions } from '../../policy/discussion.ts'
import { may } from '../../policy/viewer.ts'
import type { ChangedRow } from '../../watch.ts'
import { findProblem } from '../problem/problem.ts'
import { CategoryType } from './category.schema.ts'
import { countDiscussions, countOnProblem } from './counting.ts'
import {
  areOpen,
  DISCUSSION_AREAS,
  type DiscussionFilter,
  discussionListing,
  discussionPage,
  findDiscussion,
  watchDiscussion,
  watchDiscussions,
} from './discussion.ts'
import {
  createDiscussion,
  editDiscussion,
  likeDiscussion,
  moderateDiscussion,
  removeDiscussion,
  viewDiscussion,
} from './writing.ts'

const OWNED = { authorId: true, groupId: true } as const

export const DiscussionNode = builder.prismaNode('Discussion', {
  id: { field: 'id' },
  description: 'A post.',
  select: { id: true, groupId: true },
  runScopesOnType: true,
  authScopes: async (row, ctx) => (await areOpen(ctx, row)) && { sees: ['discussion', row.id] },
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number.' }),
    title: t.exposeString('title', {
      description: "Title; a post on a problem begins with the problem's id.",
    }),
    description: t.exposeString('description', { description: 'Summary.' }),
    content: t.exposeString('content', { description: 'Markdown.' }),
    contentTree: t.field({
      type: 'MarkdownTree',
      description: '`content` as HTML.',
      select: { content: true },
      resolve: ({ content }, _, ctx) => ctx.house.markdown.treeOf(content),
    }),
    author: t.relation('author', { description: 'Author.' }),
    category: t.relation('category', { type: CategoryType, description: 'Category.' }),
    groupNumber: t.exposeInt('groupId', {
      nullable: true,
      description: 'Number of the group whose members read it; null: a post of the site.',
    }),
    groupName: t.string({
      nullable: true,
      description: 'Name of the group whose members read it; null: a post of the site.',
      select: { group: { select: { name: true } } },
      resolve: ({ group }) => group?.name,
    }),
    problem: t.relation('problem', { nullable: true, description: 'The problem it is about; null: none.' }),
    isPinned: t.exposeBoolean('pinned', { description: 'Whether lists show it first.' }),
    isDisabled: t.exposeBoolean('disabled', {
      description: 'Whether it is hidden from all but its author and moderators.',
    }),
    likeCount: t.exposeInt('likeCount', { description: 'Number of likes.' }),
    viewCount: t.exposeInt('viewCount', { description: 'Number of views: one for each viewer and hour.' }),
    commentCount: t.exposeInt('commentCount', { description: 'Number of comments and replies.' }),
    version: t.exposeInt('version', {
      description: 'Version number; an edit names the version it is based on.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Last edit of its words.' }),
    viewerLikes: t.boolean({
      description: 'Whether the viewer likes it.',
      select: (_, ctx) => ({ likes: { where: { userId: ctx.viewer?.id ?? '' }, take: 1 } }),
      resolve: ({ likes }) => likes.length > 0,
    }),
    viewerCanEdit: t.boolean({
      description: 'Whether the viewer may change its words.',
      select: OWNED,
      resolve: (row, _, ctx) => canEditDiscussion(readerOf(ctx), row),
    }),
    viewerCanRemove: t.boolean({
      description: 'Whether the viewer may delete it.',
      select: OWNED,
      resolve: (row, _, ctx) => canRemoveDiscussion(readerOf(ctx), row),
    }),
    viewerCanModerate: t.boolean({
      description: 'Whether the viewer may pin and disable it.',
      select: OWNED,
      resolve: (row, _, ctx) => moderatesDiscussions(readerOf(ctx), row),
    }),
  }),
})

builder.prismaObjectFields('Problem', (t) => ({
  discussionCount: t.int({
    nullable: true,
    description: "Number of posts on it in the site's list; null while discussions are closed.",
    complexity: { field: 20, multiplier: 1 },
    resolve: ({ id }, _, ctx) => countOnProblem(ctx, id),
  }),
}))

const AreaEnum = builder.enumType('DiscussionArea', {
  description: 'Places of posts. SITE: the site; GROUPS: any group.',
  values: DISCUSSION_AREAS,
})

const FilterInput = builder.inputType('DiscussionFilter', {
  description: 'Filter of a list of posts.',
  fields: (t) => ({
    keyword: t.string({ description: 'Part of the title or summary.' }),
    categoryId: t.globalID({ for: CategoryType, description: 'Category.' }),
    problem: t.string({ description: 'Display id of the problem they are about.' }),
    isOwn: t.boolean({ description: "Only the viewer's own, disabled ones too." }),
    groupId: t.globalID({ description: 'Posts of this group instead of the site.' }),
    isEverywhere: t.boolean({
      description: 'All posts, disabled ones and those of groups too; for moderators.',
    }),
    isManaged: t.boolean({ description: 'Disabled posts of the place too; for its moderators.' }),
    area: t.field({ type: AreaEnum, description: 'With `isEverywhere`: only posts of these places.' }),
    isDisabled: t.boolean({ description: 'Only disabled posts (true), or only the others (false).' }),
    isPinned: t.boolean({ description: 'Only pinned posts (true), or only the others (false).' }),
  }),
})

type FilterGiven = NonNullable<(typeof FilterInput)['$inferInput']>

async function filterOf(ctx: Context, given: FilterGiven | null | undefined): Promise<DiscussionFilter> {
  const { categoryId, problem, groupId, isEverywhere, ...filter } = given ?? {}
  return {
    ...filter,
    place: isEverywhere ? 'EVERYWHERE' : groupId ? Number(groupId.id) : null,
    categoryId: categoryId ? Number(categoryId.id) : null,
    problemId: problem ? (await findProblem(ctx, problem)).id : null,
  }
}

builder.queryFields((t) => ({
  discussion: t.prismaField({
    type: DiscussionNode,
    nullable: true,
    description: 'A post by its number.',
    args: { number: t.arg.int({ required: true, description: 'Its number.' }) },
    resolve: async (query, _, { number }, ctx) => {
      const { id } = await findDiscussion(ctx, number)
      return ctx.db.discussion.findUnique({ ...query, where: { id } })
    },
  }),
  discussions: t.prismaConnection(
    {
      type: DiscussionNode,
      cursor: 'id',
      nullable: true,
      description:
        'Posts, pinned first, then newest. A keyword finds the newest 1,000 at most, and its totalCount is a lower bound then.',
      defaultSize: 10,
      args: {
        filter: t.arg({ type: FilterInput, description: 'Filter.' }),
        offset: t.arg.int({ description: 'Number of rows to skip.' }),
      },
      totalCount: async (_, { filter }, ctx) => countDiscussions(ctx, await filterOf(ctx, filter)),
      resolve: async (query, _, { filter, offset }, ctx) => {
        const { skip = 0, take, ...columns } = query
        const window = { skip: skip + Math.max(offset ?? 0, 0), take }
        const wanted = await filterOf(ctx, filter)
        // From a cursor on, or backwards, the database counts.
        const page =
          query.cursor || take < 0
            ? { ...(await discussionListing(ctx, wanted)), ...window }
            : await discussionPage(ctx, wanted, window)
        return ctx.db.discussion.findMany({ ...columns, ...page })
      },
    },
    { name: 'DiscussionConnection' },
    { name: 'DiscussionEdge' },
  ),
  viewerCanPost: t.boolean({
    description:
      "Whether the viewer's role may write posts; the number of solved problems may still refuse it.",
    resolve: (_, __, ctx) => may(ctx, 'discussion.create'),
  }),
}))

const words = {
  title: { required: true as const, description: 'Title, 1 to 255 characters.' },
  description: { required: true as const, description: 'Summary, 1 to 255 characters.' },
  content: { required: true as const, description: 'Markdown, 1 to 65,535 characters.' },
  isPinned: { description: 'Whether lists show it first; ignored from authors who do not moderate.' },
}

const CreateInput = builder.inputType('CreateDiscussionInput', {
  description: 'A post to publish.',
  fields: (t) => ({
    title: t.string(words.title),
    description: t.string(words.description),
    content: t.string(words.content),
    categoryId: t.globalID({ required: true, for: CategoryType, description: 'Category.' }),
    problem: t.string({ description: 'Display id of the problem it is about.' }),
    groupId: t.globalID({ description: 'The group whose members read it; default: the site.' }),
    isPinned: t.boolean(words.isPinned),
  }),
})

const EditInput = builder.inputType('EditDiscussionInput', {
  description: 'The words of a post.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: DiscussionNode, description: 'The post.' }),
    version: t.int({ description: 'Version that the edit is based on; default: the current one.' }),
    title: t.string(words.title),
    description: t.string(words.description),
    content: t.string(words.content),
    categoryId: t.globalID({ required: true, for: CategoryType, description: 'Category.' }),
    isPinned: t.boolean(words.isPinned),
  }),
})

const LikeInput = builder.inputType('LikeDiscussionInput', {
  description: 'A post, and whether the viewer likes it.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: DiscussionNode, description: 'The post.' }),
    likes: t.boolean({ required: true, description: 'Whether the viewer likes it.' }),
  }),
})

const ViewInput = builder.inputType('ViewDiscussionInput', {
  description: 'A post that the viewer opened.',
  fields: (t) => ({ id: t.globalID({ required: true, for: DiscussionNode, description: 'The post.' }) }),
})

const ModerateInput = builder.inputType('ModerateDiscussionsInput', {
  description: 'Posts to pin or disable; omitted fields stay as they are.',
  fields: (t) => ({
    ids: t.globalIDList({ required: true, for: DiscussionNode, description: 'The posts.' }),
    isPinned: t.boolean({ description: 'Whether lists show them first.' }),
    isDisabled: t.boolean({ description: 'Whether to hide them from all but authors and moderators.' }),
  }),
})

const RemoveInput = builder.inputType('RemoveDiscussionsInput', {
  description: 'Posts to delete.',
  fields: (t) => ({
    ids: t.globalIDList({ required: true, for: DiscussionNode, description: 'The posts.' }),
  }),
})

const CLOSED = ['DISCUSSIONS_CLOSED', 'GROUP_DISCUSSIONS_CLOSED'] as const

builder.mutationFields((t) => ({
  createDiscussion: t.field({
    type: DiscussionNode,
    description: 'Publishes a post.',
    refuses: ['FORBIDDEN', 'DISCUSSION_SOLVED_TOO_FEW', 'DISCUSSIONS_TODAY', ...CLOSED],
    args: { input: t.arg({ type: CreateInput, required: true }) },
    resolve: (_, { input: { categoryId, problem, groupId, isPinned, ...given } }, ctx) =>
      createDiscussion(ctx, {
        ...given,
        categoryId: Number(categoryId.id),
        problem: problem ?? null,
        groupId: groupId ? Number(groupId.id) : null,
        pinned: isPinned,
      }),
  }),
  editDiscussion: t.field({
    type: DiscussionNode,
    description: 'Changes the words of a post of the viewer.',
    refuses: ['FORBIDDEN', 'CONFLICT', ...CLOSED],
    args: { input: t.arg({ type: EditInput, required: true }) },
    resolve: (_, { input: { id, categoryId, isPinned, ...given } }, ctx) =>
      editDiscussion(ctx, Number(id.id), { ...given, categoryId: Number(categoryId.id), pinned: isPinned }),
  }),
  likeDiscussion: t.field({
    type: DiscussionNode,
    description: 'Likes a post, or withdraws the like.',
    refuses: [...CLOSED],
    args: { input: t.arg({ type: LikeInput, required: true }) },
    resolve: (_, { input: { id, likes } }, ctx) => likeDiscussion(ctx, Number(id.id), likes),
  }),
  viewDiscussion: t.field({
    type: DiscussionNode,
    description: 'Counts a view of a post, once in an hour for each viewer; for guests too.',
    extensions: OPEN,
    refuses: [...CLOSED],
    args: { input: t.arg({ type: ViewInput, required: true }) },
    resolve: (_, { input: { id } }, ctx) => viewDiscussion(ctx, Number(id.id)),
  }),
  moderateDiscussions: t.field({
    type: BulkType,
    description: 'Pins or disables posts, or takes that back.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: ModerateInput, required: true }) },
    resolve: (_, { input: { ids, isPinned, isDisabled } }, ctx) =>
      inBulk(ctx, ids, (id) => moderateDiscussion(ctx, id, { pinned: isPinned, disabled: isDisabled })),
  }),
  removeDiscussions: t.field({
    type: BulkType,
    description: 'Deletes posts with their comments.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RemoveInput, required: true }) },
    resolve: (_, { input: { ids } }, ctx) => inBulk(ctx, ids, (id) => removeDiscussion(ctx, id)),
  }),
}))

const DiscussionChange = builder.objectRef<ChangedRow>('DiscussionChange').implement({
  description: 'A change of a post in a list.',
  fields: (t) => ({
    change: t.expose('change', { type: RowChangeEnum, description: 'What changed.' }),
    rowId: t.globalID({
      nullable: true,
      description: 'Id of the post, even when it was deleted; null for a RESET.',
      resolve: ({ id }) => (id === null ? null : { type: DiscussionNode, id }),
    }),
    discussion: t.prismaField({
      type: DiscussionNode,
      ...nullUnlessSeen('discussion', ({ id }: ChangedRow) => id),
      description: 'The post; null when it left the list.',
      resolve: (query, { id }, _, ctx) =>
        id === null ? null : ctx.db.discussion.findUnique({ ...query, where: { id } }),
    }),
  }),
})

builder.subscriptionFields((t) => ({
  discussionsChanged: t.field({
    type: DiscussionChange,
    description: 'Posts of a list, as they are created, changed and deleted.',
    args: { filter: t.arg({ type: FilterInput, description: 'Filter, without a keyword.' }) },
    subscribe: async (_, { filter }, ctx) =>
      watchDiscussions(ctx, { ...(await filterOf(ctx, filter)), keyword: null }),
    resolve: (change) => change,
  }),
  discussionChanged: t.field({
    type: DiscussionNode,
    description: 'A post, after each change; ends when the viewer may see it no longer.',
    args: { id: t.arg.globalID({ for: [DiscussionNode], required: true, description: 'The post.' }) },
    subscribe: (_, { id }, ctx) => watchDiscussion(ctx, Number(id.id)),
    resolve: (discussion) => discussion,
  }),
}))
