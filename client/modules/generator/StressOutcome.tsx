import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { graphql, useFragment } from 'react-relay'
import type {
  StressOutcome_problem$data,
  StressOutcome_problem$key,
} from '../../__generated__/StressOutcome_problem.graphql.ts'
import type { StressOutcomeMutation } from '../../__generated__/StressOutcomeMutation.graphql.ts'
import { Section } from '../../app/Section.tsx'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { formatDuration, formatNumber } from '../../ui/text/format.ts'
import { Verdict } from '../../ui/text/Verdict.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { OutcomeFrame } from './OutcomeFrame.tsx'
import { StressFiles } from './StressFiles.tsx'

type Stress = NonNullable<NonNullable<StressOutcome_problem$data['making']>['stress']>
type Side = NonNullable<Stress['finding']>['sides'][number]

/** Progress and finding of a stress test, and the button that adds the finding as a case. */
export function StressOutcome({ problem }: { problem: StressOutcome_problem$key }) {
  const { t, i18n } = useTranslation()
  const { making } = useFragment(
    graphql`
      fragment StressOutcome_problem on Problem {
        making {
          id
          state
          verdict
          acceptedAt
          refused {
            part
          }
          ...OutcomeFrame_making
          stress {
            seconds
            spentMs
            tried
            seed
            firstName
            secondName
            finding {
              seed
              command
              inputBytes
              isUsable
              sides {
                name
                fault
                verdict
                timeMs
                message
                outputBytes
              }
            }
          }
        }
      }
    `,
    problem,
  )
  const [use, using] = useMutation<StressOutcomeMutation>(graphql`
    mutation StressOutcomeMutation($input: UseStressCaseInput!) {
      useStressCase(input: $input) {
        scoring
        testset {
          caseCount
          cases {
            score
          }
        }
        ...TestDataPanel_problem
        ...DeskBar_problem
        ...SolutionTable_problem
        ...ScriptForm_problem
        ...StressOutcome_problem
      }
    }
  `)
  if (!making?.stress) return null

  const { id, state, verdict, refused, acceptedAt, stress } = making
  const { finding, seconds, spentMs, seed } = stress
  const running = state !== 'DONE'
  const tried = formatNumber(stress.tried, i18n.language)
  const take = async () => {
    const answer = await use({ input: { id } })
    if (!answer) return
    const { scoring, testset } = answer.useStressCase
    const lacksPoints = scoring === 'OI' && testset?.cases.at(-1)?.score === 0
    const count = testset?.caseCount ?? 0
    toast.success(t(lacksPoints ? 'generator:stress.usedWithoutPoints' : 'generator:stress.used', { count }))
  }
  const said = () => {
    // Between two rounds it is queued for a moment; that is no news.
    if (running && state !== 'RUNNING' && spentMs === 0)
      return t(state === 'QUEUED' ? 'generator:queued' : 'generator:compiling')
    if (running) return t('generator:stress.running', { tried, seed })
    if (verdict === 'CANCELLED') return t('generator:stress.cancelled', { tried })
    if (verdict === 'COMPILE_ERROR') return t('generator:notCompiled', { count: refused.length })
    if (verdict !== 'ACCEPTED') return t('generator:failed')
    if (!finding) return t('generator:stress.none', { tried })
    const differs = finding.sides.at(-1)?.fault === 'SOLUTIONS_DIFFER'
    return t(differs ? 'generator:stress.differ' : 'generator:stress.broke', { seed: finding.seed })
  }
  return (
    <OutcomeFrame
      making={making}
      label={t('generator:stress.outcome')}
      status={said()}
      progress={{
        label: t('generator:stress.progress'),
        percent: Math.min(100, spentMs / (10 * seconds)),
      }}
      action={
        finding?.isUsable &&
        (acceptedAt ? (
          <Box sx={{ typography: 'dense', color: 'verdict.AC.fg' }}>{t('generator:stress.taken')}</Box>
        ) : (
          <Button
            variant="contained"
            loading={using.pending}
            startIcon={<Icon name="plus" />}
            onClick={() => void take()}
          >
            {t('generator:stress.use')}
          </Button>
        ))
      }
    >
      {finding && !running && (
        <>
          <Box sx={{ typography: 'code', overflowWrap: 'anywhere' }}>{finding.command}</Box>
          <Box component="ul" aria-label={t('generator:stress.sides')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {finding.sides.map((side, at) => (
              <SideLine key={at === 0 ? 'first' : 'second'} side={side} />
            ))}
          </Box>
          {typeof finding.inputBytes === 'number' && (
            <Section skeleton={<SkeletonRows rows={4} />}>
              <StressFiles making={id} names={[stress.firstName, stress.secondName]} />
            </Section>
          )}
        </>
      )}
    </OutcomeFrame>
  )
}

/** How one of the two solutions ended, and the checker's message. */
function SideLine({ side: { name, fault, verdict, timeMs, message } }: { side: Side }) {
  const { t } = useTranslation()
  return (
    <Box component="li" sx={{ py: 1, typography: 'dense' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3 }}>
        <Box sx={{ typography: 'code', overflowWrap: 'anywhere' }}>{name}</Box>
        {verdict && <Verdict verdict={verdict} />}
        {verdict && <Box sx={{ color: 'text.secondary' }}>{formatDuration(timeMs)}</Box>}
        {fault && fault !== 'SOLUTIONS_DIFFER' && (
          <Box sx={{ color: 'verdict.WA.fg' }}>{t(`generator:wrong.${fault}`)}</Box>
        )}
      </Box>
      {message && (
        <Box sx={{ typography: 'code', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', mt: 1 }}>
          {message}
        </Box>
      )}
    </Box>
  )
}
