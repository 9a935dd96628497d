import { session } from '../../../relay/session.ts'

let owner: string | null = null

// Anyone who leaves takes the drafts along; a session that merely ended leaves them to the one who was writing.
session.subscribe((change) => {
  if (change === 'signedOut' || change === 'lostElsewhere') owner = null
})

/** Whose drafts are shown, given who is signed in; null for a guest. */
export function draftOwner(viewer: string | null): string | null {
  owner = viewer ?? owner
  return owner
}
