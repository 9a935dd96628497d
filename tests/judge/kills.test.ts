import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CrashingSite, openCrashingSite } from '../support/crashingSite.ts'
import { killAndCount } from '../support/kills.ts'

let site: CrashingSite
beforeAll(async () => {
  site = await openCrashingSite()
}, 60_000)
afterAll(() => site.close(), 60_000)

it('whatever is killed under load, every submission is judged once and counted once', async () => {
  const survival = await killAndCount(site, { seed: 4711, rounds: 15 })
  const { accepted, stored, lost, doubled, kills } = survival
  expect(lost).toEqual([])
  expect(doubled).toBe(0)
  // What was stored and never answered is judged as well.
  expect(stored).toBeGreaterThanOrEqual(accepted)
  expect(accepted).toBeGreaterThan(8)
  expect(Object.values(kills).every((count) => count > 0)).toBe(true)
  expect(survival.trials).toBeGreaterThan(0)
  expect(survival.cuts).toBeGreaterThan(0)
  expect(survival.rejudgings).toBe(2)
  expect(site.complaints).toEqual([])
}, 240_000)
