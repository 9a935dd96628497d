import { generate } from './generate.mjs'
import { install } from './install.mjs'
import { ROOT, runAsProgram } from './root.mjs'
import { run } from './run.mjs'
import { stopOnSignals } from './signals.mjs'
import { checkTools } from './tools.mjs'

const say = (line) => process.stdout.write(`${line}\n`)

/** Paths that Vite forwards to the server; it serves the rest from the sources. */
const PROXIED = ['/graphql', '/api', '/shopapi', '/judging']

/** Port of the page in development; the API listens on the next one. */
const PORT = Number(process.env.PORT || 3000)

/** Runs the site from its sources: edits reload the page and restart server and judge. */
async function dev() {
  process.chdir(ROOT)
  checkTools()
  await install()
  await generate()
  await run('make', ['-s', '-C', 'judge/sandbox'])
  const { register } = await import('tsx/esm/api')
  register()
  const { startSite } = await import('./site.ts')
  // Node's watcher restarts the program and, unlike tsx's, forwards its messages to the launcher.
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
