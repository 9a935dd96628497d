import pg from 'pg'
import type { Settings } from '../../env.ts'

/**
 * Whether there is nothing left to do: the administrator is there, and no seed was broken off. A site that was
 * started with `SEED=off` once is in use, and is never filled later because somebody forgot to say so again.
 */
async function isSeeded(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ seeded: boolean }>(
      `select exists (select from "User" where username = 'root')
          and not exists (select from "Setting" where key = 'seed' and value = '"begun"'::jsonb) as seeded`,
    )
    return rows[0]?.seeded ?? false
  } finally {
    await client.end()
  }
}

/**
 * Fill an empty database: always the super administrator, and unless `SEED=off` also problems and people to look at.
 * Answers the administrator's password when there was anything to do, which makes a start the first one. Both parts
 * know what they have done, so a start that was killed half way is finished by the next. The site's own rules do it, and are loaded only then: that takes a second.
 */
export async function seedOnce<Made extends { password: string }>(
  settings: Settings,
  makePassword: () => Made,
  say: (line: string) => void,
): Promise<Made | null> {
  if (await isSeeded(settings.databaseUrl)) return null
  const made = makePassword()
  const began = performance.now()
  const { createLog } = await import('../../core/log.ts')
  const { closeHouse, openHouse } = await import('../../start.ts')
  const house = await openHouse(settings, createLog('error', 'seed'))
  try {
    const { createRootUser } = await import('../../modules/user/user.ts')
    await createRootUser(house, made.password)
    if (settings.seed) {
      const { seed } = await import('./seed.ts')
      await seed(house)
    }
    say(`Seeded: ${((performance.now() - began) / 1000).toFixed(1)} s`)
    return made
  } finally {
    await closeHouse(house)
  }
}
