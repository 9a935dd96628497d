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

const isSkipped = ({ status }) => status !== 'passed' && status !== 'failed'

/** Prints every skipped test, by file and name. */
function nameSkipped(report) {
  for (const { name, assertionResults } of report.testResults) {
    const skipped = assertionResults.filter(isSkipped)
    if (skipped.length === 0) continue
    process.stdout.write(`Skipped in ${relative(ROOT, name)}:\n`)
    for (const { fullName } of skipped) process.stdout.write(`  ${fullName}\n`)
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
