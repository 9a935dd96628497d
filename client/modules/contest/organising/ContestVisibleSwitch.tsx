import { graphql } from 'react-relay'
import type { ContestVisibleSwitchMutation } from '../../../__generated__/ContestVisibleSwitchMutation.graphql.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

type Props = { id: string; title: string; isVisible: boolean }

/** Shows or hides a contest on the public pages at once. */
export function ContestVisibleSwitch({ id, title, isVisible }: Props) {
  const { t } = useTranslation()
  const [change, { pending }] = useMutation<ContestVisibleSwitchMutation>(graphql`
    mutation ContestVisibleSwitchMutation($input: UpdateContestInput!) {
      updateContest(input: $input) {
        id
        isVisible
        version
      }
    }
  `)
  return (
    <Switch
      checked={isVisible}
      disabled={pending}
      onChange={(visible) => void change({ input: { id, fields: { isVisible: visible } } })}
      aria-label={t('organising:visibleNamed', { title })}
    />
  )
}
