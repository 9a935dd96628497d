import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { ROOT } from './root.mjs'

/** Path of a program of node_modules, which saves half a second of npx. */
export const bin = (name) => join(ROOT, 'node_modules/.bin', name)

/**
 * Runs a step. Its output is buffered and shown when it fails, unless the step is watched.
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
