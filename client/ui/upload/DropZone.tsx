import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type DragEvent, useId, useRef, useState } from 'react'
import { Icon } from '../Icon.tsx'
import { useTranslation } from '../useTranslation.ts'
import { visuallyHidden } from '../visuallyHidden.ts'

type Props = {
  /** What the button does: 'Add pictures'. */
  label: string
  /** What is taken, in words. */
  hint?: string
  /** What the platform's own dialog offers, as an `accept` attribute says it. */
  accept?: string
  multiple?: boolean
  onFiles: (files: readonly File[]) => void
}

/** Whether something that is dragged brings files. */
export const bringsFiles = ({ dataTransfer }: Pick<DragEvent, 'dataTransfer'>): boolean =>
  dataTransfer.types.includes('Files')

/** Where files are dropped, and the button that chooses them. */
export function DropZone({ label, hint, accept, multiple = true, onFiles }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1))
  }
  return (
    <Box
      onDragOver={(event) => {
        if (!bringsFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        if (!bringsFiles(event)) return
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
      sx={{
        display: 'grid',
        justifyItems: 'center',
        gap: 1.5,
        px: 4,
        py: 4,
        textAlign: 'center',
        borderRadius: 1,
        border: '1px dashed',
        borderColor: over ? 'accent.fg' : 'line.strong',
        bgcolor: over ? 'accent.subtle' : 'surface.sunken',
      }}
    >
      <Button
        startIcon={<Icon name="upload" />}
        aria-describedby={`${id}-hint`}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <Box id={`${id}-hint`} sx={{ typography: 'caption', color: 'text.secondary' }}>
        {hint ? `${t('upload:drop')} ${hint}` : t('upload:drop')}
      </Box>
      <Box
        component="input"
        ref={input}
        type="file"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          take(event.target.files)
          // The same file can be chosen again.
          event.target.value = ''
        }}
        sx={visuallyHidden}
      />
    </Box>
  )
}
