import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readContestFiles } from '#server/modules/package/contest/contestFile.ts'
import { importPackage } from '#server/modules/package/importing.ts'
import { unpackZip } from '#server/modules/testset/unpack.ts'
import { addGroup, setStanding } from '../../support/groups.ts'
import { globalId } from '../../support/judgeable.ts'
import { refusedBy } from '../../support/packageReading.ts'
import { polygonPackage, zippedOf } from '../../support/packages.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Files of contests as DOMjudge writes them, and as the specifications of the ICPC have them. */

const DOMJUDGE = `name:                     Harbour Cup
short-name:               harbour
start-time:               2026-12-05T09:00:00+01:00
duration:                 5:00:00
scoreboard-freeze-length: 1:00:00
penalty-time:             20
`
const PROBLEMSET = `problems:
  - letter:     A
    short-name: cranes
    color:      yellow
    rgb:        '#FFfe00'
  - letter:     B
    short-name: piers
    rgb:        'f00'
  - short-name: tides
`

const POLYGON = `<?xml version="1.0" encoding="utf-8" standalone="no"?>
<contest>
  <names>
    <name language="russian" value="Кубок гавани"/>
    <name language="english" main="true" value="Harbour Cup"/>
  </names>
  <statements>
    <statement language="english" type="application/pdf" url="https://polygon.codeforces.com/c/7/english/statements.pdf"/>
  </statements>
  <problems languages="english">
    <problem index="a" url="https://polygon.codeforces.com/p4bN7x/setter/two-crates"/>
    <problem index="B" url="https://polygon.codeforces.com/p/setter/tides/"/>
  </problems>
</contest>
`

const read = (files: Record<string, string>) =>
  readContestFiles(Object.entries(files).map(([name, text]) => ({ name, text })))
const HOUR = 3600_000

describe('contest files', () => {
  it('of DOMjudge say title, times and problems', () => {
    expect(read({ 'contest.yaml': DOMJUDGE, 'problemset.yaml': PROBLEMSET })).toEqual({
      title: 'Harbour Cup',
      startsAt: new Date('2026-12-05T08:00:00Z'),
      lasts: 5 * HOUR,
      frozen: HOUR,
      problems: [
        { label: 'A', key: 'cranes', title: null, color: '#fffe00' },
        { label: 'B', key: 'piers', title: null, color: '#f00' },
        { label: 'C', key: 'tides', title: null, color: null },
      ],
      notes: [],
    })
  })

  it('of Polygon say the title and the problems, by the ends of their addresses', () => {
    expect(read({ 'contest.xml': POLYGON })).toEqual({
      title: 'Harbour Cup',
      startsAt: null,
      lasts: null,
      frozen: null,
      problems: [
        { label: 'A', key: 'two-crates', title: null, color: null },
        { label: 'B', key: 'tides', title: null, color: null },
      ],
      notes: [],
    })
    for (const text of [
      '<contest>',
      '<problem/>',
      '<contest/>',
      '',
      '<!DOCTYPE a [<!ENTITY b "c">]><contest/>',
    ])
      expect(refusedBy(() => read({ 'contest.xml': text }))).toEqual(['CONTEST_FILE', 'contest.xml'])
  })

  it('of the Contest API are the same in its words, also as JSON', () => {
    const contest = {
      id: 'cup',
      name: 'Cup',
      formal_name: 'The Harbour Cup',
      start_time: '2026-12-05T09:00:00.000+0100',
      duration: '5:30:00.000',
      scoreboard_freeze_duration: '0:30:00',
      penalty_time: 10,
    }
    const problems = [{ id: 'cranes', label: 'X', name: 'Cranes', rgb: '#00ff00', time_limit: 2 }]
    const file = read({ 'contest.json': JSON.stringify(contest), 'problems.json': JSON.stringify(problems) })
    expect(file).toMatchObject({
      title: 'The Harbour Cup',
      startsAt: new Date('2026-12-05T08:00:00Z'),
      lasts: 5.5 * HOUR,
      frozen: HOUR / 2,
      notes: ['penalty'],
    })
    expect(file.problems).toEqual([{ label: 'X', key: 'cranes', title: 'Cranes', color: '#00ff00' }])
  })

  it('name what cannot be taken over, and guess no time zone', () => {
    const file = read({
      'c.yaml':
        'name: X\nstart-time: 2026-12-05 09:00:00\nduration: long\nscoreboard-freeze-length: -1:00:00\n',
    })
    expect(file).toMatchObject({ startsAt: null, lasts: null, frozen: null })
    expect(file.notes).toEqual(['start', 'duration', 'freeze'])
    expect(read({ 'c.yaml': 'name: X\nduration: 7200\nscoreboard-freeze-length: 0:00:00\n' })).toMatchObject({
      lasts: 2 * HOUR,
      frozen: null,
    })
  })

  it('that are none are refused by name', () => {
    for (const text of ['', 'plain words', '[1', 'a: &x 1\nb: *x\n', '{}'])
      expect(refusedBy(() => read({ 'c.yaml': text }))).toEqual(['CONTEST_FILE', 'c.yaml'])
    expect(refusedBy(() => read({ 'c.json': '{' }))).toEqual(['CONTEST_FILE', 'c.json'])
    const long = `name: X\nnotes: [${'a, '.repeat(50_000)}]\n`
    expect(refusedBy(() => read({ 'c.yaml': long }))).toEqual(['CONTEST_FILE', 'c.yaml'])
  })

  it('label every problem, whatever the file calls it', () => {
    const list = (count: number) => Array.from({ length: count }, (_, n) => `- id: p${n}\n  label: "a b"\n`)
    const labels = read({ 'problems.yaml': list(28).join('') }).problems.map(({ label }) => label)
    expect([labels[0], labels[25], labels[26], labels[27]]).toEqual(['A', 'Z', 'AA', 'AB'])
  })

  it('label no two problems alike, which a contest would refuse', () => {
    const said = ['B', 'b', '', 'A', 'D'].map((label) => `- id: p\n  label: "${label}"\n`)
    const labels = read({ 'problems.yaml': said.join('') }).problems.map(({ label }) => label)
    expect(labels).toEqual(['B', 'C', 'E', 'A', 'D'])
  })
})

describe('a contest from files', () => {
  let site: Site
  let teacher: Person
  let other: Person
  let ada: Person
  beforeAll(async () => {
    site = await startSite()
    const root = await addPerson(site, 'root', { role: 'ROOT' })
    teacher = await addPerson(site, 'teacher', { role: 'ADMIN' })
    other = await addPerson(site, 'other', { role: 'ADMIN' })
    ada = await addPerson(site, 'ada')
    await addProblem(site, teacher, 'CRANES', { visibility: 'HIDDEN' })
    await addProblem(site, other, 'PIERS', { visibility: 'HIDDEN' })
    await addProblem(site, root, 'TIDES', { visibility: 'PUBLIC' })
  })
  afterAll(() => site.close())

  const READ = `query ($input: ContestFilesInput!) { contestFiles(input: $input) {
    title startsAt durationSeconds freezeSeconds notes
    problems { label key title color problem { number displayId title } } } }`
  const CREATE = `mutation ($input: CreateContestInput!) { createContest(input: $input) {
    number title } }`
  const files = [
    { name: 'contest.yaml', text: DOMJUDGE },
    { name: 'problemset.yaml', text: PROBLEMSET },
  ]

  type Filed = { label: string; problem: { number: number; displayId: string } | null }
  const idsOf = ({ problems }: { problems: Filed[] }) =>
    problems.map(({ problem }) => problem?.displayId ?? null)

  it('names the problems that the viewer may use, and no others', async () => {
    const { data } = await site.graphql(READ, { input: { files } }, teacher)
    expect(data.contestFiles).toMatchObject({
      title: 'Harbour Cup',
      durationSeconds: 18_000,
      freezeSeconds: 3600,
    })
    expect(idsOf(data.contestFiles)).toEqual(['CRANES', null, 'TIDES'])
    const theirs = await site.graphql(READ, { input: { files } }, other)
    expect(idsOf(theirs.data.contestFiles)).toEqual([null, 'PIERS', 'TIDES'])
  })

  it('finds an imported problem by its short name, unless two have it', async () => {
    const plain = polygonPackage()
      ['problem.xml']?.replace(/ (?:points|group)="[^"]*"/g, '')
      .replace(/<groups>.*<\/groups>/s, '')
    const zip = await unpackZip(zippedOf(polygonPackage({ 'problem.xml': plain ?? '' })))
    await importPackage(contextOf(site, teacher), zip)
    const xml = [{ name: 'contest.xml', text: POLYGON }]
    const { data } = await site.graphql(READ, { input: { files: xml } }, teacher)
    expect(idsOf(data.contestFiles)).toEqual([expect.stringMatching(/^P\d+$/), 'TIDES'])
    expect(idsOf((await site.graphql(READ, { input: { files: xml } }, other)).data.contestFiles)).toEqual([
      null,
      'TIDES',
    ])
    await importPackage(contextOf(site, teacher), zip)
    const again = await site.graphql(READ, { input: { files: xml } }, teacher)
    expect(idsOf(again.data.contestFiles)).toEqual([null, 'TIDES'])
  })

  it('names a problem once, which a contest has once', async () => {
    const twice = [{ name: 'c.yaml', text: 'problems: [tides, cranes, TIDES, {name: Sum TIDES}]' }]
    const { data } = await site.graphql(READ, { input: { files: twice } }, teacher)
    expect(idsOf(data.contestFiles)).toEqual(['TIDES', 'CRANES', null, null])
  })

  it('of a group names the problems of its members, which administrators may add', async () => {
    const group = await addGroup(site, other, 'DOCKS')
    await setStanding(site, group, ada, 'ADMIN')
    const ids = ['SHARED', 'SECRET', 'FOREIGN']
    for (const displayId of ids) {
      const { id } = await addProblem(site, teacher, displayId, { visibility: 'HIDDEN' })
      const visibility = displayId === 'SECRET' ? 'HIDDEN' : 'GROUP'
      const groupId = displayId === 'FOREIGN' ? (await addGroup(site, other, 'PLAIN')).id : group.id
      await site.prisma.problem.update({ where: { id }, data: { groupId, visibility, authorId: other.id } })
    }
    const named = [{ name: 'c.yaml', text: `problems: [${ids.join(', ')}, cranes, tides]` }]
    const groupId = globalId('Group', group.id)
    const { data } = await site.graphql(READ, { input: { files: named, groupId } }, ada)
    expect(idsOf(data.contestFiles)).toEqual(['SHARED', null, null, null, 'TIDES'])
    const problems = data.contestFiles.problems.flatMap(({ label, problem }: Filed) =>
      problem ? [{ label, problemNumber: problem.number }] : [],
    )
    const times = { startsAt: '2026-12-05T08:00:00Z', endsAt: '2026-12-05T13:00:00Z' }
    const input = { type: 'ACM', title: 'Docks', ...times, groupId, problems }
    expect((await site.graphql(CREATE, { input }, ada)).errors).toBeUndefined()
  })

  it('is for those who make contests', async () => {
    const { errors } = await site.graphql(READ, { input: { files } }, ada)
    expect(errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
    expect((await site.graphql(READ, { input: { files } }, {})).errors?.[0]?.extensions?.code).toBe(
      'UNAUTHENTICATED',
    )
    const many = Array.from({ length: 5 }, () => files[0])
    expect(
      (await site.graphql(READ, { input: { files: many } }, teacher)).errors?.[0]?.extensions?.code,
    ).toBe('INVALID_INPUT')
  })

  it('comes with its problems, or not at all', async () => {
    const { data } = await site.graphql(READ, { input: { files } }, teacher)
    const { startsAt, problems } = data.contestFiles
    const found = problems.filter(({ problem }: { problem: object | null }) => problem)
    const picked = found.map(
      ({ label, color, problem }: { label: string; color: string; problem: { number: number } }) => ({
        problemNumber: problem.number,
        label,
        color,
      }),
    )
    const input = { type: 'ACM', title: 'Harbour Cup', startsAt, endsAt: '2026-12-05T13:00:00Z' }
    const made = await site.graphql(CREATE, { input: { ...input, problems: picked } }, teacher)
    expect(made.errors).toBeUndefined()
    const { number } = made.data.createContest
    const rows = await site.prisma.contestProblem.findMany({
      where: { contestId: number },
      orderBy: { position: 'asc' },
      select: { displayId: true, color: true },
    })
    expect(rows).toEqual([
      { displayId: 'A', color: '#fffe00' },
      { displayId: 'C', color: null },
    ])
    const tides = await site.prisma.problem.findUniqueOrThrow({ where: { displayId: 'TIDES' } })
    expect(tides.visibility).toBe('PUBLIC')
    const before = await site.prisma.contest.count()
    const twice = await site.graphql(
      CREATE,
      { input: { ...input, problems: [...picked, picked[0]] } },
      teacher,
    )
    expect(twice.errors?.[0]?.extensions?.code).toBe('CONTEST_PROBLEM_TWICE')
    const piers = await site.prisma.problem.findUniqueOrThrow({ where: { displayId: 'PIERS' } })
    const foreign = { problemNumber: piers.id, label: 'B' }
    const secret = await site.graphql(CREATE, { input: { ...input, problems: [foreign] } }, teacher)
    expect(secret.errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
    expect(await site.prisma.contest.count()).toBe(before)
  })
})
