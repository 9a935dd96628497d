/** Test run: the code on an input of the reader's. */
import { useCallback, useState } from 'react'
import { graphql } from 'react-relay'
import type { useTrialStartMutation } from '../../../__generated__/useTrialStartMutation.graphql.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { useWait } from '../useWait.ts'

export const MAX_TRIAL_INPUT = 1000

export type TrialTexts = { input: string; expected: string }

type Sample = { input: string; output: string }

/** Input and expected output of a sample; the server adds the last newline. */
export const textsOf = (sample: Sample | undefined): TrialTexts => ({
  input: sample?.input.replace(/\n$/, '') ?? '',
  expected: sample?.output.replace(/\n$/, '') ?? '',
})

export function useTrial(problemId: string, first: Sample | undefined, contestId: string | null) {
  const { t } = useTranslation()
  const [trial, setTexts] = useState(() => textsOf(first))
  const [tooLong, setTooLong] = useState(false)
  const { left, wait } = useWait()
  const [commit, { pending, fieldErrors, clear }] = useMutation<useTrialStartMutation>(
    graphql`
      mutation useTrialStartMutation($input: StartTrialInput!) {
        startTrial(input: $input) {
          id
          state
          ...TrialOutcome_trial
        }
      }
    `,
    {
      fields: ['input', 'expected'],
      // The wait is shown at the button.
      answers: ({ code, parameters }) => {
        if (code !== 'SUBMIT_TOO_SOON') return false
        wait(Number(parameters.seconds))
        return true
      },
    },
  )

  const setTrial = useCallback(
    (change: Partial<TrialTexts>) => {
      setTexts((texts) => ({ ...texts, ...change }))
      setTooLong(false)
      clear()
    },
    [clear],
  )

  /** Returns the id of the run, or null when it was refused. */
  const start = async (texts: TrialTexts, language: string, source: string): Promise<string | null> => {
    const long = texts.input.length > MAX_TRIAL_INPUT
    setTooLong(long)
    if (long) return null
    const input = {
      problemId,
      contestId,
      language,
      source,
      input: texts.input,
      expected: texts.expected || null,
    }
    const answer = await commit(
      { input },
      {
        // Write the run to the store under its id, so that the result panel shows it at once.
        updater: (store, data) => {
          const record = store.getRootField('startTrial')
          if (data?.startTrial) store.getRoot().setLinkedRecord(record, 'trial', { id: data.startTrial.id })
        },
      },
    )
    return answer?.startTrial.id ?? null
  }

  const errors = tooLong ? { ...fieldErrors, input: t('problem:refused.inputTooLong') } : fieldErrors
  return { trial, setTrial, start, pending, left, errors }
}
