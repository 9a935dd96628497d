import Box from '@mui/material/Box'
import { useColorScheme } from '@mui/material/styles'
import { useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { MonacoProps } from './CodeEditor.tsx'
import { monaco } from './monaco.ts'
import tokens from './tokens.json'

type Editor = ReturnType<typeof monaco.editor.create>

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
function replaceText(editor: Editor, text: string) {
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
  const { language, theme = 'site', readOnly = false, tabSize = 4, ref } = props
  const { fontSize = tokens.type.editor.size } = props
  const colours = theme === 'site' ? `site-${(mode === 'system' ? systemMode : mode) ?? 'light'}` : theme
  const label = props.label ?? t('ui:editor.label')
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor | null>(null)
  const latest = useRef(props)
  latest.current = props
  const options = useRef({ language, theme: colours, readOnly, tabSize, fontSize, ariaLabel: label })

  // In the same step in which the plain editor goes, so that no keystroke falls between them.
  useLayoutEffect(() => {
    if (!place.current) return
    const { taken, defaultValue } = latest.current
    const { fontSize } = options.current
    const made = monaco.editor.create(place.current, {
      value: defaultValue,
      ...FIXED,
      ...options.current,
      lineHeight: Math.round(fontSize * 1.5),
    })
    const model = made.getModel()
    if (model && taken.text !== defaultValue) replaceText(made, taken.text)
    if (model) {
      const [from, to] = [model.getPositionAt(taken.from), model.getPositionAt(taken.to)]
      made.setSelection(monaco.Range.fromPositions(from, to))
      made.setScrollTop(taken.scrollTop)
    }
    made.onDidChangeModelContent(() => latest.current.onChange?.(made.getValue()))
    made.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.Enter, () => latest.current.onSubmit?.())
    made.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.Quote, () => latest.current.onRun?.())
    if (taken.focused) made.focus()
    editor.current = made
    return () => {
      editor.current = null
      made.dispose()
      model?.dispose()
    }
  }, [])

  useEffect(() => {
    const lineHeight = Math.round(fontSize * 1.5)
    editor.current?.updateOptions({ readOnly, tabSize, fontSize, lineHeight, ariaLabel: label })
    editor.current?.getModel()?.updateOptions({ tabSize, insertSpaces: true })
  }, [readOnly, tabSize, fontSize, label])
  useEffect(() => {
    const model = editor.current?.getModel()
    if (model) monaco.editor.setModelLanguage(model, language)
  }, [language])
  useEffect(() => monaco.editor.setTheme(colours), [colours])

  useImperativeHandle(
    ref,
    () => ({
      getValue: () => editor.current?.getValue() ?? latest.current.defaultValue,
      setValue: (text) => {
        if (editor.current) replaceText(editor.current, text)
      },
      focus: () => editor.current?.focus(),
    }),
    [],
  )

  return <Box ref={place} sx={{ position: 'absolute', inset: 0 }} />
}
