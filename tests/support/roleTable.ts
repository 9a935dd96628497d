import { describe, expect, it } from 'vitest'
import { type GroupRoles, NAMES, type Name } from './groupRoles.ts'
import { globalId } from './judgeable.ts'
import type { Loose, Site } from './site.ts'

export type Who = Name | 'guest'

export const EVERYBODY: readonly Who[] = ['guest', ...NAMES]
export const KNOWN: readonly Who[] = NAMES
export const MEMBERS: readonly Who[] = ['member', 'admin', 'author', 'root', 'owner', 'siteRoot']
export const ADMINS: readonly Who[] = ['admin', 'author', 'root', 'owner', 'siteRoot']
export const ROOTS: readonly Who[] = ['root', 'owner', 'siteRoot']
export const OWNERS: readonly Who[] = ['owner', 'siteRoot']

/** A site with a group and one person for each role. */
export type Stage = { site: Site } & GroupRoles

export const tokenOf = ({ people }: Pick<Stage, 'people'>, who: Who): string | null =>
  who === 'guest' ? null : people[who].token

export type Action<Target> = {
  /** Who may do it. */
  who: readonly Who[]
  rest?: (target: Target) => readonly [method: string, path: string, body?: object]
  graph: (target: Target) => readonly [query: string, variables: object]
}

/** Reads fields of a node. */
export const node = (type: string, key: number, fields: string) =>
  [
    `query ($id: ID!) { node(id: $id) { ... on ${type} { ${fields} } } }`,
    { id: globalId(type, key) },
  ] as const

/** A mutation with one input. */
export const change = (name: string, input: object, fields = 'id') => {
  const type = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Input!`
  return [`mutation ($input: ${type}) { ${name}(input: $input) { ${fields} } }`, { input }] as const
}

const REFUSALS = ['FORBIDDEN', 'NOT_FOUND', 'UNAUTHENTICATED', 'TRAINING_NOT_REGISTERED']

/** Tests every role with every action through GraphQL and, where it has one, REST; `aim` makes rows for one try. */
export function testRoles<Target>(
  stage: Stage,
  aim: () => Promise<Target>,
  actions: Record<string, Action<Target>>,
): void {
  describe.each(Object.keys(actions))('somebody who %s', (name) => {
    const { who, rest, graph } = actions[name] as Action<Target>

    it.each(EVERYBODY)('is %s, if they may, by GraphQL', async (person) => {
      const [query, variables] = graph(await aim())
      const { data, errors } = await stage.site.graphql(query, variables, { token: tokenOf(stage, person) })
      // What one may not read is null; what a list of rows refuses has a code.
      const isDone = !errors && !/null|"code"/.test(JSON.stringify(data))
      expect(isDone, JSON.stringify(errors ?? data)).toBe(who.includes(person))
      if (errors) expect(REFUSALS).toContain(errors[0]?.extensions?.code)
    })

    it.runIf(rest).each(EVERYBODY)('is %s, if they may, by REST', async (person) => {
      if (!rest) return
      const [method, path, body] = rest(await aim())
      const { status, msg } = await stage.site.rest(method, path, {
        token: tokenOf(stage, person),
        ...(body ? { body } : {}),
      })
      expect(status === 200, msg).toBe(who.includes(person))
      if (status !== 200) expect([401, 403, 404]).toContain(status)
    })
  })
}

type Streamed<Target> = {
  who: readonly Who[]
  text: (target: Target) => readonly [query: string, variables: object]
  /** Makes it tell something. */
  tell: (target: Target) => Promise<unknown>
}

/** Tests every role with every stream. */
export function testStreams<Target>(
  stage: Stage,
  aim: () => Promise<Target>,
  streams: Record<string, Streamed<Target>>,
): void {
  describe.each(Object.keys(streams))('the stream %s', (name) => {
    const { who, text, tell } = streams[name] as Streamed<Target>

    it.each(EVERYBODY)('is open to %s, if they may follow it', async (person) => {
      const target = await aim()
      const [query, variables] = text(target)
      const line = await stage.site.subscribe(query, variables, { token: tokenOf(stage, person) })
      await tell(target)
      const told = (await line.next().catch((error: unknown) => ({ errors: error }))) as Loose
      expect(Boolean(told.data), JSON.stringify(told)).toBe(who.includes(person))
      line.close()
    })
  })
}
