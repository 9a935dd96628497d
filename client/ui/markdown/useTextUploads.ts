import { type ClipboardEvent, type DragEvent, type RefObject, useState } from 'react'
import { useTranslation } from '../useTranslation.ts'
import type { MarkdownEditorProps, TextUploadKind } from './MarkdownEditor.tsx'
import { placeholder, settleMark } from './textUploads.ts'

/** Types of pictures that texts show, as an `accept` attribute; other files are linked. */
export const PICTURES = 'image/png,image/jpeg,image/gif,image/webp'

const kindOf = ({ type }: File): TextUploadKind => (PICTURES.split(',').includes(type) ? 'picture' : 'file')

/** A picture or a link in Markdown. */
const markOf = (kind: TextUploadKind, words: string, address: string): string =>
  `${kind === 'picture' ? '!' : ''}[${words}](${address})`

/** A file name as the words of a link, or without its extension as those of a picture; without brackets. */
const wordsOf = (kind: TextUploadKind, name: string): string =>
  (kind === 'picture' ? name.replace(/\.\w+$/, '') : name).replace(/[[\]\\]/g, ' ').trim()

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
    const mark = markOf(kind, t('markdown:upload.coming', { name: words }), placeholder())
    type(`${mark}\n`)
    setTold(t('markdown:upload.coming', { name: file.name }))
    const settle = (words: string) =>
      settleMark(mark, words, () => {
        const { value, onChange } = latest.current
        onChange(value.replace(mark, () => words))
      })
    try {
      const link = await onUpload(file, kind)
      settle(link === null ? '' : markOf(kind, words, link))
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
