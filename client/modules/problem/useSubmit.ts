/** Sends the code in. */
import { graphql } from 'react-relay'
import type { useSubmitMutation } from '../../__generated__/useSubmitMutation.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'

/** As many characters as the site takes. */
export const MAX_CODE = 65_535

export function useSubmit(problemId: string) {
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
    { fields: [] },
  )

  /** The number of the submission, or null when it was refused. */
  const submit = async (language: string, source: string): Promise<number | null> => {
    const answer = await commit(
      { input: { problemId, language, source } },
      {
        // So that the part which shows it has it at once, and keeps it.
        updater: (store, data) => {
          const record = store.getRootField('submit')
          if (data?.submit)
            store.getRoot().setLinkedRecord(record, 'submission', { number: data.submit.number })
        },
      },
    )
    return answer?.submit.number ?? null
  }
  return { submit, pending }
}
