import Box from '@mui/material/Box'
import { useRef, useState } from 'react'
import { ButtonWithReason } from '../../ui/controls/ButtonWithReason.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Modal } from '../../ui/feedback/Modal.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

const MOST = 100_000

type Props = { onAdd: (input: string, answer: string) => void; onClose: () => void }

/** Dialog that adds typed cases one after another. */
export function TypedCase({ onAdd, onClose }: Props) {
  const { t } = useTranslation()
  const [input, setInput] = useState('')
  const [answer, setAnswer] = useState('')
  const [added, setAdded] = useState(0)
  const first = useRef<HTMLElement>(null)
  const field = { multiline: true, minRows: 4, maxRows: 14, maxLength: MOST, inputMode: 'text' } as const
  return (
    <Modal
      title={t('testset:typed.title')}
      sticky
      unsaved={input !== '' || answer !== ''}
      onClose={onClose}
      actions={
        <>
          <Box role="status" sx={{ mr: 'auto', typography: 'dense', color: 'text.secondary' }}>
            {added > 0 && t('testset:typed.added', { count: added })}
          </Box>
          <ButtonWithReason
            size="large"
            disabledReason={input === '' ? t('testset:typed.needsInput') : null}
            onClick={() => {
              onAdd(input, answer)
              setInput('')
              setAnswer('')
              setAdded(added + 1)
              first.current?.querySelector('textarea')?.focus()
            }}
          >
            {t('testset:typed.next')}
          </ButtonWithReason>
          <ButtonWithReason
            size="large"
            variant="contained"
            disabledReason={input === '' ? t('testset:typed.needsInput') : null}
            onClick={() => {
              onAdd(input, answer)
              onClose()
            }}
          >
            {t('testset:typed.add')}
          </ButtonWithReason>
        </>
      }
    >
      <Box ref={first} sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0,1fr)' }}>
        <Field {...field} label={t('testset:typed.input')} value={input} onChange={setInput} autoFocus />
        <Field {...field} label={t('testset:typed.output')} value={answer} onChange={setAnswer} />
      </Box>
    </Modal>
  )
}
