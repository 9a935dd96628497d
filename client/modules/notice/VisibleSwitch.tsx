import { graphql } from 'react-relay'
import type { VisibleSwitchMutation } from '../../__generated__/VisibleSwitchMutation.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Switch } from '../../ui/controls/Switch.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

type Props = { id: string; title: string; isHidden: boolean }

/** Shows or hides a notice at once. */
export function VisibleSwitch({ id, title, isHidden }: Props) {
  const { t } = useTranslation()
  const [change, { pending }] = useMutation<VisibleSwitchMutation>(graphql`
    mutation VisibleSwitchMutation($input: ChangeSiteNoticeInput!) {
      changeSiteNotice(input: $input) {
        id
        isHidden
        version
      }
    }
  `)
  return (
    <Switch
      checked={!isHidden}
      disabled={pending}
      onChange={(visible) => void change({ input: { id, isHidden: !visible } })}
      aria-label={t('notice:visibleNamed', { title })}
    />
  )
}
