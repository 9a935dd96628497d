import Box from '@mui/material/Box'
import type { ClipboardEvent, DragEvent, KeyboardEvent, RefObject } from 'react'
import { hasNote, noteIdOf } from '../form/FieldFrame.tsx'
import { isComposing } from '../isComposing.ts'
import type { MarkdownEditorProps } from './MarkdownEditor.tsx'
import { actOfKey } from './MarkdownTools.tsx'
import { type Edit, nextLine, TEXT_ACTS } from './textActs.ts'
import { useSuggestions } from './useSuggestions.tsx'
import { marked } from './useTextField.ts'

type Props = {
  id: string
  field: RefObject<HTMLTextAreaElement | null>
  /** Applies an edit as if typed. */
  carryOut: (edit: Edit) => void
  /** Takes files that are pasted or dropped. */
  takeFiles: (event: ClipboardEvent | DragEvent, files: FileList) => void
  editor: MarkdownEditorProps
}

/** The text of the Markdown editor, with its keys and suggestions. */
export function WritingPane({ id, field, carryOut, takeFiles, editor }: Props) {
  const { name, value, onChange, onBlur, onUpload, maxLength, suggest, ...frame } = editor
  const suggestions = useSuggestions(field, carryOut, suggest)

  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (suggestions.press(event)) return
    const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent, currentTarget } = event
    if (isComposing(nativeEvent) || altKey || shiftKey) return
    const named = ctrlKey || metaKey ? actOfKey(key) : null
    const edit = named
      ? TEXT_ACTS[named](marked(currentTarget))
      : key === 'Enter' && !ctrlKey && !metaKey
        ? nextLine(marked(currentTarget))
        : null
    if (!edit) return
    event.preventDefault()
    // The page has its own shortcuts on these keys.
    nativeEvent.stopImmediatePropagation()
    event.stopPropagation()
    carryOut(edit)
  }

  return (
    <>
      <Box
        component="textarea"
        ref={field}
        id={id}
        name={name}
        value={value}
        maxLength={maxLength}
        aria-label={frame.hiddenLabel ? frame.label : undefined}
        aria-invalid={frame.error ? true : undefined}
        aria-required={frame.required || undefined}
        aria-describedby={hasNote(frame) ? noteIdOf(id) : undefined}
        spellCheck={false}
        {...suggestions.field}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => {
          suggestions.close()
          onBlur()
        }}
        onKeyDown={press}
        onPaste={(event) => takeFiles(event, event.clipboardData.files)}
        onDragOver={(event) => {
          if (onUpload && event.dataTransfer.types.includes('Files')) event.preventDefault()
        }}
        onDrop={(event) => takeFiles(event, event.dataTransfer.files)}
        sx={{
          flex: '1 1 0',
          minWidth: 0,
          minHeight: 0,
          p: 3,
          border: 0,
          outline: 0,
          resize: 'none',
          typography: 'code',
          lineHeight: 1.7,
          color: 'text.primary',
          bgcolor: 'transparent',
          // The border around the editor shows the focus.
          '&:focus-visible': { outline: 'none' },
        }}
      />
      {suggestions.list}
    </>
  )
}
