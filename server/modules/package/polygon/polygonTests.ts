import type { CaseMode } from '#judge/protocol.ts'
import { Refusal } from '../../../core/errors.ts'
import { writeScript } from '../../generator/script.ts'
import type { PackageFiles } from '../../testset/files.ts'
import type { PackageCase } from '../format.ts'
import { sizeLimit, timeLimit } from '../limits.ts'
import type { Notes } from '../report.ts'
import { requiredCases } from '../scoring/subtasks.ts'
import { wholeScores } from '../scoring/wholeScores.ts'
import { childrenOf, descend, parseXml, type Xml } from '../xml.ts'

export type PolygonTests = {
  cases: PackageCase[]
  caseMode: CaseMode
  scored: boolean
  samples: { input: string; output: string }[]
  timeMs: number | null
  memoryMb: number | null
  /** Script with a line for each generated test. */
  script: string
}

/** Fills a number into `tests/%02d`. */
export const pathOf = (pattern: string, number: number) =>
  pattern.replace(/%0?(\d*)d/, (_, width: string) =>
    String(number).padStart(Math.min(9, Number(width) || 0), '0'),
  )

type Test = {
  number: number
  group: string
  points: number
  sample: boolean
  description: string
  /** Generator command; empty for a manual test. */
  command: string
}

const numberOr = (text: string | undefined, fallback: number) => {
  const number = Number(text)
  return text === undefined || !Number.isFinite(number) ? fallback : number
}

/** Tests of the main testset, with points. `isPartial`: the checker or interactor may give a test partial points. */
export function readPolygonTests(
  files: PackageFiles,
  { judging, isPartial }: { judging: Xml | undefined; isPartial: boolean },
  notes: Notes,
): PolygonTests {
  const sets = childrenOf(judging, 'testset')
  const set = sets.find(({ attributes }) => attributes.name === 'tests') ?? sets[0]
  if (!set) throw new Refusal('PACKAGE_INCOMPLETE', { file: files.full('problem.xml: testset') })
  for (const other of sets) {
    if (other !== set) notes.leftOut('testPart', {}, other.attributes.name ?? null)
  }
  const inputs = descend(set, 'input-path-pattern')?.text.trim() || 'tests/%02d'
  const answers = descend(set, 'answer-path-pattern')?.text.trim() || 'tests/%02d.a'
  const listed = childrenOf(descend(set, 'tests'), 'test')
  const tests = listed.map(
    ({ attributes }, at): Test => ({
      number: at + 1,
      group: attributes.group ?? '',
      points: Math.max(0, numberOr(attributes.points, 0)),
      sample: attributes.sample === 'true',
      description: attributes.description ?? '',
      command: attributes.method === 'generated' ? commandOf(attributes.cmd ?? '') : '',
    }),
  )
  const folder = inputs.slice(0, inputs.indexOf('/') + 1)
  if (tests.length === 0 || !files.paths.some((path) => path.startsWith(folder))) {
    throw new Refusal('PACKAGE_INCOMPLETE', { file: files.full(folder || inputs) })
  }
  const content = ({ number, description, command }: Test) => {
    const input = files.bytes(pathOf(inputs, number))
    // A standard package names its tests without containing them.
    if (!input) throw new Refusal('PACKAGE_INCOMPLETE', { file: files.full(pathOf(inputs, number)) })
    const answer = files.bytes(pathOf(answers, number))
    if (!answer) notes.leftOut('answerMissing', {}, files.full(pathOf(answers, number)))
    return {
      input,
      answer,
      ...(description ? { name: description } : {}),
      ...(command ? { line: command } : {}),
    }
  }
  const scored = tests.some(({ points }) => points > 0)
  const { placed, caseMode } = scored
    ? scoredTests(tests, { set, isPartial }, notes)
    : { placed: tests.map((test) => ({ test, subtask: 0, score: 0 })), caseMode: 'ALL' as const }
  const contents = new Map(tests.map((test) => [test, content(test)]))
  const shown = tests.filter(({ sample }) => sample)
  notes.understood('tests', { count: tests.length })
  const file = files.full('problem.xml')
  const given = (name: string) => ({ name, value: descend(set, name)?.text, file })
  return {
    cases: placed.map(({ test, subtask, score }) => ({
      ...(contents.get(test) ?? content(test)),
      subtask,
      score,
    })),
    caseMode,
    scored,
    script: writeScript(
      placed.map(({ test: { command }, subtask, score }) => ({ command: command || null, subtask, score })),
      scored,
    ),
    samples: shown.slice(0, 20).map(({ number }) => ({
      input: files.text(pathOf(inputs, number)) ?? '',
      output: files.text(pathOf(answers, number)) ?? '',
    })),
    timeMs: timeLimit(given('time-limit'), 1),
    memoryMb: sizeLimit(given('memory-limit'), 1 / 1024 / 1024),
  }
}

/** Generator command of a test, as our script writes it. */
const commandOf = (text: string) => text.trim().replace(/\s+/g, ' ')

/** Script of a problem.xml, without groups and points; empty when the file has none or is invalid. */
export function polygonScriptOf(text: string, file: string): string {
  try {
    const sets = childrenOf(descend(parseXml(text, file), 'judging'), 'testset')
    const set = sets.find(({ attributes }) => attributes.name === 'tests') ?? sets[0]
    const commands = childrenOf(descend(set, 'tests'), 'test').flatMap(({ attributes }) => {
      const command = attributes.method === 'generated' ? commandOf(attributes.cmd ?? '') : ''
      return command ? [command] : []
    })
    return commands.length > 0 ? `${commands.join('\n')}\n` : ''
  } catch (error) {
    if (error instanceof Refusal) return ''
    throw error
  }
}

/** A test in a subtask, once or more often. */
type Placed = { test: Test; subtask: number; score: number }

/** Tests that earn their points together: an all-or-nothing group, or a single test. */
type Part = { group: string; score: number; cases: Test[] }

/**
 * Turns all-or-nothing groups into subtasks, and so each test of the others where some groups are or wait for one another.
 * One that waits repeats the tests of those that it waits for.
 */
function scoredTests(
  tests: Test[],
  { set, isPartial }: { set: Xml; isPartial: boolean },
  notes: Notes,
): { placed: Placed[]; caseMode: CaseMode } {
  const groups = new Map(
    childrenOf(descend(set, 'groups'), 'group').map((group) => [group.attributes.name ?? '', group]),
  )
  const waitsFor = (name: string): string[] =>
    childrenOf(descend(groups.get(name), 'dependencies'), 'dependency').flatMap(
      ({ attributes }) => attributes.group ?? [],
    )
  const isWhole = (name: string) => groups.get(name)?.attributes['points-policy'] === 'complete-group'
  if (![...groups.keys()].some((name) => isWhole(name) || waitsFor(name).length > 0)) {
    const scores = wholeScores(
      tests.map(({ points }) => ({ score: points })),
      notes,
    )
    return {
      placed: tests.map((test, at) => ({ test, subtask: 0, score: scores[at] ?? 0 })),
      caseMode: 'ALL',
    }
  }
  const sumOf = (name: string) =>
    tests.reduce((sum, { group, points }) => sum + (group === name ? points : 0), 0)
  const pointsOf = (name: string) =>
    Math.max(0, numberOr(groups.get(name)?.attributes.points, 0)) || sumOf(name)
  const wholes = new Map<string, Part>()
  const parts: Part[] = []
  for (const test of tests) {
    const { group, points } = test
    const known = wholes.get(group)
    if (known) {
      known.cases.push(test)
      continue
    }
    const part = { group, score: isWhole(group) ? pointsOf(group) : points, cases: [test] }
    parts.push(part)
    if (isWhole(group)) wholes.set(group, part)
  }
  const idsOf = (names: readonly string[]) =>
    parts.flatMap(({ group }, at) => (names.includes(group) ? [at + 1] : []))
  const waiting = parts.map(({ group, cases }, at) => ({
    id: at + 1,
    type: 'min',
    waitsFor: idsOf(waitsFor(group)),
    cases,
  }))
  const required = isPartial ? null : requiredCases(waiting)
  const isWaiting = waiting.some((part) => part.waitsFor.length > 0)
  if (isWaiting && required) notes.converted('groupsWait')
  if (!required)
    for (const name of groups.keys())
      if (waitsFor(name).length > 0) notes.leftOut('groupRule', { rule: 'dependencies' }, name)
  const scores = wholeScores(parts, notes)
  notes.understood('groups', { count: wholes.size })
  const place = (test: Test, at: number): Placed => ({ test, subtask: at + 1, score: scores[at] ?? 0 })
  const own = parts.flatMap(({ cases }, at) => cases.map((test) => place(test, at)))
  return {
    placed:
      isWaiting && required
        ? parts.flatMap(({ cases }, at) => [...(required[at] ?? []), ...cases].map((test) => place(test, at)))
        : own.sort((one, other) => one.test.number - other.test.number),
    caseMode: 'SUBTASK_LOWEST',
  }
}
