import { graphql } from 'react-relay'
import type { usePublicationAskMutation } from '../../__generated__/usePublicationAskMutation.graphql.ts'
import type { usePublicationDeclineMutation } from '../../__generated__/usePublicationDeclineMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Requests the publication of a problem, or declines such a request. */
export function usePublication(id: string) {
  const { t } = useTranslation()
  const [ask, asking] = useMutation<usePublicationAskMutation>(graphql`
    mutation usePublicationAskMutation($input: AskForPublicationInput!) {
      askForPublication(input: $input) {
        id
        publicationAskedAt
      }
    }
  `)
  const [decline, declining] = useMutation<usePublicationDeclineMutation>(graphql`
    mutation usePublicationDeclineMutation($input: DeclinePublicationInput!) {
      declinePublication(input: $input) {
        id
        publicationAskedAt
      }
    }
  `)
  return {
    pending: asking.pending || declining.pending,
    ask: async () => {
      if (await ask({ input: { id } })) toast.success(t('problemAdmin:publication.sent'))
    },
    decline: async () => {
      if (await decline({ input: { id } })) toast.success(t('problemAdmin:publication.declined'))
    },
  }
}
