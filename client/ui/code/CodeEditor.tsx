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
  /** Replaces the text; can be undone. */
  setValue: (text: string) => void
  focus: () => void
}

export type CodeEditorProps = {
  /** Initial text. The editor keeps its own text: never pass the text of `onChange` back. */
  defaultValue: string
  /** Monaco's language id: cpp, java, python … */
  language: string
  onChange?: (text: string) => void
  ref?: Ref<CodeEditorHandle>
  theme?: EditorTheme
  fontSize?: number
  tabSize?: number
  /** Accessible name. */
  label?: string
  readOnly?: boolean
  /** Ctrl+Enter, and Ctrl+'. */
  onSubmit?: () => void
  onRun?: () => void
  /** Stays the plain editor while the page has more urgent code to load. */
  plain?: boolean
}

/** State of the plain editor, handed to Monaco. */
export type PlainText = {
  text: string
  /** Text before any typing. */
  origin: string
  /** Earlier texts for undo, oldest first. */
  steps: readonly string[]
  from: number
  to: number
  /** The caret is at `from`. */
  backward: boolean
  scrollTop: number
  scrollLeft: number
  focused: boolean
}

export type MonacoHandle = CodeEditorHandle & { takeOver: (plain: PlainText) => void }

/** Props of both editors; `describedBy` is the id of the hint on leaving by keyboard. */
export type InnerProps = Omit<CodeEditorProps, 'ref'> & { describedBy: string }

export type MonacoProps = InnerProps & { ref: Ref<MonacoHandle>; onMount: () => void }

/**
 * Monaco reads its localized strings when its code is evaluated, so they load first; another language applies
 * after a reload.
 */
async function load(locale: string): Promise<ComponentType<MonacoProps>> {
  if (locale === 'zh-CN') await import('monaco-editor/nls/lang/zh-cn')
  return (await import('./MonacoEditor.tsx')).MonacoEditor
}

/**
 * Code editor that fills its parent. It starts as a plain textarea, so that typing works at once, and Monaco
 * (one megabyte) replaces it. Monaco is built in a pause of the typing, because that blocks noticeably, and
 * takes over text, undo, selection, scroll and focus between two keystrokes. If Monaco fails to load, the
 * editor stays plain.
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
      // The editor stays plain.
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
      // Synchronous: nothing can be typed between reading the state and the handover.
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

/**
 * Whether the editor was focused by Tab and nothing typed since: then the hint on how to leave it is shown.
 */
function useArrival() {
  const [arrived, setArrived] = useState(false)
  /** Tab was pressed inside, so its release is not an arrival. */
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
