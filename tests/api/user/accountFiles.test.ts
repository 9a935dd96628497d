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

type Content = string | Uint8Array<ArrayBuffer>

const check = (content: Content, name = 'people.csv') => checkAll([[name, content]])

async function checkAll(files: readonly (readonly [name: string, content: Content])[]) {
  const form = new FormData()
  for (const [name, content] of files) form.append('file', new Blob([content]), name)
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

describe('teams of a contest', () => {
  const accountsTsv =
    'accounts\t1\nteam\tteam-007\tteam-007\tpassword1\nteam\tB\tteam02a\tpassword2\njudge\tJudge\tjudge7\tpassword3\n'
  const accountsYaml = `- id: a
  username: seven
  password: password1
  type: team
  team_id: "007"
- id: b
  username: judge7
  password: password3
  type: judge
  name: Judge
`
  const teamsTsv = [
    'File_Version\t2',
    '7\t447047\t24\tPleading not FAUlty\tFriedrich-Alexander-University\tFAU\tDEU\tINST-43',
    '8\t447048\t24\tNo account\tLund University\tLU\tSWE\tINST-42',
  ].join('\r\n')
  const teamsJson = JSON.stringify([
    { id: '7', icpc_id: '447047', name: 'FAU 1', display_name: '北大一队', organization_id: 'INST-43' },
    { id: 8, name: 'No account', organization_id: null },
  ])
  const organizations = (formal: string | null) =>
    JSON.stringify([{ id: 'INST-43', name: 'PKU', formal_name: formal, country: 'CHN' }])
  const groups = JSON.stringify([{ id: '24', name: 'Regional', sortorder: 0 }])

  it('give the users of their accounts names and schools, in any order and under any file name', async () => {
    const { data } = await checkAll([
      ['a.txt', teamsTsv],
      ['b.txt', 'groups\t1\n24\tRegional\n'],
      ['c.txt', accountsTsv],
    ])
    expect(data).toMatchObject({ total: 3, faultCount: 0, spareTeams: 1 })
    expect(data.rows).toMatchObject([
      { username: 'team-007', realname: 'Pleading not FAUlty', school: 'Friedrich-Alexander-University' },
      { username: 'team02a', realname: 'B', school: null },
      { username: 'judge7', realname: 'Judge', school: null },
    ])
  })

  it('are found by a number after the password, too', async () => {
    const { data } = await checkAll([
      ['accounts.tsv', 'accounts\t1\nteam\tA\towls2\tpassword1\t7\nteam\tB\tteam008\tpassword1\t10.0.0.7\n'],
      ['teams.tsv', teamsTsv],
    ])
    expect(data.rows).toMatchObject([{ realname: 'Pleading not FAUlty' }, { realname: 'No account' }])
  })

  it('of the Contest API get the full names of their schools', async () => {
    for (const [formal, school] of [
      ['Peking University', 'Peking University'],
      ['**', 'PKU'],
      [null, 'PKU'],
    ] as const) {
      const { data } = await checkAll([
        ['accounts.yaml', accountsYaml],
        ['teams.json', teamsJson],
        ['organizations.json', organizations(formal)],
        ['groups.json', groups],
      ])
      expect(data).toMatchObject({ total: 2, faultCount: 0, spareTeams: 1 })
      expect(data.rows).toMatchObject([
        { username: 'seven', realname: '北大一队', school },
        { username: 'judge7', realname: 'Judge', school: null },
      ])
    }
  })

  it('are refused without accounts, twice, as broken JSON, and in too many files', async () => {
    const msg = async (...files: [string, string][]) => (await checkAll(files)).msg
    expect(await msg(['teams.tsv', teamsTsv])).toBe(
      'These files list teams or organizations, but no accounts: choose accounts.tsv or accounts.yaml, too',
    )
    expect(await msg(['teams.tsv', teamsTsv], ['teams.json', teamsJson])).toBe(
      'teams.tsv and teams.json list the same kind of thing: choose one of them',
    )
    expect(await msg(['accounts.tsv', accountsTsv], ['teams.json', '[{"id": "7",'])).toBe(
      'teams.json is no valid JSON list of teams or organizations',
    )
    const many = `[${'{},'.repeat(10_000)}{}]`
    expect(await msg(['accounts.tsv', accountsTsv], ['teams.json', many])).toBe(
      'At most 10000 entries in a list',
    )
    const five = Array.from({ length: 5 }, (_, at): [string, string] => [`${at}.tsv`, teamsTsv])
    expect(await msg(...five)).toBe('Send at most 4 files at a time')
  })

  it('become users with these names', async () => {
    const form = new FormData()
    for (const [name, text] of [
      ['accounts.tsv', accountsTsv],
      ['teams.tsv', teamsTsv],
    ] as const)
      form.append('file', new Blob([text]), name)
    const headers = { authorization: root.token }
    await fetch(`${site.url}/api/admin/user/import-csv`, { method: 'POST', headers, body: form })
    const team = () => site.prisma.user.findFirst({ where: { usernameKey: 'team-007' } })
    await expect
      .poll(team)
      .toMatchObject({ realname: 'Pleading not FAUlty', school: 'Friedrich-Alexander-University' })
  })
})
