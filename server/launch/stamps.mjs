import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.mjs'

const STAMPS = join(ROOT, 'build/.stamps')

/** Folders with generated contents. */
const MADE = new Set(['node_modules', '__generated__', 'generated', 'build', '.cache'])

function* filesOf(path) {
  if (!existsSync(path)) return
  if (statSync(path).isFile()) {
    yield path
    return
  }
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    if (entry.isDirectory() && !MADE.has(entry.name)) yield* filesOf(join(path, entry.name))
    if (entry.isFile()) yield join(path, entry.name)
  }
}

/** Hash of names and contents instead of times, so that a fresh checkout of the same commit is no change. */
function digest(inputs, keep) {
  const hash = createHash('sha256').update(process.version)
  for (const input of inputs) {
    for (const file of filesOf(join(ROOT, input))) {
      if (keep && !keep.test(file)) continue
      hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

/**
 * Runs a step of the build unless its inputs are unchanged and its outputs exist.
 * Prints the step and its duration, so that a first start shows progress.
 */
export async function whenChanged({ name, inputs, keep, outputs }, work) {
  const stamp = join(STAMPS, name.replaceAll(/\W+/g, '-'))
  const now = digest(inputs, keep)
  const current =
    outputs.every((output) => existsSync(join(ROOT, output))) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === now
  if (current) return false
  const began = performance.now()
  await work()
  mkdirSync(STAMPS, { recursive: true })
  writeFileSync(stamp, now)
  process.stdout.write(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s\n`)
  return true
}
