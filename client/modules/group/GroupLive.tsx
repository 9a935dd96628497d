import type { useGroupLive_group$key } from '../../__generated__/useGroupLive_group.graphql.ts'
import { useGroupLive } from './useGroupLive.ts'

/** Keeps the page of a group live; loads after what is read. */
export function GroupLive({ group }: { group: useGroupLive_group$key }) {
  useGroupLive(group)
  return null
}
