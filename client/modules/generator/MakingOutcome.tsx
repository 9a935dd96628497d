import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { MakingOutcome_problem$key } from '../../__generated__/MakingOutcome_problem.graphql.ts'
import type { MakingOutcomeCancelMutation } from '../../__generated__/MakingOutcomeCancelMutation.graphql.ts'
import type { MakingOutcomeMutation } from '../../__generated__/MakingOutcomeMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { MakingTable } from './MakingTable.tsx'
import { RefusedPrograms } from './RefusedPrograms.tsx'

/** Progress of generating or checking, its result case by case, and the button that applies it. */
export function MakingOutcome({ problem }: { problem: MakingOutcome_problem$key }) {
  const { t } = useTranslation()
  const { making } = useFragment(
    graphql`
      fragment MakingOutcome_problem on Problem {
        making {
          id
          kind
          state
          verdict
          message
          isOutdated
          acceptedAt
          refused {
            part
          }
          ...RefusedPrograms_making
          cases {
            isDone
            fault
            answerBytes
            duplicateOf
          }
          tests {
            fault
          }
          ...MakingTable_making
        }
      }
    `,
    problem,
  )
  const [accept, accepting] = useMutation<MakingOutcomeMutation>(graphql`
    mutation MakingOutcomeMutation($input: AcceptMakingInput!) {
      acceptMaking(input: $input) {
        testset {
          caseCount
        }
        ...TestDataPanel_problem
        ...DeskBar_problem
        ...SolutionTable_problem
        ...ScriptForm_problem
        ...MakingOutcome_problem
      }
    }
  `)
  const [cancel, cancelling] = useMutation<MakingOutcomeCancelMutation>(graphql`
    mutation MakingOutcomeCancelMutation($input: CancelMakingInput!) {
      cancelMaking(input: $input) {
        ...ScriptForm_problem
        ...MakingOutcome_problem
      }
    }
  `)
  const [asking, setAsking] = useState(false)
  if (!making || making.kind === 'STRESS') return null

  const { id, kind, cases, refused } = making
  const failing = making.tests.filter(({ fault }) => fault).length
  const done = cases.filter(({ isDone }) => isDone).length
  const faulty = cases.filter(({ fault }) => fault).length
  const twice = cases.filter(({ duplicateOf }) => duplicateOf !== null && duplicateOf !== undefined).length
  const unanswered = cases.filter(({ answerBytes }) => typeof answerBytes !== 'number').length
  const running = making.state !== 'DONE'
  const good = making.verdict === 'ACCEPTED' && faulty === 0
  const usable = kind === 'MAKE' && good && !making.acceptedAt && !making.isOutdated
  const take = async (emptyAnswers: boolean) => {
    const answer = await accept({ input: { id, emptyAnswers } })
    if (answer) toast.success(t('generator:accepted', { count: answer.acceptMaking.testset?.caseCount ?? 0 }))
    return answer
  }
  const said = () => {
    if (running)
      return making.state === 'QUEUED'
        ? t('generator:queued')
        : making.state === 'COMPILING'
          ? t('generator:compiling')
          : t(`generator:running.${kind}`, { done, count: cases.length })
    if (making.verdict === 'CANCELLED') return t('generator:cancelled')
    if (making.verdict === 'COMPILE_ERROR') return t('generator:notCompiled', { count: refused.length })
    if (making.verdict !== 'ACCEPTED') return t('generator:failed')
    if (faulty > 0) return t('generator:faulty', { count: faulty })
    if (making.acceptedAt) return t('generator:taken')
    if (making.isOutdated) return t('generator:outdated')
    return t(`generator:good.${kind}`, { count: cases.length })
  }
  return (
    <Box
      component="section"
      aria-label={t('generator:outcome')}
      sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Box
          role="status"
          sx={{
            flex: '1 1 200px',
            typography: 'body2',
            fontWeight: 600,
            color: running ? undefined : good ? 'verdict.AC.fg' : 'verdict.WA.fg',
          }}
        >
          {said()}
        </Box>
        {running ? (
          <Button loading={cancelling.pending} onClick={() => void cancel({ input: { id } })}>
            {t('generator:cancel')}
          </Button>
        ) : (
          usable && (
            <Button
              variant="contained"
              color="primary"
              loading={accepting.pending}
              startIcon={<Icon name="check" />}
              onClick={() => (unanswered > 0 ? setAsking(true) : void take(false))}
            >
              {t('generator:accept', { count: cases.length })}
            </Button>
          )
        )}
      </Box>
      {running && (
        <LinearProgress
          variant="determinate"
          aria-label={t('generator:progress')}
          value={cases.length === 0 ? 0 : (100 * done) / cases.length}
        />
      )}
      {making.message && <FormAlert>{making.message}</FormAlert>}
      <RefusedPrograms making={making} />
      {failing > 0 && <FormAlert>{t('generator:test.wrongly', { count: failing })}</FormAlert>}
      {twice > 0 && (
        <Box role="status" sx={{ typography: 'dense', color: 'verdict.PE.fg' }}>
          {t('generator:twice', { count: twice })}
        </Box>
      )}
      {refused.length === 0 && <MakingTable making={making} />}
      {asking && (
        <Confirm
          title={t('generator:emptyTitle')}
          confirm={t('generator:emptyConfirm')}
          onConfirm={() => take(true)}
          onClose={() => setAsking(false)}
        >
          {t('generator:emptyText', { count: unanswered })}
        </Confirm>
      )}
    </Box>
  )
}
