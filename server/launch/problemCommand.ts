import { spawnSync } from 'node:child_process'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { asLocale, DEFAULT_LOCALE, type Locale } from '#locales/i18n.ts'
import { createTranslator } from '#locales/translator.ts'
import type { Context, House } from '../context.ts'
import { Refusal } from '../core/errors.ts'
import { unpackArchives } from '../modules/package/dmoj/archive.ts'
import { exportPackage, packagedProblem } from '../modules/package/exporting.ts'
import {
  type PackageProblem,
  POINTS_READINGS,
  type PointsReading,
  WRITTEN_FORMATS,
  type WrittenFormat,
} from '../modules/package/format.ts'
import { importPackage, readPackage } from '../modules/package/importing.ts'
import { sayNotes, sayReport, sayVerifications } from '../modules/package/noteWords.ts'
import type { Note } from '../modules/package/report.ts'
import { verifyPackage } from '../modules/package/verifying.ts'
import { PACKAGE_BOUNDS } from '../modules/testset/files.ts'
import { readFolder, type Unpacked, unpackZip } from '../modules/testset/unpack.ts'
import { usernameKeyOf } from '../modules/user/username.ts'
import { viewerOf } from '../policy/viewer.ts'
import { openHouseOfSite } from './houseOfSite.ts'
import { ROOT } from './places.ts'
import { openWorkbench } from './workbench.ts'

const USAGE = `npm run problem -- import FILE|FOLDER [--author NAME] [--public] [--points case|group]
                                                               take in every problem of a package
npm run problem -- export ID [--format icpc|hoj] [--out FILE]  write a problem as a package
npm run problem -- verify ID|FILE|FOLDER [--points case|group] judge the solutions that come with a problem
--points: accept_score of a scoring package counts per case (Kattis) or once per group (DOMjudge); left out, the
scores that its solutions declare decide.
Formats read: ICPC/Kattis (legacy and 2023-07), Polygon, HOJ, QDUOJ, Hydro, FPS.
With --json the report is for programs; --locale en-US or zh-CN says in which words.`

const say = (line: string) => process.stdout.write(`${line}\n`)

type Options = {
  author?: string | undefined
  public?: boolean | undefined
  format?: string | undefined
  out?: string | undefined
  json?: boolean | undefined
  points: PointsReading | null
  locale: Locale
}

/** The super administrator: the viewer of commands. */
async function rootContext(house: House, locale: Locale): Promise<Context> {
  const root = await house.database.prisma.user.findFirst({
    where: { role: 'ROOT', endedAt: null },
    orderBy: { createdAt: 'asc' },
  })
  if (!root) throw new Error('This site has no administrator yet. Start it once with npm start.')
  return {
    house,
    db: house.database.prisma,
    viewer: viewerOf(root),
    sessionId: null,
    now: new Date(),
    locale,
    client: { ip: '', userAgent: '' },
  }
}

async function withSite<Answer>(locale: Locale, work: (ctx: Context) => Promise<Answer>): Promise<Answer> {
  const { house, close } = await openHouseOfSite(process.env)
  try {
    return await work(await rootContext(house, locale))
  } finally {
    await close()
  }
}

/** Reads a folder, an unpacked zip, or an XML file as a package of one file. */
async function openPackage(path: string): Promise<Unpacked> {
  if ((await stat(path)).isDirectory()) return unpackArchives(await readFolder(path), PACKAGE_BOUNDS)
  if (!/\.(?:xml|fps)$/i.test(path)) return unpackArchives(await unpackZip(path), PACKAGE_BOUNDS)
  return new Map([[path.slice(path.lastIndexOf('/') + 1), new Uint8Array(await readFile(path))]])
}

async function importCommand(path: string, options: Options): Promise<number> {
  const unpacked = await openPackage(path)
  return withSite(options.locale, async (ctx) => {
    const authorId = options.author === undefined ? undefined : await authorNamed(ctx, options.author)
    const report = await importPackage(ctx, unpacked, {
      publish: options.public ?? false,
      points: options.points,
      ...(authorId === undefined ? {} : { authorId }),
    })
    if (options.json) say(JSON.stringify(report, null, 2))
    else for (const line of sayReport(report, options.locale)) say(line)
    return report.problems.every(({ refusal }) => refusal === null) ? 0 : 1
  })
}

async function authorNamed(ctx: Context, name: string): Promise<string> {
  const user = await ctx.db.user.findUnique({
    where: { usernameKey: usernameKeyOf(name) },
    select: { id: true },
  })
  if (!user) throw new Error(`There is no user ${name}.`)
  return user.id
}

async function exportCommand(displayId: string, options: Options): Promise<number> {
  const format = (options.format ?? 'icpc') as WrittenFormat
  if (!WRITTEN_FORMATS.includes(format)) {
    say(USAGE)
    return 2
  }
  return withSite(options.locale, async (ctx) => {
    const { name, zip, notes } = await exportPackage(ctx, displayId, format)
    const file = options.out ?? name
    await writeFile(file, zip)
    if (options.json) say(JSON.stringify({ file, notes }, null, 2))
    else {
      say(createTranslator(options.locale)('package:line.written', { file }))
      for (const line of sayNotes(notes, options.locale)) say(line)
    }
    return 0
  })
}

type ToVerify = { problem: PackageProblem; notes: Note[] }

/** Problems of a package, or the site's problem with this id. */
async function problemsToVerify(target: string, { locale, points }: Options): Promise<ToVerify[]> {
  const there = await stat(target).catch(() => null)
  if (!there)
    return withSite(locale, async (ctx) => [{ problem: await packagedProblem(ctx, target), notes: [] }])
  return readPackage(await openPackage(target), { points }).map(({ problem, report }) => ({
    problem,
    // Unreadable solutions are part of the result.
    notes: report.notes.filter(({ key }) => key.startsWith('solution') && key !== 'solutions'),
  }))
}

async function verifyCommand(target: string, options: Options): Promise<number> {
  const problems = await problemsToVerify(target, options)
  const made = spawnSync('make', ['-s', '-C', join(ROOT, 'judge/sandbox')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (made.status !== 0) throw new Error('The sandbox cannot be built.')
  const workbench = await openWorkbench({ allowWeak: process.env.JUDGE_ALLOW_WEAK === 'on' })
  let good = true
  try {
    for (const { problem, notes } of problems) {
      const verifications = await verifyPackage(problem, workbench.bench)
      if (options.json) say(JSON.stringify(verifications, null, 2))
      else {
        const lines = [...sayNotes(notes, options.locale), ...sayVerifications(verifications, options.locale)]
        for (const line of lines) say(line)
      }
      good &&= verifications.length > 0 && verifications.every(({ asExpected }) => asExpected !== false)
    }
  } finally {
    await workbench.close()
  }
  return good ? 0 : 1
}

const COMMANDS: Record<string, (target: string, options: Options) => Promise<number>> = {
  import: importCommand,
  export: exportCommand,
  verify: verifyCommand,
}

/** The words of the terminal's language; English where it has none of ours. */
const localeOfTerminal = (): Locale =>
  asLocale(process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG) ?? 'en-US'

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      author: { type: 'string' },
      public: { type: 'boolean' },
      format: { type: 'string' },
      out: { type: 'string' },
      points: { type: 'string' },
      json: { type: 'boolean' },
      locale: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  const [name = '', target] = positionals
  const command = COMMANDS[name]
  const points = POINTS_READINGS.find((one) => one === values.points?.toUpperCase()) ?? null
  if (values.help || !command || !target || positionals.length > 2 || (values.points && !points)) {
    say(USAGE)
    return values.help ? 0 : 2
  }
  const locale =
    values.locale === undefined ? localeOfTerminal() : (asLocale(values.locale) ?? DEFAULT_LOCALE)
  try {
    return await command(target, { ...values, points, locale })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    process.stderr.write(`${createTranslator(locale)(`refusal:${error.code}`, error.parameters)}\n`)
    return 1
  }
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return 1
})
