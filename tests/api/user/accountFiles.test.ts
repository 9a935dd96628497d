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

describe('accounts of a contest', () => {
  it('in accounts.tsv of the ICPC become users with the full name', async () => {
    const tsv = [
      'accounts\t1',
      'team\t北京大学 "一队\tteam-001\tHf7kq2Lm9x',
      '',
      'judge\tJudge Two\tjudge-2\t0123456',
    ]
    expect(await check(tsv.join('\r\n'))).toMatchObject({
      data: {
        total: 2,
        faultCount: 0,
        rows: [
          { username: 'team-001', realname: '北京大学 "一队' },
          { username: 'judge-2', realname: 'Judge Two' },
        ],
      },
    })
    const { data } = await check(`${tsv.join('\n')}\nteam\tNobody\tteam-3`)
    expect(data.faults).toMatchObject([{ line: 5, username: 'team-3', field: 'password' }])
  })

  it('in accounts.yaml of DOMjudge become users with the name', async () => {
    const yaml = `# teams
- id: team001
  username: team001
  password: 00123456
  type: team
  name: Team One
  team_id: "1"
- id: judge1
  type: judge
  username: judge1
  password: "a: b#123"
`
    expect(await check(yaml)).toMatchObject({
      data: {
        total: 2,
        faultCount: 0,
        rows: [
          { username: 'team001', realname: 'Team One' },
          { username: 'judge1', realname: null },
        ],
      },
    })
    expect(
      (await check(JSON.stringify([{ id: 'a', username: 'json1', password: 'password1' }]))).data,
    ).toMatchObject({ total: 1, faultCount: 0 })
    const { data } = await check(`${yaml}- id: team3\n  username: team3\n`)
    expect(data.faults).toMatchObject([{ line: 12, username: 'team3', field: 'password' }])
    for (const [broken, line] of [
      [`${yaml}  - x: "y\n`, 12],
      ['- id: &a x\n  username: *a\n', 2],
    ] as const)
      expect(await check(broken)).toMatchObject({
        status: 400,
        msg: `Line ${line}: not valid YAML, or no list of accounts`,
      })
  })
})
