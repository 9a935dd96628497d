import Button from '@mui/material/Button'
import { useRef } from 'react'
import { Icon } from '../../ui/controls/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Largest file (KB) that is read into a field; a larger one is imported in a package. */
const MOST_KB = 100

type Props = {
  label: string
  onText: (text: string) => void
  /** Called with the reason when the file could not be read. */
  onFault: (words: string) => void
}

/** Button that reads a text file into the field beside it. */
export function TextFile({ label, onText, onFault }: Props) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File) => {
    if (file.size > MOST_KB * 1024) return onFault(t('generator:file.tooLarge', { most: MOST_KB }))
    try {
      onText(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer()))
    } catch {
      onFault(t('generator:file.notText'))
    }
  }
  return (
    <>
      <Button
        aria-label={label}
        title={label}
        onClick={() => input.current?.click()}
        sx={{ alignSelf: 'start', minWidth: 40, px: 0 }}
      >
        <Icon name="upload" />
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) void read(file)
          target.value = ''
        }}
      />
    </>
  )
}
