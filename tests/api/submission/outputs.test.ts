import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { enlist } from '#judge/health/liveness.ts'
import { OUTPUT } from '#judge/outputs.ts'
import type { HostProfile } from '#judge/protocol.ts'
import { contentOf } from '#server/core/blobs.ts'
import { sweepBlobs } from '#server/modules/file/blobSweep.ts'
import { bringOutputs, sweepOutputs } from '#server/modules/submission/outputs/outputs.ts'
import { submit as sendIn } from '#server/modules/submission/submission.ts'
import { unpackZip } from '#server/modules/testset/unpack.ts'
import { addContest, timesOf } from '../../support/contests.ts'
import { outcome } from '../../support/fakeHost.ts'
import { addJudgeable, caseSpec, globalId } from '../../support/judgeable.ts'
import { overlap } from '../../support/overlap.ts'
import { zippedOf } from '../../support/packages.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import type { Site } from '../../support/site.ts'
import { openSubmitSite, type SubmitSite } from '../../support/submitSite.ts'
import { uploadFile } from '../../support/uploadFile.ts'

const UPLOAD = '/api/file/upload-outputs'
const SUBMIT = `mutation ($input: SubmitInput!) { submit(input: $input) { number languageKey languageName codeLength
  source outputs { name bytes } } }`

let sending: SubmitSite
let site: Site
let problem: Awaited<ReturnType<typeof addJudgeable>>
let hashes: string[]
beforeAll(async () => {
  sending = await openSubmitSite()
  site = sending.site
  const contents = ['1 2\n', '3 4\n', '3\n', '7\n']
  hashes = await site.house.blobs.putAll(contents.map((content) => Buffer.from(content)))
  const side = (at: number, name: string) => ({ hash: hashes[at] ?? '', size: 4, name })
  problem = await addJudgeable(site, 'ANSWERS', {
    outputOnly: true,
    cases: [1, 2].map((index) => ({
      ...caseSpec(index),
      input: side(index - 1, `sum${index}.in`),
      answer: side(index + 1, `sum${index}.ans`),
    })),
  })
  await site.prisma.testBlob.createMany({
    data: hashes.map((hash) => ({ problemId: problem.id, hash })),
  })
})
afterAll(() => sending.close())

let names = 0
let ada: Person
beforeEach(async () => {
  ada = await addPerson(site, `ada${++names}`)
})

const upload = (
  content: Uint8Array | string,
  { as = ada, name = 'a.zip', pid = 'ANSWERS', more = '' } = {},
) => uploadFile(site, `${UPLOAD}?pid=${pid}${more}`, content, { as, name })

const submit = (outputs: string, as = ada, more: object = {}) =>
  site.graphql(SUBMIT, { input: { problemId: problem.globalId, outputs, ...more } }, as)

const fetched = async (path: string, as: Person | null) => {
  const response = await fetch(site.url + path, {
    headers: { 'accept-language': 'en-US', ...(as?.token ? { authorization: as.token } : {}) },
  })
  if (response.headers.get('content-type')?.includes('json')) return response.json()
  const files = await unpackZip(new Uint8Array(await response.arrayBuffer()))
  return Object.fromEntries([...files].map(([name, content]) => [name, Buffer.from(content).toString()]))
}

describe('an output-only problem', () => {
  it('shows its cases and gives its inputs, and offers no language', async () => {
    const { data } = await site.graphql(`{ problem(displayId: "ANSWERS") {
      outputOnly outputCases { index name bytes } languages { key } } }`)
    expect(data.problem).toEqual({
      outputOnly: true,
      outputCases: [
        { index: 1, name: 'sum1.in', bytes: 4 },
        { index: 2, name: 'sum2.in', bytes: 4 },
      ],
      languages: [],
    })
    expect(await fetched('/api/file/download-inputs?pid=answers', null)).toEqual({
      'sum1.in': '1 2\n',
      'sum2.in': '3 4\n',
    })
  })

  it('keeps the inputs of other problems', async () => {
    await addJudgeable(site, 'HIDDEN-ANSWERS', { outputOnly: true, visibility: 'HIDDEN' })
    const { data } = await site.graphql('{ problem(displayId: "T1001") { outputOnly outputCases { name } } }')
    expect(data.problem).toEqual({ outputOnly: false, outputCases: [] })
    for (const [pid, words] of [
      ['T1001', 'This problem takes programs, not output files'],
      ['HIDDEN-ANSWERS', 'unable to find'],
    ] as const) {
      const refused = await fetched(`/api/file/download-inputs?pid=${pid}`, ada)
      expect(refused.msg).toMatch(new RegExp(words, 'i'))
      expect((await upload('1', { name: '1.out', pid })).msg).toMatch(new RegExp(words, 'i'))
    }
  })

  it('takes a zip, says which file is for which case, and has them judged', async () => {
    const { data: set } = await upload(
      zippedOf({ 'mine/sum1.out': '3\r\n', 'mine/2.txt': '7\n', 'notes.md': '#' }),
    )
    expect(set.files).toEqual([
      { name: 'mine/2.txt', size: 2, caseIndex: 2 },
      { name: 'mine/sum1.out', size: 2, caseIndex: 1 },
      { name: 'notes.md', size: 1, caseIndex: null },
    ])
    const { data, errors } = await submit(set.id)
    expect(errors).toBeUndefined()
    expect(data.submit).toMatchObject({ languageKey: OUTPUT, languageName: 'Output files', codeLength: 5 })
    expect(data.submit.outputs).toEqual(
      set.files.map(({ name, size }: { name: string; size: number }) => ({ name, bytes: size })),
    )
    expect(data.submit.source).toContain('mine/sum1.out  2 B  sha256 ')
    const { number } = data.submit
    const taken = await sending.host.takeSubmission(number)
    expect(taken.task).toMatchObject({ language: OUTPUT })
    expect(taken.task.outputs?.map(({ name }) => name)).toEqual(['mine/2.txt', 'mine/sum1.out', 'notes.md'])
    taken.end({ ...outcome('ACCEPTED'), timeMs: null, memoryKb: null })
    await sending.settled(number)
    const { data: after } = await site.graphql(
      `query ($number: Int!) { submission(number: $number) { verdict timeMs memoryKb } }`,
      { number },
      ada,
    )
    expect(after.submission).toEqual({ verdict: 'ACCEPTED', timeMs: null, memoryKb: null })
    const path = `/api/file/download-outputs?submitId=${number}`
    expect(await fetched(path, ada)).toEqual({ 'mine/2.txt': '7\n', 'mine/sum1.out': '3\n', 'notes.md': '#' })
    const stranger = await addPerson(site, `stranger${names}`)
    expect((await fetched(path, stranger)).status).toBe(403)
    const { data: seen } = await site.graphql(
      `query ($number: Int!) { submission(number: $number) { source outputs { name } } }`,
      { number },
      stranger,
    )
    expect(seen.submission).toEqual({ source: null, outputs: null })
  })

  it('gathers single files, which a rejudging judges as they were submitted', async () => {
    const { data: first } = await upload('3', { name: 'sum1.out' })
    const { data: both } = await upload('7', { name: 'sum2.out', more: `&into=${first.id}` })
    expect(both).toMatchObject({ id: first.id, files: [{ name: 'sum1.out' }, { name: 'sum2.out' }] })
    const { data } = await submit(first.id)
    const { number } = data.submit
    const taken = await sending.host.takeSubmission(number)
    taken.end(outcome('WRONG_ANSWER'))
    await sending.settled(number)
    // What was submitted stays; its other files come along into the next set.
    const { data: next } = await upload('99', { name: 'sum2.out', more: `&into=${first.id}` })
    expect(next.id).not.toBe(first.id)
    expect(next.files.map(({ size }: { size: number }) => size)).toEqual([1, 2])
    await site.graphql(
      'mutation ($id: ID!) { rejudgeSubmission(input: { id: $id }) { number } }',
      { id: globalId('Submission', number) },
      sending.root,
    )
    const again = await sending.host.takeSubmission(number)
    expect(again.task.outputs).toEqual(taken.task.outputs)
    again.end(outcome('ACCEPTED'))
    await sending.settled(number)
  })

  it('refuses programs, files of others, and files for no case', async () => {
    const program = { problemId: problem.globalId, language: 'cpp17o2', source: 'int main() {}' }
    const refusals = async (input: object, as = ada) =>
      (await site.graphql(SUBMIT, { input }, as)).errors?.map(({ extensions }) => extensions?.code)
    expect(await refusals(program)).toEqual(['OUTPUT_ONLY'])
    const { data: odd } = await upload('x', { name: 'readme' })
    expect(odd.files).toEqual([{ name: 'readme', size: 1, caseIndex: null }])
    expect(await refusals({ problemId: problem.globalId, outputs: odd.id })).toEqual(['OUTPUTS_UNMATCHED'])
    const { data: mine } = await upload('3', { name: '1.out' })
    const eve = await addPerson(site, `eve${names}`)
    expect(await refusals({ problemId: problem.globalId, outputs: mine.id }, eve)).toEqual(['NOT_FOUND'])
    expect((await upload('4', { as: eve, name: '1.out', more: `&into=${mine.id}` })).status).toBe(404)
    expect(await refusals({ problemId: sending.problem.globalId, outputs: mine.id })).toEqual([
      'NOT_OUTPUT_ONLY',
    ])
    const rest = await site.rest('POST', '/api/submit-problem-judge', {
      ...ada,
      body: { pid: 'ANSWERS', language: 'C++ 17', code: 'int main() { return 0; }' },
    })
    expect(rest).toMatchObject({ status: 400, msg: 'This problem takes output files, not programs' })
    const trial = await site.graphql(
      'mutation ($input: StartTrialInput!) { startTrial(input: $input) { id } }',
      { input: { ...program, input: '1' } },
      ada,
    )
    expect(trial.errors?.[0]?.extensions?.code).toBe('OUTPUT_ONLY')
  })

  it('takes them over REST, and once for one key', async () => {
    const { data: set } = await upload('3', { name: '1.out' })
    const body = { pid: 'ANSWERS', language: '', code: '', outputs: set.id }
    const sent = await site.rest('POST', '/api/submit-problem-judge', { ...ada, locale: 'zh-CN', body })
    expect(sent).toMatchObject({ http: 200, data: { language: '输出文件', length: 1 } })
    const one = await submit(set.id, ada, { clientKey: 'a key' })
    const two = await submit(set.id, ada, { clientKey: 'a key' })
    expect(two.data.submit.number).toBe(one.data.submit.number)
  })

  it('refuses hostile files, in the reader’s language, and keeps none of them', async () => {
    const bomb = zippedOf({ '1.out': 'a'.repeat(70 * 2 ** 20) })
    expect((await upload(bomb)).status).toBe(400)
    expect((await upload(zippedOf({ '../1.out': '3' }))).status).toBe(400)
    expect((await upload('not a zip')).status).toBe(400)
    expect((await upload(zippedOf({ '__MACOSX/1.out': '3' }))).msg).toBe('There is no output file in it')
    expect(await site.prisma.outputSet.count({ where: { userId: ada.id } })).toBe(0)
    const silent = await addPerson(site, `silent${names}`, { role: 'NO_SUBMIT' })
    expect((await upload('3', { as: silent, name: '1.out' })).status).toBe(403)
  })

  it('keeps so much of one person and no more', async () => {
    const { data: set } = await upload('1', { name: '1.out' })
    await site.prisma.blob.create({ data: { hash: 'f'.repeat(64), size: 1024 * 2 ** 20 - 1 } })
    await site.prisma.outputFile.create({
      data: { setId: set.id, name: 'large', hash: 'f'.repeat(64), size: 1024 * 2 ** 20 - 1 },
    })
    expect((await upload('22', { name: '2.out' })).msg).toMatch(/1024 MB in all, and submitted ones stay/)
    await site.prisma.outputFile.deleteMany({ where: { setId: set.id, name: 'large' } })
    expect((await upload('22', { name: '2.out' })).status).toBe(200)
  })

  it('forgets nothing that somebody has added to within a day', async () => {
    const { data: begun } = await upload('3', { name: 'sum1.out' })
    const yesterday = new Date(Date.now() - 23 * 3600_000)
    await site.prisma.outputSet.update({ where: { id: begun.id }, data: { createdAt: yesterday } })
    await upload('7', { name: 'sum2.out', more: `&into=${begun.id}` })
    await sweepOutputs(contextOf(site, null, new Date(Date.now() + 2 * 3600_000)))
    expect((await upload('9', { name: 'sum2.out', more: `&into=${begun.id}` })).data.id).toBe(begun.id)
  })

  it('forgets what nobody submitted, and holds what somebody did', async () => {
    const { data: left } = await upload('left', { name: '1.out' })
    const { data: kept } = await upload('kept', { name: '1.out' })
    await submit(kept.id)
    const later = new Date(Date.now() + 25 * 3600_000)
    await sweepOutputs(contextOf(site, null, later))
    const sets = await site.prisma.outputSet.findMany({ where: { userId: ada.id }, include: { files: true } })
    expect(sets.map(({ id }) => id)).toEqual([kept.id])
    expect(left.id).not.toBe(kept.id)
    const sweeps = [later, new Date(later.getTime() + 25 * 3600_000)]
    for (const at of sweeps) await sweepBlobs(contextOf(site, null, at))
    expect(await site.house.blobs.has(sets[0]?.files[0]?.hash ?? '')).toBe(true)
  })
})

describe('in a contest', () => {
  it('they are called as there, and are for its participants', async () => {
    const { id } = await addContest(site, {
      ...timesOf('running'),
      type: 'ACM',
      ownerId: sending.root.id,
      title: 'Now',
    })
    await site.prisma.contestProblem.create({
      data: { contestId: id, problemId: problem.id, displayId: 'A', title: 'Answers', position: 1 },
    })
    const more = `&cid=${id}`
    expect((await upload('3', { name: '1.out', pid: 'B', more })).status).toBe(404)
    const { data: set } = await upload('3', { name: '1.out', pid: 'A', more })
    const { data } = await submit(set.id, ada, { contestId: globalId('Contest', id) })
    const { number } = data.submit
    const taken = await sending.host.takeSubmission(number)
    taken.end(outcome('ACCEPTED'))
    await sending.settled(number)
    const accepted = '/api/file/download-contest-ac-submission?excludeAdmin=true&splitType=user'
    const codes = await fetched(`${accepted}&cid=${id}`, sending.root)
    expect(Object.entries(codes)).toEqual([
      [expect.stringMatching(new RegExp(`^${ada.username}/A_\\(\\d+\\)/1\\.out$`)), '3'],
    ])
    expect(Object.keys(await fetched(`/api/file/download-inputs?pid=A${more}`, ada))).toEqual([
      'sum1.in',
      'sum2.in',
    ])
    const coming = await addContest(site, {
      ...timesOf('before'),
      type: 'ACM',
      ownerId: sending.root.id,
      title: 'Later',
    })
    await site.prisma.contestProblem.create({
      data: { contestId: coming.id, problemId: problem.id, displayId: 'A', title: 'Answers', position: 1 },
    })
    const early = await fetched(`/api/file/download-inputs?pid=A&cid=${coming.id}`, ada)
    const absent = await fetched(`/api/file/download-inputs?pid=Z&cid=${coming.id}`, ada)
    expect(early.status).toBe(403)
    expect(early).toEqual(absent)
  })

  it.each(['practice', 'a contest'])(
    'are judged in %s as they are kept, also while one is added',
    async (place) => {
      const { data: set } = await upload('3', { name: '1.out' })
      const contest = await addContest(site, {
        ...timesOf('running'),
        type: 'ACM',
        ownerId: sending.root.id,
        title: 'Both',
      })
      await site.prisma.contestProblem.create({
        data: { contestId: contest.id, problemId: problem.id, displayId: 'A', title: 'Answers', position: 1 },
      })
      const called = place === 'practice' ? 'ANSWERS' : 'A'
      const contestId = place === 'practice' ? null : contest.id
      const added = { name: '2.out', content: contentOf(Buffer.from('7')), atMost: 1 }
      const number = await overlap(
        site,
        contextOf(site, ada),
        (ctx) => bringOutputs(ctx, added, set.id),
        () =>
          sendIn(contextOf(site, ada), {
            ...{ problem: { displayId: called }, language: '', source: '' },
            ...{ outputs: set.id, contestId, captcha: 'UNANSWERABLE' },
          }),
      )
      const { outputSet, judgements, code } = await site.prisma.submission.findUniqueOrThrow({
        where: { id: number },
        include: { outputSet: { include: { files: true } }, judgements: true, code: true },
      })
      const taken = await sending.host.takeSubmission(number)
      taken.end(outcome('ACCEPTED'))
      await sending.settled(number)
      const kept = outputSet?.files.map(({ name }) => name).sort()
      const [task] = judgements.map(({ task }) => task as { outputs: { name: string }[] })
      expect(task?.outputs.map(({ name }) => name).sort()).toEqual(kept)
      for (const name of kept ?? []) expect(code?.source).toContain(name)
    },
  )

  it('are missed in a rehearsal where a host of an older version cannot judge them', async () => {
    const { id } = await addContest(site, {
      ...timesOf('before'),
      type: 'ACM',
      ownerId: sending.root.id,
      title: 'Rehearsed',
    })
    await site.prisma.contestProblem.create({
      data: { contestId: id, problemId: problem.id, displayId: 'A', title: 'Answers', position: 1 },
    })
    const session = new pg.Client({ connectionString: site.databaseUrl })
    await session.connect()
    const profile = { id: randomUUID(), name: 'old', slots: 4, languages: [{ key: 'cpp17o2', version: '1' }] }
    await enlist(session, profile as HostProfile, [])
    const { data: seen } = await site.graphql(
      'query ($id: Int!) { contest(number: $id) { setting { rehearsal { code about } } } }',
      { id },
      sending.root,
    )
    await session.end()
    expect(seen.contest.setting.rehearsal).toContainEqual({
      code: 'HOST_LACKS_LANGUAGE',
      about: 'old: Output files',
    })
  })
})
