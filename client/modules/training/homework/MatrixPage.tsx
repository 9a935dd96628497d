import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { useState } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import type { MatrixPageQuery } from '../../../__generated__/MatrixPageQuery.graphql.ts'
import type { MatrixPageRowsQuery } from '../../../__generated__/MatrixPageRowsQuery.graphql.ts'
import type { MatrixPageSubscription } from '../../../__generated__/MatrixPageSubscription.graphql.ts'
import { download } from '../../../relay/files/download.ts'
import { found } from '../../../relay/found.ts'
import { useConnection } from '../../../relay/list/connection.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { useFetchAgain } from '../../../relay/query/useFetchAgain.ts'
import { useLive } from '../../../relay/useLive.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LiveMark } from '../../../ui/feedback/LiveMark.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { usePlace } from '../../group/usePlace.ts'
import { trainingsHref } from '../addresses.ts'
import { similarityHref } from '../admin/managedTrainings.ts'
import { Matrix } from './Matrix.tsx'

const rows = graphql`
  query MatrixPageRowsQuery($number: Int!) {
    training(number: $number) {
      id
      matrix {
        id
        ...Matrix_rows
      }
    }
  }
`

/** Results of all students of a training, for its graders. The stream brings one row for each verdict. */
export function MatrixPage({ queryRef }: PageProps<MatrixPageQuery>) {
  const { t } = useTranslation()
  const place = usePlace()
  const connection = useConnection()
  const data = usePreloadedQuery<MatrixPageQuery>(
    graphql`
      query MatrixPageQuery($number: Int!) {
        training(number: $number) {
          id
          number
          matrix {
            id
            ...Matrix_rows
          }
          problems {
            id
          }
          similarPairs(first: 1) {
            totalCount
          }
          ...Matrix_training
        }
      }
    `,
    queryRef,
  )
  const training = found(data.training)
  const matrix = found(training.matrix)
  const { id, number, problems, similarPairs } = training
  const readRows = useFetchAgain<MatrixPageRowsQuery>(rows, { number })
  const [latest, setLatest] = useState<string | null>(null)
  useLive<MatrixPageSubscription>(
    graphql`
      subscription MatrixPageSubscription($id: ID!) {
        matrixChanged(id: $id) {
          change
          uid
          row {
            id
            ...Matrix_rows
          }
        }
      }
    `,
    { id },
    {
      onReturn: readRows,
      onEvent: ({ matrixChanged: { change, uid, row } }) => {
        const isKnown = row && matrix.some((one) => one.id === row.id)
        if (change !== 'CHANGED' || !isKnown) readRows()
        else setLatest(uid ?? null)
      },
    },
  )
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await download(`/api/group/download-training-results?tid=${number}`)
    setBusy(false)
  }
  if (matrix.length === 0 || !problems?.length)
    return (
      <Paper variant="outlined">
        <EmptyState
          title={t(problems?.length ? 'homework:matrix.empty' : 'training:problems.empty')}
          text={t(problems?.length ? 'homework:matrix.emptyHint' : 'homework:matrix.noProblems')}
        >
          {!problems?.length && (
            <Button
              variant="contained"
              color="primary"
              href={`${trainingsHref(place)}/manage/${number}/problems`}
            >
              {t('homework:matrix.addProblems')}
            </Button>
          )}
        </EmptyState>
      </Paper>
    )
  return (
    <Matrix
      training={training}
      rows={matrix}
      latest={latest}
      tools={
        <>
          <LiveMark state={connection} />
          <Button href={similarityHref(place, number)} startIcon={<Icon name="layers" />}>
            {t('homework:matrix.similarity', { count: similarPairs?.totalCount ?? 0 })}
          </Button>
          <Button startIcon={<Icon name="download" />} disabled={busy} onClick={() => void save()}>
            {t('homework:matrix.export')}
          </Button>
        </>
      }
    />
  )
}
