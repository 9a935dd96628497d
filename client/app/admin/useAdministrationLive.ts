import { graphql } from 'react-relay'
import type {
  AdministrationList,
  useAdministrationLiveSubscription,
} from '../../__generated__/useAdministrationLiveSubscription.graphql.ts'
import { useLive } from '../../relay/useLive.ts'
import { useReadAgain } from '../../relay/useReadAgain.ts'

/** Longest delay (ms) before the list is reloaded after a change. */
const WITHIN = 800

/** Reloads a list of the administration of the site (null) or of a group after changes of its rows. */
export function useAdministrationLive(
  list: Exclude<AdministrationList, '%future added value'>,
  groupId: string | null = null,
) {
  const readAgain = useReadAgain(WITHIN)
  useLive<useAdministrationLiveSubscription>(
    graphql`
      subscription useAdministrationLiveSubscription($list: AdministrationList!, $groupId: ID) {
        administrationChanged(list: $list, groupId: $groupId)
      }
    `,
    { list, groupId },
    { onEvent: readAgain },
  )
}
