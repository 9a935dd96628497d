import { expect, it } from 'vitest'
import { addPerson } from '../support/people.ts'
import { addProblem } from '../support/problems.ts'
import { askSocket, openRawSocket } from '../support/rawSocket.ts'
import { startSite } from '../support/site.ts'

type Answer = { errors?: { extensions?: { code?: string } }[] }
const codes = ({ errors = [] }: Answer) => [...new Set(errors.map(({ extensions }) => extensions?.code))]
const times = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at)).join(' ')

it('charges for parsing a document, also an invalid one, and refuses no client that has points left', async () => {
  const poor = await startSite({ COST_PER_MINUTE: '3000' })
  try {
    const wrong = (at: number) => `{ ${times(300, (field) => `a${field}: none${at}`)} }`
    const seen = []
    for (let at = 0; at < 5; at++) seen.push(...codes(await poor.graphql(wrong(at))))
    expect(seen).toContain('GRAPHQL_VALIDATION_FAILED')
    expect(seen.at(-1)).toBe('TOO_MANY_REQUESTS')
    const last = '{ a: __typename b: __typename '.concat('#'.repeat(30_000), '\n}')
    expect(codes(await poor.graphql(last))).toEqual(['TOO_MANY_REQUESTS'])
    const ada = await addPerson(poor, 'ada')
    const raw = await openRawSocket(poor.url, { init: { Authorization: ada.token } })
    const overSocket = []
    for (let at = 10; at < 15; at++)
      overSocket.push((await askSocket(raw, `w${at}`, { query: wrong(at) }))[0])
    expect(JSON.stringify(overSocket[0])).toContain('GRAPHQL_VALIDATION_FAILED')
    expect(JSON.stringify(overSocket.at(-1))).toContain('TOO_MANY_REQUESTS')
    raw.socket.terminate()
  } finally {
    await poor.close()
  }
})

it('refuses a guest over GraphQL and REST once the points of the minute are spent', async () => {
  const poor = await startSite({ COST_PER_MINUTE: '2000' })
  try {
    const seen = new Set<string | undefined>()
    for (let at = 0; at < 20; at++) {
      const answer = await poor.graphql('{ problems(first: 100) { totalCount edges { node { id title } } } }')
      for (const code of codes(answer)) seen.add(code)
    }
    expect([...seen]).toEqual(['TOO_MANY_REQUESTS'])
    const answers = []
    for (let at = 0; at < 25; at++) answers.push(await poor.rest('GET', '/api/languages'))
    expect(answers.at(0)).toMatchObject({ http: 200, status: 200 })
    expect(answers.at(-1)).toMatchObject({ http: 200, status: 429, data: null })
    const raw = await openRawSocket(poor.url, { init: { 'Accept-Language': 'zh-CN' } })
    const [refused] = await askSocket(raw, '1', {
      query: '{ problems(first: 100) { totalCount edges { node { id title } } } }',
    })
    expect(JSON.stringify(refused?.payload)).toMatch(/TOO_MANY_REQUESTS/)
    expect(JSON.stringify(refused?.payload)).toMatch(/频繁/)
    // The socket lives on: being poor is no crime.
    expect(raw.socket.readyState).toBe(raw.socket.OPEN)
    raw.socket.terminate()
    // Somebody signed in has a purse of their own.
    const ada = await addPerson(poor, 'ada')
    expect(
      (await poor.graphql('{ viewer { user { username } } }', {}, { token: ada.token })).data.viewer.user
        .username,
    ).toBe('ada')
  } finally {
    await poor.close()
  }
})

it('charges for the length of an answer once it is there, even to those with fewer points', async () => {
  const poor = await startSite({ COST_PER_MINUTE: '20000' })
  try {
    const root = await addPerson(poor, 'root', { role: 'ROOT' })
    const long = await addProblem(poor, root, 'LONG')
    await addProblem(poor, root, 'SHORT')
    await poor.prisma.statement.updateMany({
      where: { problemId: long.id },
      data: { description: 'words '.repeat(10_000) },
    })
    const read = (displayId: string, token: string) =>
      poor.graphql(
        `{ ${times(20, (at) => `a${at}: problem(displayId: "${displayId}") { statement { description } }`)} }`,
        {},
        { token },
      )
    const seen: Record<string, unknown[]> = { LONG: [], SHORT: [] }
    for (const [displayId, answers] of Object.entries(seen)) {
      const { token } = await addPerson(poor, `reads${displayId}`)
      for (let at = 0; at < 3; at++) answers.push(codes(await read(displayId, token))[0] ?? 'answered')
    }
    expect(seen.SHORT).toEqual(['answered', 'answered', 'answered'])
    expect(seen.LONG).toEqual(['answered', 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
  } finally {
    await poor.close()
  }
})

it('hides the cause of an internal error from clients', async () => {
  const broken = await startSite({ LOG_LEVEL: 'silent' })
  try {
    await addProblem(broken, await addPerson(broken, 'root', { role: 'ROOT' }), 'P1')
    await broken.prisma.$executeRaw`drop table "Sample" cascade`
    const bob = await addPerson(broken, 'bob')
    const query = '{ problem(displayId: "P1") { samples { input } } }'
    const raw = await openRawSocket(broken.url, { init: { 'Accept-Language': 'en-US' } })
    const [frame] = await askSocket(raw, '1', { query })
    const overHttp = await broken.graphql(query)
    const overRest = await broken.rest('GET', '/api/get-problem-detail?problemId=P1')
    raw.socket.terminate()
    // Not even who asks can be found out.
    await broken.prisma.$executeRaw`drop table "Session" cascade`
    const nobody = await broken.graphql('{ __typename }', {}, { token: bob.token })
    expect(nobody).toMatchObject({ http: 500, errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }] })
    const unknown = await openRawSocket(broken.url, { init: { Authorization: bob.token } })
    expect(await unknown.closed).toEqual({ code: 4500, reason: 'Internal server error' })

    const detail = { headers: undefined }
    for (const answer of [{ ...overHttp, ...detail }, frame?.payload]) {
      expect(codes(answer)).toEqual(['INTERNAL_SERVER_ERROR'])
      expect(answer.data).toBeNull()
    }
    expect(overRest).toMatchObject({ http: 500, status: 500, data: null })
    for (const answer of [overHttp, overRest, nobody]
      .map((one) => ({ ...one, ...detail }))
      .concat(frame as never)) {
      expect(JSON.stringify(answer)).not.toMatch(/Sample|Session|prisma|relation|select|\.ts/i)
    }
  } finally {
    await broken.close()
  }
})
