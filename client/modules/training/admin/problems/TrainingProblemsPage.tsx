import Button from '@mui/material/Button'
import { Suspense } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { TrainingProblemsPageQuery } from '../../../../__generated__/TrainingProblemsPageQuery.graphql.ts'
import type { TrainingProblemsPageSubscription } from '../../../../__generated__/TrainingProblemsPageSubscription.graphql.ts'
import { AdminPage } from '../../../../app/admin/AdminPage.tsx'
import { useTitle } from '../../../../app/title.ts'
import { found } from '../../../../relay/found.ts'
import type { PageProps } from '../../../../relay/page.tsx'
import { useLive } from '../../../../relay/useLive.ts'
import { Icon } from '../../../../ui/controls/Icon.tsx'
import { lazyPart } from '../../../../ui/lazyPart.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { type Candidates, candidates, candidatesHref, editHref } from '../managedTrainings.ts'
import { TrainingProblemTable } from './TrainingProblemTable.tsx'

const AddPublicProblems = lazyPart(async () => (await import('./AddPublicProblems.tsx')).AddPublicProblems)

/** The problems of a training: add public ones, reorder, remove. */
export function TrainingProblemsPage({ queryRef }: PageProps<TrainingProblemsPageQuery>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const list = candidates.read(search)
  const { node } = usePreloadedQuery<TrainingProblemsPageQuery>(
    graphql`
      query TrainingProblemsPageQuery(
        $id: ID!
        $isOpen: Boolean!
        $keyword: String
        $first: Int
        $offset: Int
      ) {
        node(id: $id) {
          ... on Training @alias(as: "training") {
            id
            number
            title
            viewerCanManage
            managedProblems {
              problemNumber
            }
            ...TrainingProblemTable_training
            candidates(origin: PUBLIC, keyword: $keyword, first: $first, offset: $offset)
              @include(if: $isOpen) {
              ...AddPublicProblems_candidates
            }
          }
        }
      }
    `,
    queryRef,
  )
  const training = found(node?.training)
  found(training.viewerCanManage || null)
  const { id, number, title, managedProblems } = training
  useTitle(title)
  useLive<TrainingProblemsPageSubscription>(
    graphql`
      subscription TrainingProblemsPageSubscription($id: ID!) {
        trainingChanged(id: $id) {
          title
          viewerCanManage
          ...TrainingProblemTable_training
        }
      }
    `,
    { id },
  )
  const go = (change: Partial<Candidates>) =>
    void navigate(candidatesHref(number, list, change), { replace: true, preventScrollReset: true })
  const add = () => go({ isOpen: true, keyword: '' })
  return (
    <AdminPage
      title={t('trainingAdmin:problems.title')}
      note={title}
      actions={
        <>
          <Button href={editHref(number)} startIcon={<Icon name="settings" />}>
            {t('trainingAdmin:edit')}
          </Button>
          <Button variant="contained" color="primary" startIcon={<Icon name="plus" />} onClick={add}>
            {t('trainingAdmin:problems.addPublic')}
          </Button>
        </>
      }
    >
      <TrainingProblemTable training={training} onAdd={add} />
      {list.isOpen && training.candidates && (
        <Suspense>
          <AddPublicProblems
            trainingId={id}
            number={number}
            list={list}
            candidates={training.candidates}
            taken={new Set(managedProblems?.map(({ problemNumber }) => problemNumber))}
            onSearch={(keyword) => go({ keyword })}
            onClose={() => go({ isOpen: false, keyword: '' })}
          />
        </Suspense>
      )}
    </AdminPage>
  )
}
