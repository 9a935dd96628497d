import { readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepFiles } from '#server/modules/file/file.ts'
import { createLesson, removeLesson } from '#server/modules/lesson/saving.ts'
import { sweepVideos } from '#server/modules/lesson/video.ts'
import {
  FRAGMENT,
  fragmentsPath,
  LESSON_VIDEO,
  md5Of,
  sendFragment,
  sendFragments,
  uploadVideo,
  videoOf,
} from '../../support/lessons.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Videos of lessons: area-rules L8, L9, L10. */

let site: Site
let root: Person
let teacher: Person
let user: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  teacher = await addPerson(site, 'teacher', { role: 'ADMIN' })
  user = await addPerson(site, 'user')
})
afterAll(() => site?.close())

const check = (md5: string, as: Person | null = root) =>
  site.rest('GET', `/shopapi/uploadCheck?md5=${encodeURIComponent(md5)}&name=a.mp4`, {
    token: as?.token ?? null,
  })
const publish = (md5: string, as: Person | null = root) =>
  site.rest('GET', `/shopapi/publichFile?md5=${encodeURIComponent(md5)}&name=a.mp4`, {
    token: as?.token ?? null,
  })
const send = (bytes: Uint8Array, offset: number, as: Person | null = root, md5 = md5Of(bytes)) =>
  sendFragment(site, { as, md5, offset, bytes: bytes.subarray(offset, offset + FRAGMENT) })
const drafts = () => join(site.settings.dataDir, 'files', 'drafts')
const parts = async () =>
  (await readdir(drafts()).catch(() => [])).filter((name) => name.startsWith('video-'))

/** Another video each time. */
let made = 0
const fresh = (bytes = LESSON_VIDEO.byteLength + 8) => {
  const video = videoOf(Math.max(bytes, LESSON_VIDEO.byteLength + 16))
  video.writeUInt32BE(++made, video.byteLength - 4)
  return video
}

describe('L8: what is taken', () => {
  it('L8: is for staff, by the token of the header alone', async () => {
    const video = fresh()
    for (const [who, http] of [
      [null, 401],
      [user, 403],
    ] as const) {
      expect((await check(md5Of(video), who)).http).toBe(http)
      expect((await publish(md5Of(video), who)).http).toBe(http)
      expect((await send(video, 0, who)).http).toBe(http)
    }
    const headers = { cookie: `JSESSIONID=${root.token}` }
    expect(
      (await site.rest('GET', `/shopapi/publichFile?md5=${md5Of(video)}&name=a`, { headers })).http,
    ).toBe(401)
  })

  it('L8: is a complete mp4 by content, whatever its name', async () => {
    const cut = fresh(3 * FRAGMENT).subarray(0, 2 * FRAGMENT)
    const files = [
      Buffer.from('GIF89a, no video at all'),
      Buffer.alloc(5000),
      LESSON_VIDEO.subarray(0, 9000),
      cut,
    ]
    for (const file of files) {
      for (let at = 0; at < file.byteLength; at += FRAGMENT) await send(file, at)
      const { status, data, msg } = await publish(md5Of(file))
      expect([status, data, msg]).toEqual([400, null, 'Only mp4 videos can be uploaded'])
      expect((await check(md5Of(file))).data).toEqual({ offset: 0, path: '' })
    }
  })

  it('L8: has the MD5 that was announced', async () => {
    const video = fresh()
    const md5 = 'a'.repeat(32)
    expect((await send(video, 0, root, md5)).data).toBe(video.byteLength)
    expect((await publish(md5)).msg).toMatch(/MD5/)
    expect(await site.prisma.video.count({ where: { id: md5 } })).toBe(0)
    for (const bad of [
      '',
      'x',
      `${'a'.repeat(31)}g`,
      '../../etc/passwd',
      "' or 1=1 --",
      `${'a'.repeat(32)}\0`,
    ]) {
      expect([bad, (await check(bad)).status]).toEqual([bad, 400])
      expect([bad, (await publish(bad)).status]).toEqual([bad, 400])
      expect([bad, (await send(video, 0, root, bad)).status]).toEqual([bad, 400])
    }
  })

  it('L8: has fragments of at most 1,048,576 bytes and 1 GiB in all', async () => {
    const big = await sendFragment(site, {
      ...{ as: root, md5: 'b'.repeat(32), offset: 0 },
      bytes: new Uint8Array(FRAGMENT + 1),
    })
    expect([big.status, big.data]).toEqual([400, null])
    const far = await sendFragment(site, {
      as: root,
      md5: 'b'.repeat(32),
      offset: 2 ** 30,
      bytes: new Uint8Array(8),
    })
    expect(far.msg).toMatch(/1024 MB/)
  })

  it('L8: is a part of its uploader alone', async () => {
    const video = fresh(2 * FRAGMENT + 100)
    await send(video, 0)
    expect((await check(md5Of(video))).data).toEqual({ offset: FRAGMENT, path: '' })
    expect((await check(md5Of(video), teacher)).data).toEqual({ offset: 0, path: '' })
    expect((await publish(md5Of(video), teacher)).msg).toBe('Please choose file first')
  })
})

describe('L9: offsets', () => {
  it('L9: answer -1 elsewhere than at the stored one, and write nothing', async () => {
    const video = fresh(2 * FRAGMENT + 100)
    const md5 = md5Of(video)
    expect((await send(video, FRAGMENT)).data).toBe(-1)
    expect((await send(video, 0)).data).toBe(FRAGMENT)
    for (const offset of [0, 1, -FRAGMENT, 2 * FRAGMENT, 2 ** 40 * FRAGMENT, 7]) {
      const { data } = await sendFragment(site, { as: root, md5, offset, bytes: new Uint8Array(100) })
      expect([offset, data === -1 || data === null]).toEqual([offset, true])
    }
    expect((await check(md5)).data.offset).toBe(FRAGMENT)
    expect((await send(video, FRAGMENT)).data).toBe(2 * FRAGMENT)
    expect((await send(video, 2 * FRAGMENT)).data).toBe(video.byteLength)
    expect((await publish(md5)).data).toEqual({
      offset: video.byteLength,
      path: `/api/public/video/${md5}.mp4`,
    })
  })

  it('L9: two fragments at once for one place write once', async () => {
    const video = fresh(3 * FRAGMENT + 50)
    for (let offset = 0; offset < video.byteLength; offset += FRAGMENT) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => send(video, offset)))
      expect(answers.map(({ data }) => data).filter((data) => data !== -1)).toHaveLength(1)
    }
    const published = await Promise.all([publish(md5Of(video)), publish(md5Of(video)), check(md5Of(video))])
    expect(new Set(published.map(({ data }) => data.path)).size).toBe(1)
    const rows = await site.prisma.file.findMany({ where: { name: `${md5Of(video)}.mp4` } })
    expect(rows.map(({ size }) => size)).toEqual([video.byteLength])
  })

  it('L9: of a part with missing bytes keep it, also where its last box goes to the end of the file', async () => {
    const video = fresh(3 * FRAGMENT + 9)
    video.writeUInt32BE(0, LESSON_VIDEO.byteLength)
    const md5 = md5Of(video)
    for (let offset = 0; offset < video.byteLength; offset += FRAGMENT) {
      expect((await check(md5)).data).toEqual({ offset, path: '' })
      expect((await send(video, offset)).data).toBe(Math.min(offset + FRAGMENT, video.byteLength))
    }
    const state = { offset: video.byteLength, path: `/api/public/video/${md5}.mp4` }
    expect((await check(md5)).data).toEqual(state)
  })

  it('L9: of a complete part that is no video, or another one, are 0: it starts again', async () => {
    const cut = fresh(3 * FRAGMENT).subarray(0, 2 * FRAGMENT)
    const other = fresh()
    for (const [file, md5] of [
      [Buffer.from('GIF89a, no video'), undefined],
      [cut, undefined],
      [other, 'c'.repeat(32)],
    ] as const) {
      const announced = md5 ?? md5Of(file)
      for (let at = 0; at < file.byteLength; at += FRAGMENT) await send(file, at, root, announced)
      const before = (await parts()).length
      expect((await check(announced)).data).toEqual({ offset: 0, path: '' })
      expect(await parts()).toHaveLength(before - 1)
      expect((await send(file, 0, root, announced)).data).toBe(Math.min(file.byteLength, FRAGMENT))
    }
  })

  it('L9: equal to the size mean published; the path is used again', async () => {
    const video = fresh(FRAGMENT)
    expect((await send(video, 0)).data).toBe(FRAGMENT)
    const state = { offset: FRAGMENT, path: `/api/public/video/${md5Of(video)}.mp4` }
    expect((await check(md5Of(video))).data).toEqual(state)
    expect((await check(md5Of(video), teacher)).data).toEqual(state)
    expect((await send(video, 0, teacher)).data).toBe(-1)
    expect((await publish(md5Of(video), teacher)).data).toEqual(state)
  })
})

describe('requests of many fragments', () => {
  const sendAll = (video: Uint8Array, offset = 0, as: Person | null = root) =>
    sendFragments(site, { as, md5: md5Of(video), offset, bytes: video.subarray(offset) })

  it('are for staff', async () => {
    expect((await sendAll(fresh(), 0, null)).http).toBe(401)
    expect((await sendAll(fresh(), 0, user)).http).toBe(403)
  })

  it('store all of them, and go on behind others (area-rules L9)', async () => {
    const video = fresh(3 * FRAGMENT + 70_000)
    const md5 = md5Of(video)
    expect((await sendAll(video, FRAGMENT)).data).toBe(-1)
    expect((await check(md5)).data.offset).toBe(0)
    expect((await send(video, 0)).data).toBe(FRAGMENT)
    for (const offset of [0, FRAGMENT + 1, 2 * FRAGMENT]) expect((await sendAll(video, offset)).data).toBe(-1)
    expect((await sendAll(video, FRAGMENT)).data).toBe(video.byteLength)
    const { path } = (await publish(md5)).data
    const stored = await fetch(`${site.url}${path}`)
    expect(md5Of(Buffer.from(await stored.arrayBuffer()))).toBe(md5)
  })

  it('of two tabs at once store each fragment once', async () => {
    const video = fresh(6 * FRAGMENT + 10)
    const md5 = md5Of(video)
    // As the page does: go on from where the server is.
    const tab = async () => {
      for (let offset = 0; offset < video.byteLength; ) {
        const { data } = await sendAll(video, offset)
        const state = data === -1 ? (await check(md5)).data : { offset: data }
        offset = state.offset
      }
    }
    await Promise.all([tab(), tab()])
    const { path } = (await publish(md5)).data
    const stored = await fetch(`${site.url}${path}`)
    expect(md5Of(Buffer.from(await stored.arrayBuffer()))).toBe(md5)
  })

  it('are at most 16', async () => {
    const { status, msg } = await sendAll(fresh(16 * FRAGMENT + 1))
    expect([status, msg]).toEqual([400, expect.stringMatching(/16 MB/)])
  })

  it('that break off leave the complete ones', async () => {
    const video = fresh(4 * FRAGMENT)
    const md5 = md5Of(video)
    const sending = request(`${site.url}${fragmentsPath(md5, 0)}`, {
      method: 'POST',
      headers: {
        authorization: root.token,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': video.byteLength + 200,
      },
    })
    sending.on('error', () => undefined)
    sending.write('--b\r\nContent-Disposition: form-data; name="file"; filename="x.mp4"\r\n\r\n')
    sending.write(video.subarray(0, 2 * FRAGMENT + 500_000))
    await expect.poll(async () => (await check(md5)).data.offset).toBe(2 * FRAGMENT)
    sending.destroy()
    expect((await sendAll(video, 2 * FRAGMENT)).data).toBe(video.byteLength)
    expect((await publish(md5)).data.path).toContain(md5)
  })
})

describe('L10: what stays', () => {
  it('L10: is served by ranges to everybody', async () => {
    const video = fresh(2 * FRAGMENT)
    const path = await uploadVideo(site, root, video)
    const ask = (range?: string) =>
      fetch(`${site.url}${path}`, { headers: range === undefined ? {} : { range } })
    const whole = await ask()
    expect(whole.headers.get('content-type')).toBe('video/mp4')
    expect(md5Of(Buffer.from(await whole.arrayBuffer()))).toBe(md5Of(video))
    for (const [range, from, end] of [
      ['bytes=0-99', 0, 100],
      [`bytes=${FRAGMENT - 5}-${FRAGMENT + 5}`, FRAGMENT - 5, FRAGMENT + 6],
      [`bytes=${video.byteLength - 10}-`, video.byteLength - 10, video.byteLength],
      ['bytes=-7', video.byteLength - 7, video.byteLength],
    ] as const) {
      const part = await ask(range)
      expect([range, part.status]).toEqual([range, 206])
      expect(part.headers.get('content-range')).toBe(`bytes ${from}-${end - 1}/${video.byteLength}`)
      expect(Buffer.from(await part.arrayBuffer()).equals(video.subarray(from, end))).toBe(true)
    }
    expect((await ask(`bytes=${video.byteLength}-`)).status).toBe(416)
    for (const name of ['x.mp4', `${'0'.repeat(32)}.mp4`, '..%2f..%2fetc%2fpasswd', `${md5Of(video)}`])
      expect((await fetch(`${site.url}/api/public/video/${name}`)).status).toBe(404)
  })

  it('L10: parts of a day and videos that no lesson had for a day are removed', async () => {
    const [kept, unused, part] = [fresh(), fresh(), fresh(2 * FRAGMENT)]
    for (const video of [kept, unused]) await uploadVideo(site, root, video)
    await send(part, 0)
    const lesson = await createLesson(contextOf(site, root), {
      ...{ key: 'kept', parentId: null, title: 'Kept', article: 'Text', videoId: md5Of(kept) },
    })
    const at = (hours: number) => contextOf(site, null, new Date(Date.now() + hours * 3600_000))
    const left = async () => {
      const rows = await site.prisma.video.findMany({ where: { id: { in: [md5Of(kept), md5Of(unused)] } } })
      return rows.map(({ id }) => (id === md5Of(kept) ? 'kept' : 'unused')).sort()
    }
    const before = (await parts()).length
    await sweepVideos(at(0))
    await sweepVideos(at(23))
    expect(await left()).toEqual(['kept', 'unused'])
    expect(await parts()).toHaveLength(before)
    await sweepVideos(at(25))
    await sweepFiles(at(25))
    expect(await left()).toEqual(['kept'])
    expect(await site.prisma.videoPart.count()).toBe(0)
    expect(await parts()).toEqual([])
    expect(await site.prisma.file.count({ where: { name: `${md5Of(unused)}.mp4` } })).toBe(0)
    expect(await site.prisma.file.count({ where: { name: `${md5Of(kept)}.mp4` } })).toBe(1)
    // A day counts from the loss of the last lesson on.
    await site.prisma.lesson.update({ where: { id: lesson.id }, data: { videoId: null } })
    await sweepVideos(at(26))
    expect(await left()).toEqual(['kept'])
    await sweepVideos(at(51))
    expect(await left()).toEqual([])
    await removeLesson(contextOf(site, root), lesson.id).catch(() => undefined)
  })

  it('L10: a part whose file is lost starts again', async () => {
    const video = fresh(2 * FRAGMENT)
    await send(video, 0)
    for (const name of await parts()) await rm(join(drafts(), name))
    expect((await check(md5Of(video))).data).toEqual({ offset: 0, path: '' })
    expect(await uploadVideo(site, root, video)).toContain(md5Of(video))
  })
})

describe('a flood of fragments', () => {
  it('leaves one row and one file, and stays within the quota', async () => {
    const videos = Array.from({ length: 5 }, () => fresh(FRAGMENT + 10))
    await Promise.all(videos.flatMap((video) => Array.from({ length: 8 }, () => send(video, 0))))
    expect(await site.prisma.videoPart.count({ where: { ownerId: root.id } })).toBeGreaterThanOrEqual(5)
    await site.prisma.videoPart.updateMany({ where: { ownerId: root.id }, data: { size: 2 ** 30 - 2 ** 20 } })
    const { msg } = await send(fresh(), 0)
    expect(msg).toMatch(/4096|quota|MB/i)
  })
})
