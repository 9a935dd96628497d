import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { switches } from '#server/modules/site/site.ts'
import { type FakeHost, outcome, startFakeHost } from '../../support/fakeHost.ts'
import { addJudgeable } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let host: FakeHost
let alice: Person
let problemId: string
beforeAll(async () => {
  site = await startSite()
  const root = await addPerson(site, 'chief', { role: 'ROOT' })
  await switches.set(contextOf(site, root), { submitIntervalSeconds: 0 })
  problemId = (await addJudgeable(site, 'T1001')).globalId
  host = await startFakeHost(site.databaseUrl)
  alice = await addPerson(site, 'alice')
})
afterAll(async () => {
  await host.stop()
  await site.close()
})

/** Sends a source in; the number of the submission, or why it is refused. */
const DOORS = {
  GraphQL: async (source: string) => {
    const input = { problemId, language: 'c11', source }
    const text = 'mutation ($input: SubmitInput!) { submit(input: $input) { number } }'
    const { data, errors } = await site.graphql(text, { input }, alice)
    return errors ? String(errors[0]?.message) : (data.submit.number as number)
  },
  REST: async (code: string) => {
    const body = { pid: 'T1001', language: 'C', code, cid: 0, isRemote: false }
    const sent = await site.rest('POST', '/api/submit-problem-judge', { ...alice, body })
    return sent.status === 200 ? (sent.data.submitId as number) : String(sent.msg)
  },
} as const

/** A text of so many characters, as a browser counts them, which are more or fewer bytes. */
const long = (length: number, character: string) => {
  const text = `//${character.repeat(Math.floor((length - 2) / character.length))}`
  return text.padEnd(length, 'x')
}

const noise = Array.from({ length: 5000 }, (_, i) => String.fromCharCode(((i * 7919) % 0xd7ff) + 1)).join('')
const utf16 = [...'int main() { return 0; }'].map((character) => `${character}\0`).join('')

describe.each(Object.entries(DOORS))('through %s', (_, send) => {
  it.each<[string, string]>([
    ['65535 letters', long(65_535, 'x')],
    ['65535 characters of three bytes', long(65_535, '漢')],
    ['65535 characters, two of them a face', long(65_535, '😀')],
    ['noise', noise],
    ['a byte order mark', '\uFEFFint main() { return 0; }'],
    ['CRLF, CR and no line end', 'int main()\r\n{\r  return 0;\r\n}'],
    ['controls and colours', 'int main() { /* \u0007\u001b[31m\u007f */ return 0; }'],
  ])('%s arrive as they were sent', async (_, source) => {
    const number = await send(source)
    expect(number).toEqual(expect.any(Number))
    const taken = await host.takeSubmission()
    expect(taken.task.source === source).toBe(true)
    taken.end(outcome('COMPILE_ERROR'))
    const { data } = await site.graphql(
      'query ($number: Int!) { submission(number: $number) { source codeLength } }',
      { number },
      alice,
    )
    expect(data.submission.source === source).toBe(true)
    expect(data.submission.codeLength).toBe(Buffer.byteLength(source))
  })

  it.each<[string, string, RegExp]>([
    ['nothing', '', /can not be empty/],
    ['blanks alone', ' \t\r\n', /can not be empty/],
    ['one letter too many', long(65_536, 'x'), /can not exceed 65535/],
    ['one character too many', long(65_536, '漢'), /can not exceed 65535/],
    ['UTF-16', utf16, /is not valid text/],
    ['UTF-16 with its mark', `\uFEFF${utf16}`, /is not valid text/],
    ['half a character', 'int x; // \uD83D', /is not valid text/],
  ])('%s is refused', async (_, source, reason) => {
    const before = await site.prisma.submission.count()
    expect(await send(source)).toMatch(reason)
    expect(await site.prisma.submission.count()).toBe(before)
  })
})
