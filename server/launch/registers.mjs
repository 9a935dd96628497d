import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { ROOT } from './root.mjs'

const namesIn = (folder) => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).sort()

/** Imports of all doors with this ending. */
const doors = (ending) =>
  namesIn('server/modules')
    .filter((name) => name.endsWith(ending))
    .map((name) => `import '../modules/${name.replaceAll('\\', '/')}'\n`)
    .join('')

/** Merges the objects that files of a folder export under one name into `as`. */
function gathered(folder, name, as) {
  const files = namesIn(folder).filter(
    (file) =>
      file.endsWith('.ts') &&
      new RegExp(`^export const ${name}\\b`, 'm').test(readFileSync(join(ROOT, folder, file), 'utf8')),
  )
  const stems = files.map((file) => basename(file, '.ts'))
  const from = relative('server/generated', folder)
  const imports = stems.map((stem) => `import { ${name} as ${stem} } from '${from}/${stem}.ts'\n`).join('')
  return `${imports}\nexport const ${as} = { ${stems.map((stem) => `...${stem}`).join(', ')} } as const\n`
}

/** Path table of all nouns. */
function routes() {
  const files = namesIn('client/modules').filter((name) => name.endsWith('Routes.ts'))
  const stems = files.map((name) => basename(name, '.ts'))
  const imports = files.map(
    (name, at) => `import { ${stems[at]} } from '../modules/${name.replaceAll('\\', '/')}'\n`,
  )
  return `${imports.join('')}\nexport const nounRoutes = [${stems.map((stem) => `...${stem}`).join(', ')}]\n`
}

/** Word catalogues by file name: `problem/tag` has the key `tag`. */
const catalogues = () =>
  namesIn('locales/en-US')
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replaceAll('\\', '/').replace(/\.json$/, ''))

function wordTypes() {
  const paths = catalogues()
  const nouns = paths.map((path) => basename(path))
  const imports = paths
    .map((path) => `import type _${basename(path)} from '../en-US/${path}.json'\n`)
    .join('')
  const types = nouns.map((noun) => `  ${noun}: typeof _${noun}\n`).join('')
  return `${imports}\nexport type Catalogues = {\n${types}}\n\nexport type Nouns = readonly ${JSON.stringify(nouns)}\n`
}

function words() {
  const paths = catalogues()
  const nouns = paths.map((path) => basename(path))
  const locales = readdirSync(join(ROOT, 'locales')).filter((name) => /^[a-z]{2}-[A-Z]{2}$/.test(name))
  const nameOf = (locale, noun) => `${locale.slice(0, 2)}_${noun}`
  const imports = locales.flatMap((locale) =>
    paths.map(
      (path) =>
        `import ${nameOf(locale, basename(path))} from '../${locale}/${path}.json' with { type: 'json' }\n`,
    ),
  )
  const all = locales.map(
    (locale) => `  '${locale}': { ${nouns.map((noun) => `${noun}: ${nameOf(locale, noun)}`).join(', ')} },\n`,
  )
  return `${imports.join('')}\nexport const WORDS = {\n${all.join('')}}\n`
}

/** Registers derived from the files, so that a new noun needs no entry. */
const REGISTERS = {
  'server/generated/graphDoors.ts': () => doors('.schema.ts'),
  'server/generated/restDoors.ts': () => doors('.rest.ts'),
  'server/generated/sight.ts': () => gathered('server/policy', 'sight', 'SIGHT'),
  'server/generated/acts.ts': () => gathered('server/policy', 'acts', 'ACTS'),
  'server/generated/adminPages.ts': () => gathered('server/policy', 'adminPages', 'ADMIN_PAGES'),
  'server/generated/subjects.ts': () => gathered('server/policy', 'subject', 'SUBJECTS'),
  'server/generated/subjectKinds.ts': () => gathered('server/modules/comment', 'subject', 'KINDS'),
  'client/generated/routes.ts': routes,
  'locales/generated/catalogues.ts': wordTypes,
  'locales/generated/words.ts': words,
}

/** Writes the registers that changed. */
export function writeRegisters() {
  for (const [name, text] of Object.entries(REGISTERS)) {
    const file = join(ROOT, name)
    const wanted = text()
    if (existsSync(file) && readFileSync(file, 'utf8') === wanted) continue
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, wanted)
  }
}
