import Editor, { loader, type OnMount } from '@monaco-editor/react'
import { useColorScheme } from '@mui/material/styles'
import { useImperativeHandle, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CodeEditorProps } from './CodeEditor.tsx'
import { EditorSkeleton } from './EditorSkeleton.tsx'
import { monaco } from './monaco.ts'
import tokens from './tokens.json'

// Monaco comes from our own server, in the version that is built with the client.
loader.config({ monaco })

type Mounted = Parameters<OnMount>[0]

/** Monaco, which keeps its own text: to bind it to React's state loses what is typed fast. */
export function MonacoEditor(props: CodeEditorProps) {
  const { t } = useTranslation()
  const { mode, systemMode } = useColorScheme()
  const { defaultValue, language, theme = 'site', ref } = props
  const { fontSize = tokens.type.editor.size, tabSize = 4, readOnly = false } = props
  const editor = useRef<Mounted | null>(null)
  const latest = useRef(props)
  latest.current = props

  const mount: OnMount = (mounted) => {
    editor.current = mounted
    mounted.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.Enter, () => latest.current.onSubmit?.())
    mounted.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.Quote, () => latest.current.onRun?.())
  }

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

  return (
    <Editor
      defaultValue={defaultValue}
      language={language}
      theme={theme === 'site' ? `site-${(mode === 'system' ? systemMode : mode) ?? 'light'}` : theme}
      onMount={mount}
      onChange={(text) => latest.current.onChange?.(text ?? '')}
      loading={<EditorSkeleton />}
      options={{
        fontSize,
        lineHeight: Math.round(fontSize * 1.5),
        tabSize,
        readOnly,
        ariaLabel: props.label ?? t('ui:editor.label'),
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
      }}
    />
  )
}
