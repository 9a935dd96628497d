import { type ClipboardEvent, type DragEvent, type RefObject, useState } from 'react'
import { useTranslation } from '../useTranslation.ts'
import type { MarkdownEditorProps } from './MarkdownEditor.tsx'
import { markOf, settleMark, wordsOf } from './pictures.ts'

/** Accepted types of pictures, as an `accept` attribute. */
export const PICTURES = 'image/png,image/jpeg,image/gif,image/webp'

const picturesIn = (files: FileList) => [...files].filter(({ type }) => PICTURES.split(',').includes(type))

type Options = Pick<MarkdownEditorProps, 'onPicture'> & {
  /** Inserts text at the caret. */
  type: (words: string) => void
  latest: RefObject<Pick<MarkdownEditorProps, 'value' | 'onChange'>>
}

/** Uploads pictures into a text; `told` announces the last one. */
export function usePictures({ onPicture, type, latest }: Options) {
  const { t } = useTranslation()
  const [told, setTold] = useState('')

  const bring = async (file: File) => {
    if (!onPicture) return
    const mark = markOf(t('markdown:picture.coming', { name: wordsOf(file.name) }))
    type(`${mark}\n`)
    setTold(t('markdown:picture.coming', { name: file.name }))
    const settle = (words: string) =>
      settleMark(mark, words, () => {
        const { value, onChange } = latest.current
        onChange(value.replace(mark, () => words))
      })
    try {
      const link = await onPicture(file)
      settle(link === null ? '' : `![${wordsOf(file.name)}](${link})`)
      setTold(link === null ? '' : t('markdown:picture.here', { name: file.name }))
    } catch {
      settle('')
    }
  }

  const bringAll = (files: readonly File[]) => {
    for (const file of files) void bring(file)
  }

  const takeFiles = (event: ClipboardEvent | DragEvent, files: FileList) => {
    const pictures = onPicture ? picturesIn(files) : []
    if (pictures.length === 0) return
    event.preventDefault()
    bringAll(pictures)
  }

  return { told, bringAll, takeFiles }
}
