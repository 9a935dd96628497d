import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPerson, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let root: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
})
afterAll(() => site.close())

const tagNames = (name: string) => ({ names: [{ locale: 'EN_US', name }] })

/** How a row is saved, by its kind: the mutation, and an input with the given name. */
const KINDS = [
  ['saveTag', 'SaveTagInput', tagNames],
  ['saveTagGroup', 'SaveTagGroupInput', (name: string) => ({ ...tagNames(name), rank: 1 })],
  ['saveTrainingCategory', 'SaveTrainingCategoryInput', (name: string) => ({ name, color: '#2657d4' })],
  [
    'saveDiscussionCategory',
    'SaveDiscussionCategoryInput',
    (name: string) => ({ names: [{ locale: 'EN_US', text: name }] }),
  ],
  ['changeLanguage', 'ChangeLanguageInput', (name: string) => ({ name })],
] as const

it.each(KINDS)('%s refuses what was written over an older version of the row', async (save, input, named) => {
  const ask = `mutation ($input: ${input}!) { ${save}(input: $input) { id name version } }`
  const write = (values: object) => site.graphql(ask, { input: values }, root)
  const isLanguage = save === 'changeLanguage'
  const languages = isLanguage ? await site.graphql('{ allLanguages { id name version } }', {}, root) : null
  const row = languages?.data.allLanguages[0] ?? (await write(named('First'))).data[save]
  const { id, version } = row
  const mine = (await write({ id, version, ...named('Mine') })).data[save]
  expect(mine).toEqual({ id, name: 'Mine', version: version + 1 })

  const { errors } = await write({ id, version, ...named('Theirs') })
  expect(errors?.[0]?.extensions?.code).toBe('CONFLICT')
  const theirs = (await write({ id, version: mine.version, ...named('Theirs') })).data[save]
  expect(theirs.name).toBe('Theirs')
  // Programs that know of no versions overwrite.
  expect((await write({ id, ...named('Last') })).data[save].name).toBe('Last')
})
