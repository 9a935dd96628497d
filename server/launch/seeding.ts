import pg from 'pg'
import { seed } from '#prisma/seed.ts'
import type { Settings } from '../env.ts'

/** Whether nobody has an account yet, which is what makes a start the first one. */
async function isEmpty(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ empty: boolean }>('select not exists (select from "User") as empty')
    return rows[0]?.empty ?? false
  } finally {
    await client.end()
  }
}

/**
 * Fill an empty database: always the super administrator and what the site cannot do without, and unless
 * `SEED=off` also problems and people to look at. Answers whether this was the first start.
 */
export async function seedOnce(
  settings: Settings,
  adminPassword: string,
  say: (line: string) => void,
): Promise<boolean> {
  if (!(await isEmpty(settings.databaseUrl))) return false
  const began = performance.now()
  await seed({
    databaseUrl: settings.databaseUrl,
    storage: settings.storage,
    adminPassword,
    content: settings.seed,
  })
  say(`Seeded: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return true
}
