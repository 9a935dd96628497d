import Box from '@mui/material/Box'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { CodeEditor, type CodeEditorHandle } from '../code/CodeEditor.tsx'
import { FieldFrame, type FramedProps } from './FieldFrame.tsx'

type Props = FramedProps & {
  name?: string
  value: string
  /** As Monaco calls it. */
  language: string
  height?: number
  /** At the right end of the label's line. */
  aside?: ReactNode
  onChange: (value: string) => void
  onBlur?: () => void
  /** Ctrl+Enter. */
  onSubmit?: () => void
}

/** Code in a form. */
export function CodeField(props: Props) {
  const { name: _, value, language, height = 320, onChange, onBlur: __, onSubmit, ...frame } = props
  const id = useId()
  const editor = useRef<CodeEditorHandle>(null)
  /** What the editor has, which keeps its own text. */
  const held = useRef(value)

  useEffect(() => {
    if (held.current === value) return
    held.current = value
    editor.current?.setValue(value)
  }, [value])

  return (
    <FieldFrame id={id} group {...frame}>
      <Box
        sx={{
          height,
          border: 1,
          borderColor: frame.error ? 'verdict.WA.solid' : 'line.strong',
          borderRadius: 1,
          overflow: 'hidden',
          bgcolor: 'editor.bg',
          '&:focus-within': { borderColor: 'line.focus' },
        }}
      >
        <CodeEditor
          ref={editor}
          defaultValue={value}
          language={language}
          label={frame.label}
          onChange={(text) => {
            held.current = text
            onChange(text)
          }}
          onSubmit={onSubmit}
        />
      </Box>
    </FieldFrame>
  )
}
