import { session } from '../../../relay/session.ts'

let owner: string | null = null

// Signing out clears the owner; an expired session keeps it, so that the drafts stay.
session.subscribe((change) => {
  if (change === 'signedOut' || change === 'lostElsewhere') owner = null
})

/** Owner of the drafts: the viewer, or the account whose session expired; null for a guest. */
export function draftOwner(viewer: string | null): string | null {
  owner = viewer ?? owner
  return owner
}
