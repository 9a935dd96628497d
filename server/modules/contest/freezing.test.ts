import { describe, expect, it } from 'vitest'
import type { Contest } from '#prisma/generated/client.ts'
import { Refusal } from '../../core/errors.ts'
import { freezeAfter, thawAfter } from './freezing.ts'

const MINUTE = 60_000

/** Reproducible generator of integers below `end`. */
function randomFrom(seed: number) {
  let state = seed
  return (end: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * end)
  }
}

/** A contest with the given times and default fields. */
const contestAt = (times: Pick<Contest, 'startsAt' | 'freezesAt' | 'endsAt' | 'thawsAt' | 'thawsByItself'>) =>
  times as Contest

const sealsAt = ({ freezesAt, thawsAt }: Contest, moment: Date, now: Date) =>
  freezesAt !== null && freezesAt <= moment && (thawsAt === null || now < thawsAt)

describe('an edit of the times', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'moves no freeze that has begun and hides nothing that was open (%i)',
    (seed) => {
      const upTo = randomFrom(seed)
      const at = (minute: number) => new Date(minute * MINUTE)
      let contest = contestAt({
        startsAt: at(0),
        freezesAt: upTo(3) ? at(120) : null,
        endsAt: at(180),
        thawsAt: null,
        thawsByItself: upTo(2) === 0,
      })
      let frozenSince: number | null = null
      for (let minute = -30; minute < 260; minute++) {
        const now = new Date(minute * MINUTE + upTo(MINUTE))
        const times = {
          startsAt: upTo(4) ? contest.startsAt : at(upTo(120) - 60),
          endsAt: upTo(3) ? contest.endsAt : at(minute + upTo(200) - 40),
          thawsByItself: upTo(5) ? contest.thawsByItself : !contest.thawsByItself,
        }
        const asked = [undefined, undefined, null, contest.freezesAt, at(upTo(240))][upTo(5)]
        if (contest.freezesAt && contest.freezesAt <= now) frozenSince ??= contest.freezesAt.getTime()
        let freezesAt: Date | null
        try {
          freezesAt = freezeAfter(contest, times, asked, now)
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal)
          continue
        }
        const after = contestAt({
          ...times,
          freezesAt,
          thawsAt: freezesAt && thawAfter(contest, times, now),
        })
        if (frozenSince !== null) expect(after.freezesAt?.getTime()).toBe(frozenSince)
        // An edit schedules a thaw; it is never the thaw itself (contest-rules 2, 10).
        const waits = contest.freezesAt !== null && contest.freezesAt <= now && contest.thawsAt === null
        if (waits) expect(after.thawsAt === null || after.thawsAt > now).toBe(true)
        if (contest.startsAt <= now)
          for (const sent of [at(0), at(minute - 1), new Date(now.getTime() - 1)])
            if (!sealsAt(contest, sent, now)) expect(sealsAt(after, sent, now)).toBe(false)
        if (freezesAt && (freezesAt < times.startsAt || freezesAt >= times.endsAt)) continue
        if (times.endsAt > times.startsAt) contest = after
      }
    },
  )

  it('keeps a freeze to the millisecond when the edit names its second', () => {
    const freezesAt = new Date('2030-05-01T14:00:00.789Z')
    const contest = contestAt({
      startsAt: new Date('2030-05-01T10:00:00Z'),
      freezesAt,
      endsAt: new Date('2030-05-01T15:00:00Z'),
      thawsAt: null,
      thawsByItself: false,
    })
    const now = new Date('2030-05-01T14:30:00Z')
    expect(freezeAfter(contest, contest, new Date('2030-05-01T14:00:00Z'), now)).toBe(freezesAt)
    expect(() => freezeAfter(contest, contest, null, now)).toThrow(Refusal)
  })
})
