/**
 * Kept instead of `@fastify/swagger` with a zod type provider: that refuses our names of schemas, takes 0.26 s of the start
 * instead of 0.07 s, and would replace some 40 lines of this file.
 */

import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { REFUSALS } from '../../core/errors.ts'
import { COOKIE_NAME, takesCookie } from '../sessionCookie.ts'
import { coercionOf } from './coercers.ts'
import { type Call, registeredCalls, type Who } from './router.ts'
import type { UploadBounds } from './upload.ts'

export const OPENAPI_PATH = '/api/openapi.json'

type Json = { [key: string]: unknown }

const DESCRIPTION = `Every answer is an envelope { status, data, msg }. A refusal is HTTP 200 with its code in status and its message in msg. \
Real HTTP statuses are 400 (a parameter is missing or cannot be read), 401 (not logged in or token expired), 403 (permission missing) \
and every refusal of a download. Messages are in the language of Accept-Language, zh-CN or en-US. Numbers and booleans may be sent as \
JSON strings; null, '' and, for these two, 'null' count as missing; unknown parameters are ignored.`

const reference = (kind: 'schemas' | 'responses', name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
})
const json = (schema: Json): Json => ({ 'application/json': { schema } })

const envelope = (status: Json, data: Json): Json => ({
  type: 'object',
  properties: { status, data, msg: { type: 'string' } },
  required: ['status', 'data', 'msg'],
})

/** Converts all shapes of one direction at once, so that a named schema is written once. */
function convert(shapes: Record<string, z.ZodType>, io: 'input' | 'output'): { of: Json; named: Json } {
  const { properties = {}, $defs = {} } = z.toJSONSchema(z.object(shapes), {
    io,
    override({ zodSchema, jsonSchema }) {
      const schema = jsonSchema as Json
      const coercion = coercionOf(zodSchema)
      if (coercion) {
        Object.assign(schema, coercion.schema)
        delete schema.coercion
      }
      if (zodSchema instanceof z.ZodObject) {
        const required = Object.entries(zodSchema.shape).filter(([, field]) => coercionOf(field)?.required)
        if (required.length > 0) {
          schema.required = [...new Set([...(jsonSchema.required ?? []), ...required.map(([name]) => name)])]
        }
        // Answers may get new fields at any time.
        if (schema.additionalProperties === false) delete schema.additionalProperties
      }
      delete schema.id
      // zod adds the bounds of safe integers to each integer.
      if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
      if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
    },
  })
  return { of: properties as Json, named: $defs as Json }
}

const keyOf = ({ method, path }: Call, part: string) => `${part} of ${method} ${path}`

/** The OpenAPI 3.1 document of the REST calls. Throws when an input and an answer share a schema name. */
export function openApi(calls: readonly Call[] = registeredCalls()): Json {
  const inputs = Object.fromEntries(
    calls.flatMap((call) =>
      (['params', 'query', 'body'] as const).map((part) => [keyOf(call, part), call[part]]),
    ),
  )
  const outputs = Object.fromEntries(
    calls.flatMap((call) => (call.answer ? [[keyOf(call, 'answer'), call.answer]] : [])),
  )
  const taken = convert(inputs, 'input')
  const answered = convert(outputs, 'output')
  const twice = Object.keys(taken.named).filter((name) => name in answered.named)
  if (twice.length > 0) throw new Error(`shapes of one name for what is sent and answered: ${twice.join()}`)

  const paths: Record<string, Json> = {}
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, taken.of, answered.of) }
  }
  const document = {
    openapi: '3.1.1',
    info: { title: 'REST', version: '1', description: DESCRIPTION },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { ...taken.named, ...answered.named, Refused: REFUSED },
      responses: RESPONSES,
      securitySchemes: SECURITY,
    },
  }
  return JSON.parse(JSON.stringify(document).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
}

const REFUSED = {
  description: 'The refusal code; msg explains it.',
  ...envelope({ enum: [...new Set([...Object.values(REFUSALS), 500])].sort() }, { type: 'null' }),
}

const refused = (description: string): Json => ({
  description,
  content: json(reference('schemas', 'Refused')),
})

const RESPONSES = {
  Unreadable: refused('A parameter is missing or cannot be read; msg names it.'),
  Unauthenticated: refused('Not logged in, or the token has expired.'),
  Forbidden: refused('The caller lacks a permission.'),
  Missing: refused('Not found, or not visible to the caller.'),
}

const SECURITY = {
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The token of a login, without a scheme in front.',
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: COOKIE_NAME,
    description:
      'Set at login; counts without the header, for programs and for scripts of pages of this site.',
  },
}

const permissionsOf = (who: Who): readonly string[] => {
  if (typeof who === 'object') return 'all' in who ? who.all : [who.orInGroup]
  return who === 'anyone' || who === 'guest' || who === 'login' ? [] : [who]
}

const isOpen = (who: Who): boolean => who === 'anyone' || who === 'guest'

function audienceOf(who: Who): string {
  if (who === 'anyone') return 'For everybody; an expired token is ignored.'
  if (who === 'guest') return 'For everybody; an expired token is refused.'
  if (who === 'login') return 'For all logged-in users.'
  const inGroup = typeof who === 'object' && 'orInGroup' in who
  const others = inGroup ? ', and for administrators of a group within that group' : ''
  return `For those with the permission ${permissionsOf(who).join(' and ')}${others}.`
}

function securityOf({ who, path }: Call): Json[] {
  const permissions = permissionsOf(who)
  return [
    ...(isOpen(who) ? [{}] : []),
    { token: permissions },
    ...(takesCookie(path) ? [{ cookie: permissions }] : []),
  ]
}

const propertiesOf = (shape: unknown): [name: string, schema: Json][] =>
  Object.entries((shape as { properties?: Record<string, Json> }).properties ?? {})

/** Tags by path; the first match counts. */
const AREAS: readonly (readonly [tag: string, words: RegExp])[] = [
  ['files', /\/(file|public|site-files|problem-files)\//],
  ['learning', /\/shopapi\/(getNote|addNote|deleteNote|upload|publich)/],
  ['shop', /\/shopapi\//],
  ['operations', /\/operation\//],
  ['banks', /import-remote/],
  ['groups', /group/],
  ['trainings', /training/],
  ['messages', /\/msg\//],
  ['discussions', /discussion|comment|reply/],
  ['site', /website|carousel|common-announcement|admin\/announcement|config\/|switch\/|dashboard|week|seven/],
  ['submissions', /judge|\/submission$|submissions?-(list|detail|status)|case-result|resubmit|last-ac/],
  ['contests', /contest|print/],
  ['problems', /problem|tag|languages/],
  ['ranks', /rank/],
  ['accounts', /user|log|register|password|email|captcha|unsubscribe/],
]

const tagOf = (path: string): string => AREAS.find(([, words]) => words.test(path))?.[0] ?? 'site'

function operation(call: Call, taken: Json, answered: Json): Json {
  const { method, path, summary, who } = call
  const parameters = (['params', 'query'] as const).flatMap((part) => {
    const shape = taken[keyOf(call, part)]
    const required = (shape as { required?: string[] }).required ?? []
    return propertiesOf(shape).map(([name, { description, ...schema }]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      description,
      required: required.includes(name),
      schema,
    }))
  })
  const requestBody = requestBodyOf(call, taken[keyOf(call, 'body')] as Json)
  const id = path.split(/[^A-Za-z\d]+/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
  return {
    tags: [tagOf(path)],
    operationId: `${method.toLowerCase()}${id.join('')}`,
    summary,
    description: audienceOf(who),
    security: securityOf(call),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: {
      ...success(call, answered[keyOf(call, 'answer')] as Json | undefined),
      ...(parameters.length > 0 || requestBody ? { 400: reference('responses', 'Unreadable') } : {}),
      ...(who === 'anyone' ? {} : { 401: reference('responses', 'Unauthenticated') }),
      ...(permissionsOf(who).length > 0 ? { 403: reference('responses', 'Forbidden') } : {}),
    },
  }
}

function requestBodyOf({ file }: Call, body: Json): Json | null {
  if (file) {
    const { properties, required = [] } = body as { properties?: Json; required?: string[] }
    const schema = {
      type: 'object',
      properties: {
        ...properties,
        [file.field]: fileOf(file),
      },
      required: [...required, file.field],
    }
    return { required: true, content: { 'multipart/form-data': { schema } } }
  }
  const isEmpty = body.type === 'object' && propertiesOf(body).length === 0 && !body.additionalProperties
  return isEmpty ? null : { required: body.type !== 'object' || 'required' in body, content: json(body) }
}

function fileOf({ maxBytes, most }: UploadBounds): Json {
  const one = { type: 'string', contentMediaType: 'application/octet-stream' }
  if (!most) return { ...one, description: `The file, of at most ${maxBytes} bytes.` }
  const description = `At most ${most} files, of ${maxBytes} bytes together.`
  return { type: 'array', items: one, minItems: 1, maxItems: most, description }
}

function success({ download }: Call, data: Json | undefined): Json {
  if (download) {
    return {
      200: { description: 'The bytes.', content: { 'application/octet-stream': {} } },
      404: reference('responses', 'Missing'),
    }
  }
  const done = envelope({ const: 200 }, data ?? { type: 'null' })
  return {
    200: {
      description: data ? 'The answer, or a refusal.' : 'Done, or a refusal.',
      content: json({ oneOf: [done, reference('schemas', 'Refused')] }),
    },
  }
}

type Served = { text: string; tag: string }

let served: Served | null = null

/** The document as text with its ETag, built once per process at the first request, because that takes 0.2 s. */
function serve(): Served {
  if (served) return served
  const text = JSON.stringify(openApi())
  served = { text, tag: `W/"${createHash('sha256').update(text).digest('base64url')}"` }
  return served
}

/** Serves the document. */
export function mountOpenApi(app: FastifyInstance): void {
  app.get(OPENAPI_PATH, (request, reply) => {
    const { text, tag } = serve()
    reply.headers({ 'cache-control': 'no-cache', etag: tag })
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  })
}
