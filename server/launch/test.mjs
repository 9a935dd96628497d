import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { prepare } from './prepare.mjs'
import { ROOT, runAsProgram } from './root.mjs'
import { bin } from './run.mjs'
import { checkTools } from './tools.mjs'

const REPORT = join(ROOT, 'test-results/vitest.json')
/** Reporters beside Vitest's own: figures in a file, slow and retried tests. */
const REPORTERS = [
  '--reporter=default',
  '--reporter=./tests/support/reporter.ts',
  '--reporter=json',
  `--outputFile.json=${REPORT}`,
]

/** Runs vitest, with its output on the terminal and its figures in a file. */
function vitest(args) {
  mkdirSync(dirname(REPORT), { recursive: true })
  rmSync(REPORT, { force: true })
  return new Promise((resolve, reject) => {
    const child = spawn(bin('vitest'), ['run', ...REPORTERS, ...args], { cwd: ROOT, stdio: 'inherit' })
    child.once('error', reject)
    child.once('close', resolve)
  })
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
function tally(code, args) {
  if (!existsSync(REPORT)) return { passed: 0, failed: 1, skipped: 0 }
  const report = JSON.parse(readFileSync(REPORT, 'utf8'))
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const passed = report.numPassedTests
  const failed = report.numFailedTests + brokenFiles.length
  // With a name filter the other tests are skipped on purpose.
  const byName = args.some((arg) => /^(-t|--testNamePattern)/.test(arg))
  const skipped = byName
    ? 0
    : report.testResults.flatMap((file) => file.assertionResults).filter(isSkipped).length
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
  return tally(await vitest(args), args)
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
