import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type DragEvent, type RefObject, useId, useRef, useState } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { useTranslation } from '../useTranslation.ts'
import { visuallyHidden } from '../visuallyHidden.ts'
import { droppedFiles, type Placed, placed } from './droppedFiles.ts'

type Props = {
  /** Label of the button: 'Add pictures'. */
  label: string
  /** Accepted files, in words. */
  hint?: string
  /** `accept` attribute of the native dialog. */
  accept?: string
  multiple?: boolean
  /** Label of the folder button; no button when left out. */
  folder?: string
  /** `paths`: each file's path within its folder. */
  onFiles: (files: readonly File[], paths: readonly string[]) => void
}

/** Whether a drag carries files. */
export const bringsFiles = ({ dataTransfer }: Pick<DragEvent, 'dataTransfer'>): boolean =>
  dataTransfer.types.includes('Files')

/** Drop zone with a button that opens the file dialog. */
export function DropZone({ label, hint, accept, multiple = true, folder, onFiles }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const inFolder = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (all: readonly Placed[]) => {
    const taken = multiple ? all : all.slice(0, 1)
    if (taken.length > 0)
      onFiles(
        taken.map(({ file }) => file),
        taken.map(({ path }) => path),
      )
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
        void droppedFiles(event.dataTransfer).then(take, () => undefined)
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
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 2 }}>
        {folder && (
          <Button
            startIcon={<Icon name="upload" />}
            aria-describedby={`${id}-hint`}
            onClick={() => inFolder.current?.click()}
          >
            {folder}
          </Button>
        )}
        <Button
          startIcon={<Icon name={folder ? 'file' : 'upload'} />}
          aria-describedby={`${id}-hint`}
          onClick={() => input.current?.click()}
        >
          {label}
        </Button>
      </Box>
      <Box id={`${id}-hint`} sx={{ typography: 'caption', color: 'text.secondary' }}>
        {hint ? t('upload:dropHint', { hint }) : t('upload:drop')}
      </Box>
      <Chooser input={input} {...{ label, accept, multiple }} onChosen={take} />
      {folder && <Chooser input={inFolder} label={folder} multiple folder onChosen={take} />}
    </Box>
  )
}

type ChooserProps = {
  input: RefObject<HTMLInputElement | null>
  label: string
  accept?: string
  multiple: boolean
  folder?: boolean
  onChosen: (files: readonly Placed[]) => void
}

/** The native file dialog. */
const Chooser = ({ input, label, accept, multiple, folder, onChosen }: ChooserProps) => (
  <Box
    component="input"
    ref={input}
    type="file"
    tabIndex={-1}
    aria-label={label}
    accept={accept}
    multiple={multiple}
    {...(folder && { webkitdirectory: '' })}
    onChange={({ target }) => {
      const { files } = target as HTMLInputElement
      onChosen(placed(files ?? []))
      // Allows choosing the same file again.
      target.value = ''
    }}
    sx={visuallyHidden}
  />
)
