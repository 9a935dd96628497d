import Box from '@mui/material/Box'
import { graphql } from 'react-relay'
import type { RemoveTrainingsMutation } from '../../../__generated__/RemoveTrainingsMutation.graphql.ts'
import type { RemoveTrainingsQuery } from '../../../__generated__/RemoveTrainingsQuery.graphql.ts'
import { RemoveRows } from '../../../app/admin/RemoveRows.tsx'
import { useFreshQuery } from '../../../relay/query/useFreshQuery.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

type Props = {
  ids: readonly string[]
  nameOf: (id: string) => string
  onRemoved: () => void
  onClose: () => void
}

/** Confirms permanent deletion of trainings. */
export function RemoveTrainings({ ids, nameOf, onRemoved, onClose }: Props) {
  const { t } = useTranslation()
  const [remove, { words }] = useMutation<RemoveTrainingsMutation>(
    graphql`
      mutation RemoveTrainingsMutation($input: RemoveTrainingsInput!) {
        removeTrainings(input: $input) {
          done
          refused {
            rowId
            message
          }
        }
      }
    `,
    { quiet: true },
  )
  const [first = ''] = ids
  return (
    <RemoveRows
      nameOf={nameOf}
      title={
        ids.length === 1
          ? t('trainingAdmin:removeTitle', { title: nameOf(first) })
          : t('trainingAdmin:removeMany', { count: ids.length })
      }
      confirm={t('trainingAdmin:remove')}
      remove={async () => (await remove({ input: { ids } }))?.removeTrainings ?? null}
      gone={(count) => t('trainingAdmin:removed', { count })}
      refused={words}
      onRemoved={onRemoved}
      onClose={onClose}
    >
      <Dependents ids={ids} />
    </RemoveRows>
  )
}

/** What is deleted with the trainings, and what is kept. */
function Dependents({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation()
  const { nodes } = useFreshQuery<RemoveTrainingsQuery>(
    graphql`
      query RemoveTrainingsQuery($ids: [ID!]!) {
        nodes(ids: $ids) {
          ... on Training {
            registrationCount
          }
        }
      }
    `,
    { ids },
    'store-and-network',
  )
  const count = nodes.reduce((sum, training) => sum + (training?.registrationCount ?? 0), 0)
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <div>
        {count > 0
          ? t('trainingAdmin:removeRegistered', { count })
          : t('trainingAdmin:removeText', { count: ids.length })}
      </div>
      <div>{t('trainingAdmin:removeKept')}</div>
    </Box>
  )
}
