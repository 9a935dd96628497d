import type { ContestNotice } from '#prisma/generated/client.ts'
import { builder } from '../../builder.ts'
import { RowChangeEnum } from '../../enums.ts'
import { enter } from '../../venue.ts'
import type { ChangedRow } from '../../watch.ts'
import { Contest } from './contest.schema.ts'
import { CONTEST } from './contest.ts'
import {
  changeContestNotice,
  createContestNotice,
  findListedContestNotice,
  listedContestNotices,
  managedContestNotices,
  removeContestNotice,
  watchContestNotices,
} from './contestNotices.ts'

const ContestNoticeType = builder.objectRef<ContestNotice>('ContestNotice').implement({
  description: 'An announcement of a contest.',
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number.' }),
    title: t.exposeString('title', { description: 'Title.' }),
    content: t.exposeString('content', { description: 'Markdown.' }),
    contentTree: t.field({
      type: 'MarkdownTree',
      description: '`content` as HTML.',
      resolve: ({ content }, _, ctx) => ctx.house.markdown.treeOf(content),
    }),
    isHidden: t.exposeBoolean('hidden', { description: 'Whether it is hidden from all but organisers.' }),
    version: t.exposeInt('version', {
      description: 'Version number; an edit names the version it is based on.',
    }),
    author: t.prismaField({
      type: 'User',
      nullable: true,
      description: 'Author; null when the account was deleted.',
      resolve: (query, { authorId }, _, ctx) =>
        authorId === null ? null : ctx.db.user.findUnique({ ...query, where: { id: authorId } }),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
  }),
})

builder.prismaObjectFields('Contest', (t) => ({
  notices: t.field({
    type: [ContestNoticeType],
    nullable: true,
    description: 'Announcements, newest first, for viewers who may enter the contest.',
    resolve: async ({ id }, _, ctx) => {
      await enter(ctx, CONTEST, id, 'look')
      return ctx.db.contestNotice.findMany(listedContestNotices(id))
    },
  }),
}))

builder.prismaObjectFields('Contest', (t) => ({
  managedNotices: t.field({
    type: [ContestNoticeType],
    nullable: true,
    description: 'Announcements, hidden ones too, newest first, for its organisers.',
    resolve: async ({ id }, _, ctx) => managedContestNotices(ctx, id),
  }),
}))

const ContestNoticeChange = builder.objectRef<ChangedRow>('ContestNoticeChange').implement({
  description: 'A change of an announcement of a contest.',
  fields: (t) => ({
    change: t.expose('change', { type: RowChangeEnum, description: 'What changed.' }),
    number: t.exposeInt('id', { nullable: true, description: 'Its number; null for a RESET.' }),
    notice: t.field({
      type: ContestNoticeType,
      nullable: true,
      description: 'Null when it was deleted.',
      resolve: ({ id }, _, ctx) => (id === null ? null : findListedContestNotice(ctx, id)),
    }),
  }),
})

builder.subscriptionFields((t) => ({
  contestNoticesChanged: t.field({
    type: ContestNoticeChange,
    description:
      'Announcements of a contest as they are created, changed and deleted, for viewers who may enter it.',
    args: { contestId: t.arg.globalID({ for: [Contest], required: true, description: 'The contest.' }) },
    subscribe: (_, { contestId }, ctx) => watchContestNotices(ctx, Number(contestId.id)),
    resolve: (change) => change,
  }),
}))

const CreateContestNoticeInput = builder.inputType('CreateContestNoticeInput', {
  description: 'An announcement to write.',
  fields: (t) => ({
    contestId: t.globalID({ for: [Contest], required: true, description: 'The contest.' }),
    title: t.string({ required: true, description: 'Title.' }),
    content: t.string({ required: true, description: 'Markdown.' }),
    isHidden: t.boolean({ description: 'Whether it is hidden from all but organisers.' }),
  }),
})

const ChangeContestNoticeInput = builder.inputType('ChangeContestNoticeInput', {
  description: 'Changes of an announcement; omitted fields stay as they are.',
  fields: (t) => ({
    number: t.int({ required: true, description: 'Its number.' }),
    version: t.int({ description: 'Version that the edit is based on; default: the current one.' }),
    title: t.string({ description: 'Title.' }),
    content: t.string({ description: 'Markdown.' }),
    isHidden: t.boolean({ description: 'Whether it is hidden from all but organisers.' }),
  }),
})

const RemoveContestNoticeInput = builder.inputType('RemoveContestNoticeInput', {
  description: 'An announcement of a contest.',
  fields: (t) => ({ number: t.int({ required: true, description: 'Its number.' }) }),
})

builder.mutationFields((t) => ({
  createContestNotice: t.field({
    type: ContestNoticeType,
    description: 'Writes an announcement to a contest.',
    refuses: ['FORBIDDEN', 'CONTEST_NOTICES_FULL'],
    args: { input: t.arg({ type: CreateContestNoticeInput, required: true }) },
    resolve: (_, { input: { contestId, title, content, isHidden } }, ctx) =>
      createContestNotice(ctx, Number(contestId.id), { title, content, hidden: isHidden ?? false }),
  }),
  changeContestNotice: t.field({
    type: ContestNoticeType,
    description: 'Edits, shows or hides an announcement.',
    refuses: ['FORBIDDEN', 'CONFLICT'],
    args: { input: t.arg({ type: ChangeContestNoticeInput, required: true }) },
    resolve: (_, { input: { number, version, title, content, isHidden } }, ctx) => {
      const given = {
        ...(typeof title === 'string' && { title }),
        ...(typeof content === 'string' && { content }),
        ...(typeof isHidden === 'boolean' && { hidden: isHidden }),
      }
      return changeContestNotice(ctx, number, given, version)
    },
  }),
  removeContestNotice: t.field({
    type: ContestNoticeType,
    description: 'Deletes an announcement permanently.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RemoveContestNoticeInput, required: true }) },
    resolve: (_, { input: { number } }, ctx) => removeContestNotice(ctx, number),
  }),
}))
