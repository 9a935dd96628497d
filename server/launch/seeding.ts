import { createLog } from '../core/log.ts'
import type { Settings } from '../env.ts'
import { createRootUser } from '../modules/user/user.ts'
import { openHouse } from '../start.ts'
import { seed } from './seed.ts'

/**
 * Fill an empty database: always the super administrator, and unless `SEED=off` also problems and people to look at.
 * Answers whether this was the first start. Both parts know what they have done, so a start that was killed half way
 * is finished by the next.
 */
export async function seedOnce(
  settings: Settings,
  adminPassword: string,
  say: (line: string) => void,
): Promise<boolean> {
  const house = await openHouse(settings, createLog('error', 'seed'))
  try {
    const first = await createRootUser(house, adminPassword)
    const began = performance.now()
    if (settings.seed) await seed(house)
    if (first) say(`Seeded: ${((performance.now() - began) / 1000).toFixed(1)} s`)
    return first
  } finally {
    await house.database.close()
  }
}
