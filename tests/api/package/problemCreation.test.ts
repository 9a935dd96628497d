import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { referTo, sweepFiles } from '#server/modules/file/file.ts'
import { addContest, timesOf } from '../../support/contests.ts'
import { overlap } from '../../support/overlap.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { png } from '../../support/pictures.ts'
import { type Site, startSite } from '../../support/site.ts'
import { uploadFile } from '../../support/uploadFile.ts'

let site: Site
let root: Person
let admin: Person
let ada: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  admin = await addPerson(site, 'admin', { role: 'ADMIN' })
  ada = await addPerson(site, 'ada')
})
afterAll(() => site.close())

const bring = (path: string, as: { token?: string }, field: string, content: Buffer, name = 'a.png') =>
  uploadFile(site, path, content, { as, field, name })
const bringPicture = (person: { token?: string }, content = png()) =>
  bring('/api/file/upload-md-img', person, 'image', content)
const pictureOf = async (person: Person) =>
  (await bringPicture(person)).data as { link: string; fileId: number }

describe('files that staff bring for their texts', () => {
  it('are shown under an address of their own, for good and running nothing', async () => {
    const { link } = await pictureOf(admin)
    expect(link).toMatch(/^\/api\/public\/img\/[\da-f]{32}\.png$/)
    const answer = await fetch(site.url + link)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png())
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('are saved and never shown when they are no pictures, whatever they are called', async () => {
    const page = Buffer.from('<script>alert(1)</script>')
    const { data } = await bring('/api/file/upload-md-file', admin, 'file', page, '../../notes 1.html')
    const { link } = data as { link: string }
    expect(link).toMatch(/^\/api\/public\/file\/[\da-f]{32}\.html$/)
    const answer = await fetch(site.url + link)
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('content-disposition')).toBe('attachment;filename=notes%201.html')
    expect(await answer.text()).toBe(page.toString())
  })

  it('come from staff alone', async () => {
    expect(await bringPicture({})).toMatchObject({ http: 401 })
    expect(await bringPicture(ada)).toMatchObject({ http: 403 })
    expect(await bring('/api/file/upload-md-file', ada, 'file', png())).toMatchObject({ http: 403 })
  })

  it('are refused when they only look like pictures, or would fill a memory', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    const html = Buffer.from('<!doctype html><script>alert(1)</script>')
    for (const content of [svg, html, Buffer.from('PK\x03\x04zip')]) {
      expect((await bringPicture(admin, content)).msg).toContain('Unsupported picture')
    }
    const broken = png().subarray(0, 12)
    for (const content of [png({ width: 50_000, height: 50_000 }), png({ width: 0 }), broken]) {
      expect((await bringPicture(admin, content)).msg).toContain('damaged or too large')
    }
    expect((await bringPicture(admin, Buffer.alloc(0))).msg).toBe('This file is empty')
    expect((await bringPicture(admin, Buffer.concat([png(), Buffer.alloc(4 * 2 ** 20)]))).msg).toContain(
      '4 MB',
    )
  })

  it('leave nothing behind when they break off', async () => {
    const count = async () => site.prisma.file.count()
    const before = await count()
    const head = `POST /api/file/upload-md-file HTTP/1.1\r\nHost: x\r\nAuthorization: ${admin.token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1')
    await new Promise<void>((resolve) => socket.write(head + 'x'.repeat(500_000), () => resolve()))
    socket.destroy()
    // Another one that comes after it is kept: the first is over by then, with nothing kept.
    await bring('/api/file/upload-md-file', admin, 'file', Buffer.from('whole'), 'b.bin')
    expect(await count()).toBe(before + 1)
  })

  it('are refused when too much lies about unused', async () => {
    await site.prisma.file.create({
      data: {
        id: 'f'.repeat(32),
        use: 'MARKDOWN_PICTURE',
        name: 'x',
        mediaType: 'image/png',
        size: 400 * 2 ** 20,
        hash: '',
        place: 'files/ff/none',
        ownerId: admin.id,
      },
    })
    expect((await bringPicture(admin)).msg).toContain('400 MB')
    await site.prisma.file.delete({ where: { id: 'f'.repeat(32) } })
  })
})

describe('files that nothing shows', () => {
  const later = (hours: number) => ({
    ...contextOf(site, null),
    now: new Date(Date.now() + hours * 3600_000),
  })
  const isThere = async (link: string) => (await fetch(site.url + link)).status === 200

  it('are swept after a day, and those that a text names are kept', async () => {
    const [used, unused] = [await pictureOf(admin), await pictureOf(admin)]
    await site.prisma.siteNotice.create({ data: { id: 1, texts: {} } })
    await referTo(contextOf(site, root), 'SiteNotice:1', [`Look: ![](${used.link})`])
    await sweepFiles(later(23))
    expect([await isThere(used.link), await isThere(unused.link)]).toEqual([true, true])
    await sweepFiles(later(25))
    expect([await isThere(used.link), await isThere(unused.link)]).toEqual([true, false])
    await referTo(contextOf(site, root), 'SiteNotice:1', ['nothing any more'])
    await sweepFiles(later(25))
    expect(await isThere(used.link)).toBe(false)
  })

  it('are swept with the notices and comments that showed them, however those are removed', async () => {
    const contest = await addContest(site, { ...timesOf('running'), type: 'ACM', ownerId: root.id })
    const pictures = [await pictureOf(admin), await pictureOf(admin), await pictureOf(admin)] as const
    const contestId = contest.id
    const text = { contestId, authorId: root.id }
    const notice = await site.prisma.contestNotice.create({ data: { ...text, title: 'a', content: 'b' } })
    const comment = await site.prisma.comment.create({ data: { ...text, content: 'a' } })
    const reply = await site.prisma.reply.create({
      data: { commentId: comment.id, authorId: root.id, content: 'a' },
    })
    const ctx = contextOf(site, root)
    await referTo(ctx, `ContestNotice:${notice.id}`, [pictures[0].link])
    await referTo(ctx, `Comment:${comment.id}`, [pictures[1].link])
    await referTo(ctx, `Reply:${reply.id}`, [pictures[2].link])
    const there = () => Promise.all(pictures.map(({ link }) => isThere(link)))
    await sweepFiles(later(25))
    expect(await there()).toEqual([true, true, true])
    await site.prisma.contest.delete({ where: { id: contestId } })
    await sweepFiles(later(25))
    expect(await there()).toEqual([false, false, false])
  })

  it.each([
    ['the sweep', () => sweepFiles(later(25))],
    [
      'who brought them',
      (fileId: number) => site.rest('GET', `/api/file/delete-md-img?fileId=${fileId}`, admin),
    ],
  ])('are kept by %s when a text names them at that moment', async (_, remove) => {
    const { link, fileId } = await pictureOf(admin)
    const ctx = contextOf(site, root)
    await overlap<unknown>(
      site,
      ctx,
      (ctx) => referTo(ctx, 'SiteNotice:1', [link]),
      () => remove(fileId),
    )
    expect(await isThere(link)).toBe(true)
    await referTo(ctx, 'SiteNotice:1', [])
  })

  it('are deleted by anyone who brought them, unless a text shows them', async () => {
    const { link, fileId } = await pictureOf(admin)
    const remove = (person: Person) => site.rest('GET', `/api/file/delete-md-img?fileId=${fileId}`, person)
    expect(await remove(ada)).toMatchObject({ status: 404 })
    await referTo(contextOf(site, root), 'SiteNotice:2', [link])
    expect(await remove(admin)).toMatchObject({ status: 200 })
    expect(await isThere(link)).toBe(true)
    await referTo(contextOf(site, root), 'SiteNotice:2', [])
    expect(await remove(admin)).toMatchObject({ status: 200 })
    expect(await isThere(link)).toBe(false)
  })
})
