import { describe, expect, it } from 'vitest'
import type { Role } from '#prisma/generated/enums.ts'
import { PRACTICE } from '#server/policy/venue.ts'
import { may, viewerOf } from './viewer.ts'

const by = (role: Role | null) => ({ viewer: role && viewerOf({ id: 'me', username: 'me', role }) })

describe('what a permission is asked about', () => {
  it('is a place, which the site may have closed', () => {
    const switches = { openPublicJudge: false, openGroupJudge: true, openContestJudge: true }
    const VENUES = [PRACTICE, { contestId: 1, groupId: null }, { contestId: null, groupId: 1 }]
    const sends = (role: Role | null) =>
      VENUES.map((venue) => may(by(role), 'submission.create', { venue, switches }))
    expect(sends('USER')).toEqual([false, true, true])
    expect(sends('NO_SUBMIT')).toEqual([false, false, false])
    expect(sends(null)).toEqual([false, false, false])
  })
})
