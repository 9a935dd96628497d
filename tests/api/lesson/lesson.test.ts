import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLesson, moveLesson, type NewLesson, removeLesson } from '#server/modules/lesson/saving.ts'
import { globalId } from '../../support/judgeable.ts'
import { LESSON_VIDEO, uploadVideo } from '../../support/lessons.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Rules of lessons: area-rules L1, L2, L3, L4, L5, L6, L7, L11. */

let site: Site
let user: Person
let staff: Person[]
let root: Person
let videoUrl: string

const idOf = (number: number) => globalId('Lesson', number)
const codeOf = ({ errors }: { errors?: { extensions?: Record<string, unknown> }[] }) =>
  errors?.[0]?.extensions?.code ?? null

let made = 0
const key = () => `node-${++made}`
const add = (parentId: number | null = null, fields: Partial<NewLesson> = {}) =>
  createLesson(contextOf(site, root), { key: key(), parentId, ...fields })

const CREATE =
  'mutation ($input: CreateLessonInput!) { createLesson(input: $input) { id key title article } }'
const CHANGE = 'mutation ($input: ChangeLessonInput!) { changeLesson(input: $input) { key version } }'
const MOVE = 'mutation ($input: MoveLessonInput!) { moveLesson(input: $input) { key } }'
const REMOVE = 'mutation ($input: RemoveLessonInput!) { removeLesson(input: $input) { count lessonIds } }'

beforeAll(async () => {
  site = await startSite()
  user = await addPerson(site, 'user')
  root = await addPerson(site, 'root', { role: 'ROOT' })
  staff = [
    root,
    await addPerson(site, 'teacher', { role: 'ADMIN' }),
    await addPerson(site, 'setter', { role: 'PROBLEM_ADMIN' }),
  ]
  videoUrl = await uploadVideo(site, root, LESSON_VIDEO)
})
afterAll(() => site?.close())

describe('L1: everybody reads, staff write', () => {
  it('L1: answers tree and lesson to a guest', async () => {
    const parent = await add()
    const { id } = await add(parent.id, { title: 'Tides', article: '# On tides', videoId: videoIdOf() })
    const child = await site.prisma.lesson.findUniqueOrThrow({ where: { id } })
    const { data } = await site.graphql(
      'query ($p: String!, $k: String!) { lessons(parent: $p) { key childCount } lesson(key: $k) { title isGroup articleTree video { url } path { key } viewerCanManage } }',
      { p: parent.key, k: child.key },
    )
    expect(data.lessons).toEqual([{ key: child.key, childCount: 0 }])
    expect(data.lesson).toMatchObject({
      title: 'Tides',
      isGroup: false,
      video: { url: videoUrl },
      path: [{ key: parent.key }],
      viewerCanManage: false,
    })
  })

  it('L1: lets staff write at both doors, and nobody else', async () => {
    const { id } = await add()
    for (const [who, code] of [
      [null, 'UNAUTHENTICATED'],
      [user, 'FORBIDDEN'],
    ] as const) {
      const asking = who ?? {}
      expect(codeOf(await site.graphql(CREATE, { input: { fields: { key: key() } } }, asking))).toBe(code)
      expect(codeOf(await site.graphql(CHANGE, { input: { id: idOf(id), fields: {} } }, asking))).toBe(code)
      expect(codeOf(await site.graphql(MOVE, { input: { id: idOf(id), position: 0 } }, asking))).toBe(code)
      expect(codeOf(await site.graphql(REMOVE, { input: { id: idOf(id) } }, asking))).toBe(code)
      const http = who ? 403 : 401
      const token = who?.token ?? null
      expect((await site.rest('POST', '/shopapi/addNote', { token, body: { note_id: key() } })).http).toBe(
        http,
      )
      expect((await site.rest('POST', '/shopapi/deleteNote', { token, body: { id } })).http).toBe(http)
    }
    for (const person of staff) {
      const { data } = await site.graphql(
        CREATE,
        { input: { parentId: idOf(id), fields: { key: key() } } },
        person,
      )
      const input = { id: data.createLesson.id }
      expect(
        codeOf(await site.graphql(CHANGE, { input: { ...input, fields: { key: key() } } }, person)),
      ).toBe(null)
      expect(
        codeOf(await site.graphql(MOVE, { input: { ...input, parentId: idOf(id), position: 0 } }, person)),
      ).toBe(null)
      expect((await site.graphql(REMOVE, { input }, person)).data.removeLesson.count).toBe(1)
      const { status } = await site.rest('POST', '/shopapi/addNote', {
        token: person.token,
        body: { pid: id, note_id: key() },
      })
      expect(status).toBe(200)
    }
    const acts = await site.prisma.auditEntry.findMany({ where: { subject: { startsWith: 'Lesson:' } } })
    expect(new Set(acts.map(({ action }) => action))).toEqual(
      new Set(['lesson.created', 'lesson.changed', 'lesson.moved', 'lesson.removed']),
    )
  })
})

const videoIdOf = () => /([\da-f]{32})\.mp4/.exec(videoUrl)?.[1] ?? ''
const parsed = (answer: { errors?: { extensions?: Record<string, unknown> }[] }) =>
  Object.keys((answer.errors?.[0]?.extensions?.fields as object) ?? {})

describe('display ids', () => {
  it('L2: are 1 to 64 letters, digits, - and _, unique ignoring case', async () => {
    const tried = (text: string) => site.graphql(CREATE, { input: { fields: { key: text } } }, root)
    for (const bad of ['', ' ', 'a b', 'a/b', '..', 'a.b', 'x'.repeat(65), 'a\0b c', '<i>', '%2e'])
      expect([bad, codeOf(await tried(bad)), parsed(await tried(bad))]).toEqual([
        bad,
        'INVALID_INPUT',
        ['key'],
      ])
    for (const good of ['Graphs_1', '图论', 'x'.repeat(64)]) expect(codeOf(await tried(good))).toBe(null)
    for (const taken of ['graphs_1', 'GRAPHS_1', '图论']) expect(parsed(await tried(taken))).toEqual(['key'])
    const found = await site.graphql('{ lesson(key: "gRAPHS_1") { key } }')
    expect(found.data.lesson.key).toBe('Graphs_1')
  })

  it('L2: stay when a node moves', async () => {
    const [one, other] = [await add(), await add()]
    const moved = await moveLesson(contextOf(site, root), one.id, { parentId: other.id, position: 0 })
    expect(moved.key).toBe(one.key)
  })
})

describe('getNoteList', () => {
  it('L3: answers direct children in their order, of 0 the roots, each with countChildren', async () => {
    const parent = await add()
    const children = [await add(parent.id), await add(parent.id), await add(parent.id)]
    const [first, , last] = children.map(({ id }) => id)
    await add(first)
    await moveLesson(contextOf(site, root), last ?? 0, { parentId: parent.id, position: 0 })
    const { data } = await site.rest('GET', `/shopapi/getNoteList?id=${parent.id}`)
    expect(data.map((note: { id: number }) => note.id)).toEqual([last, first, children[1]?.id])
    expect(data.map((note: { countChildren: number }) => note.countChildren)).toEqual([0, 1, 0])
    expect(data[0]).toMatchObject({ pid: parent.id, uid: root.id, author: 'root', video_src: null })
    const roots = await site.rest('GET', '/shopapi/getNoteList?id=0')
    expect(roots.data.every((note: { pid: number }) => note.pid === 0)).toBe(true)
    expect(roots.data.map((note: { id: number }) => note.id)).toContain(parent.id)
  })
})

describe('deleting', () => {
  it('L4: never takes a root, over REST neither', async () => {
    const { id } = await add()
    expect(codeOf(await site.graphql(REMOVE, { input: { id: idOf(id) } }, root))).toBe('LESSON_ROOT_STAYS')
    const { status } = await site.rest('POST', '/shopapi/deleteNote', { token: root.token, body: { id } })
    expect(status).toBe(400)
    expect(await site.prisma.lesson.count({ where: { id } })).toBe(1)
  })

  it('L4: names the subtree, and takes all of it at once', async () => {
    const parent = await add()
    const top = await add(parent.id)
    const below = await add(top.id)
    const deep = await add(below.id)
    const { data } = await site.graphql(`{ lesson(key: "${top.key}") { subtree { key } } }`)
    expect(data.lesson.subtree.map((one: { key: string }) => one.key)).toEqual([top.key, below.key, deep.key])
    const stale = await site.graphql(REMOVE, { input: { id: idOf(top.id), count: 2 } }, root)
    expect(codeOf(stale)).toBe('CONFLICT')
    expect(
      (await site.graphql(REMOVE, { input: { id: idOf(top.id), count: 3 } }, root)).data.removeLesson,
    ).toEqual({
      count: 3,
      lessonIds: [top, below, deep].map(({ id }) => idOf(id)),
    })
    expect(await site.prisma.lesson.count({ where: { id: { in: [top.id, below.id, deep.id] } } })).toBe(0)
  })
})

describe('video and article', () => {
  const words = { title: 'Tides', article: 'They come' }

  it('L5: are both given or both empty', async () => {
    const halves = [
      words,
      { videoUrl },
      { title: 'Tides', videoUrl },
      { article: 'They come' },
      { ...words, article: ' ' },
    ]
    for (const fields of halves) {
      const answer = await site.graphql(CREATE, { input: { fields: { key: key(), ...fields } } }, root)
      expect([fields, codeOf(answer)]).toEqual([fields, 'LESSON_HALF'])
    }
    const whole = { key: key(), ...words, videoUrl }
    expect(codeOf(await site.graphql(CREATE, { input: { fields: whole } }, root))).toBe(null)
    const half = await site.rest('POST', '/shopapi/addNote', {
      token: root.token,
      body: { pid: 0, note_id: key(), title: 'Tides', note_msg: 'They come' },
    })
    expect([half.status, half.data]).toEqual([400, null])
  })

  it('L5: refuses a video that is not published, and takes the author from the session', async () => {
    for (const video_src of [
      `/api/public/video/${'0'.repeat(32)}.mp4`,
      'https://other.test/x.mp4',
      '../../x',
    ])
      expect(
        (
          await site.rest('POST', '/shopapi/addNote', {
            token: root.token,
            body: { note_id: key(), title: 'a', note_msg: 'b', video_src },
          })
        ).status,
      ).toBe(400)
    const { data } = await site.rest('POST', '/shopapi/addNote', {
      token: root.token,
      body: {
        ...{ pid: 0, note_id: key(), title: 'Tides', note_msg: 'They come', video_src: videoUrl },
        ...{ uid: user.id, author: 'user', avatar: '/x.png' },
      },
    })
    expect(data).toMatchObject({ uid: root.id, author: 'root', avatar: null, video_src: videoUrl })
  })

  it('L5: a lesson stored without a video keeps that while its words are edited', async () => {
    const { id } = await site.prisma.lesson.create({
      data: { key: key(), keyLower: key(), rank: 0, title: 'Seed', article: 'Text' },
    })
    const change = (fields: object) => site.graphql(CHANGE, { input: { id: idOf(id), fields } }, root)
    expect(codeOf(await change({ title: 'Seeds' }))).toBe(null)
    expect(codeOf(await change({ title: '' }))).toBe('LESSON_HALF')
  })
})

describe('an unknown lesson', () => {
  it('L6: is said to be no resource, with status 200 and data null', async () => {
    for (const path of [
      'getNoteById?noteID=nothing',
      'getNoteById?id=999999',
      'getNoteById',
      'getNoteList?id=999999',
    ]) {
      const { http, status, data, msg } = await site.rest('GET', `/shopapi/${path}`)
      expect([path, http, status, data, msg]).toEqual([path, 200, 200, null, 'Resource path does not exist'])
    }
    expect((await site.graphql('{ lesson(key: "nothing") { id } }')).data.lesson).toBe(null)
  })
})

describe('views', () => {
  it('L7: count once for each viewer and hour', async () => {
    const lesson = await add()
    const view = async (who: Person | null) => {
      const token = who?.token ?? null
      return (await site.rest('GET', `/shopapi/getNoteById?noteID=${lesson.key}`, { token })).data.view_num
    }
    expect([
      await view(user),
      await view(user),
      await view(root),
      await view(null),
      await view(null),
    ]).toEqual([...[1, 1, 2, 3, 3]])
    const { data } = await site.graphql(
      'mutation ($input: ViewLessonInput!) { viewLesson(input: $input) { viewCount } }',
      { input: { id: idOf(lesson.id) } },
    )
    expect(data.viewLesson.viewCount).toBe(3)
  })
})

describe('moving', () => {
  it('L11: never goes beneath itself', async () => {
    const top = await add()
    const below = await add(top.id)
    const deep = await add(below.id)
    for (const parent of [top, below, deep]) {
      const input = { id: idOf(top.id), parentId: idOf(parent.id), position: 0 }
      expect(codeOf(await site.graphql(MOVE, { input }, root))).toBe('LESSON_BENEATH_ITSELF')
    }
    const other = await add()
    const tries = [
      moveLesson(contextOf(site, root), top.id, { parentId: other.id, position: 0 }),
      moveLesson(contextOf(site, root), other.id, { parentId: deep.id, position: 0 }),
    ]
    expect((await Promise.allSettled(tries)).map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'rejected',
    ])
  })

  it('L11: bounds title and article', async () => {
    const tried = (fields: object) =>
      site.graphql(
        CREATE,
        { input: { fields: { key: key(), videoUrl, title: 'a', article: 'b', ...fields } } },
        root,
      )
    expect(parsed(await tried({ title: 'x'.repeat(256) }))).toEqual(['title'])
    expect(parsed(await tried({ article: 'x'.repeat(65_536) }))).toEqual(['article'])
    const { data } = await tried({ title: ' a\u0007\n\u202eb\0 ' })
    expect(data.createLesson.title).toBe('a b')
  })

  it('keeps positions dense, whatever is asked for', async () => {
    const parent = await add()
    const ids = [await add(parent.id), await add(parent.id), await add(parent.id)].map(({ id }) => id)
    for (const position of [-5, 99, 1]) {
      await moveLesson(contextOf(site, root), ids[0] ?? 0, { parentId: parent.id, position })
      const rows = await site.prisma.lesson.findMany({
        where: { parentId: parent.id },
        orderBy: { rank: 'asc' },
      })
      expect(rows.map(({ rank }) => rank)).toEqual([0, 1, 2])
    }
  })
})

describe('problems and progress', () => {
  it('shows problems in order, and refuses unknown and repeated ones', async () => {
    for (const id of ['L1', 'L2']) await addProblem(site, root, id)
    const fields = { key: key(), title: 'a', article: 'b', videoUrl }
    const tried = (problems: string[]) =>
      site.graphql(
        'mutation ($input: CreateLessonInput!) { createLesson(input: $input) { key problems { displayId viewerProgress { verdict } } } }',
        { input: { fields: { ...fields, problems } } },
        root,
      )
    expect(parsed(await tried(['L1', 'NONE']))).toEqual(['problems'])
    expect(parsed(await tried(['L1', 'l1']))).toEqual(['problems'])
    const { data } = await tried(['l2', 'L1'])
    expect(data.createLesson.problems.map((one: { displayId: string }) => one.displayId)).toEqual([
      'L2',
      'L1',
    ])
    await site.prisma.problem.updateMany({ where: { displayId: 'L2' }, data: { visibility: 'HIDDEN' } })
    const seen = await site.graphql(`{ lesson(key: "${fields.key}") { problems { displayId } } }`)
    expect(seen.data.lesson.problems).toEqual([{ displayId: 'L1' }])
  })

  it('remembers what a user finished, and counts it upwards', async () => {
    const parent = await add()
    const lessons = [0, 1].map((at) => ({ title: `T${at}`, article: 'x', videoId: videoIdOf() }))
    const [one, two] = [await add(parent.id, lessons[0]), await add(parent.id, lessons[1])]
    const KEEP = `mutation ($input: KeepLessonProgressInput!) { keepLessonProgress(input: $input) { viewerIsDone viewerSeconds } }`
    const keep = (input: object, who: Person | null = user) =>
      site.graphql(KEEP, { input: { id: idOf(one.id), ...input } }, who ?? {})
    expect((await keep({ seconds: 12.5 })).data.keepLessonProgress).toEqual({
      viewerIsDone: false,
      viewerSeconds: 12.5,
    })
    expect((await keep({ isDone: true })).data.keepLessonProgress).toEqual({
      viewerIsDone: true,
      viewerSeconds: 12.5,
    })
    expect(codeOf(await keep({ seconds: -1 }))).toBe('INVALID_INPUT')
    expect(codeOf(await keep({ seconds: 1 }, null))).toBe('UNAUTHENTICATED')
    const COUNT = `{ lesson(key: "${parent.key}") { lessonCount viewerDoneCount next { key } children { previous { key } next { key } } } }`
    const { lesson } = (await site.graphql(COUNT, {}, user)).data
    expect([lesson.lessonCount, lesson.viewerDoneCount, lesson.next.key]).toEqual([2, 1, one.key])
    expect(lesson.children[0].next.key).toBe(two.key)
    expect(lesson.children[1].previous.key).toBe(one.key)
    expect((await site.graphql(COUNT)).data.lesson.viewerDoneCount).toBe(0)
  })
})

describe('live', () => {
  it('tells everybody of nodes that are created, changed, moved and deleted', async () => {
    const heard = await site.subscribe('subscription { lessonsChanged { change rowId lesson { title } } }')
    /** The next event of a lesson; those of others are passed over. */
    const nextOf = async (id: number) => {
      for (;;) {
        const { lessonsChanged } = (await heard.next()).data
        if (lessonsChanged.rowId === idOf(id)) return lessonsChanged
      }
    }
    const parent = await add()
    const { id } = await add(parent.id)
    expect(await nextOf(id)).toMatchObject({ change: 'CREATED' })
    await moveLesson(contextOf(site, root), id, { parentId: parent.id, position: 0 })
    expect(await nextOf(id)).toMatchObject({ change: 'CHANGED' })
    await removeLesson(contextOf(site, root), id)
    expect(await nextOf(id)).toEqual({ change: 'REMOVED', rowId: idOf(id), lesson: null })
    heard.close()
  })
})
