import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { Resvg } from '@resvg/resvg-js'
import react from '@vitejs/plugin-react'
import MagicString from 'magic-string'
import { defineConfig, type Plugin } from 'vite'
import { LOCALES } from '../locales/i18n.ts'
import tokens from './ui/tokens.json' with { type: 'json' }
import { firstChunks } from './vite/firstChunks.ts'
import { leftOut } from './vite/leftOut.ts'
import { relayIndices } from './vite/relay.ts'
import { firstWords, words } from './vite/words.ts'

const client = dirname(fileURLToPath(import.meta.url))
const artifacts = resolve(client, '__generated__')

/**
 * Turns each graphql`…` into the artifact relay-compiler wrote for it, and runs the compiler again
 * when a file with a document is saved. Babel is not involved: an artifact's name is in the document.
 */
const relay = (): Plugin => ({
  name: 'relay',
  enforce: 'pre',
  transform(code, id) {
    const file = id.split('?')[0] ?? id
    if (!/\.tsx?$/.test(file) || file.includes('/node_modules/') || !code.includes('graphql`')) return null
    const text = new MagicString(code)
    const imports = new Set<string>()
    for (const match of code.matchAll(/\bgraphql`([^`]*)`/g)) {
      // An example in a comment is not a document.
      if (/^\s*(\*|\/\/)/.test(code.slice(code.lastIndexOf('\n', match.index) + 1, match.index + 1))) continue
      const name = /\b(?:query|mutation|subscription|fragment)\s+(\w+)/.exec(match[1] ?? '')?.[1]
      if (!name) this.error(`A graphql document without a name in ${file}`)
      const path = relative(dirname(file), resolve(artifacts, `${name}.graphql.ts`)).replaceAll('\\', '/')
      imports.add(`import relay_${name} from '${path.startsWith('.') ? path : `./${path}`}'`)
      text.overwrite(match.index, match.index + match[0].length, `relay_${name}`)
    }
    if (imports.size === 0) return null
    text.prepend(`${[...imports].join(';')};`)
    return { code: text.toString(), map: text.generateMap({ source: file, hires: true }) }
  },
  async handleHotUpdate({ file, read }) {
    if (!/\.tsx?$/.test(file) || file.startsWith(artifacts) || !(await read()).includes('graphql`')) return
    spawnSync('npx', ['relay-compiler'], { cwd: resolve(client, '..'), stdio: 'inherit' })
  },
})

/**
 * Lets what nobody imports of the router's one file fall away: names for developers' tools and calls that a bundler
 * cannot know to be harmless hold it there.
 */
const harmless = (): Plugin => ({
  name: 'harmless',
  apply: 'build',
  transform(code, id) {
    if (!/\/node_modules\/react-router\/dist\/.*\.mjs$/.test(id)) return null
    const text = new MagicString(code)
    text.replaceAll(/^\w+\.displayName = "[^"]*";$/gm, '')
    text.replaceAll(
      /^((?:var|const) \w+ = )(React\d*\.(?:forwardRef|memo|createContext)\()/gm,
      '$1/* @__PURE__ */ $2',
    )
    return { code: text.toString(), map: text.generateMap({ source: id }) }
  },
})

/** The icon for those who ask for it by its old name alone; drawn once, in favicon.svg. */
const oldIcon = (): Plugin => ({
  name: 'old-icon',
  apply: 'build',
  generateBundle() {
    const svg = readFileSync(resolve(client, 'public/favicon.svg'))
    const sizes = [16, 32, 48]
    const pictures = sizes.map((value) =>
      new Resvg(svg, { fitTo: { mode: 'width', value } }).render().asPng(),
    )
    // ICONDIR and an ICONDIRENTRY for each picture; the pictures may be PNG since Windows Vista.
    const head = Buffer.alloc(6 + 16 * sizes.length)
    head.writeUInt16LE(1, 2)
    head.writeUInt16LE(sizes.length, 4)
    let at = head.length
    pictures.forEach((picture, index) => {
      const entry = 6 + 16 * index
      head.writeUInt8(sizes[index] ?? 0, entry)
      head.writeUInt8(sizes[index] ?? 0, entry + 1)
      head.writeUInt16LE(1, entry + 4)
      head.writeUInt16LE(32, entry + 6)
      head.writeUInt32LE(picture.length, entry + 8)
      head.writeUInt32LE(at, entry + 12)
      at += picture.length
    })
    this.emitFile({ type: 'asset', fileName: 'favicon.ico', source: Buffer.concat([head, ...pictures]) })
  },
})

/** The colours of what is shown before the theme is there; first-paint.css says where they go. */
const firstPaint = (): Plugin => ({
  name: 'first-paint',
  transformIndexHtml(html) {
    const colours = (mode: 'light' | 'dark') => {
      const { canvas, surface, border, ink } = tokens.palette[mode]
      return `--boot-canvas:${canvas};--boot-surface:${surface};--boot-bone:${border.subtle};--boot-ink:${ink.primary}`
    }
    const meta = (mode: 'light' | 'dark') =>
      `<meta name="theme-color" content="${tokens.palette[mode].canvas}" media="(prefers-color-scheme: ${mode})" />`
    const style = `<style>html{${colours('light')}}html[data-theme=dark]{${colours('dark')}}</style>`
    return html.replace('<title>', `${meta('light')}\n    ${meta('dark')}\n    ${style}\n    $&`)
  },
})

/** Writes .br and .gz beside every text, so that the server never compresses the same file twice. */
const precompressed = (): Plugin => ({
  name: 'precompressed',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const made = Object.entries(bundle).map(
        ([fileName, file]) =>
          [fileName, Buffer.from(file.type === 'chunk' ? file.code : file.source)] as const,
      )
      const folder = resolve(client, 'public')
      const copied = readdirSync(folder).map((name) => [name, readFileSync(resolve(folder, name))] as const)
      for (const [fileName, source] of [...made, ...copied]) {
        if (!/\.(html|js|css|svg|json)$/.test(fileName) || source.length < 256) continue
        const quality = { [constants.BROTLI_PARAM_QUALITY]: source.length > 2_000_000 ? 9 : 11 }
        this.emitFile({
          type: 'asset',
          fileName: `${fileName}.br`,
          source: brotliCompressSync(source, { params: quality }),
        })
        this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(source, { level: 9 }) })
      }
    },
  },
})

const entities = resolve(client, '../node_modules/decode-named-character-reference/index.js')

const routerBuild = (entry: string) =>
  resolve(client, `../node_modules/react-router/dist/production/${entry}.mjs`)

/**
 * Parts that pages need together come in one file, each with what it needs itself: compression finds little in files
 * of a few hundred bytes, and a list would otherwise be thirty of them.
 */
const TOGETHER = {
  everyday: [
    '/@mui/material/useMediaQuery/index.mjs',
    '/client/relay/found.ts',
    '/client/relay/useLive.ts',
    '/client/relay/useMutation.ts',
    '/client/relay/useReadAgain.ts',
    '/client/ui/feedback/Confirm.tsx',
    '/client/ui/controls/Picker.tsx',
    '/client/ui/feedback/SkeletonRows.tsx',
    '/client/ui/text/Time.tsx',
    '/client/ui/text/format.ts',
    '/client/ui/text/marks.tsx',
    '/client/ui/visuallyHidden.ts',
  ],
  field: ['/client/ui/controls/Field.tsx'],
  list: ['/client/ui/layout/DataTable.tsx', '/client/ui/layout/ListFrame.tsx', '/client/ui/layout/Pager.tsx'],
  form: ['/client/ui/form/FormBar.tsx', '/client/ui/form/FormCard.tsx', '/client/ui/form/useForm.ts'],
}

/** The first group keeps what several need. */
const together = Object.entries(TOGETHER).map(([name, files]) => ({
  name,
  test: (id: string) => files.some((file) => id.endsWith(file)),
}))

export default defineConfig({
  root: client,
  plugins: [
    words(client),
    relay(),
    leftOut(),
    relayIndices(client),
    harmless(),
    react(),
    firstPaint(),
    firstChunks(client),
    oldIcon(),
    precompressed(),
  ],
  resolve: {
    alias: [
      { find: /^react-relay$/, replacement: 'react-relay/hooks' },
      // Markdown is parsed in workers, where the browser's own way to read entities, by an element, is not there.
      { find: /^decode-named-character-reference$/, replacement: entities },
      // Its package names the build with the developers' warnings for everybody; this is the other one.
      { find: /^react-router$/, replacement: routerBuild('index') },
      { find: /^react-router\/dom$/, replacement: routerBuild('dom-export') },
    ],
  },
  build: {
    outDir: '../build/client',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: {
      // Browsers that do not know it load the same, a little later.
      polyfill: false,
      // What pages need stands in the meta of first-chunks.ts already, not in the program that everybody loads.
      resolveDependencies: (_, needed, { hostId }) =>
        /\/index-[^/]*$/.test(hostId) ? needed.filter((file) => file.endsWith('.css')) : needed,
    },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page stands on: one file compresses better than twenty, and outlives most releases.
            { name: 'ground', tags: ['$initial'], test: /[\\/]node_modules[\\/]/, priority: 3 },
            { name: 'site', tags: ['$initial'], priority: 2 },
            // Small functions that most of MUI's parts share: one file, where each would be one of its own.
            {
              name: 'small',
              test: /[\\/]node_modules[\\/]@mui[\\/](utils|material[\\/]utils)[\\/]/,
              minShareCount: 2,
              priority: 1,
            },
            ...LOCALES.map(firstWords),
            ...together,
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: { strictPort: true },
})
