import { parse, validate } from 'graphql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { schema } from '#server/schema.ts'
import { openStreamedSite, type StreamedSite, UNSHARED } from '../support/streamedSite.ts'
import { streamFigures } from '../support/streams.ts'

let streamed: StreamedSite

beforeAll(async () => {
  streamed = await openStreamedSite()
})

afterAll(() => streamed?.site.close())

it.each(Object.entries(UNSHARED))(
  '%s has a stream for each subscriber, also of the same role',
  async (field, argumentsOf) => {
    const { site, roots } = streamed
    const query = `subscription { ${field}${argumentsOf(streamed)} }`
    expect(validate(schema, parse(query))).toEqual([])
    await expect.poll(async () => (await streamFigures(site)).shared).toBe(0)
    const lines = await Promise.all(roots.map(({ token }) => site.subscribe(query, {}, { token })))
    expect((await streamFigures(site)).shared).toBe(0)
    for (const line of lines) line.close()
  },
)
