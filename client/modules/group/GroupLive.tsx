import type { useGroupLive_group$key } from '../../__generated__/useGroupLive_group.graphql.ts'
import { useGroupLive } from './useGroupLive.ts'

/** Keeps the page of a group live. A component, so that its code loads after the page. */
export function GroupLive({ group }: { group: useGroupLive_group$key }) {
  useGroupLive(group)
  return null
}
