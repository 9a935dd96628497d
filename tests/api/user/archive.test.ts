import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runOperation } from '#server/modules/operation/running.ts'
import { unpackZip } from '#server/modules/testset/unpack.ts'
import { works } from '#server/works.ts'
import { addContest, addJudged, MINUTE, type Phase, timesOf } from '../../support/contests.ts'
import { addGroup } from '../../support/groups.ts'
import { addJudgeable } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let problem: Awaited<ReturnType<typeof addJudgeable>>
let root: Person
let owner: Person
let made = 0
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  owner = await addPerson(site, 'owner', { role: 'ADMIN' })
  problem = await addJudgeable(site, 'P1')
})
afterAll(() => site.close())

const member = () => addPerson(site, `member${++made}`, { email: `member${made}@example.org` })

const ASK = 'mutation { exportOwnData { id state resultUrl } }'
const LIST = '{ operations(kinds: [DATA_EXPORT], first: 5) { edges { node { id state resultUrl } } } }'
const codeOf = (answer: { errors?: readonly { extensions?: Record<string, unknown> }[] }) =>
  answer.errors?.[0]?.extensions?.code

const unzip = async (bytes: ArrayBuffer): Promise<Record<string, string>> =>
  Object.fromEntries(
    [...(await unpackZip(new Uint8Array(bytes)))].map(([name, file]) => [name, Buffer.from(file).toString()]),
  )

const download = (url: string, token: string) => fetch(site.url + url, { headers: { authorization: token } })

/** Somebody's archive, once it is packed; the server's own job may be first. */
async function archiveOf(person: Person) {
  const asked = await site.graphql(ASK, {}, person)
  const number = Number(Buffer.from(asked.data.exportOwnData.id, 'base64').toString().split(':')[1])
  await runOperation(contextOf(site, null), works, number)
  const seen = async () => (await site.graphql(LIST, {}, person)).data.operations.edges[0].node
  await expect.poll(async () => (await seen()).state).toBe('DONE')
  const { id, resultUrl } = await seen()
  const answer = await download(resultUrl, person.token)
  expect(answer.status).toBe(200)
  return { id, resultUrl, files: await unzip(await answer.arrayBuffer()) }
}

const practice = (person: Person) =>
  site.prisma.submission.create({
    data: {
      ...{ problemId: problem.id, userId: person.id, language: 'cpp17', codeLength: 7, ip: '10.0.0.1' },
      ...{ state: 'DONE', verdict: 'WRONG_ANSWER', timeMs: 31, memoryKb: 77 },
      code: { create: { source: `by ${person.username}` } },
    },
  })

describe('the archive of own data', () => {
  it('holds what the person entered, and neither secrets nor words of others', async () => {
    const [ada, bob] = [await member(), await member()]
    const own = await practice(ada)
    await practice(bob)
    await site.prisma.user.update({ where: { id: ada.id }, data: { realname: '=cmd|1', school: 'Home' } })
    const { prisma } = site
    const contest = await addContest(site, { type: 'ACM', ownerId: owner.id, ...timesOf('thawed') })
    const comment = await prisma.comment.create({
      data: { contestId: contest.id, authorId: ada.id, content: 'my own comment' },
    })
    await prisma.reply.create({
      data: { commentId: comment.id, authorId: bob.id, targetId: ada.id, content: 'an answer by bob' },
    })
    await prisma.reply.create({
      data: { commentId: comment.id, authorId: ada.id, content: 'my own reply' },
    })
    const told = { userId: ada.id, title: 'told', content: 'an answer by bob' } as const
    await prisma.notification.create({ data: { ...told, kind: 'REPLY' } })
    await prisma.notification.create({ data: { ...told, kind: 'MINE', content: 'about my account' } })
    const crew = await addGroup(site, owner, 'crew')
    await prisma.groupMember.create({
      data: { groupId: crew.id, userId: ada.id, standing: 'APPLIED', reason: 'my own reason' },
    })
    await prisma.groupNotice.create({
      data: { groupId: crew.id, authorId: ada.id, title: 'News', content: 'my own announcement' },
    })
    await prisma.groupInvitation.create({
      data: {
        groupId: crew.id,
        createdById: ada.id,
        token: 'secret-of-link',
        expiresAt: new Date(),
        maxUses: 7,
      },
    })
    await prisma.checkIn.create({ data: { userId: ada.id, day: new Date('2026-01-02'), fortune: 3 } })
    const category = { create: { name: 'Knots', nameKey: 'knots', color: '#335577' } }
    const words = { title: 'words of the owner', description: 'words of the owner' }
    const training = await prisma.training.create({
      data: { ...words, category, owner: { connect: { id: owner.id } } },
    })
    for (const { id: userId } of [ada, bob])
      await prisma.trainingRegistration.create({ data: { trainingId: training.id, userId } })
    const lesson = await prisma.lesson.create({ data: { key: 'knots', keyLower: 'knots', rank: 0 } })
    for (const { id: userId } of [ada, bob])
      await prisma.lessonProgress.create({ data: { userId, lessonId: lesson.id, seconds: 42 } })
    const post = await prisma.discussion.create({
      data: {
        ...words,
        content: '',
        author: { connect: { id: owner.id } },
        category: { create: { names: {}, rank: 1 } },
      },
    })
    for (const [reporterId, reason] of [
      [ada.id, 'my own report'],
      [bob.id, 'an answer by bob'],
    ] as const)
      await prisma.discussionReport.create({ data: { discussionId: post.id, reporterId, reason } })

    const { files } = await archiveOf(ada)
    expect(Object.keys(files).sort()).toEqual(
      [
        ...['orders/1.json', 'points/1.json', 'reports/1.json', 'lessons.json'],
        ...['check-ins.json', 'comments/1.json', 'group-announcements/1.json', 'groups/1.json'],
        ...[
          'group-invitations/1.json',
          'notifications/1.json',
          'posts/1.json',
          'homework.json',
          'profile.json',
          'replies/1.json',
          'sessions.json',
          'submissions.csv',
          'trainings.json',
          `submissions/${own.id}.cpp`,
        ],
      ].sort(),
    )
    expect(files[`submissions/${own.id}.cpp`]).toBe(`by ${ada.username}`)
    expect(files['submissions.csv']).toContain(`${own.id},P1,`)
    expect(files['submissions.csv']).toContain('WRONG_ANSWER')
    expect(JSON.parse(files['profile.json'] ?? '')).toMatchObject({
      school: 'Home',
      email: expect.any(String),
    })
    expect(JSON.parse(files['check-ins.json'] ?? '')).toMatchObject([{ fortune: 3 }])
    expect(JSON.parse(files['trainings.json'] ?? '')).toMatchObject([{ trainingId: training.id, solved: 0 }])
    expect(JSON.parse(files['group-invitations/1.json'] ?? '')).toMatchObject([{ maxUses: 7 }])
    expect(files['notifications/1.json']).toContain('about my account')
    const all = Object.values(files).join('\n')
    expect(all).toContain('my own comment')
    expect(JSON.parse(files['lessons.json'] ?? '')).toMatchObject([{ lessonId: lesson.id, seconds: 42 }])
    for (const own of ['my own reply', 'my own reason', 'my own announcement', 'my own report'])
      expect(all).toContain(own)
    expect(all).not.toMatch(/answer by bob|words of the owner|passwordHash|tokenHash|argon2|secret-of-link/)
    expect(all).not.toContain(bob.username)
    expect(all).not.toContain(ada.token)
  })

  it('holds each submitted file of output once, and none that nobody submitted', async () => {
    const eve = await member()
    const keep = async (contents: readonly string[], isSent: boolean) => {
      const hashes = await site.house.blobs.putAll(contents.map((content) => Buffer.from(content)))
      const { id: outputSetId } = await site.prisma.outputSet.create({
        data: {
          id: `${eve.username}-${contents.join()}`,
          userId: eve.id,
          files: {
            create: hashes.map((hash, at) => ({ name: `${at}.out`, hash, size: contents[at]?.length ?? 0 })),
          },
        },
      })
      if (isSent)
        await site.prisma.submission.update({
          where: { id: (await practice(eve)).id },
          data: { outputSetId, language: 'output' },
        })
      return hashes
    }
    const [one = '', two = ''] = await keep(['first', 'second'], true)
    const [, three = ''] = await keep(['first', 'third'], true)
    await keep(['draft'], false)
    const { files } = await archiveOf(eve)
    const outputs = Object.entries(files).filter(([name]) => name.startsWith('outputs/'))
    expect(Object.fromEntries(outputs)).toEqual({
      [`outputs/${one}`]: 'first',
      [`outputs/${two}`]: 'second',
      [`outputs/${three}`]: 'third',
    })
  })

  it.each([
    { type: 'OI', phase: 'frozen', shown: ['early'] },
    { type: 'OI', phase: 'over', shown: ['early'] },
    { type: 'OI', phase: 'thawed', shown: ['early', 'late'] },
    { type: 'ACM', phase: 'frozen', shown: ['early', 'late'] },
  ] as const)(
    'shows of an $type contest that is $phase what its author sees',
    async ({ type, phase, shown }) => {
      const cleo = await member()
      const contest = await addContest(site, { type, ownerId: owner.id, ...timesOf(phase as Phase) })
      const { startsAt, freezesAt } = timesOf(phase)
      const named = { displayId: 'K', title: 'Knots', position: 1 }
      await site.prisma.contestProblem.create({
        data: { contestId: contest.id, problemId: problem.id, ...named },
      })
      const sent = (after: Date) =>
        addJudged(site, cleo, {
          ...{ problemId: problem.id, contestId: contest.id },
          createdAt: new Date(after.getTime() + MINUTE),
        })
      const rows = { early: await sent(startsAt), late: await sent(freezesAt) }
      const { files } = await archiveOf(cleo)
      const lines = (files['submissions.csv'] ?? '').split('\r\n')
      const lineOf = (id: number) => lines.find((line) => line.startsWith(`${id},`)) ?? ''
      for (const name of ['early', 'late'] as const) {
        const line = lineOf(rows[name].id)
        const isShown = (shown as readonly string[]).includes(name)
        expect(line.split(',')[1], name).toBe('K')
        expect(line.includes('ACCEPTED'), name).toBe(isShown)
        if (!isShown) expect(line).not.toMatch(/100|AAA|900|DONE/)
      }
    },
  )

  it('is the owner’s alone, through every door, and made once an hour', async () => {
    const dan = await member()
    const { id, resultUrl } = await archiveOf(dan)
    const node = 'query ($id: ID!) { node(id: $id) { ... on Operation { id resultUrl } } }'
    for (const other of [root, owner]) {
      expect((await download(resultUrl, other.token)).status).not.toBe(200)
      expect((await site.graphql(node, { id }, other)).data?.node ?? null).toBeNull()
      expect((await site.graphql(LIST, {}, other)).data.operations.edges).toEqual([])
    }
    expect((await fetch(site.url + resultUrl)).status).toBe(401)
    expect((await site.graphql(node, { id }, dan)).data.node.resultUrl).toBe(resultUrl)
    const again = await site.graphql(ASK, {}, dan)
    expect(again.errors?.[0]?.extensions).toMatchObject({ code: 'DATA_EXPORT_TOO_SOON', minutes: 60 })
    expect(codeOf(await site.graphql(ASK))).toBe('UNAUTHENTICATED')
    const later = { createdAt: new Date(Date.now() - 61 * MINUTE) }
    const mine = { ownerId: dan.id }
    await site.prisma.operation.updateMany({ where: mine, data: later })
    const both = await Promise.all([site.graphql(ASK, {}, dan), site.graphql(ASK, {}, dan)])
    expect(both.map((answer) => codeOf(answer) ?? 'begun').sort()).toEqual(['DATA_EXPORT_TOO_SOON', 'begun'])
  })
})
