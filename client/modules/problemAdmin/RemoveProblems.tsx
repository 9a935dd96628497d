import Box from '@mui/material/Box'
import { graphql } from 'react-relay'
import type { RemoveProblemsMutation } from '../../__generated__/RemoveProblemsMutation.graphql.ts'
import type { RemoveProblemsQuery } from '../../__generated__/RemoveProblemsQuery.graphql.ts'
import { RemoveRows } from '../../app/admin/RemoveRows.tsx'
import { useFreshQuery } from '../../relay/query/useFreshQuery.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

type Props = {
  ids: readonly string[]
  nameOf: (id: string) => string
  onRemoved: () => void
  onClose: () => void
}

/** Confirms deleting problems permanently, and lists what depends on them. */
export function RemoveProblems({ ids, nameOf, onRemoved, onClose }: Props) {
  const { t } = useTranslation()
  const [remove, { words }] = useMutation<RemoveProblemsMutation>(
    graphql`
      mutation RemoveProblemsMutation($input: RemoveProblemsInput!) {
        removeProblems(input: $input) {
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
          ? t('problemAdmin:removeTitle', { name: nameOf(first) })
          : t('problemAdmin:removeMany', { count: ids.length })
      }
      confirm={t('problemAdmin:remove')}
      remove={async () => (await remove({ input: { ids } }))?.removeProblems ?? null}
      gone={(count) => t('problemAdmin:removed', { count })}
      refused={words}
      onRemoved={onRemoved}
      onClose={onClose}
    >
      <Dependents ids={ids} />
    </RemoveRows>
  )
}

/** What loses its problem. */
function Dependents({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation()
  const { nodes } = useFreshQuery<RemoveProblemsQuery>(
    graphql`
      query RemoveProblemsQuery($ids: [ID!]!) {
        nodes(ids: $ids) {
          ... on Problem {
            setting {
              dependents {
                submissionCount
                rejudgingCount
                contestCount
              }
            }
          }
        }
      }
    `,
    { ids },
    'store-and-network',
  )
  const sumOf = (count: 'submissionCount' | 'rejudgingCount' | 'contestCount') =>
    nodes.reduce((sum, problem) => sum + (problem?.setting?.dependents[count] ?? 0), 0)
  const submissionCount = sumOf('submissionCount')
  const rejudgingCount = sumOf('rejudgingCount')
  const contestCount = sumOf('contestCount')
  const depends = [
    submissionCount > 0 && t('problemAdmin:depends.submissions', { count: submissionCount }),
    contestCount > 0 && t('problemAdmin:depends.contests', { count: contestCount }),
    rejudgingCount > 0 && t('problemAdmin:depends.rejudgings', { count: rejudgingCount }),
  ].filter((words) => words !== false)
  return (
    <>
      {t('problemAdmin:removeText')}
      {depends.length > 0 ? (
        <>
          <Box sx={{ mt: 2 }}>{t('problemAdmin:depends.title')}</Box>
          <Box component="ul" sx={{ pl: 4, listStyle: 'disc', color: 'text.primary' }}>
            {depends.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </Box>
        </>
      ) : (
        <Box sx={{ mt: 2 }}>{t('problemAdmin:depends.nothing')}</Box>
      )}
    </>
  )
}
