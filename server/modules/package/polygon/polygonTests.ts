import type { CaseMode } from '#judge/protocol.ts'
import { Refusal } from '../../../core/errors.ts'
import { writeScript } from '../../generator/script.ts'
import type { PackageFiles } from '../../testset/files.ts'
import type { PackageCase } from '../format.ts'
import { sizeLimit, timeLimit } from '../limits.ts'
import type { Notes } from '../report.ts'
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

/** Tests of the main testset, with points. */
export function readPolygonTests(files: PackageFiles, judging: Xml | undefined, notes: Notes): PolygonTests {
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
  const worth = scored ? scoredTests(tests, set, notes) : null
  const shown = tests.filter(({ sample }) => sample)
  const shares = tests.map((_, at) => worth?.shares[at] ?? { subtask: 0, score: 0 })
  notes.understood('tests', { count: tests.length })
  const file = files.full('problem.xml')
  const given = (name: string) => ({ name, value: descend(set, name)?.text, file })
  return {
    cases: tests.map((test, at) => ({
      ...content(test),
      ...(shares[at] ?? { subtask: 0, score: 0 }),
    })),
    caseMode: worth?.caseMode ?? 'ALL',
    scored,
    script: writeScript(
      tests.map(({ command }, at) => ({
        command: command || null,
        ...(shares[at] ?? { subtask: 0, score: 0 }),
      })),
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

type Share = { subtask: number; score: number }

/**
 * Turns all-or-nothing groups into subtasks. When only some groups are, each case of the others becomes a
 * subtask with the same points.
 */
function scoredTests(tests: Test[], set: Xml, notes: Notes): { shares: Share[]; caseMode: CaseMode } {
  const groups = new Map(
    childrenOf(descend(set, 'groups'), 'group').map((group) => [group.attributes.name ?? '', group]),
  )
  for (const [name, group] of groups) {
    if (descend(group, 'dependencies')) notes.leftOut('groupRule', { rule: 'dependencies' }, name)
  }
  const isWhole = (name: string) => groups.get(name)?.attributes['points-policy'] === 'complete-group'
  if (![...groups.keys()].some(isWhole)) {
    const scores = wholeScores(
      tests.map(({ points }) => ({ score: points })),
      notes,
    )
    return { shares: scores.map((score) => ({ subtask: 0, score })), caseMode: 'ALL' }
  }
  const sumOf = (name: string) =>
    tests.reduce((sum, { group, points }) => sum + (group === name ? points : 0), 0)
  const pointsOf = (name: string) =>
    Math.max(0, numberOr(groups.get(name)?.attributes.points, 0)) || sumOf(name)
  const numbers = new Map<string, number>()
  const parts: { score: number }[] = []
  const subtasks = tests.map(({ group, points }) => {
    const known = isWhole(group) ? numbers.get(group) : undefined
    if (known !== undefined) return known
    const number = parts.push({ score: isWhole(group) ? pointsOf(group) : points })
    if (isWhole(group)) numbers.set(group, number)
    return number
  })
  const scores = wholeScores(parts, notes)
  notes.understood('groups', { count: numbers.size })
  return {
    shares: subtasks.map((subtask) => ({ subtask, score: scores[subtask - 1] ?? 0 })),
    caseMode: 'SUBTASK_LOWEST',
  }
}
