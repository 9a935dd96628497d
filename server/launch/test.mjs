import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { prepare } from './prepare.mjs'
import { ROOT, runAsProgram } from './root.mjs'
import { bin } from './run.mjs'
import { checkTools } from './tools.mjs'

/**
 * Runs vitest with its output on the terminal; resolves to its exit code and its report, null when it wrote none. It
 * prints slow tests and what failed itself (tests/support/reporter.ts).
 */
function vitest(args) {
  const file = join(ROOT, 'test-results/vitest.json')
  mkdirSync(dirname(file), { recursive: true })
  rmSync(file, { force: true })
  const reporters = ['default', './tests/support/reporter.ts', 'json'].map((name) => `--reporter=${name}`)
  return new Promise((resolve, reject) => {
    const child = spawn(bin('vitest'), ['run', ...reporters, `--outputFile.json=${file}`, ...args], {
      cwd: ROOT,
      stdio: 'inherit',
    })
    child.once('error', reject)
    child.once('close', (code) => {
      resolve({ code, report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null })
    })
  })
}

/** So many failed files are run a second time; more of them have a common cause. */
const MOST_AGAIN = 8

/**
 * Runs all tests, and files that failed once more, from their beginning: a machine that stands still for ten seconds has,
 * rightly, judge hosts taken for dead in the middle of a test. What fails twice is wrong; what did not is named.
 */
async function vitestTwice() {
  const first = await vitest([])
  const broken = first.report?.testResults.filter(({ status }) => status === 'failed') ?? []
  if (broken.length === 0 || broken.length > MOST_AGAIN) return first
  const second = await vitest(broken.map(({ name }) => relative(ROOT, name)))
  if (!second.report) return first
  const again = new Map(second.report.testResults.map((file) => [file.name, file]))
  process.stdout.write('Needed a second run:\n')
  for (const { name, assertionResults } of broken) {
    const outcome = again.get(name)?.status ?? 'not run'
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    process.stdout.write(`  ${relative(ROOT, name)} (${outcome} then)\n`)
    for (const { fullName, failureMessages } of failed) {
      process.stdout.write(`    ${fullName}\n      ${failureMessages.join('\n').slice(0, SHOWN)}\n`)
    }
  }
  const testResults = first.report.testResults.map((file) => again.get(file.name) ?? file)
  return { code: second.code, report: { testResults } }
}

/** Skipped tests of a file that are named, and characters of a failure's message. */
const NAMED = 3
const SHOWN = 800

const isSkipped = ({ status }) => status !== 'passed' && status !== 'failed'

/** Prints how many tests of each file were skipped, and the first of them. */
function nameSkipped(report) {
  for (const { name, assertionResults } of report.testResults) {
    const skipped = assertionResults.filter(isSkipped)
    if (skipped.length === 0) continue
    const names = skipped.slice(0, NAMED).map(({ fullName }) => fullName)
    const more = skipped.length > NAMED ? ', …' : ''
    process.stdout.write(`${skipped.length} skipped in ${relative(ROOT, name)}: ${names.join(', ')}${more}\n`)
  }
}

/** Prints the failed tests last, where the end of a long log still shows them. */
function nameFailed(report) {
  for (const { name, message, assertionResults } of report.testResults) {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && !message) continue
    process.stdout.write(`Failed in ${relative(ROOT, name)}:\n`)
    if (failed.length === 0) process.stdout.write(`  ${message.slice(0, SHOWN)}\n`)
    for (const { fullName, failureMessages } of failed) {
      process.stdout.write(`  ${fullName}\n    ${failureMessages.join('\n').slice(0, SHOWN)}\n`)
    }
  }
}

/**
 * Counts passed, failed and skipped tests. A file that cannot be loaded counts as one failure; so does a run that ended
 * with an error although no test failed.
 */
function tally({ code, report }, args) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const tests = report.testResults.flatMap((file) => file.assertionResults)
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const passed = tests.filter(({ status }) => status === 'passed').length
  const failed = tests.filter(({ status }) => status === 'failed').length + brokenFiles.length
  // With a name filter the other tests are skipped on purpose.
  const byName = args.some((arg) => /^(-t|--testNamePattern)/.test(arg))
  const skipped = byName ? 0 : tests.filter(isSkipped).length
  if (skipped > 0) nameSkipped(report)
  if (failed > 0) nameFailed(report)
  return { passed, failed: failed === 0 && (code !== 0 || passed + skipped === 0) ? 1 : failed, skipped }
}

/** Installs, builds and runs the tests; `args` are filters of vitest. */
export async function test(args) {
  prepare(args)
  checkTools()
  await install()
  await build()
  return tally(await (args.length === 0 ? vitestTwice() : vitest(args)), args)
}

/** Last line, for programs: numbers of passed, failed and skipped tests. */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}\n`

async function main() {
  const answer = await test(process.argv.slice(2)).catch((error) => {
    process.stderr.write(`${error.message}\n`)
    return { passed: 0, failed: 1, skipped: 0 }
  })
  process.exitCode = answer.failed ? 1 : 0
  process.stdout.write(closingLine(answer))
}

await runAsProgram(import.meta.url, main)
