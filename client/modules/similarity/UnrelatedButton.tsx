import Button from '@mui/material/Button'
import { graphql, useFragment } from 'react-relay'
import type { UnrelatedButton_pair$key } from '../../__generated__/UnrelatedButton_pair.graphql.ts'
import type { UnrelatedButtonMutation } from '../../__generated__/UnrelatedButtonMutation.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Marks a pair as unrelated, or takes the mark back. */
export function UnrelatedButton({ size, ...props }: { pair: UnrelatedButton_pair$key; size?: 'small' }) {
  const { t } = useTranslation()
  const { id, isDismissed, firstUser, secondUser } = useFragment(
    graphql`
      fragment UnrelatedButton_pair on SimilarPair {
        id
        isDismissed
        firstUser {
          username
        }
        secondUser {
          username
        }
      }
    `,
    props.pair,
  )
  const [mark, { pending }] = useMutation<UnrelatedButtonMutation>(graphql`
    mutation UnrelatedButtonMutation($input: DismissSimilarPairInput!) {
      dismissSimilarPair(input: $input) {
        id
        isDismissed
        dismissedAt
        dismissedBy {
          ...UserLink_user
        }
      }
    }
  `)
  const names = { first: firstUser.username, second: secondUser.username }
  return (
    <Button
      {...(size && { size })}
      loading={pending}
      onClick={() => void mark({ input: { id, isUnrelated: !isDismissed } })}
      aria-label={isDismissed ? t('similarity:relatedOf', names) : t('similarity:unrelatedOf', names)}
    >
      {isDismissed ? t('similarity:related') : t('similarity:unrelated')}
    </Button>
  )
}
