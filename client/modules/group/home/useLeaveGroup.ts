import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { useLeaveGroupMutation } from '../../../__generated__/useLeaveGroupMutation.graphql.ts'
import { useMutation } from '../../../relay/useMutation.ts'

/** Leaves a group, or withdraws an application; returns null when it was refused, whose words are `words`. */
export function useLeaveGroup(id: string) {
  const { revalidate } = useRevalidator()
  const [leave, { pending, words }] = useMutation<useLeaveGroupMutation>(graphql`
    mutation useLeaveGroupMutation($input: LeaveGroupInput!) {
      leaveGroup(input: $input) {
        groupId
      }
    }
  `)
  const act = async () => {
    const done = await leave({ input: { id } })
    // Also when it was refused: the viewer's standing is another than the page shows.
    void revalidate()
    return done
  }
  return { leave: act, pending, words }
}
