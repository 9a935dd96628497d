import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LOCALES } from '#locales/i18n.ts'
import { ROOT } from '#server/launch/places.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let root: Person
let keeper: Person
let admin: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  keeper = await addPerson(site, 'Keeper', { role: 'ROOT' })
  admin = await addPerson(site, 'admin', { role: 'ADMIN' })
})
afterAll(() => site.close())

const LIST = `query ($actor: String, $subject: String) { auditEntries(actor: $actor, subject: $subject, first: 20) {
  totalCount edges { node { action subject actor { username } } } } }`

it('finds acts by who did them and by what they were done to, for super administrators', async () => {
  const change = (block: string, input: object, who: Person) =>
    site.graphql(
      `mutation ($input: Change${block}SettingsInput!) { change${block}Settings(input: $input) { version } }`,
      { input },
      who,
    )
  await change('Website', { shortName: 'One' }, root)
  await change('Switches', { minCodeLength: 2 }, keeper)
  const found = async (filter: object) => {
    const { data } = await site.graphql(LIST, filter, root)
    return data.auditEntries.edges.map(({ node }: { node: { subject: string } }) => node.subject)
  }
  expect(await found({})).toEqual(['Settings:switches', 'Settings:website'])
  expect(await found({ actor: ' keeper' })).toEqual(['Settings:switches'])
  expect(await found({ subject: 'Settings:website' })).toEqual(['Settings:website'])
  expect(await found({ actor: 'keeper', subject: 'Settings:website' })).toEqual([])
  expect((await site.graphql(LIST, {}, admin)).errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
})

it.each(LOCALES)('has words for every act in %s', async (locale) => {
  const { data } = await site.graphql('{ __type(name: "AuditAction") { enumValues { name } } }')
  const acts = data.__type.enumValues.map(({ name }: { name: string }) => name)
  const words = JSON.parse(readFileSync(`${ROOT}/locales/${locale}/site/audit.json`, 'utf8'))
  expect(Object.keys(words.action).sort()).toEqual(acts.sort())
})
