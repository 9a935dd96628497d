import { z } from 'zod'
import { createTranslator } from '#locales/translator.ts'
import type { Context } from '../../context.ts'
import { number, optionalNumber, requiredNumber, text } from '../../doors/rest/coercers.ts'
import { namingFirstFault } from '../../doors/rest/firstFault.ts'
import { Answer, router } from '../../doors/rest/router.ts'
import { findLesson, findLessonByKey, LESSON_ORDER, videoIdIn } from './lesson.ts'
import { viewLesson } from './reading.ts'
import { asNote, COLUMNS, restNote } from './restLessons.ts'
import { createLesson, removeLesson } from './saving.ts'

/** Data null, with the message that there is no such lesson (area-rules L6). */
const unknown = (ctx: Context) => new Answer(null, createTranslator(ctx.locale)('refusal:LESSON_UNKNOWN'))

router.get(
  '/shopapi/getNoteById',
  'anyone',
  {
    summary: 'A lesson by its display id, else by its number; counts a view.',
    query: {
      id: optionalNumber().describe('Number.'),
      noteID: text().describe('Display id.'),
    },
    answer: restNote.nullable(),
  },
  async (ctx, { query: { id, noteID } }) => {
    const lesson = noteID ? await findLessonByKey(ctx, noteID) : await findLesson(ctx, id ?? 0)
    if (!lesson) return unknown(ctx)
    await viewLesson(ctx, lesson.id)
    return asNote(await ctx.db.lesson.findUniqueOrThrow({ where: { id: lesson.id }, ...COLUMNS }))
  },
)

router.get(
  '/shopapi/getNoteList',
  'anyone',
  {
    summary: 'Children of a lesson in their order.',
    query: { id: number(0).describe('Number of the lesson; 0: the roots.') },
    answer: z.array(restNote).nullable(),
  },
  async (ctx, { query: { id } }) => {
    if (id !== 0 && !(await findLesson(ctx, id))) return unknown(ctx)
    const where = { parentId: id === 0 ? null : id }
    const rows = await ctx.db.lesson.findMany({ where, orderBy: LESSON_ORDER, ...COLUMNS })
    return rows.map(asNote)
  },
)

const FIELDS = ['key', 'title', 'article', 'videoId'] as const

router.post(
  '/shopapi/addNote',
  'lesson.manage',
  {
    summary: 'Creates a lesson of the caller; uid, author and avatar of the body are ignored.',
    body: {
      pid: number(0).describe('Number of the node above; 0: it is a root.'),
      note_id: text().describe('Display id.'),
      title: text().describe('Title.'),
      video_src: text().describe('Address of a published video.'),
      note_msg: text().describe('Markdown.'),
    },
    answer: restNote,
  },
  async (ctx, { body: { pid, note_id, title, video_src, note_msg } }) => {
    const t = createTranslator(ctx.locale)
    const given = {
      key: note_id ?? '',
      title: title ?? '',
      article: note_msg ?? '',
      videoId: video_src ? (videoIdIn(video_src) ?? '') : null,
      parentId: pid === 0 ? null : pid,
    }
    const { id } = await namingFirstFault(
      FIELDS.map((field) => [field, t(`lesson:field.${field}`)] as const),
      () => createLesson(ctx, given),
    )
    return asNote(await ctx.db.lesson.findUniqueOrThrow({ where: { id }, ...COLUMNS }))
  },
)

router.post(
  '/shopapi/deleteNote',
  'lesson.manage',
  {
    summary: 'Deletes a lesson with all beneath it; roots stay.',
    body: { id: requiredNumber().describe('Number of the lesson.') },
  },
  async (ctx, { body: { id } }) => void (await removeLesson(ctx, id)),
)
