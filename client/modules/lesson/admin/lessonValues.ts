import { useMemo } from 'react'
import type { Faults } from '../../../ui/form/useForm.ts'
import { awaitsUpload } from '../../../ui/markdown/textUploads.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

/** A published video. */
export type VideoValue = { url: string; posterUrl: string | null; durationSeconds: number | null }

export type LessonValues = {
  key: string
  title: string
  /** Markdown. */
  article: string
  video: VideoValue | null
  /** Display ids. */
  problems: readonly string[]
}

export const BLANK_LESSON: LessonValues = { key: '', title: '', article: '', video: null, problems: [] }

/** The input of the mutations. */
export const fieldsOf = ({ video, problems, ...words }: LessonValues) => ({
  ...words,
  problems: [...problems],
  videoUrl: video?.url ?? null,
  posterUrl: video?.posterUrl ?? null,
  durationSeconds: video?.durationSeconds ?? null,
})

const MOST = { title: 255, article: 65_535 } as const

const givenOf = ({ video, title, article }: LessonValues) =>
  [video !== null, title.trim() !== '', article.trim() !== ''].join()

/** Validation of a node (area-rules L2, L5, L11). */
export function useLessonRules(saved: LessonValues): (values: LessonValues) => Faults<LessonValues> {
  const { t } = useTranslation()
  return useMemo(() => {
    const tooLong = (text: string, most: number) =>
      [...text].length > most ? { words: t('lesson:admin.tooLong', { max: most }), atOnce: true } : null
    return (values) => {
      const { key, title, article } = values
      const given = givenOf(values)
      const isHalf = given !== 'true,true,true' && given !== 'false,false,false' && given !== givenOf(saved)
      const half = isHalf ? { words: t('lesson:admin.half') } : null
      return {
        key: !key.trim()
          ? { words: t('lesson:admin.keyRequired') }
          : /^[\p{L}\p{M}\p{Nd}_-]+$/u.test(key.trim())
            ? tooLong(key.trim(), 64)
            : { words: t('lesson:admin.keySigns'), atOnce: true },
        title: tooLong(title, MOST.title) ?? (title.trim() ? null : half),
        article: awaitsUpload(article)
          ? { words: t('markdown:upload.wait'), atOnce: true }
          : (tooLong(article, MOST.article) ?? (article.trim() ? null : half)),
        video: values.video ? null : half,
      }
    }
  }, [t, saved])
}
