import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { ROOT, runAsProgram } from './root.mjs'
import { bin } from './run.mjs'
import { checkTools } from './tools.mjs'

const REPORT = join(ROOT, 'test-results/vitest.json')

/** Run vitest to its end, its words on the terminal and its figures in a file. */
function vitest(args) {
  mkdirSync(dirname(REPORT), { recursive: true })
  rmSync(REPORT, { force: true })
  return new Promise((resolve, reject) => {
    const child = spawn(
      bin('vitest'),
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`, ...args],
      { cwd: ROOT, stdio: 'inherit' },
    )
    child.once('error', reject)
    child.once('close', resolve)
  })
}

/**
 * How many tests passed and failed. A file that could not be read has no test to count and counts as one
 * failure itself; so does a run that ended badly although nothing in it failed.
 */
function tally(code) {
  if (!existsSync(REPORT)) return { passed: 0, failed: 1 }
  const report = JSON.parse(readFileSync(REPORT, 'utf8'))
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const passed = report.numPassedTests
  const failed = report.numFailedTests + brokenFiles.length
  return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed }
}

/** Bring everything up to date and run the tests; `args` narrow them down as vitest understands it. */
export async function test(args) {
  checkTools()
  await install()
  await build()
  return tally(await vitest(args))
}

/** The last line is for machines: how many passed and failed. */
async function main() {
  const answer = await test(process.argv.slice(2)).catch((error) => {
    process.stderr.write(`${error.message}\n`)
    return { passed: 0, failed: 1 }
  })
  process.exitCode = answer.failed ? 1 : 0
  process.stdout.write(`${answer.passed} passed, ${answer.failed} failed\n`)
}

await runAsProgram(import.meta.url, main)
