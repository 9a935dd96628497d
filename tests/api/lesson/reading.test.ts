import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, startSite } from '../../support/site.ts'
import { leastStatementCount } from '../../support/sqlStatements.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const WIDTH = 40

it('reads the nodes of an outline together, whatever is asked of them', async () => {
  const node = (key: string, rank: number, parentId: number | null) => ({
    ...{ key, keyLower: key, rank, parentId, title: key },
  })
  const { id } = await site.prisma.lesson.create({ data: node('root', 0, null) })
  await site.prisma.lesson.createMany({
    data: Array.from({ length: WIDTH }, (_, at) => node(`k${at}`, at, id)),
  })
  const found: Record<string, number> = {}
  for (const fields of [
    'title',
    'path { title }',
    'previous { title } next { title }',
    'subtree { title }',
  ]) {
    const query = `{ lessonOutline { level lesson { ${fields} } } }`
    found[fields] = await leastStatementCount(async () => {
      expect((await site.graphql(query)).errors).toBeUndefined()
    })
  }
  expect(Object.entries(found).filter(([, count]) => count > WIDTH)).toEqual([])
})
