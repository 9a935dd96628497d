import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useParams, useRevalidator, useSearchParams } from 'react-router-dom'
import type { ContestSubmissionsQuery } from '../../../__generated__/ContestSubmissionsQuery.graphql.ts'
import type { ContestSubmissionsSubscription } from '../../../__generated__/ContestSubmissionsSubscription.graphql.ts'
import { found } from '../../../relay/found.ts'
import { useConnection } from '../../../relay/list/connection.ts'
import { useFilter } from '../../../relay/list/useFilter.ts'
import { isReading, useLiveList } from '../../../relay/list/useLiveList.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { Toggle } from '../../../ui/controls/Toggle.tsx'
import { LiveMark } from '../../../ui/feedback/LiveMark.tsx'
import { NewRowsPill } from '../../../ui/feedback/NewRowsPill.tsx'
import { FilterBar } from '../../../ui/layout/ListFrame.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { SubmissionFilterFields } from '../../submission/SubmissionFilterFields.tsx'
import { contestNumber } from '../contestNumber.ts'
import { type ContestTimes, useContestPhase } from '../time/contestClock.ts'
import { ContestSubmissionTable } from './ContestSubmissionTable.tsx'
import { contestSubmissionList, contestSubmissionVariables } from './contestSubmissionList.ts'

type FrozenSwitchProps = { times: ContestTimes; on: boolean; onChange: (on: boolean) => void }

/** Switch for organisers to see frozen submissions, while there are any (contest-rules 11). */
function FrozenSwitch({ times, on, onChange }: FrozenSwitchProps) {
  const { t } = useTranslation()
  const { isSealed } = useContestPhase(times)
  return isSealed ? <Toggle label={t('scoreboard:openSwitch')} on={on} onChange={onChange} /> : null
}

/** Submissions of a contest, live; the freeze masks results that the viewer cannot see. */
export function ContestSubmissions({ queryRef }: PageProps<ContestSubmissionsQuery>) {
  const { t } = useTranslation()
  const connection = useConnection()
  const { revalidate } = useRevalidator()
  const params = useParams()
  const [search] = useSearchParams()
  const number = contestNumber((name) => params[name] ?? '')
  const address = contestSubmissionList(number)
  const list = address.read(search)
  const go = useFilter(address, list)
  const { contest, submissions, viewer } = usePreloadedQuery<ContestSubmissionsQuery>(
    graphql`
      query ContestSubmissionsQuery($number: Int!, $filter: SubmissionFilter, $first: Int, $offset: Int) {
        contest(number: $number) {
          id
          type
          canManage
          viewerCanRejudge
          startsAt
          freezesAt
          endsAt
          thawsAt
        }
        submissions(filter: $filter, first: $first, offset: $offset) {
          ...ContestSubmissionTable_submissions
        }
        viewer {
          user {
            id
          }
        }
      }
    `,
    queryRef,
  )
  const { type, canManage, viewerCanRejudge, ...times } = found(contest)
  const { filter, first, offset } = contestSubmissionVariables(number, search)
  const { waiting, show, fresh } = useLiveList<ContestSubmissionsSubscription>(
    graphql`
      subscription ContestSubmissionsSubscription($filter: SubmissionFilter) {
        submissionsChanged(filter: $filter) {
          change
          submission {
            id
            ...ContestSubmissionTable_row
          }
        }
      }
    `,
    { filter },
    {
      list: JSON.stringify([filter, first, offset]),
      told: ({ submissionsChanged: { change, submission } }) => ({ change, id: submission?.id }),
      find: (root) => root.getLinkedRecord('submissions', { filter, first, offset }),
      edgeType: 'SubmissionEdge',
      most: first,
      comesIn: () => list.page === 1 && !address.isFiltered(list) && !isReading(),
    },
  )
  return (
    <>
      <FilterBar>
        <SubmissionFilterFields list={list} onChange={(change) => go(change, { preventScrollReset: true })} />
        {canManage && (
          <FrozenSwitch
            times={times}
            on={list.open}
            onChange={(open) => go({ open }, { preventScrollReset: true })}
          />
        )}
        <IconButton
          aria-label={t('submission:list.refresh')}
          title={t('submission:list.refresh')}
          onClick={() => void revalidate()}
        >
          <Icon name="retry" />
        </IconButton>
        <Box sx={{ ml: 'auto' }}>
          <LiveMark state={connection} />
        </Box>
      </FilterBar>
      <NewRowsPill count={waiting} onShow={show} />
      <ContestSubmissionTable
        contest={number}
        list={list}
        submissions={submissions}
        fresh={fresh}
        viewerId={viewer?.user.id}
        scored={type === 'OI'}
        rejudges={viewerCanRejudge}
      />
    </>
  )
}
