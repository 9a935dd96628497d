import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '#server/launch/places.ts'

/** Where rules are, by the kind of citation. */
const TABLES = {
  area: [
    'discussion',
    'group',
    'lesson',
    'notification',
    'rank',
    'remote',
    'shop',
    'submission',
    'systemNotice',
    'training',
    'user',
    'userHome',
  ],
  contest: ['contest'],
}
type Kind = keyof typeof TABLES

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const rowsOf = (kind: Kind): string[] =>
  TABLES[kind].flatMap((noun) =>
    [...read(`server/modules/${noun}/rules.md`).matchAll(/^\| ([A-Z]?\d+) \|/gm)].map(
      ([, number]) => number ?? '',
    ),
  )

/** The numbers behind `area-rules` and `contest-rules` in a text: single ones, lists and ranges ("2 to 13, 27"). */
function citedIn(text: string, kind: Kind): string[] {
  const number = kind === 'area' ? '[A-Z]\\d+' : '\\d+'
  const list = `${number}(?:(?:,| and| to|, and)\\s+(?:\\*\\s+)?${number})*`
  const citation = new RegExp(`\\b${kind}-rules(?:\\.md)?\\s+(?:\\*\\s+)?(${list})`, 'g')
  const range = new RegExp(`(${number})(?: to (${number}))?`, 'g')
  return [...text.matchAll(citation)].flatMap(([, numbers = '']) =>
    [...numbers.matchAll(range)].flatMap(([, first = '', last]) => between(first, last ?? first)),
  )
}

/** The numbers of a range: B5, B6, B7. */
function between(first: string, last: string): string[] {
  const [letter = ''] = /^[A-Z]?/.exec(first) ?? []
  const [from, to] = [first, last].map((one) => Number(one.replace(letter, '')))
  return Array.from({ length: (to ?? 0) - (from ?? 0) + 1 }, (_, at) => `${letter}${(from ?? 0) + at}`)
}

const FILES = ['server', 'client', 'judge', 'locales', 'prisma', 'tests'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.(?:tsx?|prisma|md|css)$/.test(name) && !/rules\.(?:md|test\.ts)$/.test(name))
    .filter((name) => !/\/(?:build|dist|generated|__generated__|node_modules)\//.test(name)),
)
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

describe.each(['area', 'contest'] as const)('the %s rules', (kind) => {
  const rows = rowsOf(kind)
  const cited = (files: readonly string[]) => new Set(files.flatMap((file) => citedIn(read(file), kind)))

  it('have a row for every number that is cited', () => {
    expect([...cited(FILES)].filter((number) => !rows.includes(number))).toEqual([])
  })

  it('have one row for each number, and a test that names it', () => {
    expect(rows).toEqual([...new Set(rows)])
    const tested = cited(FILES.filter(isTest))
    expect(rows.filter((number) => !tested.has(number))).toEqual([])
  })
})
