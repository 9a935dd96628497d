import { graphql } from 'react-relay'
import type { useModerationMutation } from '../../__generated__/useModerationMutation.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'

/** What moderators change of a post. */
export type Moderation = { isPinned: boolean } | { isDisabled: boolean }

/** Pins and disables posts, or takes that back; the store has it before the list is read again. */
export function useModeration() {
  const [moderate, { pending }] = useMutation<useModerationMutation>(graphql`
    mutation useModerationMutation($input: ModerateDiscussionsInput!) {
      moderateDiscussions(input: $input) {
        done
        refused {
          rowId
          code
          message
        }
      }
    }
  `)
  /** Resolves to null when the request failed. */
  const change = async (ids: readonly string[], wanted: Moderation) => {
    const answer = await moderate(
      { input: { ids, ...wanted } },
      {
        updater: (store, answer) => {
          for (const id of answer?.moderateDiscussions.done ?? [])
            for (const [field, value] of Object.entries(wanted)) store.get(id)?.setValue(value, field)
        },
      },
    )
    return answer?.moderateDiscussions ?? null
  }
  return { change, pending }
}
