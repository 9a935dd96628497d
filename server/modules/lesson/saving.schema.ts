import { builder } from '../../builder.ts'
import { LessonNode } from './lesson.schema.ts'
import { videoIdIn } from './lesson.ts'
import { changeLesson, createLesson, type LessonFields, moveLesson, removeLesson } from './saving.ts'

const FieldsInput = builder.inputType('LessonFieldsInput', {
  description:
    'Fields of a lesson; omitted fields stay as they are. The video, and the title with its article, are both given or both empty.',
  fields: (t) => ({
    key: t.string({ description: 'Display id: 1 to 64 letters, digits, - and _, unique ignoring case.' }),
    title: t.string({ description: 'Title, at most 255 characters.' }),
    article: t.string({ description: 'Markdown, at most 65,535 characters.' }),
    videoUrl: t.string({ description: 'Address of a published video on this site; null: none.' }),
    posterUrl: t.string({ description: 'Address of an uploaded picture of the video; null: none.' }),
    durationSeconds: t.float({ description: 'Length of the video; null: unknown.' }),
    problems: t.stringList({ description: 'Display ids of problems to practise it with, in order.' }),
  }),
})

type Given = (typeof FieldsInput)['$inferInput']

function patchOf({ videoUrl, key, title, article, problems, ...nullable }: Given): Partial<LessonFields> {
  const all = {
    ...nullable,
    key: key ?? undefined,
    title: title ?? undefined,
    article: article ?? undefined,
    problems: problems ?? undefined,
    // An address of no video is refused like a video that is not published.
    videoId: typeof videoUrl === 'string' ? (videoIdIn(videoUrl) ?? '') : videoUrl,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

const CreateInput = builder.inputType('CreateLessonInput', {
  description: 'A node to create, as the last child of its parent.',
  fields: (t) => ({
    parentId: t.globalID({ for: LessonNode, description: 'The node above; default: it is a root.' }),
    fields: t.field({ type: FieldsInput, required: true, description: 'Its fields.' }),
  }),
})

const ChangeInput = builder.inputType('ChangeLessonInput', {
  description: 'Changes of a lesson.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: LessonNode, description: 'The lesson.' }),
    version: t.int({ description: 'Version that the edit is based on; default: the current one.' }),
    fields: t.field({ type: FieldsInput, required: true, description: 'The changed fields.' }),
  }),
})

const MoveInput = builder.inputType('MoveLessonInput', {
  description: 'A new place for a lesson with all beneath it.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: LessonNode, description: 'The lesson.' }),
    parentId: t.globalID({ for: LessonNode, description: 'The node above; null: it is a root.' }),
    position: t.int({
      required: true,
      description: 'Place among the children, from 0; a larger one is the end.',
    }),
  }),
})

const RemoveInput = builder.inputType('RemoveLessonInput', {
  description: 'A lesson to delete with all beneath it.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: LessonNode, description: 'The lesson; no root.' }),
    count: t.int({
      description: 'Number of lessons that the viewer agreed to delete; refused when it is another by now.',
    }),
  }),
})

const Removed = builder.objectRef<{ ids: readonly number[] }>('RemovedLessons').implement({
  description: 'Lessons that a deletion took along.',
  fields: (t) => ({
    lessonIds: t.globalIDList({
      description: 'Ids of the lessons.',
      resolve: ({ ids }) => ids.map((id) => ({ type: LessonNode, id })),
    }),
    count: t.int({ description: 'Number of the lessons.', resolve: ({ ids }) => ids.length }),
  }),
})

const FAULTS = [
  'FORBIDDEN',
  'LESSON_HALF',
  'LESSON_KEY',
  'LESSON_KEY_TAKEN',
  'LESSON_VIDEO_UNKNOWN',
  'LESSON_PROBLEM_UNKNOWN',
  'LESSON_PROBLEM_TWICE',
] as const

builder.mutationFields((t) => ({
  createLesson: t.field({
    type: LessonNode,
    description: 'Creates a node of the learning centre.',
    refuses: [...FAULTS, 'LESSONS_FULL', 'LESSON_TOO_DEEP'],
    args: { input: t.arg({ type: CreateInput, required: true }) },
    resolve: (_, { input: { parentId, fields } }, ctx) =>
      createLesson(ctx, {
        key: '',
        ...patchOf(fields),
        parentId: parentId ? Number(parentId.id) : null,
      }),
  }),
  changeLesson: t.field({
    type: LessonNode,
    description: 'Changes a lesson.',
    refuses: [...FAULTS, 'CONFLICT'],
    args: { input: t.arg({ type: ChangeInput, required: true }) },
    resolve: (_, { input: { id, version, fields } }, ctx) =>
      changeLesson(ctx, Number(id.id), patchOf(fields), version),
  }),
  moveLesson: t.field({
    type: LessonNode,
    description: 'Moves a lesson with all beneath it; its address stays.',
    refuses: ['FORBIDDEN', 'LESSON_BENEATH_ITSELF', 'LESSON_TOO_DEEP'],
    args: { input: t.arg({ type: MoveInput, required: true }) },
    resolve: (_, { input: { id, parentId, position } }, ctx) =>
      moveLesson(ctx, Number(id.id), { parentId: parentId ? Number(parentId.id) : null, position }),
  }),
  removeLesson: t.field({
    type: Removed,
    description: 'Deletes a lesson with all beneath it; roots stay.',
    refuses: ['FORBIDDEN', 'CONFLICT', 'LESSON_ROOT_STAYS'],
    args: { input: t.arg({ type: RemoveInput, required: true }) },
    resolve: async (_, { input: { id, count } }, ctx) => ({
      ids: await removeLesson(ctx, Number(id.id), count),
    }),
  }),
}))
