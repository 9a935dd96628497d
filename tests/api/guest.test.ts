import { isDeepStrictEqual } from 'node:util'
import {
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registeredCalls } from '#server/doors/rest/router.ts'
import { schema } from '#server/schema.ts'
import { type Site, startSite } from '../support/site.ts'

/** What somebody without a login may do: get an account, get back into it, or end its mails by their link. */
const OPEN_MUTATIONS = [
  'viewDiscussion',
  'viewLesson',
  'createCaptcha',
  'login',
  'loginAsStaff',
  'register',
  'requestPasswordReset',
  'resetPassword',
  'sendRegisterCode',
  'unsubscribe',
]

/** Writing REST calls that need no login: the same, and those that only read although they are sent as POST. */
const OPEN_WRITES = [
  'POST /api/admin/login',
  'POST /api/apply-reset-password',
  'POST /api/check-submissions-status',
  'POST /api/check-username-or-email',
  'POST /api/get-contest-outside-scoreboard',
  'POST /api/login',
  'POST /api/register',
  'POST /api/reset-password',
  'POST /shopapi/getAllUrl',
  'POST /unsubscribe/:token',
]

let site: Site
beforeAll(async () => {
  site = await startSite({ RATE_MUTATIONS: '100000', RATE_REQUESTS: '100000' })
})
afterAll(() => site.close())

const node = schema.getType('Node')
const NODES = isInterfaceType(node) ? schema.getPossibleTypes(node).map(({ name }) => name) : []

/** A value that the type lets pass; ids are `id`. */
function sample(type: GraphQLInputType, id: string): unknown {
  if (isNonNullType(type)) return sample(type.ofType, id)
  if (isListType(type)) return [sample(type.ofType, id)]
  if (isEnumType(type)) return type.getValues()[0]?.name
  if (isInputObjectType(type)) {
    const all = Object.values(type.getFields())
    const required = type.isOneOf ? all.slice(0, 1) : all.filter((field) => isNonNullType(field.type))
    return Object.fromEntries(required.map((field) => [field.name, sample(field.type, id)]))
  }
  switch (type.name) {
    case 'ID':
      return Buffer.from(id).toString('base64')
    case 'Int':
    case 'Float':
      return 1
    case 'Boolean':
      return true
    case 'DateTime':
      return new Date().toISOString()
    default:
      return 'anything'
  }
}

const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})

describe('a guest', () => {
  it.each(mutations.map(({ name }) => name).filter((name) => !OPEN_MUTATIONS.includes(name)))(
    'may not %s',
    async (name) => {
      const field = mutations.find((mutation) => mutation.name === name)
      if (!field) throw new Error(`no mutation ${name}`)
      const args = field.args.filter(({ type }) => isNonNullType(type))
      const variables = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ')
      const given = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
      const selection = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }'
      const query = `mutation ${variables && `(${variables})`} { ${name}${given && `(${given})`} ${selection} }`

      const valuesOf = (id: string) => Object.fromEntries(args.map((arg) => [arg.name, sample(arg.type, id)]))
      const takesId = !isDeepStrictEqual(valuesOf('one'), valuesOf('other'))
      // Also of ids that name nothing, another kind or no row a database could have.
      const ids = [...NODES.map((noun) => `${noun}:1`), 'Problem:999999999', 'Problem:x', 'nothing', '']
      for (const id of takesId ? ids : ['']) {
        const values = valuesOf(id)
        const answer = await site.graphql(query, values)
        expect(answer.data?.[name] ?? null).toBeNull()
        expect(answer.errors?.[0]?.extensions?.code, id).toBe('UNAUTHENTICATED')
      }
    },
  )

  it('has only existing mutations on the list of exceptions', () => {
    const names = mutations.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(OPEN_MUTATIONS))
  })

  it('may write through REST only what gets them an account', async () => {
    const writes = registeredCalls().filter(({ method }) => method !== 'GET')
    const open = writes.filter(({ who }) => who === 'anyone' || who === 'guest')
    for (const { method, path } of open) expect(OPEN_WRITES).toContain(`${method} ${path}`)
  })

  it('is told to log in at every other path', async () => {
    const closed = registeredCalls().filter(({ who }) => who !== 'anyone' && who !== 'guest')
    expect(closed.length).toBeGreaterThan(5)
    for (const { method, path } of closed) {
      const body = method === 'GET' ? undefined : {}
      const answer = await site.rest(method, path, body && { body })
      expect(answer, `${method} ${path}`).toMatchObject({ http: 401, status: 401, data: null })
    }
  })
})
