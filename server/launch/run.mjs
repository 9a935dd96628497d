import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { ROOT } from './root.mjs'

/** A program of node_modules, called by its path so that npx does not cost half a second. */
export const bin = (name) => join(ROOT, 'node_modules/.bin', name)

/**
 * Run a step to its end. Its words are kept back and shown only when it fails, unless it is to be watched.
 */
export function run(command, args, { env = {}, watch = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, PATH: `${bin('')}${delimiter}${process.env.PATH}`, ...env },
      stdio: ['ignore', watch ? 'inherit' : 'pipe', watch ? 'inherit' : 'pipe'],
    })
    let said = ''
    child.stdout?.on('data', (chunk) => (said += chunk))
    child.stderr?.on('data', (chunk) => (said += chunk))
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve(said)
      else reject(new Error(`${said}\n${command} ${args.join(' ')} ended with ${signal ?? code}`))
    })
  })
}
