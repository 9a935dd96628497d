import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { toast } from '../../app/toasts.ts'
import { upload } from '../../relay/files/upload.ts'
import { shell } from '../../relay/shell.ts'
import { Modal } from '../../ui/feedback/Modal.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { DropZone } from '../../ui/upload/DropZone.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { type Checked, CheckedRows } from './CheckedRows.tsx'

const MAX_BYTES = 8 * 2 ** 20

type Looked = { files: readonly File[]; checked: Checked | null; words: string | null }

type Props = { onBegun: () => void; onClose: () => void }

/** Uploads a list of accounts, with those of teams and schools, previews it, and starts an import that creates all or none. */
export function ImportAccounts({ onBegun, onClose }: Props) {
  const { t } = useTranslation()
  const [looked, setLooked] = useState<Looked | null>(null)
  const [sending, setSending] = useState(false)
  const { files = [], checked, words } = looked ?? {}

  const look = async (files: readonly File[]) => {
    const say = (change: Partial<Looked>) =>
      setLooked((now) => (now?.files === files ? { ...now, ...change } : now))
    setLooked({ files, checked: null, words: null })
    if (files.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES)
      return say({ words: t('newAccount:import.tooLarge') })
    try {
      say({ checked: await upload('accountsToCheck', files) })
    } catch (error) {
      say({ words: shell().words(error) })
    }
  }
  const send = async () => {
    setSending(true)
    try {
      await upload('accounts', files)
      toast.success(t('newAccount:import.begun'))
      onBegun()
    } catch (error) {
      setLooked({ files, checked: checked ?? null, words: shell().words(error) })
      setSending(false)
    }
  }
  const sound = checked?.faultCount === 0 ? checked.total : 0

  return (
    <Modal
      title={t('newAccount:import.title')}
      onClose={onClose}
      sticky
      actions={
        <>
          <Button size="large" onClick={onClose}>
            {t('ui:confirm.cancel')}
          </Button>
          {sound > 0 && (
            <Button
              size="large"
              variant="contained"
              color="primary"
              loading={sending}
              onClick={() => void send()}
            >
              {t('newAccount:import.submit', { count: sound })}
            </Button>
          )}
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 4 }}>
        <Box sx={{ typography: 'dense', color: 'text.secondary' }}>{t('newAccount:import.columns')}</Box>
        <DropZone
          label={t(looked ? 'newAccount:import.another' : 'newAccount:import.choose')}
          hint={t('newAccount:import.hint')}
          accept=".csv,.tsv,.yaml,.yml,.json,.txt,text/csv"
          onFiles={(files) => void look(files)}
        />
        {files.length > 0 && (
          <Box sx={{ typography: 'dense', fontWeight: 500, overflowWrap: 'anywhere' }}>
            {files.map(({ name }) => name).join(' · ')}
          </Box>
        )}
        {words && <FormAlert>{words}</FormAlert>}
        {looked && !checked && !words && (
          <Box role="status" aria-label={t('newAccount:import.checking')}>
            <SkeletonRows rows={3} />
          </Box>
        )}
        {checked && <CheckedRows checked={checked} />}
      </Box>
    </Modal>
  )
}
