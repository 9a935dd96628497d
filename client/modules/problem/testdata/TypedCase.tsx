import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Field } from '../../../ui/Field.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

const MOST = 100_000

type Props = { onAdd: (input: string, answer: string) => void; onClose: () => void }

/** A new case by keyboard. */
export function TypedCase({ onAdd, onClose }: Props) {
  const { t } = useTranslation()
  const [input, setInput] = useState('')
  const [answer, setAnswer] = useState('')
  const field = { multiline: true, minRows: 4, maxRows: 14, maxLength: MOST, inputMode: 'text' } as const
  return (
    <Modal
      title={t('testdata:typed.title')}
      sticky
      unsaved={input !== '' || answer !== ''}
      onClose={onClose}
      actions={
        <Button
          size="large"
          variant="contained"
          disabled={input === ''}
          onClick={() => {
            onAdd(input, answer)
            onClose()
          }}
        >
          {t('testdata:typed.add')}
        </Button>
      }
    >
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0,1fr)' }}>
        <Field {...field} label={t('testdata:typed.input')} value={input} onChange={setInput} autoFocus />
        <Field {...field} label={t('testdata:typed.output')} value={answer} onChange={setAnswer} />
      </Box>
    </Modal>
  )
}
