import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.mjs'
import { run } from './run.mjs'

const LOCK = join(ROOT, 'package-lock.json')
/** npm writes this file last, so its time is that of the last complete install. */
const INSTALLED = join(ROOT, 'node_modules/.package-lock.json')
const STAMP = join(ROOT, 'node_modules/.cache/installed')

function isCurrent(hash) {
  if (!existsSync(INSTALLED)) return false
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return true
  return statSync(INSTALLED).mtimeMs >= statSync(LOCK).mtimeMs
}

/** Installs the packages of the lock file. */
export async function install() {
  const hash = createHash('sha256').update(readFileSync(LOCK)).digest('hex')
  if (!isCurrent(hash)) {
    process.stdout.write('Installing packages (once, about a minute) …\n')
    await run('npm', ['ci', '--no-audit', '--no-fund'], { env: { PRISMA_SKIP_POSTINSTALL_GENERATE: '1' } })
  }
  // A checkout that is installed may belong to somebody else.
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return
  mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true })
  writeFileSync(STAMP, hash)
}
