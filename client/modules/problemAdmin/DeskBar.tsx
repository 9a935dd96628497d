import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { graphql, useFragment } from 'react-relay'
import type { DeskBar_problem$key } from '../../__generated__/DeskBar_problem.graphql.ts'
import type { DeskBarSubscription } from '../../__generated__/DeskBarSubscription.graphql.ts'
import type { DeskBarVerifyMutation } from '../../__generated__/DeskBarVerifyMutation.graphql.ts'
import { useLive } from '../../relay/useLive.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { ButtonWithReason } from '../../ui/controls/ButtonWithReason.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { usePlace } from '../group/usePlace.ts'
import { editHref, testsHref } from '../problem/adminAddresses.ts'
import { ApplyForSite } from './group/ApplyForSite.tsx'
import { PublishProblem } from './PublishProblem.tsx'
import { type Readiness, readinessOf } from './readiness.ts'

const PAGES = ['form', 'tests'] as const

type Tab = (typeof PAGES)[number]

type Props = { problem: DeskBar_problem$key; tab: Tab }

/** Navigation bar of a problem's administration: its pages, its progress and what it still lacks. */
export function DeskBar({ problem, tab }: Props) {
  const place = usePlace()
  const { t } = useTranslation()
  const data = useFragment(
    graphql`
      fragment DeskBar_problem on Problem {
        id
        number
        displayId
        groupNumber
        visibility
        ...ApplyForSite_problem
        publicationAskedAt
        testset {
          caseCount
        }
        solutions {
          number
          state
          isAsExpected
          isOutdated
        }
        setting {
          viewerCanPublish
        }
      }
    `,
    problem,
  )
  const [verify, verifying] = useMutation<DeskBarVerifyMutation>(graphql`
    mutation DeskBarVerifyMutation($input: VerifySolutionsInput!) {
      verifySolutions(input: $input) {
        id
      }
    }
  `)
  const { id, number, displayId, groupNumber, solutions } = data
  useLive<DeskBarSubscription>(
    graphql`
      subscription DeskBarSubscription($problemId: ID!) {
        solutionsChanged(problemId: $problemId) {
          ...DeskBar_problem
          ...SolutionTable_problem
        }
      }
    `,
    solutions ? { problemId: id } : null,
  )
  const readiness = readinessOf(data)
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 4,
        rowGap: 2,
        mb: 4,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Tabs tab={tab} hrefs={{ form: editHref(place, number), tests: testsHref(place, displayId) }} />
      <Box
        sx={{
          flex: '1 1 260px',
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'flex-end',
          gap: 2,
          pb: 2,
        }}
      >
        <Status readiness={readiness} />
        <ButtonWithReason
          disabledReason={
            readiness.cases === 0
              ? t('solution:desk.noTests')
              : readiness.solutions === 0
                ? t('solution:desk.noSolutions')
                : null
          }
          loading={verifying.pending || readiness.isRunning}
          startIcon={<Icon name="play" />}
          onClick={() => void verify({ input: { problemId: id } })}
        >
          {t('solution:desk.verify')}
        </ButtonWithReason>
        {typeof groupNumber !== 'number' ? (
          <PublishProblem problem={data} readiness={readiness} />
        ) : (
          <ApplyForSite problem={data} />
        )}
      </Box>
    </Box>
  )
}

function Tabs({ tab, hrefs }: { tab: Tab; hrefs: Record<Tab, string> }) {
  const { t } = useTranslation()
  return (
    <Box component="nav" aria-label={t('solution:desk.label')} sx={{ display: 'flex', gap: 4 }}>
      {PAGES.map((page) => (
        <Link
          key={page}
          href={hrefs[page]}
          underline="none"
          aria-current={page === tab ? 'page' : undefined}
          sx={{
            py: 2,
            mb: '-1px',
            typography: 'body2',
            fontWeight: page === tab ? 600 : 400,
            color: page === tab ? 'text.primary' : 'text.secondary',
            borderBottom: 2,
            borderColor: page === tab ? 'accent.fg' : 'transparent',
            '&:hover': { color: 'text.primary' },
          }}
        >
          {t(`solution:desk.${page}`)}
        </Link>
      ))}
    </Box>
  )
}

function Status({ readiness }: { readiness: Readiness }) {
  const { t } = useTranslation()
  const { cases, solutions: count, judged, wrong, isRunning, isVerified } = readiness
  const verification = () => {
    if (count === 0) return t('solution:desk.noSolutions')
    if (isRunning) return t('solution:desk.verifying', { done: judged, count })
    if (isVerified) return t('solution:desk.verified', { count })
    return wrong > 0 ? t('solution:desk.wrong', { wrong, count }) : t('solution:desk.unverified', { count })
  }
  return (
    <Box
      role="status"
      sx={{
        typography: 'dense',
        color: wrong > 0 ? 'verdict.WA.fg' : isVerified ? 'verdict.AC.fg' : 'text.secondary',
      }}
    >
      {cases === 0
        ? t('solution:desk.noTests')
        : `${t('solution:desk.cases', { count: cases })} · ${verification()}`}
    </Box>
  )
}
