import Box from '@mui/material/Box'
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { typedSteps } from '../text/typedSteps.ts'
import tokens from '../tokens.json'
import { useTranslation } from '../useTranslation.ts'
import type { CodeEditorHandle, InnerProps, PlainText } from './CodeEditor.tsx'
import { paperOf } from './editorThemes.ts'

export type PlainEditorHandle = CodeEditorHandle & {
  take: () => PlainText | null
  /** Calls back before the next key, or at the end of an input method's composition. */
  whenAtRest: (then: () => void) => void
  /** Calls back after a pause in typing; returns a function that cancels. */
  whenPaused: (then: () => void) => () => void
}

type Props = InnerProps & { ref: Ref<PlainEditorHandle> }

/** Width of Monaco's line numbers (px), so that the text does not shift. */
const GUTTER = 64

/** Keys with shorter pauses (ms) are one undo step. */
const PAUSE = 300

/** Code textarea with indentation; the browser keeps the undo history. */
export function PlainEditor({ ref, ...props }: Props) {
  const { t } = useTranslation()
  const { fontSize = tokens.type.editor.size, tabSize = 4, theme = 'site' } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const composing = useRef(false)
  const [steps] = useState(typedSteps)
  const [origin] = useState(props.defaultValue)
  /** Time of the last key (ms). */
  const typedAt = useRef(Number.NEGATIVE_INFINITY)

  const changed = (text: string) => {
    steps.note(text, performance.now())
    props.onChange?.(text)
  }
  /** After Escape the next Tab leaves the field. */
  const leaving = useRef(false)

  /** Inserts as if typed, so that it can be undone. */
  const insert = (text: string) => {
    const there = field.current
    if (!there || there.ownerDocument.execCommand('insertText', false, text)) return
    there.setRangeText(text, there.selectionStart, there.selectionEnd, 'end')
    changed(there.value)
  }

  useImperativeHandle(ref, () => ({
    getValue: () => field.current?.value ?? props.defaultValue,
    setValue: (text) => {
      if (!field.current) return
      field.current.value = text
      changed(text)
    },
    focus: () => field.current?.focus(),
    take: () => {
      const there = field.current
      if (!there) return null
      return {
        text: there.value,
        origin,
        steps: steps.texts(),
        from: there.selectionStart,
        to: there.selectionEnd,
        backward: there.selectionDirection === 'backward',
        scrollTop: there.scrollTop,
        scrollLeft: there.scrollLeft,
        focused: there.ownerDocument.activeElement === there,
      }
    },
    whenAtRest: (then) => {
      if (composing.current)
        field.current?.addEventListener('compositionend', () => setTimeout(then), { once: true })
      else queueMicrotask(then)
    },
    whenPaused: (then) => {
      let timer: ReturnType<typeof setTimeout>
      const look = () => {
        const left = composing.current ? PAUSE : typedAt.current + PAUSE - performance.now()
        if (left > 0) timer = setTimeout(look, left)
        else then()
      }
      look()
      return () => clearTimeout(timer)
    },
  }))

  const pressed = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, currentTarget, nativeEvent } = event
    typedAt.current = performance.now()
    if (nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || props.readOnly) return
    const left = leaving.current
    leaving.current = key === 'Escape' || (left && key === 'Shift')
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
      aria-describedby={props.describedBy}
      readOnly={props.readOnly}
      wrap="off"
      spellCheck={false}
      autoCapitalize="off"
      autoCorrect="off"
      autoComplete="off"
      onChange={(event) => changed(event.target.value)}
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
