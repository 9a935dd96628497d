import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useId } from 'react'
import { toast } from '../../../app/toasts.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { FieldFrame, type FramedProps } from '../../../ui/form/FieldFrame.tsx'
import { DropZone } from '../../../ui/upload/DropZone.tsx'
import { textOfFile } from '../../../ui/upload/textOfFile.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import type { NamedFile } from './problemValues.ts'

const MOST_BYTES = 262_144

type Props = FramedProps & {
  name?: string
  value: readonly NamedFile[]
  onChange: (value: readonly NamedFile[]) => void
  onBlur?: () => void
}

/** Small text files placed next to programs: chosen, dropped or typed. */
export function FilesField({ name: _, value, onChange, onBlur, ...frame }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const change = (at: number, to: Partial<NamedFile>) =>
    onChange(value.map((file, index) => (index === at ? { ...file, ...to } : file)))
  const bring = async (files: readonly File[]) => {
    const small = files.filter(({ size }) => size <= MOST_BYTES)
    for (const { name } of files.filter((file) => !small.includes(file)))
      toast.warning(t('problemForm:files.tooLarge', { name }))
    const brought = await Promise.all(
      small.map(async (file) => ({ name: file.name, content: await textOfFile(file) })),
    )
    const isNew = ({ name }: NamedFile) => !brought.some((file) => file.name === name)
    onChange([...value.filter(isNew), ...brought])
  }
  return (
    <FieldFrame
      id={id}
      group
      show={(theirs) => (theirs as readonly NamedFile[]).map(({ name }) => name).join(', ')}
      aside={
        <Button
          size="small"
          startIcon={<Icon name="plus" />}
          onClick={() => onChange([...value, { name: '', content: '' }])}
        >
          {t('problemForm:files.add')}
        </Button>
      }
      {...frame}
    >
      <Box sx={{ display: 'grid', gap: 3 }}>
        {value.map((file, at) => (
          <Box
            key={at}
            sx={{
              display: 'grid',
              gap: 2,
              alignItems: 'start',
              gridTemplateColumns: { xs: 'minmax(0,1fr) auto', sm: '200px minmax(0,1fr) auto' },
            }}
          >
            <Field
              label={t('problemForm:files.name', { number: at + 1 })}
              hiddenLabel
              placeholder={t('problemForm:files.namePlaceholder')}
              maxLength={64}
              value={file.name}
              onChange={(name) => change(at, { name })}
              onBlur={onBlur}
            />
            <Box sx={{ gridColumn: { xs: '1', sm: 'auto' }, gridRow: { xs: '2', sm: 'auto' }, minWidth: 0 }}>
              <Field
                label={t('problemForm:files.content', { name: file.name || String(at + 1) })}
                hiddenLabel
                multiline
                minRows={2}
                maxRows={10}
                value={file.content}
                onChange={(content) => change(at, { content })}
                onBlur={onBlur}
                inputProps={{ spellCheck: false }}
                sx={{ '& textarea': { typography: 'code' } }}
              />
            </Box>
            <IconButton
              aria-label={t('problemForm:files.remove', { name: file.name || String(at + 1) })}
              onClick={() => onChange(value.filter((_, index) => index !== at))}
            >
              <Icon name="cross" />
            </IconButton>
          </Box>
        ))}
        <DropZone label={t('problemForm:files.choose')} onFiles={(files) => void bring(files)} />
      </Box>
    </FieldFrame>
  )
}
