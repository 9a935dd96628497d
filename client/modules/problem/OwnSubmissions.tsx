import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useState, useTransition } from 'react'
import { graphql, useFragment, useLazyLoadQuery } from 'react-relay'
import type { OwnSubmissions_problem$key } from '../../__generated__/OwnSubmissions_problem.graphql.ts'
import type {
  OwnSubmissions_row$data,
  OwnSubmissions_row$key,
} from '../../__generated__/OwnSubmissions_row.graphql.ts'
import type { OwnSubmissionsQuery } from '../../__generated__/OwnSubmissionsQuery.graphql.ts'
import type { OwnSubmissionsSubscription } from '../../__generated__/OwnSubmissionsSubscription.graphql.ts'
import { Section } from '../../app/Section.tsx'
import { found } from '../../relay/found.ts'
import { useConnection } from '../../relay/list/connection.ts'
import { useLive } from '../../relay/useLive.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LiveMark } from '../../ui/feedback/LiveMark.tsx'
import { Pager } from '../../ui/layout/Pager.tsx'
import type { Navigate } from '../../ui/layout/usePastEnd.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { formatDuration, formatLength, formatMemory } from '../../ui/text/format.ts'
import { TestBar } from '../../ui/text/TestBar.tsx'
import { RelativeTime } from '../../ui/text/Time.tsx'
import { Verdict } from '../../ui/text/Verdict.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { sheetVariables } from './editor/sheetVariables.ts'
import { useWorkbench } from './workbenchContext.ts'

const RejudgeProblem = lazyPart(
  async () => (await import('../judging/rejudging/RejudgeProblem.tsx')).RejudgeProblem,
)

type Props = {
  displayId: string
  page: number
  size: number
  href: (page: number, size: number) => string
  onNavigate: Navigate
}

/** The viewer's submissions to this problem, newest first, updated live. */
export function OwnSubmissions({ displayId, page, size, href, onNavigate }: Props) {
  const { t } = useTranslation()
  const connection = useConnection()
  const { venue, home } = useWorkbench()
  const [fetchKey, setFetchKey] = useState(0)
  const [, startTransition] = useTransition()
  const data = useLazyLoadQuery<OwnSubmissionsQuery>(
    graphql`
      query OwnSubmissionsQuery(
        $displayId: String!
        $contest: Int!
        $inContest: Boolean!
        $first: Int!
        $offset: Int!
      ) {
        viewerCanRejudge
        problem(displayId: $displayId) @skip(if: $inContest) {
          ...OwnSubmissions_problem @arguments(first: $first, offset: $offset)
        }
        contest(number: $contest) @include(if: $inContest) {
          problem(displayId: $displayId) {
            ...OwnSubmissions_problem @arguments(first: $first, offset: $offset)
          }
        }
      }
    `,
    { ...sheetVariables(venue?.number ?? null, displayId), first: size, offset: (page - 1) * size },
    { fetchPolicy: 'store-and-network', fetchKey },
  )
  const { mine } = useFragment<OwnSubmissions_problem$key>(
    graphql`
      fragment OwnSubmissions_problem on ProblemSheet
      @argumentDefinitions(first: { type: "Int!" }, offset: { type: "Int!" }) {
        mine: viewerSubmissions(first: $first, offset: $offset) {
          totalCount
          edges {
            node {
              ...OwnSubmissions_row
            }
          }
        }
      }
    `,
    found(data.problem ?? data.contest?.problem),
  )
  const rows = useFragment<OwnSubmissions_row$key>(
    graphql`
      fragment OwnSubmissions_row on Submission @relay(plural: true) {
        id
        number
        createdAt
        languageName
        codeLength
        state
        verdict
        score
        timeMs
        memoryKb
        caseCount
        tape
      }
    `,
    mine.edges.map((edge) => edge.node),
  )
  const again = () => startTransition(() => setFetchKey((key) => key + 1))
  useLive<OwnSubmissionsSubscription>(
    graphql`
      subscription OwnSubmissionsSubscription($filter: SubmissionFilter) {
        submissionsChanged(filter: $filter) {
          change
          submission {
            id
            ...OwnSubmissions_row
          }
        }
      }
    `,
    {
      filter: {
        mine: true,
        problem: displayId,
        exactProblem: true,
        ...(venue ? { contestId: venue.contestId } : home !== null && { groupNumber: home }),
      },
    },
    {
      onEvent: ({ submissionsChanged }) => {
        if (submissionsChanged.change !== 'CHANGED') again()
      },
      onReturn: again,
    },
  )

  const everybodys = data.viewerCanRejudge && !venue && (
    <Section>
      <RejudgeProblem displayId={displayId} />
    </Section>
  )
  if (mine.totalCount === 0)
    return (
      <>
        {everybodys}
        <EmptyState title={t('problem:mine.empty')} text={t('problem:mine.emptyHint')} />
      </>
    )
  return (
    <>
      {everybodys}
      <Box sx={{ display: 'flex' }}>
        <LiveMark state={connection} quiet />
      </Box>
      <Box component="ul" aria-label={t('problem:mine.title')}>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </Box>
      {mine.totalCount > Math.min(size, rows.length) && (
        <Pager page={page} size={size} total={mine.totalCount} href={href} onNavigate={onNavigate} />
      )}
    </>
  )
}

function Row({ row }: { row: OwnSubmissions_row$data[number] }) {
  const { t } = useTranslation()
  const { detailHref } = useWorkbench()
  const judged = [...row.tape].filter((letter) => letter !== '.').length
  const facts = [
    row.languageName,
    row.state === 'DONE' && formatDuration(row.timeMs),
    row.state === 'DONE' && formatMemory(row.memoryKb),
    formatLength(row.codeLength),
  ].filter(Boolean)
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0,1fr) auto',
        columnGap: 4,
        alignItems: 'center',
        minHeight: 52,
        py: 1.5,
        typography: 'dense',
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, minWidth: 0 }}>
        <Link
          href={detailHref(row.number)}
          underline="none"
          title={t('problem:mine.open', { number: row.number })}
        >
          <Verdict verdict={row.verdict} state={row.state} done={judged} total={row.caseCount} />
        </Link>
        {typeof row.score === 'number' && (
          <Box component="b" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            {t('problem:mine.score', { score: row.score })}
          </Box>
        )}
      </Box>
      <Box component="span" sx={{ color: 'text.tertiary', textAlign: 'right' }}>
        <RelativeTime at={row.createdAt} />
      </Box>
      <Box sx={{ color: 'text.tertiary', typography: 'caption', fontVariantNumeric: 'tabular-nums' }}>
        {facts.join(' · ')}
      </Box>
      <Box sx={{ textAlign: 'right', maxWidth: 220, overflow: 'hidden' }}>
        <TestBar tape={row.tape} total={row.caseCount} running={row.state === 'RUNNING'} />
      </Box>
    </Box>
  )
}
