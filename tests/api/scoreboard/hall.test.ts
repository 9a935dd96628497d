import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, it } from 'vitest'
import homePage from '#client/__generated__/HomePageQuery.graphql.ts'
import board from '#client/__generated__/useBoardSubscription.graphql.ts'
import { looksOf, usernameKeyOf } from '#server/modules/user/username.ts'
import { addContest, timesOf } from '../../support/contests.ts'
import { addPerson } from '../../support/people.ts'
import { openRawSocket, type RawSocket } from '../../support/rawSocket.ts'
import { type Site, startSite } from '../../support/site.ts'

/** A hall of machines behind one address: its limits are for one person, and nobody in it is refused. */

const MACHINES = 2000
/** So many people sit down in the same moment. */
const AT_ONCE = 40
/** What a site gives an address in a minute that says nothing else (README). */
const LIMITED = { COST_PER_MINUTE: '1000000', SHARE_MS: '1000' }

let site: Site
let contest: number
const sockets: RawSocket[] = []

beforeAll(async () => {
  site = await startSite(LIMITED)
  const owner = await addPerson(site, 'owner', { role: 'ROOT' })
  contest = (await addContest(site, { type: 'ACM', ownerId: owner.id, ...timesOf('running') })).id
  // As strong as can be tried two thousand times: what a password costs is not what is tested here.
  const passwordHash = await hash('correct horse', { memoryCost: 8, timeCost: 1, parallelism: 1 })
  await site.prisma.user.createMany({
    data: Array.from({ length: MACHINES }, (_, seat) => {
      const username = `seat${seat}`
      const id = (0x5ea70000 + seat).toString(16).padStart(32, '0')
      return { id, username, usernameKey: usernameKeyOf(username), looks: looksOf(username), passwordHash }
    }),
  })
}, 60_000)
afterAll(async () => {
  for (const { socket } of sockets) socket.terminate()
  await site.close()
})

const textOf = (document: { params: { text: string | null } }) => document.params.text ?? ''

/** Somebody opens the site, signs in and looks at the board: what is refused of it. */
async function sitDown(seat: number): Promise<string[]> {
  const refused: string[] = []
  const note = (what: string, errors: unknown) => errors && refused.push(`${what}: ${JSON.stringify(errors)}`)
  const first = await site.graphql(textOf(homePage), {})
  note('home page', first.errors)
  const { data, errors } = await site.graphql(
    'mutation ($input: LoginInput!) { login(input: $input) { token } }',
    { input: { username: `seat${seat}`, password: 'correct horse' } },
  )
  note('login', errors)
  const socket = await openRawSocket(site.url, { init: { Authorization: data?.login?.token ?? '' } })
  sockets.push(socket)
  socket.send({
    id: 'board',
    type: 'subscribe',
    payload: { query: textOf(board), variables: { number: contest, view: 'PUBLIC', late: false } },
  })
  const { type, payload } = await socket.frame(({ id }) => id === 'board')
  if (type !== 'next') note('board', payload ?? type)
  else note('board', payload.errors)
  return refused
}

it('signs in two thousand from one address, each with a socket, and refuses nobody', async () => {
  const refused: string[] = []
  let next = 0
  const people = Array.from({ length: AT_ONCE }, async () => {
    for (let seat = next++; seat < MACHINES; seat = next++) refused.push(...(await sitDown(seat)))
  })
  await Promise.all(people)
  expect(refused).toEqual([])
  expect(sockets.filter(({ socket }) => socket.readyState === socket.OPEN)).toHaveLength(MACHINES)
  expect(await site.prisma.session.count()).toBe(MACHINES + 1)
  // A guest among them still reads.
  expect((await site.graphql(textOf(homePage), {})).errors).toBeUndefined()
}, 240_000)
