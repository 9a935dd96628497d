import { useEffect, useRef } from 'react'
import type { Edit, Marked } from './textActs.ts'
import { watchMarks } from './textUploads.ts'

/** The text of a textarea, with its selection. */
export const marked = (there: HTMLTextAreaElement): Marked => ({
  text: there.value,
  from: there.selectionStart,
  to: there.selectionEnd,
})

/** A controlled textarea with edits that the browser can undo; placeholders of pictures are replaced in it. */
export function useTextField(value: string, onChange: (value: string) => void, focused: boolean) {
  const field = useRef<HTMLTextAreaElement>(null)
  const latest = useRef({ value, onChange })
  latest.current = { value, onChange }

  /** Applies an edit as if typed, so that the browser can undo it. */
  const carryOut = ({ from, to, insert, select }: Edit) => {
    const there = field.current
    if (!there) return
    there.focus()
    there.setSelectionRange(from, to)
    const { execCommand } = there.ownerDocument
    const done = execCommand.call(
      there.ownerDocument,
      insert ? 'insertText' : 'delete',
      false,
      insert || undefined,
    )
    if (!done) {
      there.setRangeText(insert, from, to, 'end')
      onChange(there.value)
    }
    there.setSelectionRange(...select)
  }

  const type = (words: string) => {
    const there = field.current
    if (!there) return
    const { from, to } = marked(there)
    const at = from + words.length
    carryOut({ from, to, insert: words, select: [at, at] })
  }

  useEffect(
    () =>
      watchMarks({
        text: () => latest.current.value,
        replace: (old, words) => {
          const there = field.current
          if (!there) return latest.current.onChange(latest.current.value.replace(old, () => words))
          const at = there.value.indexOf(old)
          if (at < 0) return
          there.setRangeText(words, at, at + old.length, 'preserve')
          latest.current.onChange(there.value)
        },
      }),
    [],
  )

  useEffect(() => {
    if (focused) field.current?.focus()
  }, [focused])

  return { field, latest, carryOut, type }
}
