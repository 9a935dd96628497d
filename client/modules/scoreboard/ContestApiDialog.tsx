import Box from '@mui/material/Box'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { Modal } from '../../ui/feedback/Modal.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

type Props = { number: number; onClose: () => void }

/** Addresses of a contest in the Contest API, for tools that follow it live. */
export function ContestApiDialog({ number, onClose }: Props) {
  const { t } = useTranslation()
  const contest = `${window.location.origin}/api/contests/${number}`
  const rows = [
    { label: t('scoreboard:contestApi.contest'), address: contest },
    { label: t('scoreboard:contestApi.feed'), address: `${contest}/event-feed` },
  ]
  return (
    <Modal title={t('scoreboard:contestApi.title')} onClose={onClose}>
      <Box sx={{ color: 'text.secondary', mb: 4 }}>{t('scoreboard:contestApi.text')}</Box>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 4 }}>
        {rows.map(({ label, address }) => (
          <Box key={label}>
            <Box component="dt" sx={{ typography: 'caption', color: 'text.secondary' }}>
              {label}
            </Box>
            <Box component="dd" sx={{ m: 0, display: 'flex', alignItems: 'center', gap: 2 }}>
              <Box sx={{ typography: 'code', minWidth: 0, overflowWrap: 'anywhere' }}>{address}</Box>
              <CopyButton text={address} label={t('scoreboard:contestApi.copy', { label })} />
            </Box>
          </Box>
        ))}
      </Box>
    </Modal>
  )
}
