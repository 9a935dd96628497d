import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPerson, type Person } from '../support/people.ts'
import { addProblem } from '../support/problems.ts'
import { type Site, startSite } from '../support/site.ts'
import { uploadFile } from '../support/uploadFile.ts'

let site: Site
let root: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
})
afterAll(() => site.close())

/** The name behind `filename=`, decoded once, as clients take it. */
const savedName = async (path: string) => {
  const { headers } = await fetch(site.url + path)
  const [, name = ''] = (headers.get('content-disposition') ?? '').split('filename=')
  return decodeURIComponent(name)
}

it.each(['题目 一.pdf', 'a"b".txt', '100%.txt', "it's (1)*.txt", 'a;b.txt', 'a%20b.txt'])(
  'a file that was brought as %s is saved under that name',
  async (name) => {
    const { data } = await uploadFile(site, '/api/file/upload-md-file', 'x', { as: root, name })
    expect(await savedName(data.link)).toBe(name)
    const problem = await addProblem(site, root, `P${name.charCodeAt(0)}${name.length}`, {
      annexes: [{ name, content: Buffer.from('x') }],
    })
    const found = await site.graphql(`{ problem(displayId: "${problem.displayId}") { annexes { url } } }`)
    expect(await savedName(found.data.problem.annexes[0].url)).toBe(name)
  },
)
