import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** Account that PostgreSQL runs under; empty for the account of this process. */
export type Account = { uid?: number; gid?: number }

const idOf = (flag: '-u' | '-g', name: string): number | null => {
  const answer = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return answer.status === 0 ? Number(answer.stdout) : null
}

/** As root, PostgreSQL runs as the system user `postgres`, created when missing, because it refuses root. */
export function postgresAccount(): Account {
  if (process.getuid?.() !== 0) return {}
  if (idOf('-u', 'postgres') === null) {
    const made = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
    if (made.status !== 0) spawnSync('adduser', ['-S', '-D', '-H', 'postgres'])
  }
  const uid = idOf('-u', 'postgres')
  const gid = idOf('-g', 'postgres')
  if (uid === null || gid === null) {
    throw new Error(
      'PostgreSQL cannot run as root and the system user "postgres" could not be made: run `useradd --system --user-group postgres` and start again',
    )
  }
  return { uid, gid }
}

/** Whether the account can enter a folder or run a file, by trying it. */
const reaches = (account: Account, path: string) =>
  spawnSync('/bin/sh', ['-c', 'test -x "$0"', path], { ...account, cwd: '/' }).status === 0

/** Folder that every account can enter, for checkouts below a private home. */
const OPEN_FOLDER = '/var/lib/online-judge'

/**
 * Folder of the cluster: in the data folder, unless the account cannot enter it. Then a random outside folder is used and
 * noted in the data folder, so that deleting the data folder starts with a new database, and a home that becomes
 * accessible later still finds its own.
 */
export function placeCluster(dataDir: string, account: Account, tell: (line: string) => void): string {
  mkdirSync(dataDir, { recursive: true })
  const home = realpathSync(dataDir)
  const inside = join(home, 'postgres')
  if (account.uid === undefined) return inside

  const note = join(home, 'postgres.place')
  if (existsSync(note)) return readFileSync(note, 'utf8').trim()
  if (reaches(account, home)) return inside
  if (existsSync(inside)) {
    throw new Error(
      `The user "postgres" can no longer enter ${home}: allow it with \`chmod o+x\` on the closed folder above it`,
    )
  }
  const outside = join(OPEN_FOLDER, randomBytes(6).toString('hex'))
  tell(`The user "postgres" may not enter ${home}, so the database is kept in ${outside}.`)
  mkdirSync(OPEN_FOLDER, { recursive: true, mode: 0o755 })
  writeFileSync(note, `${outside}\n`)
  return outside
}

/** Gives the account a cluster that another one owns, because it was copied from a backup or another machine. */
export function ownCluster(folder: string, { uid, gid }: Account): void {
  if (uid === undefined || gid === undefined) return
  if (statSync(folder, { throwIfNoEntry: false })?.uid === uid) return
  execFileSync('chown', ['-R', '--no-dereference', `${uid}:${gid}`, folder])
  chmodSync(folder, 0o700)
}

/** Folder of PostgreSQL's programs, copied to an accessible place when the account cannot enter node_modules. */
export function placePrograms(native: string, version: string, account: Account): string {
  if (reaches(account, join(native, 'bin', 'postgres'))) return native
  const copy = join(OPEN_FOLDER, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  const half = `${copy}.${process.pid}`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(OPEN_FOLDER, { recursive: true, mode: 0o755 })
  cpSync(native, half, { recursive: true, verbatimSymlinks: true })
  execFileSync('chmod', ['-R', 'a+rX', half])
  try {
    renameSync(half, copy)
  } catch (error) {
    // Another start created it first.
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}
