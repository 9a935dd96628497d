import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout. */
export const ROOT = resolve(fileURLToPath(new URL('../..', import.meta.url)))

/** Whether this module is the program that node was asked to run. */
export const isProgram = (url) =>
  process.argv[1] !== undefined && fileURLToPath(url) === resolve(process.argv[1])

/** Runs the main function of a program; prints an exception as one line, because its message is written for people. */
export async function runAsProgram(url, main) {
  if (!isProgram(url)) return
  try {
    await main()
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}
