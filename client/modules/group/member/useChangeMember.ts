import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type {
  GroupStanding,
  useChangeMemberMutation,
} from '../../../__generated__/useChangeMemberMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useMutation } from '../../../relay/useMutation.ts'

/** Changes the standing of a member or answers an application, and says so in `done`. */
export function useChangeMember(id: string) {
  const { revalidate } = useRevalidator()
  const [change, { pending }] = useMutation<useChangeMemberMutation>(graphql`
    mutation useChangeMemberMutation($input: ChangeGroupMemberInput!) {
      changeGroupMember(input: $input) {
        id
        standing
        updatedAt
        viewerMaySet
        viewerCanRemove
      }
    }
  `)
  const set = async (standing: GroupStanding, done: string) => {
    if (!(await change({ input: { id, standing } }))) return
    toast.success(done)
    void revalidate()
  }
  return { set, pending }
}
