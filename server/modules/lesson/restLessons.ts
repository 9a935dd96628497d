import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { asDate, date } from '../../doors/rest/shapes.ts'
import { videoUrlOf } from './lesson.ts'

/** A node as the reference system calls it. */
export const restNote = z
  .object({
    id: z.int(),
    pid: z.int().describe('Number of the node above; 0: a root.'),
    note_id: z.string().describe('Display id.'),
    title: z.string(),
    video_src: z.string().nullable().describe('Address of the video on this site; null: none.'),
    note_msg: z.string().describe('Markdown.'),
    uid: z.string().nullable(),
    author: z.string().nullable().describe('User name of the author; null: a deleted account.'),
    avatar: z.string().nullable(),
    view_num: z.int(),
    gmt_create: date,
    countChildren: z.int(),
  })
  .meta({ id: 'Note', description: 'A lesson, as the reference system calls it.' })

/** What a note needs of a lesson. */
export const COLUMNS = {
  include: {
    author: { select: { id: true, username: true, avatar: true } },
    _count: { select: { children: true } },
  },
} as const satisfies Prisma.LessonDefaultArgs

export const asNote = (row: Prisma.LessonGetPayload<typeof COLUMNS>) => ({
  id: row.id,
  pid: row.parentId ?? 0,
  note_id: row.key,
  title: row.title,
  video_src: row.videoId === null ? null : videoUrlOf(row.videoId),
  note_msg: row.article,
  uid: row.author?.id ?? null,
  author: row.author?.username ?? null,
  avatar: row.author?.avatar ?? null,
  view_num: row.viewCount,
  gmt_create: asDate(row.createdAt),
  countChildren: row._count.children,
})
