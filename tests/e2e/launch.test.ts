import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchSite } from '#tests/support/launched.ts'
import type { Launched } from '#tests/support/launchOn.ts'

const SUM =
  '#include <iostream>\nint main() { long long a, b; std::cin >> a >> b; std::cout << a + b << "\\n"; }\n'

let site: Launched
let token = ''
let sum = ''

beforeAll(async () => {
  site = await launchSite()
}, 180_000)

afterAll(() => site?.stop())

async function ask<Data>(query: string, variables: object = {}): Promise<Data> {
  const response = await fetch(`${site.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) },
    body: JSON.stringify({ query, variables }),
  })
  const answer = (await response.json()) as { data: Data; errors?: { message: string }[] }
  if (answer.errors) throw new Error(answer.errors.map(({ message }) => message).join('\n'))
  return answer.data
}

const submit = (source: string) =>
  ask<{ submit: { id: string } }>('mutation ($input: SubmitInput!) { submit(input: $input) { id } }', {
    input: { problemId: sum, language: 'cpp17', source },
  }).then(({ submit }) => submit.id)

const verdictOf = (id: string) =>
  ask<{ node: { verdict: string | null } }>(
    'query ($id: ID!) { node(id: $id) { ... on Submission { verdict } } }',
    {
      id,
    },
  ).then(({ node }) => node.verdict)

/** A crash takes a moment to mend; anyone who asks meanwhile asks again. */
const settled = (id: string) =>
  expect.poll(() => verdictOf(id).catch(() => 'out of reach'), { timeout: 60_000, interval: 200 })

describe('a site started with one command', () => {
  it('lets the first administrator in', async () => {
    const { login } = await ask<{ login: { token: string } }>(
      'mutation ($input: LoginInput!) { login(input: $input) { token } }',
      { input: { username: 'root', password: site.adminPassword } },
    )
    token = login.token
    expect(token).not.toBe('')
  })

  it('serves the page, its files, and problems to look at', async () => {
    const page = await fetch(`${site.url}/problem`)
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1]
    expect((await fetch(`${site.url}${script}`)).status).toBe(200)

    const { problems } = await ask<{ problems: { edges: { node: { id: string; displayId: string } }[] } }>(
      '{ problems(first: 50) { edges { node { id displayId } } } }',
    )
    expect(problems.edges.length).toBeGreaterThanOrEqual(12)
    sum = problems.edges.find(({ node }) => node.displayId === 'P1001')?.node.id ?? ''
  })

  it('judges', async () => {
    await settled(await submit(SUM)).toBe('ACCEPTED')
  })

  it('goes on after its server was killed', async () => {
    const before = site.server.pid()
    process.kill(before ?? 0, 'SIGKILL')
    const answers = () =>
      ask<{ viewer: { user: { username: string } } }>('{ viewer { user { username } } }').catch(() => null)
    await expect.poll(answers, { timeout: 30_000 }).toEqual({ viewer: { user: { username: 'root' } } })
    expect(site.server.pid()).not.toBe(before)
  })

  it('finishes what a killed judge had begun', async () => {
    const slow = SUM.replace('int main() {', 'int main() { for (volatile long i = 0; i < 200000000; i++) {}')
    // The site makes people wait a little between two submissions.
    let id = ''
    const send = async () => {
      id = await submit(slow).catch(() => '')
      return id
    }
    await expect.poll(send, { timeout: 20_000, interval: 500 }).not.toBe('')
    await expect
      .poll(
        () =>
          ask<{ node: { state: string } }>(
            'query ($id: ID!) { node(id: $id) { ... on Submission { state } } }',
            {
              id,
            },
          ).then(({ node }) => node.state),
        { timeout: 30_000, interval: 20 },
      )
      .toBe('RUNNING')
    process.kill(-(site.judge.pid() ?? 0), 'SIGKILL')
    await settled(id).toBe('ACCEPTED')
  })
})
