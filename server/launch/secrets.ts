import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What an installation made up for itself, kept where only its owner reads. */
export type Secrets = {
  databasePassword: string
  judgePassword: string
  judgeSecret: string
  /** Where the embedded database listened last, so that tools which remember it keep working. */
  databasePort: number | null
}

/** A password nobody has to type, safe inside a URL. */
const secret = () => randomBytes(24).toString('base64url')

const fileOf = (dataDir: string) => join(dataDir, 'secrets.json')

/** Write a file that only its owner may read, whole or not at all. */
export function writePrivately(file: string, text: string) {
  mkdirSync(dirname(file), { recursive: true })
  const half = `${file}.${process.pid}`
  writeFileSync(half, text, { mode: 0o600 })
  renameSync(half, file)
}

export const saveSecrets = (dataDir: string, secrets: Secrets) =>
  writePrivately(fileOf(dataDir), `${JSON.stringify(secrets, null, 2)}\n`)

/** The secrets of a data folder, made on first use. */
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

/** Letters and digits that are not mistaken for one another when copied by hand. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password a person can read off a screen: about 79 bits. */
export const readablePassword = () =>
  [...randomBytes(16)].map((byte) => READABLE[byte % READABLE.length]).join('')
