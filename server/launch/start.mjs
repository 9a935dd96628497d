import { build } from './build.mjs'
import { install } from './install.mjs'
import { ROOT, runAsProgram } from './root.mjs'
import { stopOnSignals } from './signals.mjs'
import { checkTools } from './tools.mjs'

const say = (line) => process.stdout.write(`${line}\n`)

/** From a fresh clone to an open site: tools, packages, build, database, server, judge. */
async function start() {
  process.chdir(ROOT)
  // What packages ought to change is for their developers, not for anyone who starts a site.
  process.noDeprecation = true
  checkTools()
  await install()
  await build()
  // From here on there are packages, and with them a way to run TypeScript.
  const { register } = await import('tsx/esm/api')
  register()
  const { startSite } = await import('./site.ts')
  const starting = startSite({
    env: process.env,
    server: ['build/server.mjs'],
    judge: ['build/judge.mjs'],
    say,
  })
  stopOnSignals(async () => (await starting).stop())
  const site = await starting
  say(`\n  Open    ${site.publicUrl}`)
  if (site.admin?.file) {
    say(`  Sign in as root with the password ${site.admin.password} (kept in ${site.admin.file})`)
  }
  say('  Stop with Ctrl-C\n')
}

await runAsProgram(import.meta.url, start)
