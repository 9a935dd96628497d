import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useSearchParams } from 'react-router-dom'
import type { ContestProblemsPageQuery } from '../../../../__generated__/ContestProblemsPageQuery.graphql.ts'
import { AdminPage } from '../../../../app/admin/AdminPage.tsx'
import { useTitle } from '../../../../app/title.ts'
import { found } from '../../../../relay/found.ts'
import type { PageProps } from '../../../../relay/page.tsx'
import { Icon } from '../../../../ui/controls/Icon.tsx'
import { lazyPart } from '../../../../ui/lazyPart.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { usePlace } from '../../../group/usePlace.ts'
import { useContestLive } from '../../useContestLive.ts'
import { RehearsalPanel } from '../form/RehearsalPanel.tsx'
import { editHref, foundIn, newProblemHref, nextLabel } from '../managedContests.ts'
import { ContestProblemTable } from './ContestProblemTable.tsx'

const AddProblem = lazyPart(async () => (await import('./AddProblem.tsx')).AddProblem)
const AddFromJudge = lazyPart(async () => (await import('./AddFromJudge.tsx')).AddFromJudge)
const HeldRejudgings = lazyPart(
  async () => (await import('../../../judging/rejudging/HeldRejudgings.tsx')).HeldRejudgings,
)

/** The problems of a contest: add, label, colour, reorder, remove. */
export function ContestProblemsPage({ queryRef }: PageProps<ContestProblemsPageQuery>) {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const { node, viewer } = usePreloadedQuery<ContestProblemsPageQuery>(
    graphql`
      query ContestProblemsPageQuery($id: ID!) {
        viewer {
          canPublishProblems
          canSeeBanks
        }
        node(id: $id) {
          ... on Contest @alias(as: "contest") {
            id
            number
            title
            group {
              number
            }
            type
            viewerCanRejudge
            problems {
              displayId
            }
            setting {
              canRemove
            }
            ...useContestLive_contest
            ...ContestProblemTable_contest
            ...RehearsalPanel_contest
          }
        }
      }
    `,
    queryRef,
  )
  const place = usePlace()
  const contest = foundIn(place, node?.contest)
  found(contest.setting)
  useContestLive(contest)
  useTitle(contest.title)
  const [adding, setAdding] = useState(search.has('add'))
  const [importing, setImporting] = useState(false)
  const { id, number, title, type, problems } = contest
  const made = Number(search.get('add')) || null
  const label = nextLabel((problems ?? []).map(({ displayId }) => displayId))
  const close = () => {
    setAdding(false)
    if (made) setSearch({}, { replace: true })
  }
  return (
    <AdminPage
      title={t('organising:problems.title')}
      note={title}
      actions={
        <>
          <Button href={editHref(place, number)} startIcon={<Icon name="settings" />}>
            {t('organising:edit')}
          </Button>
          {viewer?.canSeeBanks && (
            <Button startIcon={<Icon name="download" />} onClick={() => setImporting(true)}>
              {t('bank:import.into')}
            </Button>
          )}
          <Button href={newProblemHref(place, number, type)} startIcon={<Icon name="plus" />}>
            {t('organising:problems.create')}
          </Button>
          <Button
            variant="contained"
            color="primary"
            startIcon={<Icon name="plus" />}
            onClick={() => setAdding(true)}
          >
            {t('organising:problems.add')}
          </Button>
        </>
      }
    >
      <RehearsalPanel contest={contest} />
      {contest.viewerCanRejudge && (
        <Suspense fallback={null}>
          <HeldRejudgings number={number} />
        </Suspense>
      )}
      <ContestProblemTable
        contest={contest}
        rejudges={contest.viewerCanRejudge}
        onAdd={() => setAdding(true)}
      />
      {importing && (
        <Suspense>
          <AddFromJudge contestNumber={number} label={label} onClose={() => setImporting(false)} />
        </Suspense>
      )}
      {adding && (
        <Suspense>
          <AddProblem
            contestId={id}
            type={type}
            problemNumber={made}
            isMadePublic={search.has('public')}
            takesOff={place === null && (viewer?.canPublishProblems ?? false)}
            label={label}
            onClose={close}
          />
        </Suspense>
      )}
    </AdminPage>
  )
}
