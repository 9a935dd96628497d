import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { DeskBar_problem$key } from '../../__generated__/DeskBar_problem.graphql.ts'
import type { DeskBarMutation } from '../../__generated__/DeskBarMutation.graphql.ts'
import type { DeskBarSubscription } from '../../__generated__/DeskBarSubscription.graphql.ts'
import type { DeskBarVerifyMutation } from '../../__generated__/DeskBarVerifyMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useLive } from '../../relay/useLive.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { ButtonWithReason } from '../../ui/controls/ButtonWithReason.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { editHref, testsHref } from '../problem/adminAddresses.ts'
import { usePublication } from './usePublication.ts'

const PAGES = ['form', 'tests'] as const

type Props = { problem: DeskBar_problem$key; tab: (typeof PAGES)[number] }

/** Navigation bar of a problem's administration: its pages, its progress and what it still lacks. */
export function DeskBar({ problem, tab }: Props) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const { id, number, displayId, visibility, publicationAskedAt, testset, solutions, setting } = useFragment(
    graphql`
      fragment DeskBar_problem on Problem {
        id
        number
        displayId
        visibility
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
  const [show, showing] = useMutation<DeskBarMutation>(graphql`
    mutation DeskBarMutation($input: UpdateProblemInput!) {
      updateProblem(input: $input) {
        ...DeskBar_problem
        ...ProblemEditPage_problem
      }
    }
  `)
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

  const publication = usePublication(id)
  const isAsked = publicationAskedAt !== null && visibility !== 'PUBLIC'
  const all = solutions ?? []
  const judged = all.filter(({ state, isOutdated }) => state === 'DONE' && !isOutdated)
  const wrong = judged.filter(({ isAsExpected }) => isAsExpected === false)
  const running = all.some(({ state }) => state && state !== 'DONE')
  const cases = testset?.caseCount ?? 0
  const isVerified = all.length > 0 && judged.length === all.length && wrong.length === 0
  const isPublic = visibility === 'PUBLIC'
  /** First reason against publishing it yet; null when there is none. */
  const lacks =
    cases === 0
      ? 'tests'
      : all.length === 0
        ? 'solutions'
        : wrong.length > 0
          ? 'wrong'
          : isVerified
            ? null
            : 'unverified'

  const publish = async () => {
    const answer = await show({ input: { id, changes: { visibility: isPublic ? 'HIDDEN' : 'PUBLIC' } } })
    if (answer)
      toast.success(t(isPublic ? 'solution:desk.hidden' : 'solution:desk.published', { id: displayId }))
    return answer
  }
  const can = isPublic || setting?.viewerCanPublish
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
      <Box component="nav" aria-label={t('solution:desk.label')} sx={{ display: 'flex', gap: 4 }}>
        {PAGES.map((page) => (
          <Link
            key={page}
            href={page === 'form' ? editHref(number) : testsHref(displayId)}
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
        <Box
          role="status"
          sx={{
            typography: 'dense',
            color: wrong.length > 0 ? 'verdict.WA.fg' : isVerified ? 'verdict.AC.fg' : 'text.secondary',
          }}
        >
          {cases === 0
            ? t('solution:desk.noTests')
            : `${t('solution:desk.cases', { count: cases })} · ${
                all.length === 0
                  ? t('solution:desk.noSolutions')
                  : running
                    ? t('solution:desk.verifying', { done: judged.length, count: all.length })
                    : isVerified
                      ? t('solution:desk.verified', { count: all.length })
                      : wrong.length > 0
                        ? t('solution:desk.wrong', { wrong: wrong.length, count: all.length })
                        : t('solution:desk.unverified', { count: all.length })
              }`}
        </Box>
        <ButtonWithReason
          disabledReason={
            cases === 0
              ? t('solution:desk.noTests')
              : all.length === 0
                ? t('solution:desk.noSolutions')
                : null
          }
          loading={verifying.pending || running}
          startIcon={<Icon name="play" />}
          onClick={() => void verify({ input: { problemId: id } })}
        >
          {t('solution:desk.verify')}
        </ButtonWithReason>
        {can && isAsked && (
          <Button loading={publication.pending} onClick={() => void publication.decline()}>
            {t('problemAdmin:publication.decline')}
          </Button>
        )}
        {can ? (
          <Button
            variant={isPublic ? 'outlined' : 'contained'}
            color={isPublic ? undefined : 'primary'}
            loading={showing.pending}
            startIcon={<Icon name={isPublic ? 'eyeOff' : 'eye'} />}
            onClick={() => (lacks && !isPublic ? setAsking(true) : void publish())}
          >
            {t(isPublic ? 'problemAdmin:show.HIDDEN' : 'problemAdmin:show.PUBLIC')}
          </Button>
        ) : (
          <ButtonWithReason
            variant="contained"
            color="primary"
            disabledReason={
              isAsked
                ? t('problemAdmin:publication.waiting')
                : cases === 0
                  ? t('solution:desk.noTests')
                  : null
            }
            loading={publication.pending}
            startIcon={<Icon name="eye" />}
            onClick={() => void publication.ask()}
          >
            {t(isAsked ? 'problemAdmin:publication.asked' : 'problemAdmin:publication.ask')}
          </ButtonWithReason>
        )}
      </Box>
      {asking && lacks && (
        <Confirm
          title={t('solution:desk.publishTitle', { id: displayId })}
          confirm={t('solution:desk.publishAnyway')}
          onConfirm={publish}
          onClose={() => setAsking(false)}
        >
          {t(`solution:desk.lacks.${lacks}`)}
        </Confirm>
      )}
    </Box>
  )
}
