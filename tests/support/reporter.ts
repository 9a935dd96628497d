import type { Reporter, TestCase, TestModule } from 'vitest/node'

/**
 * How many seconds the workers of a project may be busy on two quiet cores. What exceeds its budget is named at the end
 * of a run and fails nothing: a machine may be slow, and only people can say what a test is worth.
 */
const BUDGETS: Record<string, number> = {
  server: 150,
  api: 400,
  client: 40,
  judge: 600,
  measures: 200,
  e2e: 1500,
}

const SLOWEST = 10

type Timed = { name: string; ms: number }

const placeOf = ({ project, relativeModuleId }: TestModule) => `${project.name}  ${relativeModuleId}`
const nameOf = (test: TestCase) => `${placeOf(test.module)} > ${test.fullName}`
const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** How long a worker had to do with a file: its environment, imports, hooks and tests. */
function busyWith(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic()
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration
}

const durationOf = (test: TestCase) => test.diagnostic()?.duration ?? 0

/** The tests of a file, and what the file needs beside them as one more. */
function timesOf(module: TestModule): Timed[] {
  const tests = [...module.children.allTests()]
  const inTests = tests.reduce((sum, test) => sum + durationOf(test), 0)
  return [
    { name: `${placeOf(module)} > (hooks and imports)`, ms: busyWith(module) - inTests },
    ...tests.map((test) => ({ name: nameOf(test), ms: durationOf(test) })),
  ]
}

function busyByProject(modules: readonly TestModule[]): Map<string, number> {
  const busy = new Map<string, number>()
  for (const module of modules) {
    const { name } = module.project
    busy.set(name, (busy.get(name) ?? 0) + busyWith(module))
  }
  return busy
}

/** Lines and characters shown of what was wrong with a test. */
const MOST_LINES = 24
const MOST_SEEN = 1200

/** Message of the first error of a test, and where what it got differs from what it expected. */
function faultOf(test: TestCase): string {
  const [first] = test.result().errors ?? []
  const said = [first?.message ?? '', first?.diff ?? ''].join('\n').trim()
  return said.slice(0, MOST_SEEN).split('\n').slice(0, MOST_LINES).join('\n    ')
}

/** Says at the end of a run what was slow, which project exceeded its budget, and what failed. */
export default class TimesReporter implements Reporter {
  /** Says at once what failed: a run that is stopped prints no list. */
  onTestCaseResult(test: TestCase) {
    if (test.result().state === 'failed')
      process.stdout.write(`Failed: ${nameOf(test)}\n    ${faultOf(test)}\n`)
  }

  onTestRunEnd(modules: readonly TestModule[]) {
    const lines = ['', 'Busy seconds of each project, and its budget:']
    for (const [name, ms] of busyByProject(modules)) {
      const budget = BUDGETS[name] ?? 0
      const verdict = ms > budget * 1000 ? '  EXCEEDED' : ''
      lines.push(`  ${name.padEnd(10)} ${inSeconds(ms).padStart(9)} of ${budget} s${verdict}`)
    }
    lines.push('Slowest:')
    const slowest = modules.flatMap(timesOf).sort((a, b) => b.ms - a.ms)
    for (const { name, ms } of slowest.slice(0, SLOWEST)) {
      lines.push(`  ${inSeconds(ms).padStart(9)}  ${name}`)
    }
    const failed = modules.flatMap((module) => [...module.children.allTests('failed')])
    if (failed.length > 0) lines.push('Failed in this run:')
    for (const test of failed) lines.push(`  ${nameOf(test)}`, `    ${faultOf(test)}`)
    process.stdout.write(`${lines.join('\n')}\n`)
  }
}
