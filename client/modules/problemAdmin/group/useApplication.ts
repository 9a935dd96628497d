import { graphql } from 'react-relay'
import type { useApplicationMutation } from '../../../__generated__/useApplicationMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

/** Applies for a group's problem to become public on the site, or cancels that. */
export function useApplication(id: string) {
  const { t } = useTranslation()
  const [apply, { pending }] = useMutation<useApplicationMutation>(graphql`
    mutation useApplicationMutation($input: ApplyForSiteInput!) {
      applyForSite(input: $input) {
        id
        ...ApplyForSite_problem
      }
    }
  `)
  return {
    pending,
    /** Returns null when it was refused. */
    apply: async (isApplied: boolean) => {
      const answer = await apply({ input: { id, isApplied } })
      if (answer)
        toast.success(t(isApplied ? 'problemAdmin:application.sent' : 'problemAdmin:application.cancelled'))
      return answer
    },
  }
}
