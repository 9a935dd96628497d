import { type Ref, Suspense } from 'react'
import { EditorSkeleton } from './EditorSkeleton.tsx'
import type { EditorTheme } from './editorThemes.ts'
import { lazyPart } from './lazyPart.ts'

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
}

const load = async () => (await import('./MonacoEditor.tsx')).MonacoEditor
const Monaco = lazyPart(load)

/** Starts loading the editor, for a page that will need it. */
export const warmEditor = () => void load()

/** The editor, as large as its place; a megabyte that comes on its own. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <Suspense fallback={<EditorSkeleton />}>
      <Monaco {...props} />
    </Suspense>
  )
}
