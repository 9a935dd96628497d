import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { MakingOutcome_problem$key } from '../../__generated__/MakingOutcome_problem.graphql.ts'
import type { MakingOutcomeMutation } from '../../__generated__/MakingOutcomeMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { MakingTable } from './MakingTable.tsx'
import { OutcomeFrame } from './OutcomeFrame.tsx'

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
          isOutdated
          acceptedAt
          refused {
            part
          }
          ...OutcomeFrame_making
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
    <OutcomeFrame
      making={making}
      label={t('generator:outcome')}
      status={said()}
      color={running ? undefined : good ? 'verdict.AC.fg' : 'verdict.WA.fg'}
      progress={{
        label: t('generator:progress'),
        percent: cases.length === 0 ? 0 : (100 * done) / cases.length,
      }}
      action={
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
      }
    >
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
    </OutcomeFrame>
  )
}
