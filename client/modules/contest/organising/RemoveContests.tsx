import Box from '@mui/material/Box'
import { graphql } from 'react-relay'
import type { RemoveContestsMutation } from '../../../__generated__/RemoveContestsMutation.graphql.ts'
import type { RemoveContestsQuery } from '../../../__generated__/RemoveContestsQuery.graphql.ts'
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

/** Confirms permanent deletion of contests and lists what is deleted with them. */
export function RemoveContests({ ids, nameOf, onRemoved, onClose }: Props) {
  const { t } = useTranslation()
  const [remove, { words }] = useMutation<RemoveContestsMutation>(
    graphql`
      mutation RemoveContestsMutation($input: RemoveContestsInput!) {
        removeContests(input: $input) {
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
          ? t('organising:removeTitle', { title: nameOf(first) })
          : t('organising:removeMany', { count: ids.length })
      }
      confirm={t('organising:remove')}
      remove={async () => (await remove({ input: { ids } }))?.removeContests ?? null}
      gone={(count) => t('organising:removed', { count })}
      refused={words}
      onRemoved={onRemoved}
      onClose={onClose}
    >
      <Dependents ids={ids} />
    </RemoveRows>
  )
}

const COUNTS = ['submissionCount', 'registrationCount', 'noticeCount', 'problemCount'] as const

/** What is deleted with the contests, and what is kept. */
function Dependents({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation()
  const { nodes } = useFreshQuery<RemoveContestsQuery>(
    graphql`
      query RemoveContestsQuery($ids: [ID!]!) {
        nodes(ids: $ids) {
          ... on Contest {
            setting {
              dependents {
                submissionCount
                registrationCount
                noticeCount
                problemCount
              }
            }
          }
        }
      }
    `,
    { ids },
    'store-and-network',
  )
  const [submissions, registrations, notices, problems] = COUNTS.map((count) =>
    nodes.reduce((sum, contest) => sum + (contest?.setting?.dependents[count] ?? 0), 0),
  ) as [number, number, number, number]
  const goes = [
    submissions > 0 && t('organising:depends.submissions', { count: submissions }),
    registrations > 0 && t('organising:depends.registrations', { count: registrations }),
    notices > 0 && t('organising:depends.notices', { count: notices }),
  ].filter((words) => words !== false)
  return (
    <>
      {t('organising:removeText')}
      {goes.length > 0 && (
        <>
          <Box sx={{ mt: 2 }}>{t('organising:depends.title')}</Box>
          <Box component="ul" sx={{ pl: 4, listStyle: 'disc', color: 'text.primary' }}>
            {goes.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </Box>
        </>
      )}
      {problems > 0 && <Box sx={{ mt: 2 }}>{t('organising:depends.problems', { count: problems })}</Box>}
    </>
  )
}
