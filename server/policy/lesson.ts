import type { Reader } from './reader.ts'
import { may } from './viewer.ts'

/** Everybody reads lessons; staff write them (area-rules L1). */
export const canManageLessons = (asking: Pick<Reader, 'viewer'>): boolean => may(asking, 'lesson.manage')

/** Audited actions, by noun. */
export const acts = {
  Lesson: ['lesson.created', 'lesson.changed', 'lesson.moved', 'lesson.removed'],
} as const
