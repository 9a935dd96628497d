import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type {
  EditorsNoteSubscription,
  EditorsNoteSubscription$data,
} from '../../../__generated__/EditorsNoteSubscription.graphql.ts'
import { useLive } from '../../../relay/useLive.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

type Props = {
  problemId: string
  /** Version that the form was loaded from. */
  version: number
  /** An own save is under way; the next version may be its result. */
  pending: boolean
}

/** Warns about other editors of the problem and what they saved; it also announces the viewer to them. */
export function EditorsNote({ problemId, version, pending }: Props) {
  const { t } = useTranslation()
  const { revalidate, state } = useRevalidator()
  const [editing, setEditing] = useState<EditorsNoteSubscription$data['problemEditing'] | null>(null)
  useLive<EditorsNoteSubscription>(
    graphql`
      subscription EditorsNoteSubscription($problemId: ID!) {
        problemEditing(problemId: $problemId) {
          version
          changedAt
          changedBy {
            username
          }
          others {
            since
            user {
              username
            }
          }
        }
      }
    `,
    { problemId },
    { onEvent: (event) => setEditing(event.problemEditing) },
  )
  if (!editing) return null
  const { others, changedBy, changedAt } = editing
  const isNewer = editing.version > version && !pending
  if (others.length === 0 && !isNewer) return null

  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        gap: 2,
        mb: 4,
        px: 3,
        py: 2,
        borderRadius: 1,
        typography: 'dense',
        bgcolor: 'accent.subtle',
      }}
    >
      <Box component="span" sx={{ pt: 0.5 }}>
        <Icon name="users" size={14} />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 1, justifyItems: 'start' }}>
        {others.map(({ user, since }) => (
          <span key={user.username}>
            {t('problemForm:editors.here', { name: user.username, time: formatDateTime(since) })}
          </span>
        ))}
        {isNewer && (
          <>
            <span>
              {t(`problemForm:editors.${changedBy ? 'savedBy' : 'saved'}`, {
                name: changedBy?.username,
                version: editing.version,
                time: formatDateTime(changedAt),
              })}
            </span>
            <Button size="small" loading={state === 'loading'} onClick={() => void revalidate()}>
              {t('problemForm:editors.bringIn')}
            </Button>
          </>
        )}
      </Box>
    </Box>
  )
}
