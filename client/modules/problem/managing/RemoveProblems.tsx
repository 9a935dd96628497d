import Box from '@mui/material/Box'
import { Suspense } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { RemoveProblemsMutation } from '../../../__generated__/RemoveProblemsMutation.graphql.ts'
import type { RemoveProblemsQuery } from '../../../__generated__/RemoveProblemsQuery.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

type Props = {
  ids: readonly string[]
  nameOf: (id: string) => string
  onRemoved: () => void
  onClose: () => void
}

/** Asks before problems are taken away for good, with what depends on them. */
export function RemoveProblems({ ids, nameOf, onRemoved, onClose }: Props) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [remove, { words }] = useMutation<RemoveProblemsMutation>(
    graphql`
      mutation RemoveProblemsMutation($input: RemoveProblemsInput!) {
        removeProblems(input: $input) {
          done
          refused {
            id
            message
          }
        }
      }
    `,
    { quiet: true },
  )
  const removeAll = async () => {
    const answer = await remove({ input: { ids } })
    if (!answer) return null
    const { done, refused } = answer.removeProblems
    if (done.length > 0) toast.success(t('managing:removed', { count: done.length }))
    for (const { id, message } of refused)
      toast.error(t('ui:table.refusedRow', { name: nameOf(id), message }))
    onRemoved()
    void revalidate()
    return true
  }
  const [first = ''] = ids
  return (
    <Confirm
      title={
        ids.length === 1
          ? t('managing:removeTitle', { name: nameOf(first) })
          : t('managing:removeMany', { count: ids.length })
      }
      confirm={t('managing:remove')}
      destructive
      onConfirm={removeAll}
      refused={words}
      onClose={onClose}
    >
      <Suspense fallback={<SkeletonRows rows={2} height={24} />}>
        <Dependents ids={ids} />
      </Suspense>
    </Confirm>
  )
}

/** What is left behind without them. */
function Dependents({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation()
  const { nodes } = useLazyLoadQuery<RemoveProblemsQuery>(
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
    { fetchPolicy: 'store-and-network' },
  )
  const sumOf = (count: 'submissionCount' | 'rejudgingCount' | 'contestCount') =>
    nodes.reduce((sum, problem) => sum + (problem?.setting?.dependents[count] ?? 0), 0)
  const submissionCount = sumOf('submissionCount')
  const rejudgingCount = sumOf('rejudgingCount')
  const contestCount = sumOf('contestCount')
  const depends = [
    submissionCount > 0 && t('managing:depends.submissions', { count: submissionCount }),
    contestCount > 0 && t('managing:depends.contests', { count: contestCount }),
    rejudgingCount > 0 && t('managing:depends.rejudgings', { count: rejudgingCount }),
  ].filter((words) => words !== false)
  return (
    <>
      {t('managing:removeText')}
      {depends.length > 0 ? (
        <>
          <Box sx={{ mt: 2 }}>{t('managing:depends.title')}</Box>
          <Box component="ul" sx={{ pl: 4, listStyle: 'disc', color: 'text.primary' }}>
            {depends.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </Box>
        </>
      ) : (
        <Box sx={{ mt: 2 }}>{t('managing:depends.nothing')}</Box>
      )}
    </>
  )
}
