import Button from '@mui/material/Button'
import { Field } from '../controls/Field.tsx'
import type { FramedProps } from '../form/FieldFrame.tsx'
import { namesIn } from '../text/nameLines.ts'
import { useTranslation } from '../useTranslation.ts'
import { textOfFile } from './textOfFile.ts'

type Props = Pick<FramedProps, 'error' | 'hint'> & {
  value: string
  onChange: (value: string) => void
  /** Lines taken from a file; the names alone when left out. */
  linesOf?: (text: string) => readonly string[]
  minRows?: number
  maxRows?: number
}

/** Field of usernames, one on a line, with a button that reads them from a CSV file. */
export function NamesField({ linesOf = namesIn, minRows = 5, maxRows = 14, ...field }: Props) {
  const { t } = useTranslation()
  const read = async (file: File | undefined) => {
    if (file) field.onChange(linesOf(await textOfFile(file)).join('\n'))
  }
  return (
    <>
      <Field
        label={t('ui:names.label')}
        required
        multiline
        minRows={minRows}
        maxRows={maxRows}
        inputProps={{ spellCheck: false, autoCapitalize: 'off' }}
        sx={{ '& textarea': { typography: 'code' } }}
        {...field}
      />
      <Button component="label" size="small" sx={{ justifySelf: 'start' }}>
        {t('ui:names.file')}
        <input
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          hidden
          onChange={({ target }) => {
            void read(target.files?.[0])
            // The same file can be read again after it was edited.
            target.value = ''
          }}
        />
      </Button>
    </>
  )
}
