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
 * Replaces each graphql`…` by the artifact of relay-compiler, and runs the compiler again when a file with a
 * document is saved. No Babel: the artifact's name is in the document.
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
      // Skip examples in comments.
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
 * Makes unused exports of react-router removable: displayName assignments and calls without a purity mark
 * would keep them.
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

/** favicon.ico for clients that request only that name; rendered from favicon.svg. */
const oldIcon = (): Plugin => ({
  name: 'old-icon',
  apply: 'build',
  generateBundle() {
    const svg = readFileSync(resolve(client, 'public/favicon.svg'))
    const sizes = [16, 32, 48]
    const pictures = sizes.map((value) =>
      new Resvg(svg, { fitTo: { mode: 'width', value } }).render().asPng(),
    )
    // ICONDIR and an ICONDIRENTRY for each image; PNG images are allowed since Windows Vista.
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

/** Colours of the page before the theme is loaded, inserted into first-paint.css. */
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

/** Writes .br and .gz beside every text file, so that the server never compresses at run time. */
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
 * Modules bundled into one chunk because pages need them together; files of a few hundred bytes compress
 * badly, and a list page would load thirty of them.
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
    '/client/ui/useAskBeforeUnload.ts',
    '/client/ui/visuallyHidden.ts',
  ],
  field: ['/client/ui/controls/Field.tsx', '/client/ui/isComposing.ts'],
  headed: [
    '/client/relay/list/useFilter.ts',
    '/client/relay/useHeadedFor.ts',
    '/client/relay/useNavigateAfter.ts',
  ],
  list: ['/client/ui/layout/DataTable.tsx', '/client/ui/layout/ListFrame.tsx', '/client/ui/layout/Pager.tsx'],
  form: ['/client/ui/form/FormBar.tsx', '/client/ui/form/FormCard.tsx', '/client/ui/form/useForm.ts'],
}

/** The first group has the modules shared by several. */
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
      // Markdown is parsed in workers, which have no DOM to decode entities with.
      { find: /^decode-named-character-reference$/, replacement: entities },
      // The package names its development build for everybody; use the production build.
      { find: /^react-router$/, replacement: routerBuild('index') },
      { find: /^react-router\/dom$/, replacement: routerBuild('dom-export') },
    ],
  },
  build: {
    outDir: '../build/client',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: {
      // Browsers without modulepreload load the same, a little later.
      polyfill: false,
      // The chunks of a page are in the meta of first-chunks.ts already, not in the entry.
      resolveDependencies: (_, needed, { hostId }) =>
        /\/index-[^/]*$/.test(hostId) ? needed.filter((file) => file.endsWith('.css')) : needed,
    },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Dependencies of every page: one file compresses better than twenty, and rarely changes.
            { name: 'ground', tags: ['$initial'], test: /[\\/]node_modules[\\/]/, priority: 3 },
            { name: 'site', tags: ['$initial'], priority: 2 },
            // Small helpers of most MUI components, in one chunk instead of one each.
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
