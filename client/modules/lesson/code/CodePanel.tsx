import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { graphql } from 'react-relay'
import type { CodePanelMutation } from '../../../__generated__/CodePanelMutation.graphql.ts'
import { Section } from '../../../app/Section.tsx'
import { useMutation } from '../../../relay/useMutation.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { visuallyHidden } from '../../../ui/visuallyHidden.ts'
import { TrialResult } from '../../problem/outcome/TrialResult.tsx'
import { MAX_TRIAL_INPUT } from '../../problem/outcome/useTrial.ts'
import { useWait } from '../../problem/useWait.ts'
import type { RunnableProps } from './RunnableCode.tsx'

/** Input of a run of a lesson's code, and its result, live. */
export function CodePanel({ lessonId, language, source }: RunnableProps) {
  const { t } = useTranslation()
  const [input, setInput] = useState('')
  const [run, setRun] = useState<string | null>(null)
  const [announced, setAnnounced] = useState('')
  const { left, wait } = useWait()
  const [commit, { pending, fieldErrors, clear }] = useMutation<CodePanelMutation>(
    graphql`
      mutation CodePanelMutation($input: RunLessonCodeInput!) {
        runLessonCode(input: $input) {
          id
          state
          ...TrialOutcome_trial
        }
      }
    `,
    {
      fields: ['input'],
      // The wait is shown at the button.
      answers: ({ code, parameters }) => {
        if (code !== 'SUBMIT_TOO_SOON') return false
        wait(Number(parameters.seconds))
        return true
      },
    },
  )
  const isLong = input.length > MAX_TRIAL_INPUT
  const start = async () => {
    if (isLong || left > 0) return
    setAnnounced('')
    const answer = await commit(
      { input: { lessonId, language: language.key, source, input } },
      {
        // Write the run to the store under its id, so that the result shows it at once.
        updater: (store, data) => {
          const record = store.getRootField('runLessonCode')
          if (data?.runLessonCode)
            store.getRoot().setLinkedRecord(record, 'node', { id: data.runLessonCode.id })
        },
      },
    )
    if (answer) setRun(answer.runLessonCode.id)
  }
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0,1fr)', gap: 3 }}>
      <Field
        label={t('problem:trial.input')}
        multiline
        minRows={2}
        maxRows={10}
        value={input}
        error={isLong ? t('problem:refused.inputTooLong') : fieldErrors.input}
        hint={t('lesson:code.inputHint')}
        onChange={(value) => {
          setInput(value)
          clear()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void start()
        }}
        sx={{ typography: 'code', '& textarea': { fontFamily: 'inherit' } }}
      />
      <Box>
        <Button
          variant="contained"
          color="primary"
          loading={pending}
          aria-disabled={left > 0}
          startIcon={<Icon name={left > 0 ? 'clock' : 'play'} />}
          onClick={() => void start()}
        >
          {left > 0 ? t('problem:run.tooSoon', { seconds: left }) : t('lesson:code.run')}
        </Button>
      </Box>
      {run && (
        <Section key={run} skeleton={<SkeletonRows rows={2} />}>
          <TrialResult id={run} onTried={setAnnounced} hidesInput />
        </Section>
      )}
      <Box role="status" sx={visuallyHidden}>
        {announced}
      </Box>
    </Box>
  )
}
