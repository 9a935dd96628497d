import { describe, expect, it } from 'vitest'
import type { Role } from '#prisma/generated/enums.ts'
import { PRACTICE } from './venue.ts'
import { may, viewerOf } from './viewer.ts'

const by = (role: Role | null) => ({ viewer: role && viewerOf({ id: 'me', username: 'me', role }) })
const MINE = { ownerId: 'me' }
const THEIRS = { ownerId: 'you' }
const NOBODYS = { ownerId: null }

describe('what a permission is asked about', () => {
  it.each<[Role | null, boolean, boolean, boolean, boolean]>([
    [null, false, false, false, false],
    ['USER', false, false, false, false],
    ['ADMIN', true, true, false, false],
    ['PROBLEM_ADMIN', true, true, true, true],
    ['ROOT', true, true, true, true],
  ])('is nothing, mine, theirs or nobody’s, for %s', (role, alone, mine, theirs, nobodys) => {
    const asked = [undefined, MINE, THEIRS, NOBODYS].map((owned) => may(by(role), 'problem.manage', owned))
    expect(asked).toEqual([alone, mine, theirs, nobodys])
  })

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
