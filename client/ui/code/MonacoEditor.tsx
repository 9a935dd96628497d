import Editor, { loader, type OnMount } from '@monaco-editor/react'
import { useColorScheme } from '@mui/material/styles'
import { useImperativeHandle, useMemo, useRef } from 'react'
import { replacementBetween } from '../text/typedSteps.ts'
import tokens from '../tokens.json'
import { useTranslation } from '../useTranslation.ts'
import type { MonacoProps } from './CodeEditor.tsx'
import { monaco } from './monaco.ts'

// Monaco is served by this site, in the version bundled with the client.
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
  // A dimmed last line number is hard to read.
  renderFinalNewline: 'on',
  fixedOverflowWidgets: true,
  stickyScroll: { enabled: false },
  contextmenu: true,
  wordBasedSuggestions: 'currentDocument',
  scrollbar: { alwaysConsumeMouseWheel: false },
} as const

/** Replaces the text in one undo step; equal parts at both ends are kept. */
function replaceText(editor: Mounted, text: string) {
  const model = editor.getModel()
  const found = model && replacementBetween(model.getValue(), text)
  if (!model || !found) return
  const [start, end] = [model.getPositionAt(found.start), model.getPositionAt(found.end)]
  editor.pushUndoStop()
  editor.executeEdits('replace', [{ range: monaco.Range.fromPositions(start, end), text: found.text }])
  editor.pushUndoStop()
}

const { Escape, Tab, Shift } = monaco.KeyCode

/** Widgets that Escape closes first. */
const WIDGETS = '.suggest-widget.visible, .parameter-hints-widget.visible, .find-widget.visible, .rename-box'

/** After Escape the next Tab or Shift+Tab leaves the editor; any other key cancels. */
function leaveByEscape(editor: Mounted) {
  const lead = (out: boolean) => editor.updateOptions({ tabFocusMode: out })
  editor.onKeyDown(({ keyCode }) => {
    if (keyCode === Escape) lead(!editor.getDomNode()?.querySelector(WIDGETS))
    else if (keyCode !== Tab && keyCode !== Shift) lead(false)
  })
  editor.onDidBlurEditorWidget(() => lead(false))
}

/** Monaco, which keeps its own text: as a controlled input it would lose fast typing. */
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
    mounted
      .getDomNode()
      ?.querySelector('.inputarea, .native-edit-context')
      ?.setAttribute('aria-describedby', latest.current.describedBy)
    leaveByEscape(mounted)
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
      takeOver: ({ text, origin, steps, from, to, backward, scrollTop, scrollLeft, focused }) => {
        const model = editor.current?.getModel()
        if (!editor.current || !model) return
        // A textarea counts every line end as one character.
        model.setEOL(monaco.editor.EndOfLineSequence.LF)
        // A draft may have been saved since; Monaco starts with it.
        if (model.getValue() !== origin) model.setValue(origin)
        for (const step of [...steps, text]) replaceText(editor.current, step)
        const [start, end] = [model.getPositionAt(from), model.getPositionAt(to)]
        const [anchor, caret] = backward ? [end, start] : [start, end]
        editor.current.setSelection(monaco.Selection.fromPositions(anchor, caret))
        editor.current.setScrollPosition({ scrollTop, scrollLeft })
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
