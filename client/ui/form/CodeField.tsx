import Box from '@mui/material/Box'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { CodeEditor, type CodeEditorHandle } from '../code/CodeEditor.tsx'
import { FieldFrame, type FramedProps } from './FieldFrame.tsx'

type Props = FramedProps & {
  name?: string
  value: string
  /** Monaco's language id. */
  language: string
  height?: number
  /** Right of the label. */
  aside?: ReactNode
  onChange: (value: string) => void
  onBlur?: () => void
  /** Ctrl+Enter. */
  onSubmit?: () => void
}

const asCode = (text: unknown): ReactNode =>
  text ? (
    <Box component="code" sx={{ typography: 'code' }}>
      {String(text)}
    </Box>
  ) : null

/** Code editor as a form field. */
export function CodeField(props: Props) {
  const { name: _, value, language, height = 320, onChange, onBlur: __, onSubmit, ...frame } = props
  const id = useId()
  const editor = useRef<CodeEditorHandle>(null)
  /** The editor's own text. */
  const held = useRef(value)

  useEffect(() => {
    if (held.current === value) return
    held.current = value
    editor.current?.setValue(value)
  }, [value])

  return (
    <FieldFrame id={id} group show={asCode} {...frame}>
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
