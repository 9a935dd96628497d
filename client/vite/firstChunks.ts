import { relative } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { LOCALES } from '../../locales/i18n.ts'
import { byRank, type Line, linesOf } from './lines.ts'
import { catalogueOf, saidIn } from './words.ts'

/**
 * Tells first-paint.js which chunks and which words the page of each path needs, in the language that is read, so that
 * the browser fetches them beside the program, not when the program has read where it is.
 */
export function firstChunks(client: string): Plugin {
  const lines = new Map<string, Line[]>()
  const said = new Map<string, string[]>()
  return {
    name: 'first-chunks',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(`${client}/`) || !/\.tsx?$/.test(id)) return
      if (/[\\/]\w*[rR]outes\.tsx?$/.test(id)) lines.set(id, linesOf(code, id))
      said.set(id, saidIn(code))
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, chunk: program }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk')
        const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
        /** A chunk and all that it imports, but for what is there already. */
        const needs = (fileName: string, there: ReadonlySet<string>, found = new Set<string>()) => {
          if (there.has(fileName) || found.has(fileName)) return found
          found.add(fileName)
          for (const one of byName.get(fileName)?.imports ?? []) needs(one, there, found)
          return found
        }
        const holding = (wanted: (chunk: Rolldown.OutputChunk) => boolean, what: string) => {
          const found = chunks.find(wanted)
          if (!found) throw new Error(`No chunk holds ${what}`)
          return found.fileName
        }
        const wordsIn = (names: Iterable<string>) => [
          ...new Set(
            [...names]
              .flatMap((name) => byName.get(name)?.moduleIds ?? [])
              .flatMap((id) => said.get(id) ?? []),
          ),
        ]

        const first = needs(program?.fileName ?? '', new Set())
        const early = wordsIn(first)
        if (early.length > 0) {
          const who = [...said].filter(
            ([id, nouns]) =>
              nouns.some((noun) => early.includes(noun)) &&
              [...first].some((name) => byName.get(name)?.moduleIds.includes(id)),
          )
          throw new Error(
            `Everybody loads ${who.map(([id]) => relative(client, id)).join(', ')}, so words of ${early.join(', ')} cannot come from there`,
          )
        }

        /** What first-paint.js runs before the program: it needs nothing of that, and says what it is by name. */
        const asking = (ask: string) => {
          const file = holding(({ facadeModuleId }) => facadeModuleId === ask, relative(client, ask))
          const known = [...needs(file, new Set())].filter((name) => first.has(name))
          if (known.length > 0 || !byName.get(file)?.exports.includes('default'))
            throw new Error(
              `${relative(client, ask)} needs the program (${known.join(', ')}), which it runs before`,
            )
          return file
        }

        const files: string[] = []
        const numberOf = (file: string) => {
          if (!files.includes(file)) files.push(file)
          return files.indexOf(file)
        }
        const nouns: string[] = []
        const nounNumber = (noun: string) => {
          if (!nouns.includes(noun)) nouns.push(noun)
          return nouns.indexOf(noun)
        }
        const pages = [...lines.values()]
          .flat()
          .sort(byRank)
          .map(({ path, entries, ask }) => {
            const names = new Set<string>()
            for (const entry of entries) {
              const from = holding(({ moduleIds }) => moduleIds.includes(entry), relative(client, entry))
              for (const name of needs(from, first)) names.add(name)
            }
            const page = [path, [...names].map(numberOf), wordsIn(names).map(nounNumber)]
            return ask === null ? page : [...page, numberOf(asking(ask))]
          })
        const words = Object.fromEntries(
          LOCALES.map((locale) => [
            locale,
            ['app', ...nouns].map((noun) =>
              holding(
                ({ moduleIds }) => moduleIds.includes(catalogueOf(noun, locale)),
                `the words of ${noun}`,
              ),
            ),
          ]),
        )
        const content = JSON.stringify({ words, files, pages })
          .replaceAll('assets/', '')
          .replaceAll('.js"', '"')
        return html.replace(
          '<script src="/first-paint.js">',
          `<meta name="first-chunks" content='${content}' />\n    $&`,
        )
      },
    },
  }
}
