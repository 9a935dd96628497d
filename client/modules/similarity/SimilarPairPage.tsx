import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { graphql, usePreloadedQuery } from 'react-relay'
import type { SimilarPairPageQuery } from '../../__generated__/SimilarPairPageQuery.graphql.ts'
import type { SimilarPairPageSubscription } from '../../__generated__/SimilarPairPageSubscription.graphql.ts'
import { AdminPage } from '../../app/admin/AdminPage.tsx'
import { found } from '../../relay/found.ts'
import type { PageProps } from '../../relay/page.tsx'
import { useLive } from '../../relay/useLive.ts'
import { useReadAgain } from '../../relay/useReadAgain.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { usePlace } from '../group/usePlace.ts'
import { ProblemLink } from '../submission/ProblemLink.tsx'
import { similarityHref } from '../training/admin/managedTrainings.ts'
import { ComparedPrograms } from './ComparedPrograms.tsx'
import { UnrelatedButton } from './UnrelatedButton.tsx'

/** Administrators reload spread over this time (ms) when the pairs change. */
const WITHIN = 300

/** Two similar solutions side by side. */
export function SimilarPairPage({ queryRef }: PageProps<SimilarPairPageQuery>) {
  const { t } = useTranslation()
  const place = usePlace()
  const data = usePreloadedQuery<SimilarPairPageQuery>(
    graphql`
      query SimilarPairPageQuery($training: Int!, $number: Int!) {
        training(number: $training) {
          id
          number
          viewerSeesSimilarity
        }
        similarPair(number: $number) {
          percent
          lineCount
          problem {
            displayId
            title
          }
          ...UnrelatedButton_pair
          ...ComparedPrograms_pair
        }
      }
    `,
    queryRef,
  )
  const { id, number, viewerSeesSimilarity } = found(data.training)
  const pair = found(data.similarPair)
  found(viewerSeesSimilarity || null)
  const readAgain = useReadAgain(WITHIN)
  useLive<SimilarPairPageSubscription>(
    graphql`
      subscription SimilarPairPageSubscription($id: ID!) {
        similarityChanged(trainingId: $id) {
          id
          viewerSeesSimilarity
        }
      }
    `,
    { id },
    { onEvent: readAgain },
  )
  return (
    <AdminPage
      title={t('similarity:pairTitle')}
      note={`${pair.percent}%`}
      actions={
        <>
          <Button href={similarityHref(place, number)} startIcon={<Icon name="left" />}>
            {t('similarity:back')}
          </Button>
          <UnrelatedButton pair={pair} />
        </>
      }
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1, mb: 3 }}>
        <ProblemLink problem={pair.problem} quiet />
        <Box component="span" sx={{ typography: 'dense', color: 'text.secondary' }}>
          {t('similarity:matching', { count: pair.lineCount })}
        </Box>
      </Box>
      <ComparedPrograms pair={pair} />
    </AdminPage>
  )
}
