import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Generated secrets of an installation, readable by its owner only. */
export type Secrets = {
  databasePassword: string
  judgePassword: string
  judgeSecret: string
  /** Last port of the embedded database, so that configured tools keep working. */
  databasePort: number | null
}

/** A random password, safe inside a URL. */
const secret = () => randomBytes(24).toString('base64url')

const fileOf = (dataDir: string) => join(dataDir, 'secrets.json')

/** Writes a file atomically that only its owner can read. */
export function writePrivately(file: string, text: string) {
  mkdirSync(dirname(file), { recursive: true })
  const half = `${file}.${process.pid}`
  writeFileSync(half, text, { mode: 0o600 })
  renameSync(half, file)
}

export const saveSecrets = (dataDir: string, secrets: Secrets) =>
  writePrivately(fileOf(dataDir), `${JSON.stringify(secrets, null, 2)}\n`)

/** Secrets of a data folder, generated on first use. */
export function openSecrets(dataDir: string): Secrets {
  const file = fileOf(dataDir)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Secrets
  const made = {
    databasePassword: secret(),
    judgePassword: secret(),
    judgeSecret: secret(),
    databasePort: null,
  }
  saveSecrets(dataDir, made)
  return made
}

/** Letters and digits that are not confused when copied by hand. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password that can be copied by hand: about 79 bits. */
export const readablePassword = () =>
  [...randomBytes(16)].map((byte) => READABLE[byte % READABLE.length]).join('')
