import Box from '@mui/material/Box'
import { Suspense, useState } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useRevalidator, useSearchParams } from 'react-router-dom'
import type { SubmissionListPageQuery } from '../../__generated__/SubmissionListPageQuery.graphql.ts'
import type { SubmissionListPageSubscription } from '../../__generated__/SubmissionListPageSubscription.graphql.ts'
import { Section } from '../../app/Section.tsx'
import { useConnection } from '../../relay/list/connection.ts'
import { isReading, useLiveList } from '../../relay/list/useLiveList.ts'
import type { PageProps } from '../../relay/page.tsx'
import { LiveMark } from '../../ui/feedback/LiveMark.tsx'
import { ListFrame } from '../../ui/layout/ListFrame.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { usePlace } from '../group/usePlace.ts'
import { SubmissionFilters } from './SubmissionFilters.tsx'
import { SubmissionTable } from './SubmissionTable.tsx'
import { filterOf, submissionList, submissionListVariables } from './submissionList.ts'

const JudgingNote = lazyPart(async () => (await import('./JudgingNote.tsx')).JudgingNote)
const NewRowsPill = lazyPart(async () => (await import('../../ui/feedback/NewRowsPill.tsx')).NewRowsPill)
const RejudgeMany = lazyPart(async () => (await import('../judging/rejudging/RejudgeMany.tsx')).RejudgeMany)
const RejudgingStrip = lazyPart(
  async () => (await import('../judging/rejudging/RejudgingStrip.tsx')).RejudgingStrip,
)

/** Submissions of all users of the site, or in a group, updated live. */
export function SubmissionListPage({ queryRef }: PageProps<SubmissionListPageQuery>) {
  const { t } = useTranslation()
  const connection = useConnection()
  const { revalidate } = useRevalidator()
  const [search] = useSearchParams()
  const place = usePlace()
  const address = submissionList(place)
  const list = address.read(search)
  const [started, setStarted] = useState(0)
  const { submissions, judging, languages, viewer, viewerCanRejudge, group } =
    usePreloadedQuery<SubmissionListPageQuery>(
      graphql`
      query SubmissionListPageQuery(
        $filter: SubmissionFilter
        $first: Int
        $offset: Int
        $group: Int!
        $isInGroup: Boolean!
      ) {
        group(number: $group) @include(if: $isInGroup) {
          viewerCanRejudge
        }

        submissions(filter: $filter, first: $first, offset: $offset) {
          ...SubmissionTable_submissions
          ...RejudgeMany_submissions
        }
        viewerCanRejudge
        viewer {
          user {
            id
          }
        }
        judging {
          ...JudgingNote_judging
        }
        languages {
          ...SubmissionFilters_languages
        }
      }
    `,
      queryRef,
    )
  const { filter, first, offset } = submissionListVariables(place, search)
  const variables = { filter, first, offset }
  const { waiting, show, fresh } = useLiveList<SubmissionListPageSubscription>(
    graphql`
      subscription SubmissionListPageSubscription($filter: SubmissionFilter) {
        submissionsChanged(filter: $filter) {
          change
          submission {
            id
            ...SubmissionTable_row
          }
        }
      }
    `,
    { filter },
    {
      list: JSON.stringify(variables),
      told: ({ submissionsChanged: { change, submission } }) => ({ change, id: submission?.id }),
      find: (root) => root.getLinkedRecord('submissions', variables),
      edgeType: 'SubmissionEdge',
      most: first,
      comesIn: () => list.page === 1 && !address.isFiltered(list) && !isReading(),
    },
  )

  return (
    <ListFrame
      // Many columns: wider than other pages.
      width={1680}
      isPart={place !== null}
      title={
        !list.mine && list.problem && list.exactProblem
          ? t('submission:list.titleOf', { id: list.problem })
          : t(list.mine ? 'submission:list.titleMine' : 'submission:list.title')
      }
      note={<LiveMark state={connection} />}
      actions={
        <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>
          <Section>
            <Suspense fallback={null}>
              <JudgingNote judging={judging} />
            </Suspense>
          </Section>
        </Box>
      }
      filters={
        <SubmissionFilters
          list={list}
          address={address}
          languages={languages}
          onRefresh={() => void revalidate()}
        >
          {viewerCanRejudge && (
            <Section>
              <RejudgeMany
                filter={filterOf(place, list)}
                submissions={submissions}
                onStarted={() => setStarted((before) => before + 1)}
              />
            </Section>
          )}
        </SubmissionFilters>
      }
    >
      {viewerCanRejudge && (
        <Section>
          <RejudgingStrip started={started} />
        </Section>
      )}
      {waiting > 0 && (
        <Suspense fallback={null}>
          <NewRowsPill count={waiting} onShow={show} />
        </Suspense>
      )}
      <SubmissionTable
        place={place}
        list={list}
        submissions={submissions}
        fresh={fresh}
        viewerId={viewer?.user.id}
        rejudges={viewerCanRejudge || (group?.viewerCanRejudge ?? false)}
      />
    </ListFrame>
  )
}
