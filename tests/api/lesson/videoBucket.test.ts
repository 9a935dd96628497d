import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashOf } from '#server/core/blobs.ts'
import { sweepStrays } from '#server/modules/file/blobSweep.ts'
import { sweepVideos } from '#server/modules/lesson/video.ts'
import { FRAGMENT, LESSON_VIDEO, md5Of, sendFragment, videoOf } from '../../support/lessons.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type S3, startS3 } from '../../support/s3.ts'
import { type ServerProcess, startServerProcess } from '../../support/serverProcess.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Videos of lessons where servers on several machines share a database and a bucket: area-rules L8, L9, L10. */

let s3: S3
let site: Site
let root: Person
let one: ServerProcess
let other: ServerProcess
const disks: string[] = []

/** Starts a server on a machine of its own: it shares no folder with the others. */
async function startMachine(): Promise<ServerProcess> {
  const disk = await mkdtemp(join(tmpdir(), 'machine-'))
  disks.push(disk)
  return startServerProcess(site, { STORAGE_URL: s3.url, DATA_DIR: disk, TMPDIR: disk })
}

beforeAll(async () => {
  s3 = await startS3()
  site = await startSite({ STORAGE_URL: s3.url })
  root = await addPerson(site, 'root', { role: 'ROOT' })
  ;[one, other] = await Promise.all([startMachine(), startMachine()])
}, 120_000)
afterAll(async () => {
  await Promise.all([one?.stop(), other?.stop()])
  await site?.close()
  await s3?.close()
  for (const disk of disks) await rm(disk, { recursive: true, force: true })
}, 30_000)

type At = Pick<ServerProcess, 'url'>

async function ask(at: At, path: string) {
  const response = await fetch(`${at.url}${path}`, {
    headers: { authorization: root.token, 'accept-language': 'en-US' },
  })
  return (await response.json()) as { data: { offset: number; path: string }; msg: string }
}
const check = (at: At, md5: string) => ask(at, `/shopapi/uploadCheck?md5=${md5}&name=a.mp4`)
const publish = (at: At, md5: string) => ask(at, `/shopapi/publichFile?md5=${md5}&name=a.mp4`)
const send = (at: At, bytes: Uint8Array, offset: number, md5 = md5Of(bytes)) =>
  sendFragment(at, { as: root, md5, offset, bytes: bytes.subarray(offset, offset + FRAGMENT) })

/** Sends a video to both servers in turn. */
async function sendAll(bytes: Uint8Array, md5 = md5Of(bytes)): Promise<void> {
  for (let offset = 0; offset < bytes.byteLength; offset += FRAGMENT) {
    const at = (offset / FRAGMENT) % 2 === 0 ? one : other
    expect((await send(at, bytes, offset, md5)).data).toBe(Math.min(offset + FRAGMENT, bytes.byteLength))
  }
}

/** Another video each time. */
let made = 0
const fresh = (bytes: number) => {
  const video = videoOf(Math.max(bytes, LESSON_VIDEO.byteLength + 16))
  video.writeUInt32BE(++made, video.byteLength - 4)
  return video
}
const keys = (folder: string) => [...s3.objects.keys()].filter((key) => key.startsWith(folder))

describe('two servers on one bucket', () => {
  it('L8: take the fragments of one video in turn, and both serve it by ranges', async () => {
    const video = fresh(4 * FRAGMENT + 1000)
    await sendAll(video)
    const { data } = await publish(other, md5Of(video))
    expect(data).toEqual({ offset: video.byteLength, path: `/api/public/video/${md5Of(video)}.mp4` })
    const { file } = await site.prisma.video.findUniqueOrThrow({
      where: { id: md5Of(video) },
      include: { file: true },
    })
    const size = video.byteLength
    for (const at of [one, other]) {
      const whole = await fetch(`${at.url}${data.path}`)
      expect(md5Of(Buffer.from(await whole.arrayBuffer()))).toBe(md5Of(video))
      for (const [range, from, end] of [
        ['bytes=0-99', 0, 100],
        [`bytes=${2 * FRAGMENT - 5}-${2 * FRAGMENT + 5}`, 2 * FRAGMENT - 5, 2 * FRAGMENT + 6],
        [`bytes=${size - 10}-`, size - 10, size],
        ['bytes=-500', size - 500, size],
      ] as const) {
        s3.asked.length = 0
        const part = await fetch(`${at.url}${data.path}`, { headers: { range } })
        expect([range, part.status]).toEqual([range, 206])
        expect(part.headers.get('content-range')).toBe(`bytes ${from}-${end - 1}/${size}`)
        expect(Buffer.from(await part.arrayBuffer()).equals(video.subarray(from, end))).toBe(true)
        // Seeking does not read what stands before.
        expect(s3.asked).toEqual([`GET ${file.place} bytes=${from}-${end - 1}`])
      }
      const beyond = await fetch(`${at.url}${data.path}`, { headers: { range: `bytes=${size}-` } })
      expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
    }
  })

  it('L9: go on where the other is when that is gone, and send nothing again', async () => {
    const video = fresh(3 * FRAGMENT + 10)
    const md5 = md5Of(video)
    expect((await send(one, video, 0)).data).toBe(FRAGMENT)
    expect((await send(one, video, FRAGMENT)).data).toBe(2 * FRAGMENT)
    await one.kill()
    try {
      expect((await check(other, md5)).data).toEqual({ offset: 2 * FRAGMENT, path: '' })
      expect((await send(other, video, 2 * FRAGMENT)).data).toBe(3 * FRAGMENT)
      expect((await send(other, video, 3 * FRAGMENT)).data).toBe(video.byteLength)
      // The bytes are all there: asking publishes.
      expect((await check(other, md5)).data.path).toContain(md5)
    } finally {
      one = await startMachine()
    }
    const served = await fetch(`${one.url}/api/public/video/${md5}.mp4`)
    expect(md5Of(Buffer.from(await served.arrayBuffer()))).toBe(md5)
    // A server that starts on a busy machine takes its time.
  }, 120_000)

  it('L9: go on at the fragment that a crash has lost', async () => {
    const video = fresh(3 * FRAGMENT + 10)
    const md5 = md5Of(video)
    await sendAll(video)
    s3.objects.delete(keys('parts/').at(2) ?? '')
    expect((await publish(one, md5)).msg).toBe('Please choose file first')
    expect((await check(one, md5)).data).toEqual({ offset: 2 * FRAGMENT, path: '' })
    for (const offset of [2 * FRAGMENT, 3 * FRAGMENT]) await send(other, video, offset)
    expect((await publish(one, md5)).data.path).toContain(md5)
  })

  it('L9: write once what both get at once', async () => {
    const video = fresh(3 * FRAGMENT + 50)
    const before = keys('files/').length
    for (let offset = 0; offset < video.byteLength; offset += FRAGMENT) {
      const answers = await Promise.all([one, other, one, other].map((at) => send(at, video, offset)))
      expect(answers.map(({ data }) => data).filter((data) => data !== -1)).toHaveLength(1)
    }
    const answers = await Promise.all([one, other, one, other].map((at) => publish(at, md5Of(video))))
    expect(new Set(answers.map(({ data }) => data?.path))).toEqual(
      new Set([`/api/public/video/${md5Of(video)}.mp4`]),
    )
    expect(keys('files/')).toHaveLength(before + 1)
    expect(keys('parts/')).toEqual([])
  })

  it('L8: refuse another MD5 or type, and keep no bytes of that', async () => {
    const before = keys('').length
    const md5 = 'a'.repeat(32)
    await sendAll(fresh(2 * FRAGMENT + 9), md5)
    expect((await publish(one, md5)).msg).toMatch(/MD5/)
    const cut = fresh(3 * FRAGMENT).subarray(0, 2 * FRAGMENT)
    await sendAll(cut)
    expect((await publish(other, md5Of(cut))).msg).toBe('Only mp4 videos can be uploaded')
    expect((await check(one, md5)).data).toEqual({ offset: 0, path: '' })
    expect(keys('')).toHaveLength(before)
  })

  it('L8: publish later what the bucket has refused, from the same fragments', async () => {
    const video = fresh(3 * FRAGMENT)
    const before = keys('files/').length
    await sendAll(video)
    for (const refused of [/^PUT files\//, /^GET parts\/.*000002$/]) {
      s3.fails = (request) => refused.test(request)
      expect((await publish(one, md5Of(video))).data).toBeNull()
      s3.fails = null
      expect(keys('files/')).toHaveLength(before)
      expect(keys('parts/')).toHaveLength(3)
    }
    expect((await publish(other, md5Of(video))).data.path).toContain(md5Of(video))
  })

  it('L9: move back over a fragment that the bucket has refused', async () => {
    const video = fresh(2 * FRAGMENT)
    await send(one, video, 0)
    s3.fails = (request) => /^PUT parts\//.test(request)
    expect((await send(other, video, FRAGMENT)).data).toBeNull()
    s3.fails = null
    expect((await check(one, md5Of(video))).data).toEqual({ offset: FRAGMENT, path: '' })
    expect((await send(one, video, FRAGMENT)).data).toBe(2 * FRAGMENT)
    expect((await publish(other, md5Of(video))).data.path).toContain(md5Of(video))
  })

  it('L8: share the quota of an uploader exactly', async () => {
    const full = await site.prisma.videoPart.create({
      data: { id: 'full', ownerId: root.id, md5: 'f'.repeat(32), size: 2 ** 30 },
    })
    for (const id of ['e', 'd', 'c'])
      await site.prisma.videoPart.create({ data: { ...full, id, md5: id.repeat(32) } })
    const { _sum } = await site.prisma.videoPart.aggregate({ _sum: { size: true } })
    const { _sum: published } = await site.prisma.file.aggregate({ _sum: { size: true } })
    const used = Number(_sum.size) + Number(published.size)
    // Room for one and a half.
    await site.prisma.videoPart.update({
      where: { id: 'full' },
      data: { size: 2 ** 30 - (used - 2 ** 32) - 1.5 * FRAGMENT },
    })
    // The first claim stands still between the sum and the row, until the second is there.
    const second = new pg.Client({ connectionString: site.databaseUrl })
    await second.connect()
    await second.query(`
      create function wait() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(4); return new; end $$;
      create trigger wait before insert on "VideoPart" for each row execute function wait();
      select pg_advisory_lock(4)`)
    const sending = Promise.all([one, other].map((at) => send(at, fresh(FRAGMENT), 0)))
    try {
      await expect
        .poll(async () => {
          const { rows } = await second.query(
            `select count(*)::int as "n" from pg_stat_activity
             where "datname" = current_database() and "wait_event_type" = 'Lock'`,
          )
          return rows[0].n
        })
        .toBe(2)
    } finally {
      await second.query('select pg_advisory_unlock(4); drop trigger wait on "VideoPart"; drop function wait')
      await second.end()
    }
    const answers = await sending
    expect(answers.map(({ data }) => data).sort()).toEqual([FRAGMENT, null])
    await site.prisma.videoPart.deleteMany()
  })
})

describe('the sweeps of a bucket', () => {
  const at = (hours: number) => contextOf(site, null, new Date(Date.now() + hours * 3600_000))

  it('find the blob and the file that a crash has left, and leave the others', async () => {
    const [kept, blob] = [await site.house.blobs.put(Buffer.from('kept')), hashOf('stray')]
    const before = keys('files/')
    const put = (key: string) => s3.objects.set(key, { bytes: Buffer.from('stray'), at: new Date(0) })
    put(`${blob.slice(0, 2)}/${blob}`)
    put(`files/ab/ab${'0'.repeat(30)}`)
    await sweepStrays(at(0))
    expect(keys('files/')).toEqual(before)
    expect(await site.prisma.blob.findUnique({ where: { hash: blob } })).toMatchObject({ size: 5 })
    expect(await site.house.blobs.has(kept)).toBe(true)
  })

  it('L10: leave a part with a fragment of this day, and remove the others', async () => {
    const [living, left] = [fresh(3 * FRAGMENT), fresh(2 * FRAGMENT)]
    await send(one, left, 0)
    await send(one, living, 0)
    const of = async (video: Buffer) => {
      const part = await site.prisma.videoPart.findFirst({ where: { md5: md5Of(video) } })
      return part ? keys(`parts/${part.id}/`) : null
    }
    // Two days ago, but the part goes on.
    for (const key of keys('parts/')) Object.assign(s3.objects.get(key) ?? {}, { at: new Date(0) })
    await site.prisma.videoPart.updateMany({
      where: { md5: md5Of(left) },
      data: { updatedAt: at(-25).now },
    })
    await send(other, living, FRAGMENT)
    await sweepVideos(at(0))
    await sweepStrays(at(0))
    expect(await of(left)).toBeNull()
    expect(await of(living)).toHaveLength(2)
    expect(keys('parts/')).toHaveLength(2)
    await send(one, living, 2 * FRAGMENT)
    expect((await publish(one, md5Of(living))).data.path).toContain(md5Of(living))
  })

  it('L10: remove fragments without a row, of more than one page of a list', async () => {
    const video = fresh(2 * FRAGMENT)
    await send(one, video, 0)
    const kept = keys('parts/')
    for (let at = 0; at < 1200; at++)
      s3.objects.set(`parts/0-stray/${String(at).padStart(6, '0')}`, {
        bytes: Buffer.of(1),
        at: new Date(),
      })
    await sweepVideos(at(0))
    expect(keys('parts/')).toEqual(kept)
    await sweepVideos(at(25))
    expect(keys('parts/')).toEqual([])
  })
})
