import Box from '@mui/material/Box'
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react'
import type { CodeEditorHandle, CodeEditorProps, PlainText } from './CodeEditor.tsx'
import { paperOf } from './editorThemes.ts'
import tokens from './tokens.json'
import { useTranslation } from './useTranslation.ts'

export type PlainEditorHandle = CodeEditorHandle & {
  take: () => PlainText | null
  /** Calls back before the next key, or when the character that is being composed is there. */
  whenAtRest: (then: () => void) => void
}

type Props = Omit<CodeEditorProps, 'ref'> & { ref: Ref<PlainEditorHandle> }

/** As wide as the line numbers of Monaco, so that the text does not move when it comes. */
const GUTTER = 64

/** A text field for code: it indents, and the browser undoes. */
export function PlainEditor({ ref, ...props }: Props) {
  const { t } = useTranslation()
  const { fontSize = tokens.type.editor.size, tabSize = 4, theme = 'site' } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const composing = useRef(false)
  /** After Escape the next Tab leaves the field. */
  const leaving = useRef(false)

  /** As if it was typed, so that it can be undone. */
  const insert = (text: string) => {
    const there = field.current
    if (!there || there.ownerDocument.execCommand('insertText', false, text)) return
    there.setRangeText(text, there.selectionStart, there.selectionEnd, 'end')
    props.onChange?.(there.value)
  }

  useImperativeHandle(ref, () => ({
    getValue: () => field.current?.value ?? props.defaultValue,
    setValue: (text) => {
      if (!field.current) return
      field.current.value = text
      props.onChange?.(text)
    },
    focus: () => field.current?.focus(),
    take: () => {
      const there = field.current
      if (!there) return null
      return {
        text: there.value,
        from: there.selectionStart,
        to: there.selectionEnd,
        scrollTop: there.scrollTop,
        focused: there.ownerDocument.activeElement === there,
      }
    },
    whenAtRest: (then) => {
      if (composing.current)
        field.current?.addEventListener('compositionend', () => setTimeout(then), { once: true })
      else queueMicrotask(then)
    },
  }))

  const pressed = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, currentTarget, nativeEvent } = event
    if (nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || props.readOnly) return
    const left = leaving.current
    leaving.current = key === 'Escape'
    const before = currentTarget.value.slice(0, currentTarget.selectionStart)
    const line = before.slice(before.lastIndexOf('\n') + 1)
    if (key === 'Tab' && !event.shiftKey && !left) {
      event.preventDefault()
      insert(' '.repeat(tabSize - (line.length % tabSize)))
    } else if (key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      insert(`\n${/^\s*/.exec(line)?.[0] ?? ''}`)
    }
  }

  return (
    <Box
      component="textarea"
      ref={field}
      defaultValue={props.defaultValue}
      aria-label={props.label ?? t('ui:editor.label')}
      readOnly={props.readOnly}
      wrap="off"
      spellCheck={false}
      autoCapitalize="off"
      autoCorrect="off"
      autoComplete="off"
      onChange={(event) => props.onChange?.(event.target.value)}
      onKeyDown={pressed}
      onCompositionStart={() => {
        composing.current = true
      }}
      onCompositionEnd={() => {
        composing.current = false
      }}
      style={{
        fontSize,
        lineHeight: `${Math.round(fontSize * 1.5)}px`,
        tabSize,
        ...paperOf(theme),
      }}
      sx={{
        position: 'absolute',
        inset: 0,
        width: '100%',
        height: '100%',
        pl: `${GUTTER}px`,
        py: 2,
        pr: 3,
        border: 0,
        outline: 0,
        resize: 'none',
        overflow: 'auto',
        whiteSpace: 'pre',
        fontFamily: tokens.font.mono,
        color: 'editor.fg',
        bgcolor: 'editor.bg',
      }}
    />
  )
}
