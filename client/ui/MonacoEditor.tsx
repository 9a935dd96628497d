import Editor, { loader, type OnMount } from '@monaco-editor/react'
import { useColorScheme } from '@mui/material/styles'
import { useImperativeHandle, useMemo, useRef } from 'react'
import type { MonacoProps } from './CodeEditor.tsx'
import { monaco } from './monaco.ts'
import tokens from './tokens.json'
import { useTranslation } from './useTranslation.ts'

// Monaco comes from our own server, in the version that is built with the client.
loader.config({ monaco })

type Mounted = Parameters<OnMount>[0]

const FIXED = {
  detectIndentation: false,
  insertSpaces: true,
  automaticLayout: true,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  fontFamily: tokens.font.mono,
  fontLigatures: false,
  lineNumbersMinChars: 4,
  padding: { top: 8, bottom: 8 },
  renderLineHighlightOnlyWhenFocus: true,
  // A dimmed last number is hard to read.
  renderFinalNewline: 'on',
  fixedOverflowWidgets: true,
  stickyScroll: { enabled: false },
  contextmenu: true,
  wordBasedSuggestions: 'currentDocument',
  scrollbar: { alwaysConsumeMouseWheel: false },
} as const

/** Replaces the whole text in one step that can be undone. */
function replaceText(editor: Mounted, text: string) {
  const model = editor.getModel()
  if (!model) return
  editor.pushUndoStop()
  editor.executeEdits('replace', [{ range: model.getFullModelRange(), text }])
  editor.pushUndoStop()
}

/** Monaco, which keeps its own text: to bind it to React's state loses what is typed fast. */
export function MonacoEditor(props: MonacoProps) {
  const { t } = useTranslation()
  const { mode, systemMode } = useColorScheme()
  const { defaultValue, language, theme = 'site', readOnly = false, tabSize = 4, ref } = props
  const { fontSize = tokens.type.editor.size } = props
  const ariaLabel = props.label ?? t('ui:editor.label')
  const editor = useRef<Mounted | null>(null)
  const latest = useRef(props)
  latest.current = props

  const mount: OnMount = (mounted) => {
    editor.current = mounted
    mounted.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.Enter, () => latest.current.onSubmit?.())
    mounted.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.Quote, () => latest.current.onRun?.())
    latest.current.onMount()
  }

  useImperativeHandle(
    ref,
    () => ({
      getValue: () => editor.current?.getValue() ?? latest.current.defaultValue,
      setValue: (text) => {
        if (editor.current) replaceText(editor.current, text)
      },
      focus: () => editor.current?.focus(),
      takeOver: ({ text, from, to, scrollTop, focused }) => {
        const model = editor.current?.getModel()
        if (!editor.current || !model) return
        if (text !== model.getValue()) replaceText(editor.current, text)
        const [start, end] = [model.getPositionAt(from), model.getPositionAt(to)]
        editor.current.setSelection(monaco.Range.fromPositions(start, end))
        editor.current.setScrollTop(scrollTop)
        if (focused) editor.current.focus()
      },
    }),
    [],
  )

  const options = useMemo(
    () => ({ ...FIXED, fontSize, lineHeight: Math.round(fontSize * 1.5), tabSize, readOnly, ariaLabel }),
    [fontSize, tabSize, readOnly, ariaLabel],
  )
  return (
    <Editor
      defaultValue={defaultValue}
      language={language}
      theme={theme === 'site' ? `site-${(mode === 'system' ? systemMode : mode) ?? 'light'}` : theme}
      onMount={mount}
      onChange={(text) => latest.current.onChange?.(text ?? '')}
      loading={null}
      options={options}
    />
  )
}
