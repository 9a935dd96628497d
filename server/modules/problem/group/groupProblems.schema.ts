import { builder } from '../../../builder.ts'
import { readerOf } from '../../../context.ts'
import { ProblemApplicationEnum, ProblemVisibilityEnum } from '../../../enums.ts'
import { pageByOffset } from '../../../pageByOffset.ts'
import { canManageProblem, canRemoveProblem } from '../../../policy/problem.ts'
import { mayEnter } from '../../../venue.ts'
import { GROUP } from '../../group/group.ts'
import { titleOf } from '../problem.ts'
import { type GroupProblemRow, groupProblemRows, tagsInGroup, tagsOfGroup } from './groupProblems.ts'

const RowType = builder.objectRef<GroupProblemRow>('GroupProblemRow').implement({
  description: 'A problem in the administration of its group, as all administrators of the group see it.',
  fields: (t) => ({
    problemId: t.globalID({
      description: 'Id of the problem.',
      resolve: ({ id }) => ({ type: 'Problem', id }),
    }),
    number: t.exposeInt('id', { description: 'Number of the problem.' }),
    displayId: t.exposeString('displayId', { description: 'Display id.' }),
    title: t.string({ description: 'Title.', resolve: (row, _, ctx) => titleOf(row, ctx) }),
    author: t.prismaField({
      type: 'User',
      nullable: true,
      description: 'Author; null when the account is deleted.',
      resolve: (query, { authorId }, _, ctx) =>
        authorId === null ? null : ctx.db.user.findUnique({ ...query, where: { id: authorId } }),
    }),
    visibility: t.expose('visibility', { type: ProblemVisibilityEnum, description: 'Visibility.' }),
    application: t.expose('application', {
      type: ProblemApplicationEnum,
      nullable: true,
      description: 'Application for the site; null: none.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    viewerCanManage: t.boolean({
      description: 'Whether the viewer may change it.',
      resolve: (row, _, ctx) => canManageProblem(readerOf(ctx), row),
    }),
    viewerCanRemove: t.boolean({
      description: 'Whether the viewer may delete it.',
      resolve: (row, _, ctx) => canRemoveProblem(readerOf(ctx), row),
    }),
  }),
})

builder.prismaObjectFields('Group', (t) => ({
  tags: t.prismaField({
    type: ['Tag'],
    nullable: true,
    description: 'Tags that it created; null for viewers who may not enter it.',
    seen: 'Only members are answered with rows.',
    resolve: (_query, { id }, _, ctx) => tagsOfGroup(ctx, id),
  }),
  problemTags: t.prismaField({
    type: ['Tag'],
    nullable: true,
    description: 'Tags of the problems of its list; null for viewers who may not enter it.',
    seen: 'Only members are answered with rows.',
    resolve: (_query, { id }, _, ctx) => tagsInGroup(ctx, id),
  }),
  managedProblems: t.connection(
    {
      type: RowType,
      nullable: true,
      description: 'All its problems, newest first; null for viewers who do not administer it.',
      args: {
        keyword: t.arg.string({ description: 'Part of a display id or title.' }),
        visibility: t.arg({ type: ProblemVisibilityEnum, description: 'Visibility.' }),
        offset: t.arg.int({ description: 'Number of rows to skip.' }),
      },
      resolve: async ({ id }, { keyword, visibility, ...page }, ctx) =>
        (await mayEnter(ctx, GROUP, id, 'manage'))
          ? pageByOffset(page, (window) => groupProblemRows(ctx, id, { keyword, visibility }, window))
          : null,
    },
    {
      name: 'GroupProblemConnection',
      fields: (t) => ({ totalCount: t.exposeInt('totalCount', { description: 'Number of rows.' }) }),
    },
    { name: 'GroupProblemEdge' },
  ),
}))
