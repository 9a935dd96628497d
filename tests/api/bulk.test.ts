import { readFileSync } from 'node:fs'
import { buildSchema, getNamedType, isInputObjectType } from 'graphql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { globalId } from '../support/judgeable.ts'
import { addPerson, type Person } from '../support/people.ts'
import { type Site, startSite } from '../support/site.ts'

let site: Site
let root: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
})
afterAll(() => site.close())

const MORE = 501

/** The mutations that act on many rows, with what their input needs beside the ids. */
const REST_OF_INPUT: Record<string, string> = {
  changeProblemVisibility: ', visibility: HIDDEN',
  changeSiteNotices: ', isHidden: true',
  checkDiscussionReports: ', isChecked: true',
}
const TYPES: Record<string, string> = {
  checkDiscussionReports: 'DiscussionReport',
  endAccounts: 'Account',
  moderateDiscussions: 'Discussion',
  removeDiscussions: 'Discussion',
  removeDiscussionCategories: 'DiscussionCategory',
  removeContests: 'Contest',
  changeProblemVisibility: 'Problem',
  removeProblems: 'Problem',
  removeTags: 'Tag',
  removeTagGroups: 'TagGroup',
  changeSiteNotices: 'SiteNotice',
  removeSiteNotices: 'SiteNotice',
  removeShopItems: 'ShopItem',
  removeSystemNotices: 'SystemNotice',
  removeTrainings: 'Training',
  removeTrainingCategories: 'TrainingCategory',
}
const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'))
const bulk = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(
  ({ type }) => getNamedType(type).name === 'BulkOutcome',
)

it('knows every mutation on many rows', () => {
  expect(bulk.map(({ name }) => name).sort()).toEqual(Object.keys(TYPES).sort())
  for (const { args } of bulk)
    expect(args.every(({ type }) => isInputObjectType(getNamedType(type)))).toBe(true)
})

it.each(bulk.map(({ name }) => name))('refuses more rows than %s takes, and does nothing', async (name) => {
  const ids = Array.from({ length: MORE }, (_, at) => globalId(TYPES[name] ?? '', at + 1))
  const { errors } = await site.graphql(
    `mutation ($ids: [ID!]!) { ${name}(input: { ids: $ids${REST_OF_INPUT[name] ?? ''} }) { done } }`,
    { ids },
    root,
  )
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'INVALID_INPUT',
    fields: { ids: expect.stringContaining('500') },
  })
})

it('refuses as many over REST instead of leaving some out of the answer', async () => {
  const numbers = Array.from({ length: MORE }, (_, at) => at + 1)
  const calls = [
    ['DELETE', '/api/admin/user/delete-user', { ids: numbers.map(String) }],
    ['POST', '/api/check-submissions-status', { submitIds: numbers }],
    ['POST', '/api/get-user-problem-status', { pidList: numbers, isContestProblemList: false }],
  ] as const
  for (const [method, path, body] of calls) {
    const answer = await site.rest(method, path, { ...root, body })
    expect([path, answer]).toMatchObject([path, { status: 400, data: null }])
  }
})
