import Box from '@mui/material/Box'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type {
  AcceptedRunsPageQuery,
  AcceptedRunsPageQuery$data,
} from '../../../__generated__/AcceptedRunsPageQuery.graphql.ts'
import type { AcceptedRunsPageSubscription } from '../../../__generated__/AcceptedRunsPageSubscription.graphql.ts'
import { found } from '../../../relay/found.ts'
import { ListTable } from '../../../relay/list/ListTable.tsx'
import type { PageProps } from '../../../relay/page.tsx'
import { useLive } from '../../../relay/useLive.ts'
import { useReadAgain } from '../../../relay/useReadAgain.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { Picker } from '../../../ui/controls/Picker.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { FilterBar } from '../../../ui/layout/ListFrame.tsx'
import { clockFace, RelativeTime } from '../../../ui/text/Time.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { Balloon } from '../Balloon.tsx'
import { HelpedPerson } from './participants/HelpedPerson.tsx'
import { RunActs } from './RunActs.tsx'
import { runList } from './runList.ts'

type Contest = NonNullable<AcceptedRunsPageQuery$data['contest']>
type Run = NonNullable<Contest['acceptedRuns']>['edges'][number]['node']

/** Longest delay (ms) before reloading after another helper's action. */
const WITHIN = 500

/** Accepted submissions of a contest for balloon runners: claimed, delivered, first solve. */
export function AcceptedRunsPage({ queryRef }: PageProps<AcceptedRunsPageQuery>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const readAgain = useReadAgain(WITHIN)
  const data = usePreloadedQuery<AcceptedRunsPageQuery>(
    graphql`
      query AcceptedRunsPageQuery($number: Int!, $label: String, $first: Int, $offset: Int) {
        viewer {
          user {
            username
          }
        }
        contest(number: $number) {
          number
          problems {
            displayId
            title
          }
          acceptedRuns(label: $label, first: $first, offset: $offset) {
            totalCount
            openCount
            edges {
              node {
                submissionNumber
                label
                title
                color
                username
                name
                realname
                school
                seat
                createdAt
                seconds
                isFirst
                isSealed
                claimedBy
                checkedAt
              }
            }
          }
        }
      }
    `,
    queryRef,
  )
  const contest = found(data.contest)
  const { totalCount, openCount, edges } = found(contest.acceptedRuns)
  const { number: contestNumber } = contest
  useLive<AcceptedRunsPageSubscription>(
    graphql`
      subscription AcceptedRunsPageSubscription($number: Int!) {
        acceptedRunsChanged(contestNumber: $number)
      }
    `,
    { number: contestNumber },
    { onEvent: readAgain },
  )
  const address = runList(String(contestNumber))
  const list = address.read(search)
  const problem = (run: Run) => <Problem run={run} />
  const time = ({ seconds }: Run) => clockFace(seconds * 1000).clock
  const marks = (run: Run) => <Marks run={run} />
  const state = (run: Run) => <State run={run} />
  const acts = (run: Run) => (
    <RunActs contestNumber={contestNumber} run={run} viewer={data.viewer?.user.username ?? null} />
  )
  return (
    <>
      <FilterBar>
        <Picker
          label={t('contestDay:runs.problem')}
          value={list.problem}
          options={[
            { value: '', label: t('contestDay:runs.allProblems') },
            ...(contest.problems ?? []).map(({ displayId, title }) => ({
              value: displayId,
              label: `${displayId} ${title}`,
            })),
          ]}
          onChange={(problem) => void navigate(address.href(list, { problem }))}
        />
        <Box role="status" sx={{ typography: 'dense', color: 'text.secondary' }}>
          {t('contestDay:runs.count', { count: openCount })}
        </Box>
      </FilterBar>
      <ListTable
        label={t('contestDay:runs.title')}
        address={address}
        list={list}
        total={totalCount}
        rows={edges.map(({ node }) => node)}
        rowKey={(run) => run.submissionNumber}
        columns={[
          { key: 'problem', label: t('contestDay:runs.problem'), cell: problem },
          { key: 'seat', label: t('contestDay:seats.seat'), cell: ({ seat }) => <b>{seat}</b> },
          {
            key: 'user',
            label: t('organising:people.name'),
            grow: true,
            cell: (run) => <HelpedPerson {...run} />,
          },
          { key: 'time', label: t('contestDay:runs.time'), numeric: true, cell: time },
          { key: 'marks', label: t('contestDay:runs.marks'), from: 'lg', cell: marks },
          { key: 'state', label: t('contestDay:runs.state'), cell: state },
          { key: 'acts', label: t('organising:column.more'), hiddenLabel: true, cell: acts },
        ]}
        card={(run) => (
          <>
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
              {problem(run)}
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <HelpedPerson {...run} />
              </Box>
              {run.seat && <b>{run.seat}</b>}
              <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>
                <RelativeTime at={run.createdAt} />
              </Box>
            </Box>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
              {state(run)}
              {marks(run)}
              <Box sx={{ ml: 'auto' }}>{acts(run)}</Box>
            </Box>
          </>
        )}
        empty={<EmptyState title={t('contestDay:runs.empty')} text={t('contestDay:runs.emptyText')} />}
        nothing={<EmptyState title={t('contestDay:runs.empty')} />}
      />
    </>
  )
}

/** Text and background colour of the chip, from one pair of the theme. */
const chip = {
  px: 1.5,
  borderRadius: 0.67,
  color: 'board.firstToSolve.fg',
  bgcolor: 'board.firstToSolve.bg',
} as const

const mark = { display: 'inline-flex', alignItems: 'center', gap: 1, whiteSpace: 'nowrap' } as const

type RunProps = { run: Run }

const Problem = ({ run: { label, title, color } }: RunProps) => (
  <Box component="span" title={title} sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}>
    <Balloon color={color} />
    <Box component="b">{label}</Box>
  </Box>
)

/** Marks of a run: first solve, submitted under the freeze. */
function Marks({ run: { isFirst, isSealed } }: RunProps) {
  const { t } = useTranslation()
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 3 }}>
      {isFirst && (
        <Box component="span" sx={{ ...mark, ...chip }}>
          <Icon name="star" size={14} />
          {t('contestDay:runs.first')}
        </Box>
      )}
      {isSealed && (
        <Box component="span" sx={{ ...mark, color: 'board.pending.fg' }}>
          <Icon name="snowflake" size={14} />
          {t('contestDay:runs.sealed')}
        </Box>
      )}
    </Box>
  )
}

function State({ run: { claimedBy, checkedAt } }: RunProps) {
  const { t } = useTranslation()
  if (checkedAt)
    return (
      <Box component="span" sx={{ ...mark, color: 'verdict.AC.fg' }}>
        <Icon name="check" size={14} />
        {t('contestDay:runs.brought')}
      </Box>
    )
  return claimedBy ? t('contestDay:runs.claimedBy', { name: claimedBy }) : t('contestDay:runs.open')
}
