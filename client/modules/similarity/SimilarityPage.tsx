import Button from '@mui/material/Button'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { SimilarityPageMutation } from '../../__generated__/SimilarityPageMutation.graphql.ts'
import type { SimilarityPageQuery } from '../../__generated__/SimilarityPageQuery.graphql.ts'
import type { SimilarityPageSubscription } from '../../__generated__/SimilarityPageSubscription.graphql.ts'
import { AdminPage } from '../../app/admin/AdminPage.tsx'
import { found } from '../../relay/found.ts'
import type { PageProps } from '../../relay/page.tsx'
import { useLive } from '../../relay/useLive.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { useReadAgain } from '../../relay/useReadAgain.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Toggle } from '../../ui/controls/Toggle.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { usePlace } from '../group/usePlace.ts'
import { similarPairs } from './addresses.ts'
import { SimilarityStatus } from './SimilarityStatus.tsx'
import { SimilarPairTable } from './SimilarPairTable.tsx'

/** Administrators reload spread over this time (ms) when a comparison advances. */
const WITHIN = 300

/** Similar solutions in a training, for administrators of its group: compare, list, mark as unrelated. */
export function SimilarityPage({ queryRef }: PageProps<SimilarityPageQuery>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const place = usePlace()
  const [search] = useSearchParams()
  const data = usePreloadedQuery<SimilarityPageQuery>(
    graphql`
      query SimilarityPageQuery($number: Int!, $unrelated: Boolean!, $first: Int, $offset: Int) {
        training(number: $number) {
          id
          number
          title
          viewerSeesSimilarity
          group {
            number
          }
          ...SimilarityStatus_training
          similarityRun {
            state
          }
          similarPairs(filter: { dismissed: $unrelated }, first: $first, offset: $offset) {
            ...SimilarPairTable_pairs
          }
        }
      }
    `,
    queryRef,
  )
  const training = found(data.training)
  const pairs = found(training.similarPairs)
  found((training.viewerSeesSimilarity && (training.group?.number ?? null) === place) || null)
  const { id, number, title, similarityRun } = training
  const address = similarPairs(place, number)
  const list = address.read(search)
  const readAgain = useReadAgain(WITHIN)
  useLive<SimilarityPageSubscription>(
    graphql`
      subscription SimilarityPageSubscription($id: ID!) {
        similarityChanged(trainingId: $id) {
          id
          viewerSeesSimilarity
          ...SimilarityStatus_training
        }
      }
    `,
    { id },
    { onEvent: readAgain },
  )
  const [check, { pending }] = useMutation<SimilarityPageMutation>(graphql`
    mutation SimilarityPageMutation($input: CheckSimilarityInput!) {
      checkSimilarity(input: $input) {
        id
        ...SimilarityStatus_training
        similarityRun {
          state
        }
      }
    }
  `)
  const isRunning = similarityRun?.state === 'RUNNING'
  const checkButton = (
    <Button
      variant="contained"
      color="primary"
      loading={pending || isRunning}
      startIcon={<Icon name="copy" />}
      onClick={() => void check({ input: { trainingId: id } })}
    >
      {similarityRun ? t('similarity:again') : t('similarity:check')}
    </Button>
  )
  return (
    <AdminPage
      title={t('similarity:title')}
      note={title}
      actions={
        <>
          <Toggle
            label={t('similarity:showUnrelated')}
            on={list.unrelated}
            onChange={(unrelated) =>
              void navigate(address.href(list, { unrelated }), { replace: true, preventScrollReset: true })
            }
          />
          {checkButton}
        </>
      }
    >
      <SimilarityStatus training={training} />
      <SimilarPairTable
        address={address}
        list={list}
        pairs={pairs}
        training={number}
        isChecked={similarityRun?.state === 'DONE'}
      />
    </AdminPage>
  )
}
