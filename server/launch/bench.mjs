import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { ROOT, runAsProgram } from './root.mjs'
import { bin } from './run.mjs'
import { checkTools } from './tools.mjs'

const FOLDER = join(ROOT, 'tests/bench')

const names = () =>
  existsSync(FOLDER)
    ? readdirSync(FOLDER)
        .filter((file) => file.endsWith('.ts'))
        .map((file) => file.slice(0, -3))
    : []

/** Runs one benchmark; its last line is `name: figure`. */
async function bench() {
  const [name, ...args] = process.argv.slice(2)
  if (!name || !names().includes(name)) {
    process.stdout.write(
      `npm run bench -- NAME, where NAME is one of:\n${names()
        .map((each) => `  ${each}\n`)
        .join('')}`,
    )
    process.exitCode = name ? 2 : 0
    return
  }
  checkTools()
  await install()
  await build()
  process.exitCode = await new Promise((resolve, reject) => {
    const child = spawn(bin('tsx'), [join(FOLDER, `${name}.ts`), ...args], { cwd: ROOT, stdio: 'inherit' })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}

await runAsProgram(import.meta.url, bench)
