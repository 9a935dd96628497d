import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let root: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
})
afterAll(() => site.close())

async function check(content: string | Uint8Array<ArrayBuffer>, name = 'people.csv') {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const headers = { 'accept-language': 'en-US', authorization: root.token }
  const answer = await fetch(`${site.url}/api/admin/user/check-csv`, { method: 'POST', headers, body: form })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return { http: answer.status, ...((await answer.json()) as any) }
}

const latin = (text: string) => Buffer.from(text, 'latin1')

describe('a list of accounts', () => {
  it('may be written in GBK or UTF-16', async () => {
    // 大学 in GBK.
    const gbk = latin('username,password,school\nann,password1,\xb4\xf3\xd1\xa7\n')
    const utf16 = Buffer.from('\ufeffusername\tpassword\tschool\nann\tpassword1\t大学\n', 'utf16le')
    for (const content of [gbk, utf16, Buffer.from(utf16).swap16()])
      expect(await check(new Uint8Array(content))).toMatchObject({
        data: { total: 1, faultCount: 0, rows: [{ username: 'ann', school: '大学' }] },
      })
  })

  it('is refused by line where a cell has bytes of no character', async () => {
    const { data } = await check(
      new Uint8Array(latin('username,password,school\nann,password1,\xff\xff\nbob,pass\xff\xffword,\n')),
    )
    const message = "Has characters that can't be read: save the file as UTF-8"
    expect(data.faults).toEqual([
      { line: 2, username: 'ann', field: 'school', message },
      { line: 3, username: 'bob', field: 'password', message },
    ])
  })
})
