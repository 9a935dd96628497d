import { graphql } from 'react-relay'
import type { useResubmitMutation } from '../../__generated__/useResubmitMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Function that resubmits a submission of the viewer's own, and whether it is under way. */
export function useResubmit(id: string) {
  const { t } = useTranslation()
  // The mutation returns no state: live events bring it, and the answer may be older than they are.
  const [resubmit, { pending }] = useMutation<useResubmitMutation>(graphql`
    mutation useResubmitMutation($input: ResubmitSubmissionInput!) {
      resubmitSubmission(input: $input) {
        id
      }
    }
  `)
  const act = async () => {
    if (await resubmit({ input: { id } })) toast.success(t('bank:resubmitted'))
  }
  return { resubmit: () => void act(), pending }
}
