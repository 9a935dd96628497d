import { describe, expect, it } from 'vitest'
import { Board as ServerBoard } from '#server/modules/scoreboard/scoring/board.ts'
import { type Board, type BoardHead, boardOf, encodeRow } from '#server/shared/board/wire.ts'
import { judgedOf, madeUp, termsOf } from '../../../../tests/support/madeUpContest.ts'
import type { Attempt, Setting } from '../../../../tests/support/slowBoard.ts'
import { planReveal } from './reveal.ts'
import { revealAwards, revealHref, sumsOfTiers, usualAwards } from './revealAwards.ts'

const person = (userId: string) => ({
  userId,
  username: userId,
  name: userId,
  school: null,
  avatar: null,
  realname: null,
})

/** The frozen and the final board of an ACM contest. */
function sides(setting: Setting, attempts: readonly Attempt[]) {
  const server = new ServerBoard(termsOf(setting), attempts.map(judgedOf))
  const { awardKind, tiers } = termsOf(setting)
  const head: BoardHead = {
    contest: 1,
    type: 'ACM',
    startsAt: 0,
    freezesAt: 0,
    endsAt: 1,
    isLate: false,
    awardKind,
    tiers,
    isSealed: true,
    problems: setting.problems.map((id) => ({ id, displayId: `${id}`, title: '', color: null, full: 100 })),
  }
  const side = (sealed: boolean): Board => {
    const view = { sealed, late: false, withoutStars: false, withDisqualified: true }
    const rows = server.table(view).rows.map((row) => encodeRow(row, person(row.userId), null))
    return boardOf({ version: `${sealed}`, head, rows })
  }
  const official = (withoutStars: boolean) =>
    server.table({ sealed: false, late: false, withoutStars, withDisqualified: false })
  return { sealed: side(true), final: side(false), official }
}

const ICPC = (seed: number) => {
  const { setting, attempts } = madeUp(seed)
  return { attempts, setting: { ...setting, kind: 'acm' as const, freeze: Math.floor(setting.duration / 2) } }
}

describe('a reveal', () => {
  it('ends in exactly the final board, of many contests, with stars and without (contest-rules.md 14)', () => {
    let opened = 0
    for (let seed = 1; seed <= 150; seed++) {
      const { setting, attempts } = ICPC(seed)
      const { sealed, final, official } = sides(setting, attempts)
      const withoutStars = seed % 2 === 0
      const { awardKind, tiers } = termsOf(setting)
      const { steps, at, end } = planReveal({ sealed, final }, { awards: { awardKind, tiers }, withoutStars })
      opened += steps.filter(({ kind }) => kind === 'open').length
      const { rows, firsts } = official(withoutStars)
      const figures = (of: typeof rows) =>
        of.map(({ userId, rank, award, gain, cost, tries, cells }) => ({
          userId,
          rank,
          award: award?.name ?? null,
          gain,
          cost,
          tries,
          cells: [...cells].sort(([one], [other]) => one - other),
        }))
      expect(figures(end.rows)).toEqual(figures(rows))
      expect(figures(at(steps.length).rows)).toEqual(figures(rows))
      expect(end.firsts).toEqual(firsts)
      const medalled = (step: number) => at(step).rows.flatMap(({ userId, award }) => (award ? [userId] : []))
      expect(medalled(0)).toEqual([])
      const half = Math.floor(steps.length / 2)
      const named = steps.slice(0, half).flatMap((one) => (one.kind === 'settle' ? [one.userId] : []))
      expect(medalled(half).filter((userId) => !named.includes(userId))).toEqual([])
      // Every row is settled once and does not move after it.
      const settled = steps.flatMap((step) => (step.kind === 'settle' ? [step.userId] : []))
      expect(settled).toEqual(end.rows.map(({ userId }) => userId).reverse())
    }
    expect(opened).toBeGreaterThan(300)
  })

  it('goes back the way that it came', () => {
    const { setting, attempts } = ICPC(12)
    const { sealed, final } = sides(setting, attempts)
    const { steps, at } = planReveal(
      { sealed, final },
      { awards: { awardKind: 'NONE', tiers: [] }, withoutStars: false },
    )
    const seen = steps.map((_, step) => at(step))
    expect(steps.map((_, step) => at(steps.length - 1 - step)).reverse()).toEqual(seen)
  })

  it('takes medals from its address as sums, else from the contest, else the usual shares', () => {
    const { setting, attempts } = ICPC(12)
    const { final } = sides(setting, attempts)
    expect(sumsOfTiers([2, 3, 5])).toEqual([2, 5, 10])
    expect(revealAwards(final, ['2', '5', '10']).tiers.map(({ number }) => number)).toEqual([2, 3, 5])
    const plain = { ...final, head: { ...final.head, awardKind: 'NONE' as const } }
    const ranked = [...plain.rows.values()].filter((row) => !row.isStar && !row.isDisqualified).length
    const usual = [0.1, 0.2, 0.3].map((share) => Math.floor(ranked * share))
    expect(revealAwards(plain, []).tiers.map(({ number }) => number)).toEqual(usual)
    expect(usualAwards(plain).map(({ number }) => number)).toEqual(usual)
    const names = ['特等奖', '一等奖', '二等奖', '三等奖']
    const tiers = names.map((name, at) => ({ name, background: '', color: '', number: 50 >> at }))
    const shared = { ...final, head: { ...final.head, awardKind: 'PERCENTAGE' as const, tiers } }
    const floors = [50, 25, 12, 6].map((percent) => Math.floor((ranked * percent) / 100))
    expect(usualAwards(shared).map(({ name, number }) => [name, number])).toEqual(
      names.map((name, at) => [name, floors[at]]),
    )
    // Every tier of the contest can be given out, by its own name (contest-rules 13).
    const given = revealAwards(shared, ['1', '3', '6', '10']).tiers
    expect(given.map(({ name, number }) => [name, number])).toEqual(names.map((name, at) => [name, at + 1]))
    const said = new URL(revealHref(7, { counts: [2, 3, 5], withoutStars: true }), 'http://board.test')
    expect([said.pathname, said.searchParams.get('cid'), said.searchParams.get('removeStar')]).toEqual([
      '/scrollBoard',
      '7',
      'true',
    ])
    expect(said.searchParams.getAll('medals[]')).toEqual(['2', '5', '10'])
  })
})
