import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeLesson, createLesson, moveLesson, removeLesson } from '#server/modules/lesson/saving.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Changes of lessons after others, and by several people. */

let site: Site
let root: Person
let teacher: Person
let made = 0
const add = (parentId: number | null = null, problems: string[] = []) =>
  createLesson(contextOf(site, root), { key: `node-${++made}`, parentId, problems })

beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  teacher = await addPerson(site, 'teacher', { role: 'ADMIN' })
})
afterAll(() => site?.close())

it('L3: appends a node behind the others, also when some before them were deleted or moved away', async () => {
  const parent = await add()
  const ids: number[] = []
  for (let at = 0; at < 4; at++) ids.push((await add(parent.id)).id)
  await removeLesson(contextOf(site, root), ids[0] ?? 0)
  await moveLesson(contextOf(site, root), ids[1] ?? 0, { parentId: null, position: 0 })
  const { id } = await add(parent.id)
  const { data } = await site.rest('GET', `/shopapi/getNoteList?id=${parent.id}`)
  expect(data.map((note: { id: number }) => note.id)).toEqual([ids[2], ids[3], id])
})

it('keeps problems that the editor does not see', async () => {
  const hidden = await addProblem(site, root, 'L3', { visibility: 'HIDDEN' })
  const shown = await addProblem(site, root, 'L4')
  const { id } = await add(null, ['L3', 'L4'])
  const save = (who: Person) => changeLesson(contextOf(site, who), id, { problems: ['L4'] })
  const linked = async () =>
    (await site.prisma.lessonProblem.findMany({ where: { lessonId: id }, orderBy: { rank: 'asc' } })).map(
      ({ problemId }) => problemId,
    )
  await save(teacher)
  expect(await linked()).toEqual([shown.id, hidden.id])
  await save(root)
  expect(await linked()).toEqual([shown.id])
})
