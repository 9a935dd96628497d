import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
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
import { usePlace } from '../../../group/usePlace.ts'
import {
  type Candidates,
  candidates,
  candidatesHref,
  editHref,
  ORIGINS,
  type Origin,
} from '../managedTrainings.ts'
import { TrainingProblemTable } from './TrainingProblemTable.tsx'

const AddProblems = lazyPart(async () => (await import('./AddProblems.tsx')).AddProblems)
const AddFromBank = lazyPart(async () => (await import('./AddFromBank.tsx')).AddFromBank)

/** The problems of a training: add public ones or those of its group, reorder, remove. */
export function TrainingProblemsPage({ queryRef }: PageProps<TrainingProblemsPageQuery>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const place = usePlace()
  const [search] = useSearchParams()
  const list = candidates.read(search)
  const [importing, setImporting] = useState(false)
  const { node, viewer } = usePreloadedQuery<TrainingProblemsPageQuery>(
    graphql`
      query TrainingProblemsPageQuery(
        $id: ID!
        $isOpen: Boolean!
        $origin: TrainingProblemOrigin!
        $keyword: String
        $first: Int
        $offset: Int
      ) {
        viewer {
          canSeeBanks
        }
        node(id: $id) {
          ... on Training @alias(as: "training") {
            id
            number
            title
            viewerCanManage
            group {
              number
            }
            managedProblems {
              problemNumber
            }
            ...TrainingProblemTable_training
            candidates(origin: $origin, keyword: $keyword, first: $first, offset: $offset)
              @include(if: $isOpen) {
              ...AddProblems_candidates
            }
          }
        }
      }
    `,
    queryRef,
  )
  const training = found(node?.training)
  found((training.viewerCanManage && (training.group?.number ?? null) === place) || null)
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
    void navigate(candidatesHref(place, number, list, change), { replace: true, preventScrollReset: true })
  const add = (from: Origin) => () => go({ from, keyword: '' })
  const origins = place === null ? ORIGINS.slice(0, 1) : ORIGINS
  return (
    <AdminPage
      title={t('trainingAdmin:problems.title')}
      note={title}
      actions={
        <>
          <Button href={editHref(place, number)} startIcon={<Icon name="settings" />}>
            {t('trainingAdmin:edit')}
          </Button>
          {viewer?.canSeeBanks && (
            <Button startIcon={<Icon name="download" />} onClick={() => setImporting(true)}>
              {t('bank:import.into')}
            </Button>
          )}
          {origins.map((from) => (
            <Button
              key={from}
              {...(from === origins.at(-1) ? ({ variant: 'contained', color: 'primary' } as const) : {})}
              startIcon={<Icon name="plus" />}
              onClick={add(from)}
            >
              {t(`trainingAdmin:problems.addFrom.${from}`)}
            </Button>
          ))}
        </>
      }
    >
      <TrainingProblemTable training={training} onAdd={add('public')} />
      <Suspense>{importing && <AddFromBank trainingId={id} onClose={() => setImporting(false)} />}</Suspense>
      {list.from && training.candidates && (
        <Suspense>
          <AddProblems
            trainingId={id}
            number={number}
            from={list.from}
            list={list}
            candidates={training.candidates}
            taken={new Set(managedProblems?.map(({ problemNumber }) => problemNumber))}
            onSearch={(keyword) => go({ keyword })}
            onClose={() => go({ from: null, keyword: '' })}
          />
        </Suspense>
      )}
    </AdminPage>
  )
}
