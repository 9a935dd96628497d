import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweepSessions } from '#server/modules/user/session.ts'
import { networkOf } from '#server/modules/user/unfamiliarLogin.ts'
import { addPerson, contextOf, PASSWORD } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite({ TRUST_PROXY: 'on', RATE_MUTATIONS: '100000', RATE_REQUESTS: '100000' })
})
afterAll(() => site.close())

const DAY = 24 * 3600_000
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36'
const NEWER_CHROME = CHROME.replace('130.0', '131.0')
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0'

type From = { agent?: string; ip?: string }

const headersOf = ({ agent = CHROME, ip = '10.1.2.3' }: From) => ({
  'user-agent': agent,
  'x-forwarded-for': ip,
})

const login = (username: string, from: From = {}) =>
  site.graphql(
    'mutation ($input: LoginInput!) { login(input: $input) { token } }',
    { input: { username, password: PASSWORD } },
    { headers: headersOf(from) },
  )

/** Contents of what the viewer was told, newest first. */
const told = async (
  token: string,
  locale = 'en-US',
): Promise<{ title: string; content: string; link: string }[]> => {
  const { data } = await site.graphql(
    '{ notifications(first: 20, kind: MINE) { edges { node { title content link } } } }',
    {},
    { token, locale },
  )
  return data.notifications.edges.map(({ node }: { node: unknown }) => node)
}

/** Waits until all queued notifications are written. */
const settled = () =>
  expect
    .poll(
      () =>
        site.prisma.$queryRaw<unknown[]>`select 1 from graphile_worker.jobs where task_identifier = 'notify'`,
    )
    .toHaveLength(0)

it('tells of a login from a new device or network, never of the first or a familiar one (area-rules M5)', async () => {
  const ada = await addPerson(site, 'ada')
  await login('ada')
  await login('ada', { agent: NEWER_CHROME, ip: '10.1.2.77' })
  await settled()
  expect(await told(ada.token)).toEqual([])

  await login('ada', { agent: FIREFOX, ip: '203.0.113.9' })
  await expect.poll(() => told(ada.token)).toHaveLength(1)
  const [first] = await told(ada.token)
  expect(first?.title).toBe('Login from a new device')
  expect(first?.content).toMatch(
    /at \d{4}-\d\d-\d\d \d\d:\d\d \(Asia\/Shanghai\) with Firefox, Windows from 203\.0\.113\.9/,
  )
  expect(first?.link).toBe('/setting#devices')
  expect((await told(ada.token, 'zh-CN'))[0]?.title).toBe('新设备登录')

  // The same browser from elsewhere, by the REST door.
  const answer = await site.rest('POST', '/api/login', {
    body: { username: 'ada', password: PASSWORD },
    headers: headersOf({ ip: '2001:db8:1:2::5' }),
  })
  expect(answer.status).toBe(200)
  await expect.poll(() => told(ada.token)).toHaveLength(2)
  await login('ada', { ip: '2001:db8:1:ffff::1' })
  await settled()
  expect(await told(ada.token)).toHaveLength(2)
})

it('tells once of two logins at the same moment (area-rules M5)', async () => {
  const bob = await addPerson(site, 'bob')
  await login('bob')
  await Promise.all([login('bob', { agent: FIREFOX }), login('bob', { agent: FIREFOX })])
  await expect.poll(() => told(bob.token)).toHaveLength(1)
  await settled()
  expect(await told(bob.token)).toHaveLength(1)
})

it('tells again after 30 days, also when all other sessions were swept (area-rules M5)', async () => {
  const cyd = await addPerson(site, 'cyd')
  await login('cyd')
  const move = (days: number) =>
    site.prisma.session.updateMany({
      where: { userId: cyd.id, ip: { not: '' } },
      data: { expiresAt: new Date(Date.now() - days * DAY) },
    })
  await move(29)
  await login('cyd')
  await settled()
  expect(await told(cyd.token)).toHaveLength(0)
  await move(31)
  await login('cyd')
  await expect.poll(() => told(cyd.token)).toHaveLength(1)

  const dan = await addPerson(site, 'dan')
  await login('dan')
  await site.prisma.session.updateMany({
    where: { userId: dan.id },
    data: { expiresAt: new Date(Date.now() - 400 * DAY) },
  })
  await sweepSessions(contextOf(site, null))
  const { data } = await login('dan', { agent: FIREFOX })
  await expect.poll(() => told(data.login.token)).toHaveLength(1)
})

it('takes the first 24 bits of IPv4 and the first 48 of IPv6 as the network', () => {
  expect(networkOf('10.1.2.3')).toBe('10.1.2')
  expect(networkOf('::ffff:10.1.2.3')).toBe('10.1.2')
  expect(networkOf('2001:0db8:1:2::5')).toBe('2001:db8:1')
  expect(networkOf('2001:db8::5')).toBe('2001:db8:0')
  expect(networkOf('::1')).toBe('0:0:0')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0')
})
