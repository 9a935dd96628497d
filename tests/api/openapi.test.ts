import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { coercionOf } from '#server/doors/rest/coercers.ts'
import { registeredCalls } from '#server/doors/rest/router.ts'
import { VERDICT_CODE } from '#server/modules/problem/restCodes.ts'
import { createAnswerChecker } from '../support/answerChecker.ts'
import { addPerson, type Person } from '../support/people.ts'
import { addProblem } from '../support/problems.ts'
import { type Site, startSite } from '../support/site.ts'

let site: Site
let root: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  await addProblem(site, root, 'P1')
})
afterAll(() => site.close())

const calls = registeredCalls()

const schema = z.looseObject({})
const reference = z.strictObject({ $ref: z.string(), description: z.string().optional() })
const content = z.record(z.string().includes('/'), z.strictObject({ schema: schema.optional() }))
const response = z.union([reference, z.strictObject({ description: z.string().min(1), content })])
const described = z.string().min(3).regex(/\.$/)

/** The part of OpenAPI 3.1 that the document uses; what stands nowhere in it is a mistake. */
const DOCUMENT = z.strictObject({
  openapi: z.string().startsWith('3.1.'),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.string() })),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(
      z.enum(['get', 'post', 'put', 'delete']),
      z.strictObject({
        tags: z.tuple([z.string().min(1)]),
        operationId: z.string().regex(/^[a-z]\w+$/),
        summary: described,
        description: described,
        security: z.array(z.record(z.string(), z.array(z.string()))).min(1),
        parameters: z
          .array(
            z.strictObject({
              name: z.string(),
              in: z.enum(['path', 'query']),
              description: described,
              required: z.boolean(),
              schema: z.looseObject({ type: z.string() }),
            }),
          )
          .optional(),
        requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
        responses: z.record(z.string().regex(/^\d{3}$/), response),
      }),
    ),
  ),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^\w+$/), z.looseObject({ description: described })),
    responses: z.record(z.string(), response),
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.string(), description: described })),
  }),
})
type Document = z.infer<typeof DOCUMENT>

const fetched = async () => (await (await fetch(`${site.url}/api/openapi.json`)).json()) as Document

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, ...operation })),
  )

describe('the document', () => {
  it('is OpenAPI 3.1, with words for everything that can be asked', async () => {
    const document = await fetched()
    expect(DOCUMENT.safeParse(document).error?.issues ?? []).toEqual([])
    for (const { path, method, requestBody, parameters = [] } of operationsOf(document)) {
      const body = Object.values(requestBody?.content ?? {})[0]?.schema as
        | { properties?: Record<string, { description?: string }> }
        | undefined
      for (const [name, { description }] of Object.entries(body?.properties ?? {})) {
        expect(description, `${method} ${path}: ${name}`).toMatch(/\.$/)
      }
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(parameters.flatMap((one) => (one.in === 'path' && one.required ? [one.name] : []))).toEqual(
        inPath,
      )
    }
    const ids = operationsOf(document).map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('has every registered call and no other', async () => {
    const there = operationsOf(await fetched()).map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    const registered = calls.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    expect(there.sort()).toEqual(registered.sort())
  })

  it('refers to nothing that is not in it', async () => {
    const document = await fetched()
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to = '']) => to)
    expect(references.length).toBeGreaterThan(50)
    for (const to of references) {
      const target = to
        .split('/')
        .slice(1)
        .reduce<unknown>((inside, key) => (inside as Record<string, unknown> | undefined)?.[key], document)
      expect(target, to).toBeTypeOf('object')
    }
  })

  it('says who may call', async () => {
    const { paths } = await fetched()
    const security = (path: string, method: 'get' | 'post') => paths[path]?.[method]?.security
    expect(security('/api/login', 'post')).toEqual([{}, { token: [] }, { cookie: [] }])
    expect(security('/api/logout', 'get')).toEqual([{ token: [] }, { cookie: [] }])
    expect(security('/api/admin/judge/rejudge', 'get')).toEqual([
      { token: ['contest.manage'] },
      { cookie: ['contest.manage'] },
    ])
    const upload = paths['/api/file/upload-carouse-img']?.post
    expect(upload?.security).toEqual([{ token: ['site.configure'] }, { cookie: ['site.configure'] }])
    expect(Object.keys(upload?.responses ?? {})).toEqual(['200', '400', '401', '403'])
    expect(Object.keys(upload?.requestBody?.content ?? {})).toEqual(['multipart/form-data'])
  })

  it('says what may be left out, and what stands for it', async () => {
    const { paths } = await fetched()
    const list = paths['/api/get-problem-list']?.get?.parameters ?? []
    expect(list.find(({ name }) => name === 'limit')).toMatchObject({
      required: false,
      schema: { type: 'integer', default: 10, maximum: 500 },
    })
    expect(list.find(({ name }) => name === 'difficulty')?.schema).toEqual({
      type: 'string',
      enum: ['', '0', '1', '2'],
    })
    const rank = paths['/api/get-contest-rank']?.post?.requestBody?.content['application/json']?.schema
    expect(rank).toMatchObject({
      properties: {
        concernedList: { type: 'array', items: { type: 'string' } },
        externalCidList: { type: 'array', items: { type: 'integer' } },
        containsEnd: { type: 'boolean', default: false },
      },
    })
    const { Contest: contest } = (await fetched()).components.schemas
    expect(contest).toMatchObject({
      properties: { type: { enum: [0, 1] }, status: { enum: [-1, 0, 1] }, auth: { enum: [0, 1, 2] } },
    })
    const detail = paths['/api/get-problem-detail']?.get?.parameters ?? []
    expect(detail.map(({ name, required }) => [name, required])).toEqual([
      ['problemId', true],
      ['gid', false],
    ])
    expect(paths['/api/login']?.post?.requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { required: ['username', 'password'] } } },
    })
  })

  it('offers the numbers that submissions are shown with, and says what each means', async () => {
    const { paths, components } = await fetched()
    const codes = [...new Set([-5, 5, 6, 7, 9, ...Object.values(VERDICT_CODE)])].sort(
      (one, other) => one - other,
    )
    const shown = z
      .object({ enum: z.array(z.number()), description: z.string() })
      .parse(components.schemas.SubmissionStatus)
    expect(shown.enum.sort((one, other) => one - other)).toEqual(codes)
    expect(shown.description).toContain('-1 WRONG_ANSWER, 0 ACCEPTED')
    const list = paths['/api/get-submission-list']?.get?.parameters ?? []
    expect(list.find(({ name }) => name === 'status')).toMatchObject({
      description: expect.stringContaining('7 RUNNING'),
      schema: { type: 'integer', enum: codes },
    })
  })

  it('leaves no number that means something without its enumeration', async () => {
    const document = await fetched()
    const bare: string[] = []
    const look = (at: string, value: unknown) => {
      if (typeof value !== 'object' || value === null) return
      const { type, description } = value as { type?: unknown; description?: unknown }
      const meanings = String(description ?? '').match(/(^|[ ,;:])-?\d+ [a-zA-Z_]+[,;.]/g) ?? []
      if (type === 'integer' && meanings.length > 1 && !('enum' in value)) bare.push(at)
      for (const [key, inside] of Object.entries(value)) look(`${at}/${key}`, inside)
    }
    look('', document)
    for (const { path, method, parameters = [] } of operationsOf(document))
      for (const { name, description, schema } of parameters)
        look(`${method} ${path} ${name}`, { ...schema, description })
    expect(bare).toEqual([])
  })

  it('says which numbers and words the problem of a body knows', async () => {
    const { post, put } = (await fetched()).paths['/api/admin/problem'] ?? {}
    for (const call of [post, put]) {
      const body = call?.requestBody?.content['application/json']?.schema as {
        properties: { problem: { properties: Record<string, object> }; judgeMode: object }
      }
      const { type, difficulty, auth, judgeMode, judgeCaseMode } = body.properties.problem.properties
      expect(type).toMatchObject({ type: ['integer', 'null'], enum: [0, 1, null] })
      expect(difficulty).toMatchObject({ type: ['integer', 'null'], enum: [0, 1, 2, null] })
      expect(auth).toMatchObject({ type: ['integer', 'null'], enum: [1, 2, 3, null] })
      for (const mode of [judgeMode, body.properties.judgeMode])
        expect(mode).toMatchObject({
          type: ['string', 'null'],
          enum: ['default', 'spj', 'interactive', null],
        })
      expect(judgeCaseMode).toMatchObject({ type: ['string', 'null'], enum: expect.any(Array) })
    }
  })

  /** Everything that a call takes by a coercer, with what the document says of it. */
  const taken = calls.flatMap((call) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const shape = call[part]
      if (!(shape instanceof z.ZodObject)) return []
      return Object.entries(shape.shape).flatMap(([name, field]) => {
        const said = coercionOf(field)
        return said ? [{ at: `${call.method} ${call.path} ${name}`, field: field as z.ZodType, said }] : []
      })
    }),
  )

  it('says of each default what the call really takes for it, and of each choice one that it takes', () => {
    const standard = taken.filter(({ said }) => said.schema.default !== undefined)
    expect(standard.length).toBeGreaterThan(50)
    for (const { at, field, said } of standard)
      expect(field.parse(undefined), at).toEqual(field.parse(said.schema.default))
    const chosen = taken.filter(({ said }) => said.schema.enum !== undefined)
    expect(chosen.length).toBeGreaterThan(5)
    for (const { at, field, said } of chosen)
      for (const value of said.schema.enum as unknown[]) {
        expect(field.safeParse(value).success, `${at}: ${value}`).toBe(true)
        expect(field.safeParse(String(value)).success, `${at}: '${value}'`).toBe(true)
      }
    for (const { at, field, said } of taken) {
      const { minimum, maximum } = said.schema as { minimum?: number; maximum?: number }
      if (maximum !== undefined) expect(field.parse(maximum + 1), at).toEqual(field.parse(maximum))
      if (minimum !== undefined) expect(field.parse(minimum), at).not.toBeUndefined()
      expect(field.safeParse(undefined).success, at).toBe(!said.required)
    }
  })

  it('is not sent again while it is the same', async () => {
    const first = await fetch(`${site.url}/api/openapi.json`)
    expect(first.headers.get('content-type')).toMatch(/^application\/json/)
    const again = await fetch(`${site.url}/api/openapi.json`, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })

  it('holds what calls really answer', async () => {
    const document = await fetched()
    const shapeOf = (path: string, method: 'get' | 'post', status: string) => {
      const found = document.paths[path]?.[method]?.responses[status] ?? { description: '', content: {} }
      const answer =
        '$ref' in found ? document.components.responses[found.$ref.split('/').at(-1) ?? ''] : found
      const { schema } = (answer as { content: Record<string, { schema: object }> }).content[
        'application/json'
      ] ?? { schema: {} }
      const text = JSON.stringify({ ...schema, $defs: document.components.schemas })
      return z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')))
    }
    const CALLS: ['get' | 'post', string, string, string?, object?][] = [
      ['get', '/api/get-problem-list', '?limit=5'],
      ['get', '/api/get-problem-detail', '?problemId=P1'],
      ['get', '/api/get-problem-detail', '?problemId=none'],
      ['get', '/api/get-problem-detail', ''],
      ['get', '/api/languages', ''],
      ['get', '/api/get-website-config', ''],
      ['get', '/api/get-common-announcement', ''],
      ['get', '/api/get-user-auth-info', '', 'root'],
      ['get', '/api/get-user-auth-info', ''],
      ['get', '/api/admin/judge/rejudge', '?submitId=1'],
      ['post', '/api/check-username-or-email', '', undefined, { username: 'root' }],
      ['post', '/api/get-user-problem-status', '', 'root', { pidList: [1, 'x'] }],
    ]
    for (const [method, path, query, who, body] of CALLS) {
      const { http, status, data, msg } = await site.rest(method.toUpperCase(), `${path}${query}`, {
        token: who ? root.token : null,
        ...(body ? { body } : {}),
      })
      const fit = shapeOf(path, method, String(http)).safeParse({ status, data, msg })
      expect(fit.error?.issues ?? [], `${path}${query}: ${http}`).toEqual([])
    }
    const wrong = { status: 200, data: { limit: 'many' }, msg: '' }
    expect(shapeOf('/api/get-problem-list', 'get', '200').safeParse(wrong).success).toBe(false)
  })
})

it('tests notice an answer that is not what its call declares', () => {
  const call = calls.find(({ path }) => path === '/api/captcha')
  if (!call) throw new Error('no captcha')
  const { onAnswer, verify } = createAnswerChecker()
  onAnswer(call, { img: '', captchaKey: '' })
  expect(verify).not.toThrow()
  for (const data of [{ img: '', captchaKey: '', extra: 1 }, { img: '' }, null]) {
    expect(() => onAnswer(call, data)).toThrow('is not what it declares')
  }
  expect(verify).toThrow('GET /api/captcha')
})
