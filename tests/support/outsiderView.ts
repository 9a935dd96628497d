import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  parse,
  typeFromAST,
} from 'graphql'
import { globalIdOf } from '#server/builder.ts'
import { ROOT } from '#server/env.ts'
import { schema } from '#server/schema.ts'
import type { Person } from './people.ts'
import { BUILT, OURS } from './restPaths.ts'
import type { Site } from './site.ts'

/** What somebody is answered by every query of the client's pages, every node and every reading call of REST. */

/** Rows that are asked for by their names and numbers, whether they exist or not. */
export type Probe = {
  problem: { id: number; displayId: string }
  submissionId: number
  contestId: number
  trainingId: number
  groupId: number
  commentId: number
  operationId: number
  annex: { id: number; name: string }
  /** Last parts of addresses of files. */
  files: readonly string[]
  /** Ids of nodes, of each type that it has. */
  nodes: readonly string[]
  /** Those of them that queries of pages take. */
  asked: readonly string[]
}

/** Reading calls that change something, or are answered by no row of the site. */
const NO_READING = [
  ...['/api/logout', '/api/admin/logout', '/api/captcha', '/api/get-register-code', '/api/resubmit'],
  ...['/api/get-change-email-code', '/api/comment-like', '/api/file/delete-md-img'],
  ...['/api/admin/contest/clone', '/api/get-random-problem', '/api/languages'],
  ...['/api/admin/judge/rejudge', '/api/admin/judge/manual-judge', '/api/admin/judge/cancel-judge'],
  '/api/admin/judge/rejudge-contest-problem',
]

/** Calls that read although they are not GET; each is asked with all that any of them takes. */
const READING_POSTS = [
  ...['/api/get-contest-outside-scoreboard', '/api/get-contest-rank', '/api/get-user-problem-status'],
  ...['/api/get-contest-not-read-announcement', '/api/check-submissions-status'],
  '/api/check-contest-submissions-status',
]

/** The paths of the calls that read. */
const READING = Object.values({ ...BUILT, ...OURS })
  .flatMap((lines) => lines.trim().split('\n'))
  .map((line) => line.trim().split(' '))
  .filter(([, method, path]) => method === 'GET' && path && !NO_READING.includes(path))
  .map(([, , path = '', required = '']) => ({ path, required: required ? required.split(',') : [] }))

const FOLDER = join(ROOT, 'client/__generated__')

/** Variables that a query is asked with although it can do without. */
const ALWAYS = ['keyword', 'name', 'displayId']

/** The queries of the client's pages. */
const QUERIES = await Promise.all(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('Query.graphql.ts'))
    .map(async (file) => {
      const text: string = (await import(join(FOLDER, file))).default.params.text
      return { name: file.replace('.graphql.ts', ''), text, variables: variablesOf(text) }
    }),
)

type Variable = { name: string; type: GraphQLInputType }

function variablesOf(text: string): Variable[] {
  const [operation] = parse(text).definitions
  if (operation?.kind !== 'OperationDefinition') throw new Error('a page has no query')
  return (operation.variableDefinitions ?? [])
    .map(({ variable, type }) => ({
      name: variable.name.value,
      type: typeFromAST(schema, type as never) as unknown as GraphQLInputType,
    }))
    .filter(({ name, type }) => isNonNullType(type) || ALWAYS.includes(name))
}

/** The number that a query or one of its variables is about. */
function numberOf(name: string, { contestId, trainingId, groupId, submissionId, problem }: Probe): number {
  if (/^group/i.test(name)) return groupId
  if (/training/i.test(name)) return trainingId
  if (/contest|cid/i.test(name)) return contestId
  return /submission/i.test(name) ? submissionId : problem.id
}

/** A value of a type, which names what is probed where it can. */
function probing(name: string, type: GraphQLInputType, probe: Probe, id: string): unknown {
  if (isNonNullType(type)) return probing(name, type.ofType, probe, id)
  if (isListType(type)) return [probing(name, type.ofType, probe, id)]
  const named = getNamedType(type)
  if (isEnumType(named)) return named.getValues()[0]?.name
  if (isInputObjectType(named))
    return Object.fromEntries(
      Object.values(named.getFields())
        .filter((field) => isNonNullType(field.type))
        .map((field) => [field.name, probing(field.name, field.type, probe, id)]),
    )
  if (named.name === 'Boolean') return false
  if (named.name === 'ID') return id
  if (named.name === 'Int') return numberOf(name, probe)
  return named.name === 'String' ? probe.problem.displayId : undefined
}

/** Every leaf of an answer by its path. */
function leaves(value: unknown, path: string, into: Map<string, string>): Map<string, string> {
  if (value === null || typeof value !== 'object') return into.set(path, String(value))
  if (Array.isArray(value)) into.set(`${path}.length`, String(value.length))
  for (const [key, each] of Object.entries(value)) leaves(each, `${path}.${key}`, into)
  return into
}

/** Requests under way at once. */
const AT_ONCE = 8

/** All that somebody is answered about some rows, leaf by leaf. */
export async function viewOf(
  site: Site,
  person: Person | null,
  probes: readonly Probe[],
): Promise<Map<string, string>> {
  const token = person?.token
  const work = probes.flatMap((probe, at) => [
    ...QUERIES.flatMap(({ name, text, variables }) => {
      const namesRow = variables.some(({ type }) => getNamedType(type).name === 'ID')
      return (namesRow ? probe.asked : ['']).map((id) => async () => {
        const values = variables.map((one) => [one.name, probing(`${name} ${one.name}`, one.type, probe, id)])
        const { data, errors } = await site.graphql(text, Object.fromEntries(values), { token })
        const codes = errors?.map(({ extensions }) => extensions?.code)
        return [`${at} ${name} ${id && globalIdOf(id)?.typename}`, { data, codes }] as const
      })
    }),
    async () => {
      const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
      return [`${at} nodes`, (await site.graphql(query, { ids: probe.nodes }, { token })).data] as const
    },
    ...probe.nodes.map((id) => async () => {
      const { data, errors } = await site.graphql(
        'query ($id: ID!) { node(id: $id) { id } }',
        { id },
        { token },
      )
      return [`${at} node ${globalIdOf(id)?.typename}`, { data, errors }] as const
    }),
    ...READING.flatMap((call) =>
      pathsOf(call, probe).map(
        (path) => async () => [`${at} GET ${path}`, await get(site, token, path)] as const,
      ),
    ),
    ...READING_POSTS.map(
      (path) => async () => [`${at} POST ${path}`, await post(site, token, path, probe)] as const,
    ),
  ])
  const seen = new Map<string, string>()
  const rest = work.values()
  const take = async () => {
    for (const ask of rest) {
      const [name, answer] = await ask()
      leaves(answer, name, seen)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, take))
  return seen
}

type Call = (typeof READING)[number]

/** The addresses that a reading call of REST has for some rows. */
function pathsOf(
  { path, required }: Call,
  { problem, contestId, trainingId, groupId, submissionId, commentId, ...probe }: Probe,
): string[] {
  const given: Record<string, string | number> = {
    pid: problem.id,
    problemId: problem.displayId,
    displayId: problem.displayId,
    id: problem.id,
    cid: contestId,
    contestID: contestId,
    tid: trainingId,
    gid: groupId,
    submitId: submissionId,
    commentId,
    beforeContestSubmit: 'false',
    forceRefresh: 'true',
    limit: 100,
  }
  const query = ['limit', ...required].map((name) => `${name}=${given[name] ?? 'nothing'}`).join('&')
  const { annex } = probe
  const whole = `${path}?${query}`.replace(':cid', `${contestId}`).replace(':id/', `${probe.operationId}/`)
  if (whole.includes(':annexId'))
    return [whole.replace(':annexId', `${annex.id}`).replace(':name', annex.name)]
  return whole.includes(':name') ? probe.files.map((name) => whole.replace(':name', name)) : [whole]
}

const headersOf = (token: string | undefined) => ({ ...(token && { authorization: token }) })

async function get(site: Site, token: string | undefined, path: string) {
  const answer = await fetch(`${site.url}${path}`, { headers: headersOf(token) })
  const text = await answer.text()
  return { http: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text.length }
}

async function post(site: Site, token: string | undefined, path: string, probe: Probe) {
  const { problem, contestId, submissionId } = probe
  const body = {
    cid: contestId,
    pidList: [problem.id],
    submitIds: [submissionId],
    isContestProblemList: false,
    currentPage: 1,
    limit: 50,
    forceRefresh: true,
    removeStar: false,
    readAnnouncementList: [],
  }
  const { http, status, data } = await site.rest('POST', path, { body, ...(token && { token }) })
  return { http, status, data }
}
