import { describe, expect, it } from 'vitest'
import { type BoardHead, boardOf, patched, reckon } from '#server/shared/board/wire.ts'
import { chance, judgedOf, madeUp, termsOf, VERDICTS } from '../../../tests/support/madeUpContest.ts'
import type { Attempt, Setting } from '../../../tests/support/slowBoard.ts'
import { type PatchText, Publication } from './publication.ts'
import { Board, type View } from './scoring/board.ts'

const VIEWS: readonly View[] = [
  { sealed: false, late: false, withoutStars: false, withDisqualified: false },
  { sealed: true, late: false, withoutStars: false, withDisqualified: false },
  { sealed: true, late: false, withoutStars: false, withDisqualified: true },
  { sealed: false, late: false, withoutStars: false, withDisqualified: true },
  { sealed: false, late: true, withoutStars: false, withDisqualified: true },
]

const person = (userId: string) => ({
  userId,
  username: userId,
  name: `Team ${userId}`,
  school: null,
  avatar: null,
  realname: null,
})

function headOf(setting: Setting, view: View): BoardHead {
  const { startsAt, freezesAt, endsAt, awardKind, tiers } = termsOf(setting)
  return {
    contest: 1,
    type: setting.kind === 'acm' ? 'ACM' : 'OI',
    awardKind,
    tiers,
    isSealed: view.sealed,
    isLate: view.late,
    startsAt: startsAt.getTime(),
    freezesAt: freezesAt?.getTime() ?? null,
    endsAt: endsAt.getTime(),
    problems: setting.problems.map((id) => ({ id, displayId: `${id}`, title: '', color: null, full: 100 })),
  }
}

/** A published board with its reader, which starts from the snapshot, and its publisher. */
function publish(board: Board, setting: Setting, view: View) {
  const publication = new Publication(board)
  const renew = (view: View, changed = setting) =>
    publication.renew({ head: headOf(changed, view), view, naming: 'USERNAME', person })
  renew(view)
  const read = () => boardOf(JSON.parse(publication.snapshot()))
  let known = read()
  return {
    publication,
    read,
    /** Publishes the changes since the last call; false when the reader must load the snapshot again. */
    tell(now = view, changed = setting): PatchText | null {
      renew(now, changed)
      const { from, version, changes, users } = publication.since(known.version)
      const next = patched(known, { from, version, changes: changes === null ? null : JSON.parse(changes) })
      known = next ?? read()
      return next && from !== version ? { from, version, changes, users } : null
    },
    known: () => known,
  }
}

describe('a published board', () => {
  it('is after all patches what its snapshot says, in every view of many contests', () => {
    let told = 0
    for (let seed = 1; seed <= 400; seed++) {
      const { below, one } = chance(seed + 99)
      const { setting, attempts } = madeUp(seed)
      const board = new Board(termsOf(setting))
      const view = VIEWS[seed % VIEWS.length] as View
      const reader = publish(board, setting, view)
      const sent: Attempt[] = []
      for (const attempt of [...attempts].sort(() => below(2) - 0.5)) {
        sent.push(attempt)
        board.put(judgedOf(attempt))
        if (below(3) === 0) board.put(judgedOf({ ...one(sent), verdict: one(VERDICTS) }))
        if (below(8) === 0) board.drop(one(sent).number)
        if (below(2) === 0 && reader.tell()) told++
      }
      reader.tell()
      expect(reader.known()).toEqual(reader.read())
      // The patched board equals the server's standings of the same view.
      const { rows, firsts } = reckon(reader.known())
      const table = board.table(view)
      const figures = (of: typeof table.rows) =>
        of.map(({ userId, rank, award, gain, cost, tries }) => ({ userId, rank, award, gain, cost, tries }))
      expect(figures(rows)).toEqual(figures(table.rows))
      expect(firsts).toEqual(table.firsts)
      // Unfrozen, frozen again or with other terms: like a new board.
      const changed = { ...setting, stars: [], duration: setting.duration + 50, tiers: [] }
      board.adopt(termsOf(changed))
      for (const sealed of [false, true]) {
        reader.tell({ ...view, sealed, late: false }, changed)
        expect(reader.known()).toEqual(reader.read())
      }
    }
    expect(told).toBeGreaterThan(1000)
  })

  it('has the same version wherever it says the same, however that came about', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const { setting, attempts } = madeUp(seed)
      const [view = VIEWS[0] as View] = VIEWS.slice(seed % VIEWS.length)
      const slow = publish(new Board(termsOf(setting)), setting, view)
      const board = new Board(termsOf(setting))
      const quick = publish(board, setting, view)
      const other = new Board(termsOf(setting), [...attempts].reverse().map(judgedOf))
      for (const attempt of attempts) {
        board.put(judgedOf(attempt))
        quick.tell()
      }
      expect(publish(other, setting, view).known()).toEqual(quick.known())
      if (attempts.length > 0 && quick.known().rows.size > 0)
        expect(slow.known().version).not.toBe(quick.known().version)
    }
  })

  it('tells the same at the same moments whatever became of what is sealed (contest-rules.md 6, 8)', () => {
    let sealedTries = 0
    for (let seed = 1; seed <= 400; seed++) {
      const { setting, attempts } = madeUp(seed)
      const freeze = setting.freeze ?? 50
      const frozen = { ...setting, freeze }
      const listen = (outcome: (attempt: Attempt) => Attempt) => {
        const { below } = chance(seed)
        const board = new Board(termsOf(frozen))
        return VIEWS.filter(({ sealed }) => sealed).map((view) => {
          const reader = publish(board, frozen, view)
          const told = attempts.map((attempt) => {
            const isSealed = attempt.second >= freeze && attempt.second < frozen.duration
            if (isSealed) sealedTries++
            board.put(judgedOf(isSealed ? outcome(attempt) : attempt))
            return below(2) === 0 ? reader.tell() : null
          })
          return [told, reader.publication.snapshot()]
        })
      }
      const accepted = listen((attempt) => ({ ...attempt, verdict: 'ACCEPTED', score: 100, timeMs: 1 }))
      const failed = listen((attempt) => ({
        ...attempt,
        verdict: 'COMPILE_ERROR',
        score: null,
        timeMs: null,
      }))
      expect(accepted).toEqual(failed)
    }
    expect(sealedTries).toBeGreaterThan(1000)
  })

  it('leaves it to the snapshot where more changed than is worth telling, or nobody knows the reader', () => {
    const { setting } = madeUp(5)
    const acm: Setting = { ...setting, kind: 'acm', problems: [11], uncounted: [], freeze: null }
    const board = new Board(termsOf(acm))
    const reader = publish(board, acm, VIEWS[0] as View)
    const attempt = { problem: 11, second: 1, verdict: 'ACCEPTED', score: null, timeMs: 1 } as const
    const begun = reader.known().version
    for (let number = 1; number <= 300; number++)
      board.put(judgedOf({ ...attempt, number, who: `team${number}` }))
    expect(reader.tell()).toBeNull()
    expect(reader.publication.since(begun).changes).toBeNull()
    expect(reader.publication.since('of another site').changes).toBeNull()
    expect(reader.known().rows.size).toBe(300)
  })
})
