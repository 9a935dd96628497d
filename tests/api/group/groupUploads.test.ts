import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registeredCalls } from '#server/doors/rest/router.ts'
import { emit } from '#server/events.ts'
import { MOST_EXPORTS, startExport } from '#server/modules/package/exportWork.ts'
import { viewerOf } from '#server/policy/viewer.ts'
import { addGroupRoles, type GroupRoles, NAMES, type Name } from '../../support/groupRoles.ts'
import { addGroup } from '../../support/groups.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { png } from '../../support/pictures.ts'
import { type Site, startSite } from '../../support/site.ts'
import { uploadFile } from '../../support/uploadFile.ts'

/** Uploading, compiling and exporting by the rights of a group, through every door (area-rules G8). */

const MIB = 2 ** 20
let site: Site
let stage: GroupRoles
let disbandedOwner: Person
let disbandedId: number
let hiddenId: number
let made = 0

beforeAll(async () => {
  site = await startSite()
  stage = await addGroupRoles(site)
  disbandedOwner = await addPerson(site, 'disbanded')
  disbandedId = (await addGroup(site, disbandedOwner, 'disbanded', { disbandedAt: new Date() })).id
  hiddenId = (await addGroup(site, await addPerson(site, 'elsewhere'), 'hidden', { visible: false })).id
})
afterAll(() => site?.close())
beforeEach(async () => void (await site.prisma.throttle.deleteMany()))

const EVERYBODY = ['guest', ...NAMES] as const
type Who = (typeof EVERYBODY)[number]
const MANAGERS: readonly Who[] = ['admin', 'author', 'root', 'owner', 'siteRoot']
const OF_SITE: readonly Who[] = ['siteAdmin', 'siteProblemAdmin', 'siteRoot']
const personOf = (who: Who): Person | null => (who === 'guest' ? null : stage.people[who])

/** Uploads of one kind as somebody, with the group that they name. */
const UPLOADS: Record<string, (as: Person | null, gid: number) => ReturnType<typeof uploadFile>> = {
  'a picture': (as, gid) =>
    uploadFile(site, `/api/file/upload-md-img?gid=${gid}`, png(), { as, name: 'a.png', field: 'image' }),
  'a file': (as, gid) =>
    uploadFile(site, `/api/file/upload-md-file?gid=${gid}`, 'text', { as, name: 'a.txt' }),
  'a test': (as, gid) => uploadFile(site, `/api/file/upload-tests?gid=${gid}`, '1', { as, name: '1.in' }),
}

it('removes a picture for its uploader, problem administrators and the administrators of its group', async () => {
  const REMOVERS: readonly Who[] = [...MANAGERS, 'siteProblemAdmin']
  for (const who of EVERYBODY) {
    const asked = { as: stage.people.admin, name: 'a.png', field: 'image' }
    const { data } = await uploadFile(site, `/api/file/upload-md-img?gid=${stage.group.id}`, png(), asked)
    const path = `/api/file/delete-md-img?fileId=${data.fileId}`
    const { status } = await site.rest('GET', path, { token: personOf(who)?.token ?? null })
    const refusal = who === 'guest' ? 401 : 404
    expect([who, status]).toEqual([who, REMOVERS.includes(who) ? 200 : refusal])
  }
  // Of the site: not for administrators of a group.
  const file = await uploadFile(site, '/api/file/upload-md-img', png(), {
    ...{ as: stage.people.siteAdmin, name: 'a.png', field: 'image' },
  })
  const path = `/api/file/delete-md-img?fileId=${file.data.fileId}`
  expect((await site.rest('GET', path, { token: stage.people.owner.token })).status).toBe(404)
  expect((await site.rest('GET', path, { token: stage.people.siteProblemAdmin.token })).status).toBe(200)
  await site.prisma.file.deleteMany({ where: { groupId: stage.group.id } })
})

describe.each(Object.entries(UPLOADS))('%s that is uploaded', (what, bring) => {
  const wroteFor = async (who: Who) => {
    const where = { ownerId: personOf(who)?.id ?? '', groupId: stage.group.id }
    if (what === 'a test') return site.prisma.testUpload.count({ where })
    const use = what === 'a picture' ? 'MARKDOWN_PICTURE' : 'MARKDOWN_FILE'
    return site.prisma.file.count({ where: { ...where, use } })
  }

  it('for a group is taken from its administrators and belongs to it (area-rules G8)', async () => {
    for (const who of EVERYBODY) {
      const { status } = await bring(personOf(who), stage.group.id)
      const may = MANAGERS.includes(who) || (what === 'a test' && who === 'siteProblemAdmin')
      const refusal = who === 'guest' ? 401 : 403
      expect([who, status]).toEqual([who, may ? 200 : refusal])
      expect([who, await wroteFor(who)]).toEqual([who, may ? 1 : 0])
    }
  })

  it('for no group needs a role of the site (area-rules G8)', async () => {
    for (const who of EVERYBODY) {
      const refusal = who === 'guest' ? 401 : 403
      const { status } = await bring(personOf(who), 0)
      expect([who, status]).toEqual([who, OF_SITE.includes(who) ? 200 : refusal])
    }
  })

  it('tells of no group that is hidden or disbanded (area-rules G2, G6)', async () => {
    expect((await bring(disbandedOwner, disbandedId)).status).toBe(403)
    const answers = []
    for (const gid of [hiddenId, disbandedId, 4_711_000]) answers.push(await bring(personOf('owner'), gid))
    for (const answer of answers) expect(answer).toEqual({ ...answers[0], status: 404 })
  })
})

describe.each([
  ['upload-md-img', 'image', 'MARKDOWN_PICTURE', png()],
  ['upload-md-file', 'file', 'MARKDOWN_FILE', Buffer.from('text')],
] as const)('%s', (call, field, use, content) => {
  const bring = (as: Person | null, gid: number | string) =>
    uploadFile(site, `/api/file/${call}`, content, { as, name: 'a.png', field, after: { gid: `${gid}` } })

  it('takes the group from a field after the file, as clients send it (area-rules G8)', async () => {
    await site.prisma.file.deleteMany()
    for (const who of EVERYBODY) {
      const { status } = await bring(personOf(who), stage.group.id)
      const refusal = who === 'guest' ? 401 : 403
      expect([who, status]).toEqual([who, MANAGERS.includes(who) ? 200 : refusal])
    }
    const kept = await site.prisma.file.findMany({ where: { use } })
    expect(kept.map(({ groupId }) => groupId)).toEqual(MANAGERS.map(() => stage.group.id))
  })

  it('tells of no hidden group, and keeps no bytes of a refused file', async () => {
    await site.prisma.file.deleteMany()
    expect((await bring(stage.people.owner, hiddenId)).status).toBe(404)
    expect((await bring(stage.people.owner, 0)).status).toBe(403)
    expect((await bring(stage.people.owner, 'none')).http).toBe(400)
    expect(await site.prisma.file.count()).toBe(0)
    expect(await site.prisma.reservation.count()).toBe(0)
  })
})

it('keeps tests in the quota of a group, which all of its administrators share', async () => {
  await site.prisma.testUpload.deleteMany()
  const hash = '0'.repeat(64)
  await site.prisma.blob.create({ data: { hash, size: 0 } })
  const files = {
    create: [1024, 1024, 1024, 1023].map((mib, at) => ({ name: `${at}.in`, hash, size: mib * MIB })),
  }
  const owner = { ownerId: stage.people.author.id, groupId: stage.group.id }
  await site.prisma.testUpload.create({ data: { id: 'full', ...owner, files } })
  const bring = (name: Name, gid: number) => {
    const as = stage.people[name]
    return uploadFile(site, `/api/file/upload-tests?gid=${gid}`, Buffer.alloc(2 * MIB, '1 '), {
      as,
      name: '1.in',
    })
  }
  const refused = { status: 403, msg: expect.stringMatching(/limited to 4096 MB/) }
  expect(await bring('admin', stage.group.id)).toMatchObject(refused)
  expect(await bring('siteProblemAdmin', 0)).toMatchObject({ status: 200 })
  await site.prisma.testUpload.delete({ where: { id: 'full' } })
  expect(await bring('admin', stage.group.id)).toMatchObject({ status: 200 })
})

it('gives tests of a group to its problems alone, and to nobody who has left it (area-rules G5, G8)', async () => {
  const { author, siteProblemAdmin } = stage.people
  const add = (groupId: number | null) =>
    addJudgeable(site, `UP${++made}`, { groupId, authorId: author.id, visibility: 'HIDDEN' })
  const [own, ofSite] = [await add(stage.group.id), await add(null)]
  const bring = async (as: Person) => (await UPLOADS['a test']?.(as, stage.group.id))?.data.id as string
  const save = async (as: Person, problem: typeof own, upload: string) => {
    const cases = [{ subtask: 0, score: 0, input: { upload, name: '1.in' }, answer: { text: '1' } }]
    const input = { problemId: problem.globalId, basedOn: globalId('Testset', problem.testsetId ?? 0), cases }
    const query = 'mutation ($input: SaveTestsetInput!) { saveTestset(input: $input) { id } }'
    return (await site.graphql(query, { input }, { token: as.token })).errors?.[0]?.extensions?.code ?? null
  }
  expect(await save(author, own, await bring(author))).toBeNull()
  expect(await save(siteProblemAdmin, ofSite, await bring(siteProblemAdmin))).toBe('NOT_FOUND')
  const upload = await bring(author)
  const look = async () =>
    (
      await site.graphql(
        'query ($id: ID!) { node(id: $id) { id } }',
        { id: globalId('TestUpload', upload) },
        { token: author.token },
      )
    ).data.node
  expect(await look()).not.toBeNull()
  const row = { groupId_userId: { groupId: stage.group.id, userId: author.id } }
  await site.prisma.groupMember.update({ where: row, data: { standing: 'MEMBER' } })
  expect(await look()).toBeNull()
  await site.prisma.groupMember.update({ where: row, data: { standing: 'ADMIN' } })
})

/** Answers each program that is sent out as a judge host does that compiles it, until `answer` is there. */
async function compiled<T>(answer: Promise<T>): Promise<T> {
  let isOver = false
  const over = answer.finally(() => {
    isOver = true
  })
  while (!isOver) {
    for (const { id, userId } of await site.prisma.trial.findMany({ where: { state: { not: 'DONE' } } })) {
      await site.prisma.trial.update({ where: { id }, data: { state: 'DONE', verdict: 'ACCEPTED' } })
      await emit(contextOf(site, null), 'trial.progressed', { trialId: id, userId })
    }
  }
  return over
}

describe('a checker', () => {
  const source = 'int main() {}'

  it('is compiled for a group, and for a problem of one, by those who manage it (area-rules G8)', async () => {
    const { author } = stage.people
    const fields = { groupId: stage.group.id, authorId: author.id, visibility: 'GROUP' as const }
    const problem = await addJudgeable(site, `UP${++made}`, fields)
    const mutation = 'mutation ($input: CompileCheckerInput!) { compileChecker(input: $input) { ok } }'
    for (const who of EVERYBODY) {
      const token = personOf(who)?.token ?? null
      const rest = (gid: number, pid: number | null) =>
        site.rest('POST', `/api/admin/problem/compile-spj?gid=${gid}`, { token, body: { code: source, pid } })
      const refusal = who === 'guest' ? 401 : 403
      const isOfSite = OF_SITE.includes(who)
      expect([who, (await compiled(rest(0, null))).status]).toEqual([who, isOfSite ? 200 : refusal])
      const ofGroup = isOfSite || MANAGERS.includes(who)
      expect([who, (await compiled(rest(stage.group.id, null))).status]).toEqual([
        who,
        ofGroup ? 200 : refusal,
      ])
      const manages = isOfSite || (ofGroup && who !== 'admin')
      expect([who, (await compiled(rest(0, problem.id))).status]).toEqual([who, manages ? 200 : refusal])
      const input = { languageKey: 'cpp14o2', source, problemId: problem.globalId }
      const { errors } = await compiled(site.graphql(mutation, { input }, { token }))
      expect([who, errors === undefined]).toEqual([who, manages])
    }
  })
})

it('exports problems of one group for those who manage them, and shows that to nobody who has left (area-rules G5, G8)', async () => {
  const { author } = stage.people
  const add = (groupId: number) =>
    addJudgeable(site, `UP${++made}`, { groupId, authorId: author.id, visibility: 'GROUP' })
  const [one, other] = [await add(stage.group.id), await add(hiddenId)]
  // Without tests there is nothing to pack, and the operation is over at once.
  await site.prisma.problem.updateMany({
    where: { id: { in: [one.id, other.id] } },
    data: { testsetId: null },
  })
  const mutation = 'mutation ($input: ExportProblemsInput!) { exportProblems(input: $input) { id } }'
  const start = (who: Who, ids: string[]) =>
    site.graphql(mutation, { input: { ids, format: 'HOJ' } }, { token: personOf(who)?.token ?? null })
  for (const who of EVERYBODY) {
    const { errors } = await start(who, [one.globalId])
    const may = MANAGERS.includes(who) || who === 'siteProblemAdmin'
    expect([who, errors?.[0]?.extensions?.code ?? null]).toEqual([
      who,
      may ? null : who === 'guest' ? 'UNAUTHENTICATED' : 'FORBIDDEN',
    ])
  }
  expect((await start('author', [one.globalId, other.globalId])).errors?.[0]?.extensions?.code).toBe(
    'FORBIDDEN',
  )
  const { data } = await start('author', [one.globalId])
  const { id } = data.exportProblems
  const look = async () =>
    (await site.graphql('query ($id: ID!) { node(id: $id) { id } }', { id }, { token: author.token })).data
      .node
  expect(await look()).not.toBeNull()
  const row = { groupId_userId: { groupId: stage.group.id, userId: author.id } }
  await site.prisma.groupMember.update({ where: row, data: { standing: 'MEMBER' } })
  expect(await look()).toBeNull()
  await site.prisma.groupMember.update({ where: row, data: { standing: 'ADMIN' } })
})

it('keeps at most 20 exports of an administrator of a group', async () => {
  const { admin, siteRoot } = stage.people
  // Without tests there is nothing to pack, and the operation is over at once.
  const ofGroup = { groupId: stage.group.id, visibility: 'GROUP' as const, cases: [] }
  const problem = await addJudgeable(site, `UP${++made}`, ofGroup)
  const waiting = { kind: 'PROBLEM_EXPORT', ownerId: admin.id, total: 1, state: 'QUEUED' as const }
  await site.prisma.operation.createMany({ data: Array(MOST_EXPORTS - 1).fill(waiting) })
  const start = (who: Person) => startExport(contextOf(site, who), [problem.id], 'hoj')
  const groups = new Map([[stage.group.id, 'ADMIN' as const]])
  const ctx = { ...contextOf(site, admin), viewer: viewerOf(admin, groups) }
  const ofAdmin = () => startExport(ctx, [problem.id], 'hoj')
  expect(await ofAdmin()).toMatchObject({ kind: 'PROBLEM_EXPORT' })
  await site.prisma.operation.updateMany({
    where: { ownerId: admin.id, kind: 'PROBLEM_EXPORT' },
    data: { state: 'QUEUED' },
  })
  await expect(ofAdmin()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await site.prisma.operation.deleteMany({ where: { ownerId: admin.id } })
  expect(await start(siteRoot)).toMatchObject({ kind: 'PROBLEM_EXPORT' })
})

it('asks for a role of the site at no REST door that may be about a row of a group (area-rules G8)', () => {
  const ofSite = [
    ...[
      'POST /api/admin/contest',
      'GET /api/admin/contest/get-contest-list',
      'POST /api/admin/contest/problem',
    ],
    ...[
      'POST /api/admin/problem',
      'GET /api/admin/problem/get-problem-list',
      'POST /api/file/upload-package',
    ],
    'GET /api/file/export-problem',
    // Problem administrators of the site answer applications.
    ...['GET /api/admin/group-problem/list', 'PUT /api/admin/group-problem/change-progress'],
  ]
  const asked = registeredCalls().flatMap(({ who, method, path }) => {
    const permissions = typeof who === 'object' ? ('all' in who ? who.all : []) : [who]
    const isOfRows = permissions.some((one) => /^(problem|contest|judging|package)\./.test(one))
    return isOfRows && !/\/(tag|import-|classification)/.test(path) ? [`${method} ${path}`] : []
  })
  expect(asked.sort()).toEqual(ofSite.sort())
})
