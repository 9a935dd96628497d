import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '#server/launch/places.ts'

const [, PRINTED = '', PRINTED_OF_CLIENT = ''] =
  /^### The storeys$.*?^```$(.*?)^```$.*?^```$(.*?)^```$/ms.exec(
    readFileSync(join(ROOT, 'README.md'), 'utf8'),
  ) ?? []
/** Top to bottom, as the README prints them: a module may call what stands beneath it; events travel the other way. */
const STOREYS: Record<string, string[]> = {
  server: PRINTED.trim()
    .split('\n')
    .map((line) => line.split(' ')[0] ?? ''),
  client: PRINTED_OF_CLIENT.trim().split(/\s+/),
}

type Import = { from: string; to: string; value: boolean }

const isSource = (name: string) =>
  /\.tsx?$/.test(name) && !name.endsWith('.test.ts') && !name.endsWith('.test.tsx')

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => isSource(name) && !/\/(__generated__|generated|node_modules|build)\//.test(name))
}

/** What a file imports of ours, as paths from the checkout; packages are left out. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const pattern =
    /^\s*(?:import|export)\s+(type\s+)?(?:([^'";]*?)\s+from\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm
  return [...text.matchAll(pattern)].flatMap(([, type, names, plain, dynamic]) => {
    const target = plain ?? dynamic ?? ''
    const to = target.startsWith('#')
      ? target.slice(1)
      : target.startsWith('.')
        ? relative(ROOT, join(ROOT, dirname(file), target)).replaceAll('\\', '/')
        : ''
    if (!to) return []
    const inBraces = /^\{([^}]*)\}$/s.exec(names?.trim() ?? '')?.[1]
    const onlyTypes = inBraces?.split(',').every((name) => !name.trim() || /^\s*type\s/.test(name)) ?? false
    return [{ from: file, to, value: !type && !onlyTypes }]
  })
}

/** Every file of the product that somebody wrote, tests too. */
const allFiles = () =>
  ['server', 'client', 'judge', 'prisma', 'locales'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .filter((file) => !file.endsWith('.md'))
      .filter((file) => !/(^|\/)(__generated__|generated|node_modules|build|dist|migrations)\//.test(file)),
  )

const files = ['server', 'client', 'judge', 'prisma', 'locales'].flatMap(sources)
const imports = files.flatMap(importsOf)

const show = ({ from, to }: Import) => `${from} → ${to}`
const within =
  (...rooms: string[]) =>
  ({ to }: Import) =>
    rooms.some((room) => to === room || to.startsWith(`${room}/`))
const of = (pattern: RegExp) => imports.filter(({ from }) => pattern.test(from))
const besides = (some: Import[], allowed: (one: Import) => boolean) =>
  some.filter((one) => !allowed(one)).map(show)

const isDoor = (file: string) => /\.(schema|rest|link)\.ts$/.test(file)
/** Types of the graph that doors of other modules speak of too. */
const isTypes = (file: string) => file.endsWith('.types.ts')
/** What REST calls things, shared by the doors of several modules. */
const isDialect = (file: string) => /\/rest[A-Z]\w*\.ts$/.test(file)
const moduleOf = (file: string) => /^server\/modules\/([^/]+)\//.exec(file)?.[1] ?? null

describe('what may import what', () => {
  it('the judge knows only itself', () => {
    expect(besides(of(/^judge\//), within('judge'))).toEqual([])
  })

  it('the client knows the graph, the words, and what the server shares with it', () => {
    expect(besides(of(/^client\//), within('client', 'locales', 'server/shared'))).toEqual([])
    expect(besides(of(/^server\/shared\//), within('server/shared'))).toEqual([])
  })

  it('words know nothing', () => {
    expect(besides(of(/^locales\//), within('locales'))).toEqual([])
  })

  it('the database knows its client, and the seed the contract of the judge', () => {
    const allowed = within('prisma', 'judge/protocol.ts')
    expect(besides(of(/^prisma\//), allowed)).toEqual([])
  })

  it('drivers know packages and each other', () => {
    expect(
      besides(of(/^server\/core\//), within('server/core', 'server/shared', 'prisma/generated')),
    ).toEqual([])
  })

  it('policy is pure', () => {
    const policy = of(/^server\/policy\//)
    expect(besides(policy, within('server/policy', 'server/generated', 'prisma/generated'))).toEqual([])
    expect(policy.filter((one) => one.value && within('prisma')(one)).map(show)).toEqual([])
  })

  it('what modules stand on does not know them', () => {
    const ground = of(
      /^server\/(context|events|builder|doors\/(rest\/\w+|hub|member|wire|weigh|limits|pace))\.ts$/,
    )
    expect(ground.filter(within('server/modules')).map(show)).toEqual([])
  })

  it('rules never meet a door', () => {
    const rules = of(/^server\/modules\//).filter(({ from }) => !isDoor(from))
    expect(rules.filter(({ to }) => isDoor(to)).map(show)).toEqual([])
    const speaking = rules.filter(({ from, to }) => isTypes(to) && !isTypes(from))
    expect(speaking.map(show)).toEqual([])
    const machinery = rules.filter(within('server/doors', 'server/builder.ts'))
    expect(machinery.filter(({ from }) => !isDialect(from) && !isTypes(from)).map(show)).toEqual([])
  })

  it('doors never import doors of other modules', () => {
    const doors = imports.filter(({ from, to }) => isDoor(from) && isDoor(to))
    expect(doors.filter(({ from, to }) => moduleOf(from) !== moduleOf(to)).map(show)).toEqual([])
  })

  it('of the judge, the server reads what is pure, and how a program says what it lacks', () => {
    const pure = within(
      'judge/protocol.ts',
      'judge/making/makingProtocol.ts',
      'judge/needs.ts',
      'judge/outputs.ts',
      'judge/reactions.ts',
      'judge/queue/submissionEvent.ts',
      'judge/slimTask.ts',
      'judge/scoring.ts',
      'judge/languages.ts',
      'judge/languages/language.ts',
      'judge/health/liveness.ts',
      'judge/health/exposition.ts',
      'judge/setup.ts',
    )
    const reading = of(/^server\/(?!launch\/)/).filter(within('judge'))
    expect(besides(reading, pure)).toEqual([])
  })

  it('nobody but the launcher and tests starts things', () => {
    const launching = of(/^server\/(?!launch\/)/).filter(within('server/launch'))
    expect(launching.map(show)).toEqual([])
  })
})

describe.each(['server', 'client'])('storeys of the %s', (half) => {
  const storeys = STOREYS[half] ?? []
  const moduleOf = (file: string) => new RegExp(`^${half}/modules/([^/]+)/`).exec(file)?.[1] ?? null

  it('are those of the README, which names every module and no other', () => {
    const modules = new Set(files.map(moduleOf).filter((name) => name !== null))
    expect([...storeys].sort()).toEqual([...modules].sort())
  })

  it('are called from above', () => {
    const upward = imports.filter(({ from, to }) => {
      const [caller, called] = [moduleOf(from), moduleOf(to)]
      return caller && called && caller !== called && storeys.indexOf(called) < storeys.indexOf(caller)
    })
    expect(upward.map(show)).toEqual([])
  })
})

describe('storeys beneath the modules of the client', () => {
  const BENEATH = ['modules', 'app', 'relay', 'ui']
  const storeyOf = (file: string) => BENEATH.indexOf(/^client\/(\w+)\//.exec(file)?.[1] ?? '')

  it('are called from above', () => {
    const upward = imports.filter(({ from, to, value }) => {
      const [caller, called] = [storeyOf(from), storeyOf(to)]
      return value && caller >= 0 && called >= 0 && called < caller
    })
    expect(upward.map(show)).toEqual([
      'client/app/session/SessionDialogs.tsx → client/modules/user/SessionDialog.tsx',
    ])
  })
})

describe('doors', () => {
  const WRITES = /\b(?:db|tx|prisma)\.\w+\.(?:create|update|upsert|delete)(?:Many)?\w*\s*\(|\$executeRaw/

  it('write nothing', () => {
    const doors = files.filter((file) => file.startsWith('server/modules/') && isDoor(file))
    const writing = doors.filter((file) => WRITES.test(readFileSync(join(ROOT, file), 'utf8')))
    expect(writing).toEqual([])
  })
})

describe('files', () => {
  /** Long because there is much to list, not because much happens. */
  const TABLES = /^prisma\/seed\/|^judge\/languages\.ts$/

  it('do not go round in circles', () => {
    const graph = new Map<string, Import[]>()
    for (const one of imports) graph.set(one.from, [...(graph.get(one.from) ?? []), one])
    const done = new Set<string>()
    const circles: string[] = []
    const walk = (file: string, path: string[]) => {
      if (path.includes(file)) {
        circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
        return
      }
      if (done.has(file)) return
      for (const { to, value } of graph.get(file) ?? []) if (value) walk(to, [...path, file])
      done.add(file)
    }
    for (const file of files) walk(file, [])
    expect(circles).toEqual([])
  })

  it('stay small enough to read in one sitting', () => {
    const long = files
      .filter((file) => !TABLES.test(file))
      .map((file) => ({ file, lines: readFileSync(join(ROOT, file), 'utf8').split('\n').length }))
      .filter(({ lines }) => lines > 420)
    expect(long).toEqual([])
  })

  it('are at most thirty in a folder', () => {
    const counts = new Map<string, number>()
    for (const file of allFiles()) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
    expect([...counts].filter(([, count]) => count > 30)).toEqual([])
  })

  it('read the environment in one place a program', () => {
    const reading = files.filter(
      (file) =>
        !/^server\/launch\/|\/env\.ts$|^server\/main\.ts$|^judge\/main\.ts$|vite\.config\.ts$/.test(file),
    )
    const guilty = reading.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('process.env'))
    expect(guilty).toEqual([])
  })
})

it('no object literal spreads another one', () => {
  const spread = /^\s*\.\.\.\{ .* \},?$/m
  expect(files.filter((file) => spread.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
})
