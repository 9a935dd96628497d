import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { ROOT } from './root.mjs'
import { shellPath } from './tools.mjs'

const LANGUAGES = 'judge/languages/install.sh'
const STAMP = join(ROOT, 'build/.stamps/languages')
/** Longest installation of all compilers (s). */
const PATIENCE = 420

const say = (line) => process.stdout.write(`${line}\n`)

/** Environment of the user's shell; the package manager asks no questions. */
const environment = () => ({ ...process.env, PATH: shellPath(), DEBIAN_FRONTEND: 'noninteractive' })
const output = (command, args) =>
  spawnSync(command, args, {
    cwd: ROOT,
    env: environment(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).stdout ?? ''
const succeeds = (command, args) =>
  spawnSync(command, args, { env: environment(), stdio: 'ignore' }).status === 0
const has = (program) =>
  shellPath()
    .split(delimiter)
    .some((folder) => existsSync(join(folder, program)))

const hasChromium = () =>
  ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].some(has) ||
  Boolean(process.env.PLAYWRIGHT_CHROMIUM)

/** Tools that tests need beside Node: a check for each, and Debian's packages in order of preference. */
const NEEDS = [
  {
    name: 'a C compiler and make',
    isThere: () => has('make') && ['cc', 'gcc', 'clang'].some(has),
    packages: [['gcc', 'libc6-dev', 'make']],
    of: () => true,
  },
  {
    name: 'Chromium',
    isThere: hasChromium,
    // The headless shell needs two thirds of the time; older systems do not have it.
    isBest: () =>
      has('chromium-headless-shell') ||
      process.env.PLAYWRIGHT_CHROMIUM ||
      (hasChromium() && !succeeds('apt-cache', ['show', 'chromium-headless-shell'])),
    packages: [['chromium-headless-shell'], ['chromium']],
    of: (file) => file.startsWith('tests/e2e/'),
  },
  {
    name: 'Chinese letters',
    isThere: () => /noto.*cjk/i.test(output('fc-list', [])),
    packages: [['fonts-noto-cjk']],
    of: (file) => file.startsWith('tests/e2e/'),
  },
]

const CHOICES = Math.max(...NEEDS.map((need) => need.packages.length))

/** Whether this process can install packages: as root, or with sudo without a password. */
const mayInstall = () => process.getuid?.() === 0 || succeeds('sudo', ['-n', 'true'])

const asRoot = (words) => (process.getuid?.() === 0 ? words : ['sudo', '-n', ...words])

/** Test files that these arguments select. */
function filesOf(args) {
  const names = args.filter((arg) => !arg.startsWith('-'))
  const rooms = ['tests', 'judge', 'server', 'client', 'prisma', 'locales']
  const files = rooms
    .flatMap((room) => readdirSync(join(ROOT, room), { recursive: true }).map((name) => `${room}/${name}`))
    .filter((name) => /\.test\.tsx?$/.test(name))
  return names.length === 0 ? files : files.filter((file) => names.some((name) => file.includes(name)))
}

/** Languages without their compiler: `[language, command, package, …]`. */
const missingLanguages = () =>
  output('bash', [LANGUAGES, '--list'])
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .filter(([, command]) => command && !has(command))

function installPackages(packages) {
  say(`Installing: ${packages.join(' ')}`)
  const [command, ...words] = asRoot(['apt-get'])
  const run = (...args) =>
    spawnSync(command, [...words, '-q', ...args], {
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    })
  run('update')
  const { status, stderr } = run('install', '-y', '--no-install-recommends', ...packages)
  if (status !== 0) say(stderr.trim().split('\n').slice(-3).join('\n'))
}

/** Hash of the language table and its missing compilers. */
const stateOfLanguages = () =>
  createHash('sha256')
    .update(readFileSync(join(ROOT, LANGUAGES)))
    .update(JSON.stringify(missingLanguages()))
    .digest('hex')

/** Installs missing compilers. A failure only skips their tests, and is not retried while nothing changes. */
function installLanguages() {
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stateOfLanguages()) return
  const args = [LANGUAGES, '--within', String(PATIENCE)]
  spawnSync('bash', args, { cwd: ROOT, env: environment(), stdio: 'inherit' })
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, stateOfLanguages())
}

/**
 * Installs missing tools of the tests that `args` select, if allowed; otherwise prints the command that
 * installs them. Silent and fast when nothing is missing.
 */
export function prepare(args) {
  const files = filesOf(args)
  const judges = files.some((file) => /^(judge|tests\/(judge|e2e|api))\//.test(file))
  const needs = NEEDS.filter((need) => files.some(need.of))
  const lacking = () => needs.filter((need) => !need.isThere())
  const improvable = () => needs.filter(({ isThere, isBest = isThere }) => !isBest())
  const may = has('apt-get') && (improvable().length > 0 || judges) && mayInstall()
  if (may) {
    for (let choice = 0; choice < CHOICES; choice++) {
      const packages = (choice === 0 ? improvable() : lacking()).flatMap(
        (need) => need.packages[choice] ?? need.packages[0],
      )
      if (packages.length > 0) installPackages(packages)
    }
    if (judges) installLanguages()
  }
  const names = [
    ...lacking().map(({ name }) => name),
    ...(judges ? missingLanguages().map(([name]) => name) : []),
  ]
  if (names.length === 0) return
  say(`Not on this machine: ${names.join(', ')}. Tests that need one of them are skipped.`)
  if (may || !has('apt-get')) return
  const offered = judges ? output('bash', [LANGUAGES, '--missing']).split('\n').filter(Boolean) : []
  const packages = [...new Set([...lacking().flatMap((need) => need.packages.at(-1)), ...offered])]
  if (packages.length === 0) return
  say(`They come with\n\n    sudo apt-get install -y --no-install-recommends ${packages.join(' ')}\n`)
}
