import Box from '@mui/material/Box'
import {
  type ComponentType,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '../useTranslation.ts'
import { visuallyHidden } from '../visuallyHidden.ts'
import type { EditorTheme } from './editorThemes.ts'
import { PlainEditor, type PlainEditorHandle } from './PlainEditor.tsx'

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
export type PlainText = {
  text: string
  /** The text that typing began from. */
  origin: string
  /** The texts that it had before, the oldest first, for undo. */
  steps: readonly string[]
  from: number
  to: number
  /** The caret stands at `from`. */
  backward: boolean
  scrollTop: number
  scrollLeft: number
  focused: boolean
}

export type MonacoHandle = CodeEditorHandle & { takeOver: (plain: PlainText) => void }

/** What both editors get; `describedBy` is the id of what tells how to leave them by keyboard. */
export type InnerProps = Omit<CodeEditorProps, 'ref'> & { describedBy: string }

export type MonacoProps = InnerProps & { ref: Ref<MonacoHandle>; onMount: () => void }

/** Monaco's own words are read when its code is, so they come first; another language counts from the next load on. */
async function load(locale: string): Promise<ComponentType<MonacoProps>> {
  if (locale === 'zh-CN') await import('monaco-editor/nls/lang/zh-cn')
  return (await import('./MonacoEditor.tsx')).MonacoEditor
}

/**
 * The editor, as large as its place. One can type at once, in a plain text field over the place where Monaco, which is a
 * megabyte, comes to stand. Monaco is built in a pause of the typing, because that takes long enough to be felt, and
 * takes text, undo, selection, scroll and focus between two keystrokes. Where it never comes the editor stays plain.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { ref, plain = false, defaultValue } = props
  const { t, i18n } = useTranslation()
  const hint = useId()
  const { arrived, listeners } = useArrival()
  const field = useRef<PlainEditorHandle>(null)
  const monaco = useRef<MonacoHandle>(null)
  const [Monaco, setMonaco] = useState<ComponentType<MonacoProps> | null>(null)
  const [taken, setTaken] = useState(false)
  const locale = useRef(i18n.language)

  useEffect(() => {
    if (plain) return
    let gone = false
    let giveUp = () => {}
    load(locale.current).then(
      (loaded) => {
        if (gone) return
        giveUp = field.current?.whenPaused(() => setMonaco(() => loaded)) ?? giveUp
      },
      // Then it stays plain.
      () => {},
    )
    return () => {
      gone = true
      giveUp()
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
    <Box sx={{ position: 'relative', height: '100%', overflow: 'hidden' }} {...listeners}>
      {Monaco && (
        <Box sx={{ height: '100%', visibility: taken ? 'visible' : 'hidden' }}>
          <Monaco {...props} ref={monaco} onMount={takeOver} describedBy={hint} />
        </Box>
      )}
      {!taken && <PlainEditor {...props} ref={field} describedBy={hint} />}
      <Box
        id={hint}
        sx={
          arrived
            ? {
                position: 'absolute',
                right: 16,
                bottom: 8,
                zIndex: 1,
                px: 2,
                py: 1,
                borderRadius: 1,
                typography: 'caption',
                color: 'inverse.fg',
                bgcolor: 'surface.inverse',
                pointerEvents: 'none',
              }
            : visuallyHidden
        }
      >
        {t('ui:editor.leave')}
      </Box>
    </Box>
  )
}

/** Whether somebody came into the editor by Tab and has not typed yet: that is who must be told how to leave. */
function useArrival() {
  const [arrived, setArrived] = useState(false)
  /** Tab was pressed in here, so its release tells nothing. */
  const own = useRef(false)
  return {
    arrived,
    listeners: {
      onKeyDownCapture: ({ key }: KeyboardEvent) => {
        own.current = key === 'Tab'
        if (key !== 'Escape' && key !== 'Shift') setArrived(false)
      },
      onKeyUpCapture: ({ key }: KeyboardEvent) => {
        if (key === 'Tab' && !own.current) setArrived(true)
      },
      onBlur: () => {
        own.current = false
        setArrived(false)
      },
    },
  }
}
