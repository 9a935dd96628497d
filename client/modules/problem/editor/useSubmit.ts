/** Submits code, with its rate limit and captcha. */
import { useRef, useState } from 'react'
import { graphql } from 'react-relay'
import type { useSubmitMutation } from '../../../__generated__/useSubmitMutation.graphql.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { useWait } from '../useWait.ts'

/** Longest source, in characters. */
export const MAX_CODE = 65_535

export type CaptchaAnswer = { captcha: string; captchaKey: string }

/**
 * The captcha to solve: `time` counts the requests, so that each gets a new picture; `wrong` when the last
 * answer was.
 */
export type CaptchaAsked = { time: number; wrong: boolean }

/** A random key without crypto.randomUUID, which browsers offer only on https and localhost. */
const freshKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('')

/** Code, or the id of uploaded output files. */
export type Sendable = { language: string; source: string } | { outputs: string }

/** Global ids of the problem, and of the contest or training in which it is solved. */
type Target = { problemId: string; contestId: string | null; trainingId: string | null }

export function useSubmit(target: Target) {
  const { left, wait } = useWait()
  /** The unanswered submission and its key: sending it again does not create a second one. */
  const unanswered = useRef<{ text: string; clientKey: string } | null>(null)
  const [asked, setAsked] = useState<CaptchaAsked | null>(null)
  const [commit, { pending }] = useMutation<useSubmitMutation>(
    graphql`
      mutation useSubmitMutation($input: SubmitInput!) {
        submit(input: $input) {
          id
          number
          state
          ...SubmissionOutcome_submission
        }
      }
    `,
    {
      fields: [],
      // The wait is shown at the button; a captcha opens a dialog.
      answers: ({ code, parameters }) => {
        const wrong = code === 'CAPTCHA_WRONG'
        if (wrong || code === 'CAPTCHA_REQUIRED') setAsked((one) => ({ time: (one?.time ?? 0) + 1, wrong }))
        else setAsked(null)
        if (code === 'SUBMIT_TOO_SOON') wait(Number(parameters.seconds))
        return ['SUBMIT_TOO_SOON', 'CAPTCHA_WRONG', 'CAPTCHA_REQUIRED'].includes(code)
      },
    },
  )

  /** Returns the number of the submission, or null when it was refused. */
  const submit = async (sent: Sendable, captcha: CaptchaAnswer | null): Promise<number | null> => {
    const text = JSON.stringify(sent)
    if (unanswered.current?.text !== text) unanswered.current = { text, clientKey: freshKey() }
    const { clientKey } = unanswered.current
    const answer = await commit(
      { input: { ...target, ...sent, clientKey, ...captcha } },
      {
        // Write the submission to the store under its number, so that the result panel shows it at once.
        updater: (store, data) => {
          const record = store.getRootField('submit')
          if (data?.submit)
            store.getRoot().setLinkedRecord(record, 'submission', { number: data.submit.number })
        },
      },
    )
    if (answer) {
      unanswered.current = null
      setAsked(null)
    }
    return answer?.submit.number ?? null
  }
  return { submit, pending, left, asked, dropCaptcha: () => setAsked(null) }
}
