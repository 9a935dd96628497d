import Box from '@mui/material/Box'
import { useColorScheme } from '@mui/material/styles'
import { useEffect, useImperativeHandle, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CodeEditorProps } from './CodeEditor.tsx'
import { monaco } from './monaco.ts'
import tokens from './tokens.json'

type Editor = ReturnType<typeof monaco.editor.create>

/** Monaco, which keeps its own text: to bind it to React's state loses what is typed fast. */
export function MonacoEditor(props: CodeEditorProps) {
  const { t } = useTranslation()
  const { mode, systemMode } = useColorScheme()
  const {
    language,
    theme = 'site',
    fontSize = tokens.type.editor.size,
    tabSize = 4,
    readOnly = false,
    ref,
  } = props
  const label = props.label ?? t('ui:editor.label')
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor | null>(null)
  const latest = useRef(props)
  latest.current = props

  const shown = theme === 'site' ? `site-${(mode === 'system' ? systemMode : mode) ?? 'light'}` : theme

  useEffect(() => {
    if (!place.current) return
    const { defaultValue, language: first } = latest.current
    const created = monaco.editor.create(place.current, {
      value: defaultValue,
      language: first,
      automaticLayout: true,
      minimap: { enabled: false },
      scrollBeyondLastLine: false,
      fontFamily: tokens.font.mono,
      fontLigatures: false,
      lineNumbersMinChars: 4,
      padding: { top: 8, bottom: 8 },
      renderLineHighlightOnlyWhenFocus: true,
      fixedOverflowWidgets: true,
      stickyScroll: { enabled: false },
      contextmenu: true,
      wordBasedSuggestions: 'currentDocument',
      scrollbar: { alwaysConsumeMouseWheel: false },
    })
    created.onDidChangeModelContent(() => latest.current.onChange?.(created.getValue()))
    created.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.Enter, () => latest.current.onSubmit?.())
    created.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.Quote, () => latest.current.onRun?.())
    editor.current = created
    return () => {
      created.getModel()?.dispose()
      created.dispose()
      editor.current = null
    }
  }, [])

  useEffect(() => {
    editor.current?.updateOptions({
      fontSize,
      lineHeight: Math.round(fontSize * 1.5),
      tabSize,
      detectIndentation: false,
      readOnly,
      ariaLabel: label,
    })
    editor.current?.getModel()?.updateOptions({ tabSize, indentSize: tabSize, insertSpaces: true })
  }, [fontSize, tabSize, readOnly, label])

  useEffect(() => {
    const model = editor.current?.getModel()
    if (model) monaco.editor.setModelLanguage(model, language)
  }, [language])

  useEffect(() => monaco.editor.setTheme(shown), [shown])

  useImperativeHandle(
    ref,
    () => ({
      getValue: () => editor.current?.getValue() ?? latest.current.defaultValue,
      setValue: (text) => {
        const model = editor.current?.getModel()
        if (!editor.current || !model) return
        editor.current.pushUndoStop()
        editor.current.executeEdits('replace', [{ range: model.getFullModelRange(), text }])
        editor.current.pushUndoStop()
      },
      focus: () => editor.current?.focus(),
    }),
    [],
  )

  return <Box ref={place} sx={{ width: '100%', height: '100%', minHeight: 0, overflow: 'hidden' }} />
}
