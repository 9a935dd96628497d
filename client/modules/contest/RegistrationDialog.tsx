import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { RegistrationDialog_contest$key } from '../../__generated__/RegistrationDialog_contest.graphql.ts'
import { Modal } from '../../ui/feedback/Modal.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { RegistrationForm } from './RegistrationForm.tsx'

type Props = { contest: RegistrationDialog_contest$key; onClose: () => void }

/** Asks an unregistered viewer to register before submitting. */
export function RegistrationDialog({ onClose, ...props }: Props) {
  const { t } = useTranslation()
  const contest = useFragment(
    graphql`
      fragment RegistrationDialog_contest on Contest {
        access
        ...RegistrationForm_contest
      }
    `,
    props.contest,
  )
  return (
    <Modal title={t('contest:registration.title')} width={370} onClose={onClose} sticky>
      <Box component="p" sx={{ typography: 'dense', color: 'text.secondary', mb: 3 }}>
        {t(`contest:facts.accessRule.${contest.access}`)}
      </Box>
      <RegistrationForm contest={contest} onDone={onClose} />
    </Modal>
  )
}
