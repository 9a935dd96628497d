import { describe, expect, it } from 'vitest'
import { startFakeHost } from '../../support/fakeHost.ts'
import { ENDED, GEN, openMakings } from '../../support/making.ts'
import type { Person } from '../../support/people.ts'

const makings = openMakings()
const { act, seen, follow, prepared, good, until } = makings

describe('two who edit one problem', () => {
  it('are told of each other, and overwrite nothing that they have not seen', async () => {
    const { problemId } = await prepared()
    const save = (text: string, version?: number) => act('saveTestScript', { problemId, text, version })
    expect((await seen(problemId)).testScript).toMatchObject({ text: '', version: 0 })
    expect((await save('gen 1', 0)).row.testScript).toMatchObject({ version: 1 })
    expect((await save('gen 2', 0)).code).toBe('CONFLICT')
    expect((await save('gen 2', 1)).row.testScript).toMatchObject({ text: 'gen 2', version: 2 })
    expect((await save('gen 3')).row.testScript).toMatchObject({ text: 'gen 3', version: 3 })

    const [{ number, version }] = (await seen(problemId)).makers
    const change = (source: string, version?: number) => act('changeMaker', { number, source, version })
    expect((await change('int main() { return 1; }', version)).row.makers[0].version).toBe(version + 1)
    expect((await change('int main() { return 2; }', version)).code).toBe('CONFLICT')
    const replaced = await act('saveMakers', { problemId, makers: [GEN] })
    expect(replaced.row.makers[0]).toMatchObject({ source: GEN.source, version: version + 2 })
    expect((await change('int main() { return 2; }', version + 1)).code).toBe('CONFLICT')
  })
})

describe('over REST', () => {
  const call = async (
    path: string,
    body: object | null,
    asking: Person | null = makings.room.people.chief,
  ) => {
    const response = await fetch(`${makings.room.site.url}/api/admin/problem/${path}`, {
      headers: { 'content-type': 'application/json', ...(asking && { authorization: asking.token }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return (await response.json()) as { status: number; msg: string; data: never }
  }
  type Shown = {
    key: string
    state: string
    accepted: boolean
    cases: { command: string; fault: string | null }[]
  }

  it('programs, script, generation and its result work as over GraphQL', async () => {
    const { id, problemId } = await prepared({ change: { testcases: null } })
    const program = { pid: id, role: 'GENERATOR', name: 'other.py', language: 'python3', code: 'print(1)' }
    const extraFile = JSON.stringify({ 'lib.py': 'x = 1\n' })
    expect((await call('test-program', { ...program, extraFile })).status).toBe(200)
    expect((await call('test-program', { ...program, name: 'two words' })).status).toBe(400)
    for (const extraFile of ['{', '["a"]', '{"../a": ""}', '{"a.h": 1}'])
      expect((await call('test-program', { ...program, extraFile })).status).toBe(400)
    expect((await call('test-script', { pid: id, text: 'other 1' })).status).toBe(200)
    expect((await call(`made-cases?pid=${id}`, null)).status).toBe(404)
    const { data: key } = await call('make-cases', { pid: id })
    const taken = await makings.room.host.takeMaking()
    expect(taken.task).toMatchObject({
      makingId: key,
      generators: [{ name: 'other.py', files: { 'lib.py': 'x = 1\n' } }],
    })
    taken.report({ kind: 'made', made: await good(1, 'rest') })
    taken.end(ENDED)
    const live = await follow(problemId)
    await until(live, (making) => making?.state === 'DONE')
    live.close()
    const shown = (await call(`made-cases?pid=${id}`, null)).data as Shown
    expect(shown).toMatchObject({
      key,
      state: 'DONE',
      accepted: false,
      cases: [{ command: 'other 1', fault: null }],
    })
    for (const asking of [null, makings.room.people.alice, makings.other]) {
      const status = asking === null ? 401 : asking === makings.other ? 404 : 403
      expect((await call(`made-cases?pid=${id}`, null, asking)).status).toBe(status)
      expect((await call('use-made-cases', { key }, asking)).status).toBe(status)
      expect((await call('cancel-making', { key }, asking)).status).toBe(status)
      expect((await call('make-cases', { pid: id }, asking)).status).toBe(
        asking === makings.other ? 403 : status,
      )
    }
    expect((await call('use-made-cases', { key })).data).toMatchObject({ accepted: true })
    expect((await seen(problemId)).testset.caseCount).toBe(1)
    expect((await call('cancel-making', { key })).status).toBe(400)
  })

  it('a script leaves the solution that was chosen for its answers', async () => {
    const { id, problemId } = await prepared()
    const { id: solution } = await makings.room.site.prisma.solution.create({
      data: { problemId: id, name: 'other', language: 'cpp17', source: 'other', expected: ['ACCEPTED'] },
    })
    await act('saveTestScript', { problemId, text: 'gen 1', solution })
    expect((await call('test-script', { pid: id, text: 'gen 2' })).status).toBe(200)
    expect((await seen(problemId)).testScript).toMatchObject({ text: 'gen 2', solutionNumber: solution })
    const { row } = await act('saveTestScript', { problemId, text: 'gen 3' })
    expect(row.testScript).toMatchObject({ text: 'gen 3', solutionNumber: null })
  })
})

// The last one, because it ends the host of the others.
it('another host restarts the generation of a host that shuts down', async () => {
  const { problemId } = await prepared({ script: 'gen 1', change: { testcases: null } })
  const live = await follow(problemId)
  await act('startMaking', { problemId, kind: 'MAKE' })
  const first = await makings.room.host.takeMaking()
  first.report({ kind: 'made', made: await good(1, 'lost') })
  await until(live, (making) => making?.cases[0]?.isDone === true)
  const second = await startFakeHost(makings.room.site.databaseUrl, { name: 'second' })
  const stopping = makings.room.host.stop()
  const { report, end, task } = await second.takeMaking()
  expect(task.makingId).toBe(first.task.makingId)
  await until(live, (making) => making?.cases[0]?.isDone === false)
  // What the first one still says changes nothing.
  first.end({ verdict: 'JUDGE_ERROR', message: 'late', refused: [] })
  report({ kind: 'made', made: await good(1, 'kept') })
  end(ENDED)
  const { making } = await until(live, (making) => making?.state === 'DONE')
  expect(making).toMatchObject({ verdict: 'ACCEPTED', cases: [{ inputHead: 'kept' }] })
  live.close()
  await stopping
  await second.stop()
})
