import Box from '@mui/material/Box'
import { graphql } from 'react-relay'
import type { PublicSwitchMutation } from '../../__generated__/PublicSwitchMutation.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Switch } from '../../ui/controls/Switch.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import type { VISIBILITIES } from '../problem/adminAddresses.ts'

type Props = {
  id: string
  name: string
  visibility: (typeof VISIBILITIES)[number] | 'GROUP'
  /** Whether the viewer may publish problems. */
  canPublish: boolean
  /** Whether publication was requested. */
  isAsked: boolean
}

/**
 * Switch that publishes or hides a problem at once, with its visibility beside it. Without `canPublish` it
 * only hides.
 */
export function PublicSwitch({ id, name, visibility, canPublish, isAsked }: Props) {
  const { t } = useTranslation()
  const [change, { pending }] = useMutation<PublicSwitchMutation>(graphql`
    mutation PublicSwitchMutation($input: UpdateProblemInput!) {
      updateProblem(input: $input) {
        id
        visibility
        publicationAskedAt
      }
    }
  `)
  const isPublic = visibility === 'PUBLIC'
  const barred = !isPublic && !canPublish
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, whiteSpace: 'nowrap' }}>
      {!barred && (
        <Switch
          checked={isPublic}
          disabled={pending}
          onChange={(shown) =>
            void change({ input: { id, changes: { visibility: shown ? 'PUBLIC' : 'HIDDEN' } } })
          }
          aria-label={t('problemAdmin:publicNamed', { name })}
        />
      )}
      <Box component="span" sx={{ typography: 'dense', color: isPublic ? 'text.primary' : 'text.tertiary' }}>
        {t(isAsked && !isPublic ? 'problemAdmin:publication.asked' : `problemAdmin:visibility.${visibility}`)}
      </Box>
    </Box>
  )
}
