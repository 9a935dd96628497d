import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SchemaFolders } from './database/migrate.ts'

/** The checkout. */
export const ROOT = resolve(fileURLToPath(new URL('../..', import.meta.url)))

/** Our own schema and migrations. */
export const SCHEMA_FOLDERS: SchemaFolders = {
  schema: join(ROOT, 'prisma/schema'),
  migrations: join(ROOT, 'prisma/migrations'),
}
