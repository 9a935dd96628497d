import Button from '@mui/material/Button'
import { graphql, useFragment } from 'react-relay'
import type { ResubmitButton_submission$key } from '../../__generated__/ResubmitButton_submission.graphql.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { useResubmit } from './useResubmit.ts'

type Props = { submission: ResubmitButton_submission$key; size?: 'small' | 'medium' }

/** Resubmits what another judge gave no verdict on; renders nothing for other viewers than its author. */
export function ResubmitButton({ submission, size = 'medium' }: Props) {
  const { t } = useTranslation()
  const { id, viewerCanResubmit } = useFragment(
    graphql`
      fragment ResubmitButton_submission on Submission {
        id
        viewerCanResubmit
      }
    `,
    submission,
  )
  const { resubmit, pending } = useResubmit(id)
  if (!viewerCanResubmit) return null
  return (
    <Button
      size={size}
      loading={pending}
      startIcon={<Icon name="retry" size={size === 'small' ? 14 : 16} />}
      onClick={resubmit}
    >
      {t('bank:resubmit')}
    </Button>
  )
}
