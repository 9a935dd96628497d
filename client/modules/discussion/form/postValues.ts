import { useMemo } from 'react'
import type { Faults } from '../../../ui/form/useForm.ts'
import { awaitsUpload } from '../../../ui/markdown/textUploads.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { bareTitle } from '../bareTitle.ts'

export type PostValues = {
  title: string
  description: string
  /** Global id; empty: none chosen. */
  categoryId: string
  /** Markdown. */
  content: string
  isPinned: boolean
}

export const BLANK_POST: PostValues = {
  title: '',
  description: '',
  categoryId: '',
  content: '',
  isPinned: false,
}

const MOST = { title: 255, description: 255, content: 65_535 } as const

/** Whether a text has more characters than that; an emoji is one, as on the server. */
const exceeds = (text: string, most: number) => text.length > most && [...text].length > most

/** A text as the server counts it: on one line. */
const onOneLine = (text: string) => text.replaceAll(/\s+/gu, ' ').trim()

/** Validation of a post, in the order of the fields (area-rules D6). */
export function usePostRules(problem: string | null): (values: PostValues) => Faults<PostValues> {
  const { t } = useTranslation()
  return useMemo(() => {
    const faultOf = (name: keyof typeof MOST, text: string) => {
      const field = t(`discussion:field.${name}`)
      if (!text.trim()) return { words: t('discussion:fault.required', { field }) }
      if (!exceeds(text, MOST[name])) return null
      return { words: t('discussion:fault.tooLong', { field, max: MOST[name] }), atOnce: true }
    }
    return ({ title, description, categoryId, content }) => ({
      title: faultOf('title', bareTitle(onOneLine(title), problem)),
      description: faultOf('description', onOneLine(description)),
      categoryId: categoryId
        ? null
        : { words: t('discussion:fault.required', { field: t('discussion:field.categoryId') }) },
      content: awaitsUpload(content)
        ? { words: t('markdown:upload.wait'), atOnce: true }
        : faultOf('content', content),
    })
  }, [t, problem])
}
