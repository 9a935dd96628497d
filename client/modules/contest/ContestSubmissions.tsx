import Box from '@mui/material/Box'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import type { ContestSubmissionsQuery } from '../../__generated__/ContestSubmissionsQuery.graphql.ts'
import type { ContestSubmissionsSubscription } from '../../__generated__/ContestSubmissionsSubscription.graphql.ts'
import { useConnection } from '../../relay/connection.ts'
import { found } from '../../relay/found.ts'
import type { PageProps } from '../../relay/page.tsx'
import { isReading, useLiveList } from '../../relay/useLiveList.ts'
import { FilterBar } from '../../ui/ListFrame.tsx'
import { LiveMark } from '../../ui/LiveMark.tsx'
import { NewRowsPill } from '../../ui/NewRowsPill.tsx'
import { Picker } from '../../ui/Picker.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { verdictCode } from '../../ui/verdicts.ts'
import { OUTCOME_KEYS, OUTCOMES } from '../submission/submissionList.ts'
import { ContestSubmissionTable } from './ContestSubmissionTable.tsx'
import { contestNumber } from './contestNumber.ts'
import {
  type ContestSubmissionList,
  contestSubmissionList,
  contestSubmissionVariables,
} from './contestSubmissionList.ts'

/** What was sent in a contest, as it comes and as it is judged, as far as its seal lets the reader see it. */
export function ContestSubmissions({ queryRef }: PageProps<ContestSubmissionsQuery>) {
  const connection = useConnection()
  const params = useParams()
  const [search] = useSearchParams()
  const number = contestNumber((name) => params[name] ?? '')
  const address = contestSubmissionList(number)
  const list = address.read(search)
  const { contest, submissions, viewer } = usePreloadedQuery<ContestSubmissionsQuery>(
    graphql`
      query ContestSubmissionsQuery($number: Int!, $filter: SubmissionFilter, $first: Int, $offset: Int) {
        contest(number: $number) {
          id
          type
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
  const { type } = found(contest)
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
        <Filters number={number} list={list} />
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
      />
    </>
  )
}

const NARROW = { xs: 'calc(50% - 4px)', sm: 140 }

function Filters({ number, list }: { number: number; list: ContestSubmissionList }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const address = contestSubmissionList(number)
  const go = (change: Partial<ContestSubmissionList>) =>
    void navigate(address.href(list, change), { preventScrollReset: true })
  const outcomeName = (key: string) => {
    const outcome = OUTCOMES[key]
    return t(`verdict:${verdictCode(outcome?.verdict, outcome?.state)}`)
  }
  return (
    <>
      <Segments
        label={t('submission:list.whose')}
        value={list.mine ? 'mine' : 'all'}
        segments={[
          { value: 'all', label: t('submission:list.all') },
          { value: 'mine', label: t('submission:list.mine') },
        ]}
        onChange={(value) => go({ mine: value === 'mine', username: '' })}
      />
      <Picker
        label={t('submission:list.verdict')}
        value={list.status ?? ''}
        options={[
          { value: '', label: t('submission:list.any') },
          ...OUTCOME_KEYS.map((key) => ({ value: key, label: outcomeName(key) })),
        ]}
        onChange={(status) => go({ status: OUTCOME_KEYS.find((key) => key === status) ?? null })}
      />
      <SearchField
        label={t('submission:list.searchProblem')}
        width={NARROW}
        value={list.problem}
        onSearch={(problem) => go({ problem, exactProblem: false })}
      />
      <SearchField
        label={t('submission:list.searchAuthor')}
        icon="user"
        width={NARROW}
        value={list.mine ? '' : list.username}
        disabled={list.mine}
        onSearch={(username) => go({ username })}
      />
    </>
  )
}
