import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createDatabase, type TestDatabase } from './database.ts'
import { seededSite } from './seeding.ts'

/** Copies the seeded and judged site of the test run into `dataDir`, as soon as it is made. */
export async function copySeeded(dataDir: string): Promise<TestDatabase> {
  const server = inject('testServer')
  await seededSite(server)
  cpSync(join(server.seeded.folder, 'data'), dataDir, { recursive: true, preserveTimestamps: true })
  return createDatabase({ url: server.url, template: server.seeded.database })
}
