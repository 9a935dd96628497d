import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Context } from '#server/context.ts'
import { contentOf } from '#server/core/blobs.ts'
import { type BroughtUse, keepFile } from '#server/modules/file/file.ts'
import { sweepReservations, withRoom } from '#server/modules/file/quota.ts'
import { type GroupRole, viewerOf } from '#server/policy/viewer.ts'
import { addGroup } from '../../support/groups.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { png } from '../../support/pictures.ts'
import { type Site, startSite } from '../../support/site.ts'
import { uploadFile } from '../../support/uploadFile.ts'

const MIB = 2 ** 20

let site: Site
let writer: Person
beforeAll(async () => {
  site = await startSite()
  writer = await addPerson(site, 'writer', { role: 'ADMIN' })
})
afterAll(() => site.close())

const REFUSED = { status: 403, msg: expect.stringMatching(/Unused uploads are limited to \d+ MB/) }

it('holds pictures that come at the same time to the quota', async () => {
  const ada = await addPerson(site, 'ada')
  const picture = Buffer.concat([png(), Buffer.alloc(1.9 * MIB)])
  const answers = await Promise.all(
    Array.from({ length: 30 }, () =>
      uploadFile(site, '/api/file/upload-avatar', picture, { as: ada, name: 'me.png', field: 'image' }),
    ),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThanOrEqual(19)
  for (const answer of refused) expect(answer).toMatchObject(REFUSED)
  const { _sum } = await site.prisma.file.aggregate({
    where: { ownerId: ada.id, references: { none: {} } },
    _sum: { size: true },
  })
  expect(_sum.size).toBeLessThanOrEqual(20 * MIB)
  expect(await site.prisma.reservation.count()).toBe(0)
})

it('counts avatars to which only a text refers', async () => {
  const eve = await addPerson(site, 'eve')
  const picture = Buffer.concat([png(), Buffer.alloc(1.9 * MIB)])
  const upload = async () => {
    const form = { as: eve, name: 'me.png', field: 'image' }
    return uploadFile(site, '/api/file/upload-avatar', picture, form)
  }
  const category = await site.prisma.discussionCategory.findFirstOrThrow()
  await site.prisma.userRank.update({ where: { userId: eve.id }, data: { solved: 10 } })
  const urls: string[] = []
  for (let at = 0; at < 10; at++) urls.push((await upload()).data.avatar)
  const post = { title: 'Faces', description: 'Mine', content: urls.join(' '), categoryId: category.id }
  expect(await site.rest('POST', '/api/discussion', { token: eve.token, body: post })).toMatchObject({
    status: 200,
  })
  expect(await upload()).toMatchObject({ status: 200 })
  expect(await upload()).toMatchObject(REFUSED)
})

it('holds tests that come at the same time to the quota, and gives back what was not used', async () => {
  const waiting = [1024, 1024, 1024, 1021].map((mib, at) => ({
    name: `big${at}.in`,
    hash: '0'.repeat(64),
    size: mib * MIB,
  }))
  await site.prisma.blob.create({ data: { hash: '0'.repeat(64), size: 0 } })
  const { id } = await site.prisma.testUpload.create({
    data: { id: 'full', ownerId: writer.id, files: { create: waiting } },
  })
  const loose = (name: string) =>
    uploadFile(site, '/api/file/upload-tests', Buffer.alloc(2 * MIB, '1 '), { as: writer, name })
  const answers = await Promise.all(['1.in', '2.in', '3.in', '4.in'].map(loose))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toMatchObject(REFUSED)
  await site.prisma.testUpload.delete({ where: { id } })
  expect(await loose('5.in')).toMatchObject({ status: 200 })
})

it('forgets after a day what a server reserved that died', async () => {
  const quota = { ownerId: writer.id, use: 'TESTS', most: 10, used: async () => 0 }
  const ctx = contextOf(site, writer)
  const yesterday = { ...ctx, now: new Date(ctx.now.getTime() - 25 * 3600_000) }
  const left = await withRoom(yesterday, quota, 10, () => site.prisma.reservation.findFirstOrThrow())
  await site.prisma.reservation.create({ data: left })
  expect(await withRoom(ctx, quota, 10, async () => 'room')).toBe('room')
  await sweepReservations(ctx)
  expect(await site.prisma.reservation.count()).toBe(0)
})

it('keeps a file that is brought by the rights of a group, in a quota of the group', async () => {
  const owner = await addPerson(site, 'owner')
  const { id: groupId } = await addGroup(site, owner, 'ICPC')
  const by = (person: Person, role: GroupRole) => ({
    ...contextOf(site, person),
    viewer: viewerOf(person, new Map([[groupId, role]])),
  })
  const bring = (ctx: Context, atMost = 4, use: BroughtUse = 'MARKDOWN_FILE') =>
    keepFile(ctx, use, { name: 'a.txt', content: contentOf(Buffer.from('text')), atMost }, groupId)
  expect(await bring(by(owner, 'ROOT'))).toMatchObject({ ownerId: owner.id, groupId })
  for (const refused of [
    () => bring(contextOf(site, writer)),
    () => bring(by(owner, 'MEMBER')),
    () => bring(by(owner, 'ROOT'), 4, 'PACKAGE'),
  ])
    await expect(refused()).rejects.toMatchObject({ code: 'FORBIDDEN' })

  // Everybody of the group has a part in its quota, and nobody's own has one in it.
  const other = await addPerson(site, 'other')
  const full = {
    use: 'MARKDOWN_FILE',
    groupId,
    name: 'big',
    mediaType: 'x/y',
    hash: '',
    size: 1024 * MIB - 7,
  } as const
  await site.prisma.file.create({
    data: { ...full, id: 'f'.repeat(32), place: 'nowhere', ownerId: other.id },
  })
  await expect(bring(by(owner, 'ADMIN'))).rejects.toMatchObject({ code: 'FILE_QUOTA' })
  const own = { name: 'a.txt', content: contentOf(Buffer.from('text')), atMost: 4 }
  expect(await keepFile(contextOf(site, writer), 'MARKDOWN_FILE', own)).toMatchObject({ groupId: null })
})
