import { build } from './build.mjs'
import { install } from './install.mjs'
import { ROOT, runAsProgram } from './root.mjs'
import { stopOnSignals } from './signals.mjs'
import { checkTools } from './tools.mjs'

const say = (line) => process.stdout.write(`${line}\n`)

/** Starts a site from a fresh clone: tools, packages, build, database, server, judge. */
async function start() {
  process.chdir(ROOT)
  // Deprecation warnings of packages are for developers.
  process.noDeprecation = true
  checkTools()
  await install()
  await build()
  // Packages are installed now, so TypeScript can be loaded.
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
