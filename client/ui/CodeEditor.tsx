import Box from '@mui/material/Box'
import { type ComponentType, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { EditorTheme } from './editorThemes.ts'
import { PlainEditor, type PlainEditorHandle } from './PlainEditor.tsx'
import { useTranslation } from './useTranslation.ts'

export type CodeEditorHandle = {
  getValue: () => string
  /** Replaces the text; it can be undone. */
  setValue: (text: string) => void
  focus: () => void
}

export type CodeEditorProps = {
  /** What stands in it at first. Never give it the text of `onChange`: the editor keeps its own. */
  defaultValue: string
  /** As Monaco calls it: cpp, java, python … */
  language: string
  onChange?: (text: string) => void
  ref?: Ref<CodeEditorHandle>
  theme?: EditorTheme
  fontSize?: number
  tabSize?: number
  /** Names it for screen readers. */
  label?: string
  readOnly?: boolean
  /** Ctrl+Enter, and Ctrl+'. */
  onSubmit?: () => void
  onRun?: () => void
  /** Leaves it plain while the page has more urgent things to load. */
  plain?: boolean
}

/** The plain editor as it was when Monaco took its place. */
export type PlainText = { text: string; from: number; to: number; scrollTop: number; focused: boolean }

export type MonacoHandle = CodeEditorHandle & { takeOver: (plain: PlainText) => void }

export type MonacoProps = Omit<CodeEditorProps, 'ref'> & { ref: Ref<MonacoHandle>; onMount: () => void }

/** Monaco's own words are read when its code is, so they come first; another language counts from the next load on. */
async function load(locale: string): Promise<ComponentType<MonacoProps>> {
  if (locale === 'zh-CN') await import('monaco-editor/nls/lang/zh-cn')
  return (await import('./MonacoEditor.tsx')).MonacoEditor
}

/**
 * The editor, as large as its place. One can type at once, in a plain text field over the place where Monaco, which is a
 * megabyte, comes to stand; it takes text, caret and focus between two keystrokes. Where it never comes it stays plain.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { ref, plain = false, defaultValue } = props
  const { i18n } = useTranslation()
  const field = useRef<PlainEditorHandle>(null)
  const monaco = useRef<MonacoHandle>(null)
  const [Monaco, setMonaco] = useState<ComponentType<MonacoProps> | null>(null)
  const [taken, setTaken] = useState(false)
  const locale = useRef(i18n.language)

  useEffect(() => {
    if (plain) return
    let gone = false
    load(locale.current).then(
      (loaded) => {
        if (!gone) setMonaco(() => loaded)
      },
      // Then it stays plain.
      () => {},
    )
    return () => {
      gone = true
    }
  }, [plain])

  const takeOver = () =>
    field.current?.whenAtRest(() => {
      const text = field.current?.take()
      if (!text) return
      // Nothing can be typed between what is taken and its arrival.
      flushSync(() => setTaken(true))
      monaco.current?.takeOver(text)
    })

  useImperativeHandle(
    ref,
    () => ({
      getValue: () => (field.current ?? monaco.current)?.getValue() ?? defaultValue,
      setValue: (text) => (field.current ?? monaco.current)?.setValue(text),
      focus: () => (field.current ?? monaco.current)?.focus(),
    }),
    [defaultValue],
  )

  return (
    <Box sx={{ position: 'relative', height: '100%', overflow: 'hidden' }}>
      {Monaco && (
        <Box sx={{ height: '100%', visibility: taken ? 'visible' : 'hidden' }}>
          <Monaco {...props} ref={monaco} onMount={takeOver} />
        </Box>
      )}
      {!taken && <PlainEditor {...props} ref={field} />}
    </Box>
  )
}
