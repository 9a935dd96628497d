import type { Lesson } from '#prisma/generated/client.ts'
import { builder, OPEN } from '../../builder.ts'
import { RowChangeEnum } from '../../enums.ts'
import { canManageLessons } from '../../policy/lesson.ts'
import type { ChangedRow } from '../../watch.ts'
import {
  findAll,
  findLesson,
  findLessonByKey,
  findNextLesson,
  findOutline,
  LESSON_ORDER,
  lessonProblems,
  outlineOf,
  progressBeneath,
  progressInAll,
  videoUrlOf,
  watchLessons,
} from './lesson.ts'
import { keepLessonProgress, progressIn, viewLesson } from './reading.ts'

const VideoRef = builder.objectRef<{
  videoId: string
  posterUrl: string | null
  durationSeconds: number | null
}>('LessonVideo')

VideoRef.implement({
  description: 'The video of a lesson.',
  fields: (t) => ({
    md5: t.exposeString('videoId', { description: 'MD5 of its content in hex.' }),
    url: t.string({
      description: 'Its address on this site; ranges are answered.',
      resolve: ({ videoId }) => videoUrlOf(videoId),
    }),
    posterUrl: t.exposeString('posterUrl', {
      nullable: true,
      description: 'Address of a picture of it; null: none.',
    }),
    durationSeconds: t.exposeFloat('durationSeconds', {
      nullable: true,
      description: 'Its length; null: unknown.',
    }),
  }),
})

export const LessonNode = builder.prismaNode('Lesson', {
  id: { field: 'id' },
  description: 'A node of the learning centre: a lesson with video and article, or a group of lessons.',
  select: { id: true },
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number: id of REST calls.' }),
    key: t.exposeString('key', { description: 'Its display id, in the address /learn/:noteID.' }),
    title: t.exposeString('title', { description: 'Title; a group has none.' }),
    article: t.exposeString('article', { description: 'Markdown; a group has none.' }),
    articleTree: t.field({
      type: 'MarkdownTree',
      description: '`article` as HTML.',
      select: { article: true },
      resolve: ({ article }, _, ctx) => ctx.house.markdown.treeOf(article),
    }),
    isGroup: t.boolean({
      description: 'Whether it only groups others: it has neither title, article nor video.',
      select: { title: true },
      resolve: ({ title }) => title === '',
    }),
    video: t.field({
      type: VideoRef,
      nullable: true,
      description: 'Its video; null: none.',
      select: { videoId: true, posterUrl: true, durationSeconds: true },
      resolve: ({ videoId, ...row }) => (videoId === null ? null : { ...row, videoId }),
    }),
    author: t.relation('author', {
      nullable: true,
      description: 'Author; null when the account was deleted.',
    }),
    viewCount: t.exposeInt('viewCount', {
      description: 'Number of views, one in an hour for each viewer.',
    }),
    version: t.exposeInt('version', {
      description: 'Version number; an edit names the version it is based on.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Last change of its words.' }),
    parent: t.relation('parent', { nullable: true, description: 'The node above; null: it is a root.' }),
    children: t.relation('children', {
      description: 'The nodes beneath it, in order.',
      query: { orderBy: LESSON_ORDER },
    }),
    childCount: t.relationCount('children', { description: 'Number of its children.' }),
    problems: t.prismaField({
      type: ['Problem'],
      seen: 'Problems that the viewer may not open are left out.',
      description: 'Problems to practise it with that the viewer may open, in order.',
      resolve: (query, { id }, _, ctx) => lessonProblems(ctx, id, query),
    }),
    lessonCount: t.int({
      description: 'Number of lessons from it downwards, groups left out.',
      resolve: async ({ id }, _, ctx) => (await progressBeneath(ctx, id)).lessons,
    }),
    viewerDoneCount: t.int({
      description: 'Number of these that the viewer finished; 0 for guests.',
      resolve: async ({ id }, _, ctx) => (await progressBeneath(ctx, id)).done,
    }),
    viewerIsDone: t.boolean({
      description: 'Whether the viewer finished it.',
      resolve: async ({ id }, _, ctx) => ((await progressIn(ctx, id))?.doneAt ?? null) !== null,
    }),
    viewerSeconds: t.float({
      description: "The viewer's position in the video; 0 for guests.",
      resolve: async ({ id }, _, ctx) => (await progressIn(ctx, id))?.seconds ?? 0,
    }),
    viewerCanManage: t.boolean({
      description: 'Whether the viewer may change and move it, and add others beneath it.',
      resolve: (_, __, ctx) => canManageLessons(ctx),
    }),
  }),
})

builder.prismaObjectFields('Lesson', (t) => ({
  path: t.field({
    type: [LessonNode],
    description: 'The nodes above it, from the root on.',
    resolve: async ({ id }, _, ctx) => findAll(ctx, (await outlineOf(ctx)).pathOf(id)),
  }),
  previous: t.field({
    type: LessonNode,
    nullable: true,
    description: 'The lesson before it in the tree, groups left out; null: it is the first.',
    resolve: async ({ id }, _, ctx) => findLesson(ctx, (await outlineOf(ctx)).previousOf(id)?.id ?? 0),
  }),
  next: t.field({
    type: LessonNode,
    nullable: true,
    description: 'The lesson behind it in the tree, groups left out; null: it is the last.',
    resolve: async ({ id }, _, ctx) => findLesson(ctx, (await outlineOf(ctx)).nextOf(id)?.id ?? 0),
  }),
  subtree: t.field({
    type: [LessonNode],
    description: 'The node and all beneath it, each before its children: what its deletion takes along.',
    complexity: { field: 500, multiplier: 5 },
    resolve: async ({ id }, _, ctx) => findAll(ctx, (await outlineOf(ctx)).subtreeOf(id)),
  }),
}))

const OutlineEntry = builder.objectRef<{ level: number; lesson: Lesson }>('LessonOutlineEntry').implement({
  description: 'A node in the outline of the learning centre.',
  fields: (t) => ({
    level: t.exposeInt('level', { description: 'Number of nodes above it.' }),
    lesson: t.expose('lesson', { type: LessonNode, description: 'The node.' }),
  }),
})

const Progress = builder.objectRef<{ lessons: number; done: number }>('LearningProgress').implement({
  description: "The viewer's progress through all lessons.",
  fields: (t) => ({
    lessonCount: t.exposeInt('lessons', { description: 'Number of lessons, groups left out.' }),
    doneCount: t.exposeInt('done', {
      description: 'Number of those that the viewer finished; 0 for guests.',
    }),
  }),
})

builder.queryFields((t) => ({
  lesson: t.field({
    type: LessonNode,
    nullable: true,
    description: 'A node of the learning centre by its display id; null: there is none.',
    args: { key: t.arg.string({ required: true, description: 'Display id.' }) },
    resolve: (_, { key }, ctx) => findLessonByKey(ctx, key),
  }),
  lessons: t.prismaField({
    type: [LessonNode],
    description: 'The roots of the learning centre, or the children of a node, in order.',
    args: { parent: t.arg.string({ description: 'Display id of the node; default: the roots.' }) },
    resolve: async (query, _, { parent }, ctx) => {
      const above = typeof parent === 'string' ? await findLessonByKey(ctx, parent) : null
      if (typeof parent === 'string' && above === null) return []
      return ctx.db.lesson.findMany({
        ...query,
        where: { parentId: above?.id ?? null },
        orderBy: LESSON_ORDER,
      })
    },
  }),
  learningProgress: t.field({
    type: Progress,
    description: "The viewer's progress through all lessons.",
    resolve: (_, __, ctx) => progressInAll(ctx),
  }),
  lessonOutline: t.field({
    type: [OutlineEntry],
    description: 'All nodes, each before its children.',
    complexity: { field: 500, multiplier: 5 },
    resolve: (_, __, ctx) => findOutline(ctx),
  }),
  nextLesson: t.field({
    type: LessonNode,
    nullable: true,
    description:
      'The first lesson that the viewer has not finished, else the first one; null: there is none.',
    resolve: (_, __, ctx) => findNextLesson(ctx),
  }),
  viewerCanManageLessons: t.boolean({
    description: 'Whether the viewer adds, changes, moves and deletes lessons.',
    resolve: (_, __, ctx) => canManageLessons(ctx),
  }),
}))

const ViewInput = builder.inputType('ViewLessonInput', {
  description: 'A lesson that was opened.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: LessonNode, description: 'The lesson.' }),
  }),
})

const ProgressInput = builder.inputType('KeepLessonProgressInput', {
  description: "The viewer's progress in a lesson; omitted fields stay as they are.",
  fields: (t) => ({
    id: t.globalID({ required: true, for: LessonNode, description: 'The lesson.' }),
    seconds: t.float({ description: 'Position in the video.' }),
    isDone: t.boolean({ description: 'Whether it is finished.' }),
  }),
})

builder.mutationFields((t) => ({
  viewLesson: t.field({
    type: LessonNode,
    description: 'Counts a view of a lesson, once in an hour for each viewer; for guests too.',
    extensions: OPEN,
    refuses: ['LESSON_UNKNOWN'],
    args: { input: t.arg({ type: ViewInput, required: true }) },
    resolve: (_, { input: { id } }, ctx) => viewLesson(ctx, Number(id.id)),
  }),
  keepLessonProgress: t.field({
    type: LessonNode,
    description: 'Remembers how far the viewer is in a lesson.',
    refuses: ['LESSON_UNKNOWN'],
    args: { input: t.arg({ type: ProgressInput, required: true }) },
    resolve: (_, { input: { id, ...progress } }, ctx) => keepLessonProgress(ctx, Number(id.id), progress),
  }),
}))

const LessonChange = builder.objectRef<ChangedRow>('LessonChange').implement({
  description: 'A change of a lesson.',
  fields: (t) => ({
    change: t.expose('change', { type: RowChangeEnum, description: 'What changed.' }),
    rowId: t.globalID({
      nullable: true,
      description: 'Id of the lesson, even when it was deleted; null for a RESET.',
      resolve: ({ id }) => (id === null ? null : { type: LessonNode, id }),
    }),
    lesson: t.field({
      type: LessonNode,
      nullable: true,
      description: 'The lesson; null when it was deleted.',
      resolve: ({ id }, _, ctx) => findLesson(ctx, id ?? 0),
    }),
  }),
})

builder.subscriptionFields((t) => ({
  lessonsChanged: t.field({
    type: LessonChange,
    description:
      'Lessons as they are created, changed, moved and deleted; a deletion is told once for all beneath it.',
    subscribe: (_, __, ctx) => watchLessons(ctx),
    resolve: (change) => change,
  }),
}))
