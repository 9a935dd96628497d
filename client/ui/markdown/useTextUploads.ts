import { type ClipboardEvent, type DragEvent, type RefObject, useState } from 'react'
import { useTranslation } from '../useTranslation.ts'
import type { MarkdownEditorProps } from './MarkdownEditor.tsx'
import { kindOf, markOf, settleMark, uploadedMark, wordsOf } from './textUploads.ts'

type Options = Pick<MarkdownEditorProps, 'onUpload'> & {
  /** Inserts text at the caret. */
  type: (words: string) => void
  latest: RefObject<Pick<MarkdownEditorProps, 'value' | 'onChange'>>
}

/** Uploads pictures and other files into a text; `told` announces the last one. */
export function useTextUploads({ onUpload, type, latest }: Options) {
  const { t } = useTranslation()
  const [told, setTold] = useState('')

  const bring = async (file: File) => {
    if (!onUpload) return
    const kind = kindOf(file)
    const words = wordsOf(kind, file.name)
    const mark = markOf(kind, t('markdown:upload.coming', { name: words }))
    type(`${mark}\n`)
    setTold(t('markdown:upload.coming', { name: file.name }))
    const settle = (words: string) =>
      settleMark(mark, words, () => {
        const { value, onChange } = latest.current
        onChange(value.replace(mark, () => words))
      })
    try {
      const link = await onUpload(file, kind)
      settle(link === null ? '' : uploadedMark(kind, words, link))
      setTold(link === null ? '' : t('markdown:upload.here', { name: file.name }))
    } catch {
      settle('')
    }
  }

  const bringAll = (files: readonly File[]) => {
    for (const file of files) void bring(file)
  }

  const takeFiles = (event: ClipboardEvent | DragEvent, files: FileList) => {
    if (!onUpload || files.length === 0) return
    event.preventDefault()
    bringAll([...files])
  }

  return { told, bringAll, takeFiles }
}
