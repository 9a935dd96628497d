import { generate } from './generate.mjs'
import { install } from './install.mjs'
import { ROOT, runAsProgram } from './root.mjs'
import { run } from './run.mjs'
import { stopOnSignals } from './signals.mjs'
import { checkTools } from './tools.mjs'

const say = (line) => process.stdout.write(`${line}\n`)

/** What Vite hands on to the server; the rest it answers itself, from the sources. */
const PROXIED = ['/graphql', '/api', '/shopapi', '/judging']

/** The address of the page while developing; the API answers one port above. */
const PORT = Number(process.env.PORT || 3000)

/** The site from its sources: the page reloads as it is edited, server and judge start again. */
async function dev() {
  process.chdir(ROOT)
  checkTools()
  await install()
  await generate()
  await run('make', ['-s', '-C', 'judge/sandbox'])
  const { register } = await import('tsx/esm/api')
  register()
  const { startSite } = await import('./site.ts')
  // Node watches what a program imports and starts it again; unlike tsx's watcher it passes messages on to us.
  const watched = (entry) => ['--watch', '--watch-preserve-output', '--import', 'tsx', entry]
  const starting = startSite({
    env: {
      ...process.env,
      PORT: String(PORT + 1),
      PUBLIC_URL: `http://localhost:${PORT}`,
      NODE_ENV: 'development',
    },
    server: watched('server/main.ts'),
    judge: watched('judge/main.ts'),
    say,
  })
  let vite = null
  stopOnSignals(async () => {
    await vite?.close()
    await (await starting).stop()
  })
  const site = await starting
  const { createServer } = await import('vite')
  const target = `http://127.0.0.1:${PORT + 1}`
  const proxy = Object.fromEntries(PROXIED.map((path) => [path, { target, ws: true, xfwd: true }]))
  vite = await createServer({
    configFile: 'client/vite.config.ts',
    server: { port: PORT, host: true, strictPort: true, proxy },
  })
  await vite.listen()
  say(`\n  Open    http://localhost:${PORT}   (API at ${target})`)
  if (site.admin?.file) say(`  Sign in as root with the password ${site.admin.password}`)
  say('  Stop with Ctrl-C\n')
}

await runAsProgram(import.meta.url, dev)
