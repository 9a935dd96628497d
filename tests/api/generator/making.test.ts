import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { MadeReport } from '#judge/making/makingProtocol.ts'
import type { TestsetManifest } from '#judge/protocol.ts'
import { saveTestset } from '#server/modules/problem/saving.ts'
import { globalId } from '../../support/judgeable.ts'
import { ENDED, GEN, openMakings, VALIDATOR } from '../../support/making.ts'
import { contextOf } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'

const makings = openMakings()
const { act, seen, follow, prepared, good, until } = makings

describe('making', () => {
  it('asks a host for the cases of the script, tells each as it comes, and counts when it is accepted', async () => {
    const script = '# small ones\ngen 1 2\ngen 3 > 1\n\ngen 5 "a b"'
    const { problemId, id } = await prepared()
    expect((await act('saveTestScript', { problemId, text: script })).row.testScript).toMatchObject({
      madeCount: 2,
      keptCount: 2,
      faults: [{ line: 3, kind: 'NUMBER_TAKEN', about: '1' }],
    })
    expect((await act('startMaking', { problemId, kind: 'MAKE' })).code).toBe('SCRIPT_FAULTY')
    const { row } = await act('saveTestScript', { problemId, text: script.replace('> 1', '> 4') })
    expect(row.testScript).toMatchObject({ madeCount: 3, keptCount: 2, faults: [] })

    const live = await follow(problemId)
    await until(live, (making) => making === null)
    expect((await act('startMaking', { problemId, kind: 'MAKE' })).row.making).toMatchObject({
      kind: 'MAKE',
      verdict: null,
      startedBy: { username: 'keeper' },
      cases: [
        { command: null },
        { command: null },
        { command: 'gen 1 2' },
        { command: 'gen 3' },
        { scriptLine: 5 },
      ],
    })
    const { task, report, end } = await makings.room.host.takeMaking()
    expect(task).toMatchObject({
      generators: [{ name: 'gen.cpp' }],
      validators: [{ name: 'validator', convention: 'testlib' }],
      solution: { name: 'main' },
    })
    expect(task.cases.map(({ source }) => ('words' in source ? source.words : source.input.size))).toEqual([
      ...[4, 5],
      ...[['1', '2'], ['3'], ['5', 'a b']],
    ])
    const [first, second] = task.cases
    const byHand = (index: number, one: typeof first): MadeReport => ({
      index,
      fault: null,
      message: null,
      inputHead: '',
      verdict: null,
      timeMs: null,
      memoryKb: null,
      input: one && 'input' in one.source ? one.source.input : null,
      answer: one?.answer ?? null,
    })
    report({ kind: 'made', made: byHand(1, first) })
    report({ kind: 'made', made: byHand(2, second) })
    report({ kind: 'made', made: await good(3, 'three') })
    await until(live, (making) => making?.cases.filter(({ isDone }) => isDone).length === 3)
    report({ kind: 'made', made: await good(4, 'four') })
    report({ kind: 'made', made: await good(5, 'three') })
    end(ENDED)
    const { making } = await until(live, (making) => making?.state === 'DONE')
    expect(making.cases).toMatchObject([
      { index: 1, inputBytes: 4, duplicateOf: null },
      { index: 2, inputBytes: 5 },
      { index: 3, inputBytes: 5, inputHead: 'three', answerBytes: 6, verdict: 'ACCEPTED', timeMs: 3 },
      { index: 4, duplicateOf: null },
      { index: 5, duplicateOf: 3 },
    ])
    expect(making.texts).toEqual({ input: '-5 5\n', isInputWhole: true, answer: '0\n' })
    // Nothing of it counts yet.
    expect((await seen(problemId)).testset.caseCount).toBe(2)

    const accepted = await act('acceptMaking', { id: making.id })
    expect(accepted.row.testset.cases.map(({ input }: { input: { name: string } }) => input.name)).toEqual([
      ...['1.in', '2.in', '3.in', '4.in', '5.in'],
    ])
    expect(accepted.row.making).toMatchObject({ isOutdated: false, acceptedAt: expect.any(String) })
    const versions = await makings.room.site.prisma.testset.findMany({
      where: { problemId: id },
      orderBy: { id: 'asc' },
    })
    expect(versions.map(({ caseCount }) => caseCount)).toEqual([2, 5])
    expect(versions[1]?.createdById).toBe(makings.room.people.chief.id)
    expect(
      await makings.room.site.prisma.auditEntry.count({
        where: { subject: `Problem:${id}`, action: 'problem.testsChanged' },
      }),
    ).toBe(1)

    // Saved otherwise, cases remember what made them, but for one that is changed by hand.
    const testsetOf = async () =>
      (await makings.room.site.prisma.problem.findUniqueOrThrow({ where: { id } })).testsetId
    const linesNow = async () => {
      const { manifest } = await makings.room.site.prisma.testset.findUniqueOrThrow({
        where: { id: (await testsetOf()) ?? 0 },
      })
      return (manifest as TestsetManifest).cases.map(({ line }) => line ?? null)
    }
    expect(await linesNow()).toEqual([null, null, 'gen 1 2', 'gen 3', 'gen 5 "a b"'])
    await saveTestset(contextOf(makings.room.site, makings.room.people.chief), {
      problemId: id,
      basedOn: await testsetOf(),
      cases: [1, 2, 3, 5].map((kept) => ({
        kept,
        subtask: 0,
        score: 0,
        ...(kept === 5 ? { answer: { text: 'by hand' } } : {}),
      })),
    })
    expect(await linesNow()).toEqual([null, null, 'gen 1 2', null])
    expect((await seen(problemId)).making.isOutdated).toBe(true)

    // Made again, what the script made makes room, and what was made by hand stays.
    await act('saveTestScript', { problemId, text: 'gen 7' })
    await act('startMaking', { problemId, kind: 'MAKE' })
    const again = await makings.room.host.takeMaking()
    expect(again.task.cases.map(({ source }) => 'words' in source)).toEqual([false, false, true, false])
    again.end(ENDED)
    await until(live, (making) => making?.state === 'DONE')
    live.close()
  })

  it('saves nothing while a case has a fault, lacks an answer, or others changed the tests', async () => {
    const { problemId, id } = await prepared({ script: 'gen 1', change: { testcases: null } })
    const live = await follow(problemId)
    const run = async (made: MadeReport[]) => {
      const started = await act('startMaking', { problemId, kind: 'MAKE' })
      expect(started.code).toBeUndefined()
      const taken = await makings.room.host.takeMaking()
      for (const one of made) taken.report({ kind: 'made', made: one })
      const { id } = started.row.making
      expect((await act('acceptMaking', { id })).code).toBe('MAKING_UNFINISHED')
      taken.end(ENDED)
      await until(live, (making) => making?.state === 'DONE')
      return id as string
    }
    const fault = { ...(await good(1, 'bad', null)), fault: 'INPUT_REFUSED' as const, message: 'n is 0' }
    const faulty = await run([fault])
    expect((await seen(problemId)).making.cases).toMatchObject([
      { fault: 'INPUT_REFUSED', message: 'n is 0' },
    ])
    expect((await act('acceptMaking', { id: faulty })).code).toBe('MAKING_FAULTY')

    const unanswered = await run([await good(1, 'new', null)])
    expect((await act('acceptMaking', { id: faulty })).code).toBe('NOT_FOUND')
    expect((await act('acceptMaking', { id: unanswered })).code).toBe('ANSWERS_MISSING')
    const { row } = await act('acceptMaking', { id: unanswered, emptyAnswers: true })
    expect(row.testset.cases).toMatchObject([{ input: { bytes: 3 }, answer: { bytes: 0 } }])

    const late = await run([await good(1, 'later')])
    await makings.room.site.prisma.problem.update({ where: { id }, data: { testsetId: null } })
    expect((await seen(problemId)).making.isOutdated).toBe(true)
    expect((await act('acceptMaking', { id: late })).code).toBe('CONFLICT')
    live.close()
  })

  it('shows compile errors and failures, and can be cancelled', async () => {
    const { problemId } = await prepared({ script: 'gen 1' })
    const live = await follow(problemId)
    await act('startMaking', { problemId, kind: 'MAKE' })
    const taken = await makings.room.host.takeMaking()
    taken.end({
      verdict: 'COMPILE_ERROR',
      message: null,
      refused: [{ part: 'GENERATOR', name: 'gen.cpp', message: 'line 3: no' }],
    })
    const { making } = await until(live, (making) => making?.state === 'DONE')
    expect(making).toMatchObject({
      verdict: 'COMPILE_ERROR',
      refused: [{ part: 'GENERATOR', name: 'gen.cpp', message: 'line 3: no' }],
    })
    expect((await act('acceptMaking', { id: making.id })).code).toBe('MAKING_UNFINISHED')

    const { row } = await act('startMaking', { problemId, kind: 'CHECK' })
    const checking = await makings.room.host.takeMaking()
    expect(checking.task).toMatchObject({
      generators: [],
      solution: null,
      validators: [{ name: 'validator' }],
    })
    const calledOff = new Promise<void>((resolve) =>
      checking.signal.addEventListener('abort', () => resolve()),
    )
    expect((await act('cancelMaking', { id: row.making.id })).row.making.verdict).toBe('CANCELLED')
    expect((await act('cancelMaking', { id: row.making.id })).code).toBe('OPERATION_OVER')
    // The host finds out with its next word.
    checking.report({ kind: 'made', made: await good(1, 'x') })
    await calledOff
    expect((await seen(problemId)).making.cases[0].isDone).toBe(false)
    live.close()
  })

  it('of a problem without a validator nothing is checked, and of one without cases nothing is made', async () => {
    const { id } = await addProblem(makings.room.site, makings.room.people.chief, 'BARE', {
      testcases: null,
    })
    const problemId = globalId('Problem', id)
    expect((await act('startMaking', { problemId, kind: 'CHECK' })).code).toBe('NO_VALIDATOR')
    expect((await act('startMaking', { problemId, kind: 'MAKE' })).code).toBe('NO_TESTS')
  })

  it('splits 100 points evenly where no scores are given, and takes groups from the script', async () => {
    const { problemId } = await prepared({
      script: '<#-- group 1 -->\ngen 1\ngen 2\n<#-- group 2 -->\ngen 3',
      change: { scoring: 'OI', caseMode: 'SUBTASK_LOWEST', testcases: null },
    })
    const live = await follow(problemId)
    await act('startMaking', { problemId, kind: 'MAKE' })
    const taken = await makings.room.host.takeMaking()
    expect(taken.task.cases.map(({ subtask }) => subtask)).toEqual([1, 1, 2])
    for (const index of [1, 2, 3]) taken.report({ kind: 'made', made: await good(index, `in ${index}`) })
    taken.end(ENDED)
    const { making } = await until(live, (making) => making?.state === 'DONE')
    const { row } = await act('acceptMaking', { id: making.id })
    expect(row.testset.cases).toMatchObject([
      { subtask: 1, score: 50 },
      { subtask: 1, score: 50 },
      { subtask: 2, score: 50 },
    ])
    live.close()
  })
})

describe('generators and validators', () => {
  it('are changed and removed, written down, and told to those who look on', async () => {
    const { problemId, id } = await prepared()
    const live = await follow(problemId)
    const { makers } = await until(live, () => true)
    expect(makers).toMatchObject([
      {
        role: 'GENERATOR',
        name: 'gen.cpp',
        languageKey: expect.stringMatching(/^cpp/),
        convention: 'TESTLIB',
      },
      { role: 'VALIDATOR', name: 'validator' },
    ])
    const [gen, validator] = makers
    const changed = await act('changeMaker', { number: validator.number, convention: 'KATTIS', name: 'v2' })
    expect(changed.row.makers[1]).toMatchObject({
      name: 'v2',
      convention: 'KATTIS',
      source: VALIDATOR.source,
    })
    expect((await live.next()).data.makingChanged.makers[1].name).toBe('v2')
    await act('saveMakers', { problemId, makers: [{ ...GEN, name: 'other', languageKey: 'python3' }] })
    expect((await act('changeMaker', { number: gen.number, name: 'other' })).code).toBe('MAKER_TAKEN')
    expect((await act('removeMaker', { number: gen.number })).row.makers).toHaveLength(2)
    expect((await act('removeMaker', { number: gen.number })).code).toBe('NOT_FOUND')
    const audit = await makings.room.site.prisma.auditEntry.findMany({
      where: { subject: `Problem:${id}`, action: 'problem.makersChanged' },
    })
    expect(audit).toHaveLength(4)
    live.close()
  })

  it('have bounds: names that are words, languages of the judge, sizes, and a number', async () => {
    const { problemId } = await prepared()
    const save = async (more: object, times = 1) =>
      (
        await act('saveMakers', {
          problemId,
          makers: Array.from({ length: times }, (_, at) => ({ ...GEN, name: `g${at}.cpp`, ...more })),
        })
      ).code
    for (const wrong of [
      { name: 'two words' },
      { name: '../gen.cpp' },
      { name: '' },
      { languageKey: 'nonsense' },
      { source: '' },
      { source: 'x'.repeat(300_000) },
      { source: 'a\u0000b' },
    ])
      expect([wrong, await save(wrong)]).toEqual([wrong, 'INVALID_INPUT'])
    expect(await save({}, 51)).toBe('INVALID_INPUT')
    expect(await save({}, 48)).toBeUndefined()
    expect(await save({ name: 'one-too-many.cpp' })).toBe('INVALID_INPUT')
    expect((await act('saveTestScript', { problemId, text: 'x'.repeat(200_001) })).code).toBe('INVALID_INPUT')
    const many = Array.from({ length: 1001 }, (_, at) => `gen ${at}`).join('\n')
    const { row } = await act('saveTestScript', { problemId, text: many })
    expect(row.testScript.faults).toEqual([{ line: 999, kind: 'TOO_MANY', about: '1000' }])
  })

  it('takes answers only from a solution of the same problem that is expected to be accepted', async () => {
    const [mine, theirs] = [await prepared({ script: 'gen 1' }), await prepared()]
    const solutions = await makings.room.site.prisma.solution.findMany({
      where: { problemId: { in: [mine.id, theirs.id] } },
      orderBy: { id: 'asc' },
    })
    const [wrong, main, , strange] = solutions.map(({ id }) => id)
    const save = (solution: number | undefined) =>
      act('saveTestScript', { problemId: mine.problemId, text: 'gen 1', solution })
    expect((await save(strange)).code).toBe('INVALID_INPUT')
    expect((await save(wrong)).code).toBe('INVALID_INPUT')
    expect((await save(main)).row.testScript.solutionNumber).toBe(main)
  })
})

describe('who manages a problem', () => {
  it('alone sees and does any of it, whichever door', async () => {
    const { problemId } = await prepared({ script: 'gen 1' })
    const { row } = await act('startMaking', { problemId, kind: 'MAKE' })
    const taken = await makings.room.host.takeMaking()
    const [maker] = row.makers
    const { alice } = makings.room.people
    for (const asking of [null, alice, makings.other]) {
      expect(await seen(problemId, asking)).toMatchObject({ makers: null, testScript: null, making: null })
      const node = await makings.room.site.graphql(
        'query ($id: ID!) { node(id: $id) { id ... on Making { cases { command } } } }',
        { id: row.making.id },
        asking ?? {},
      )
      expect(node.data.node).toBeNull()
      expect((await (await follow(problemId, asking)).next()).errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
      for (const [mutation, input] of [
        ['saveMakers', { problemId, makers: [GEN] }],
        ['saveMakers', { problemId, makers: [{ ...GEN, name: '' }] }],
        ['changeMaker', { number: maker.number, name: 'stolen' }],
        ['removeMaker', { number: maker.number }],
        ['saveTestScript', { problemId, text: '' }],
        ['startMaking', { problemId, kind: 'MAKE' }],
        ['cancelMaking', { id: row.making.id }],
        ['acceptMaking', { id: row.making.id }],
      ] as const) {
        const { code } = await act(mutation, input, asking)
        expect([mutation, code]).toEqual([
          mutation,
          asking === null ? 'UNAUTHENTICATED' : input && 'id' in input ? 'NOT_FOUND' : 'FORBIDDEN',
        ])
      }
    }
    // What names something else is no problem and no making.
    const forged = globalId('User', 1)
    expect((await act('startMaking', { problemId: forged, kind: 'MAKE' })).code).toBe('NOT_FOUND')
    expect((await act('acceptMaking', { id: globalId('Making', 'nothing') })).code).toBe('NOT_FOUND')
    expect((await act('acceptMaking', { id: forged })).error).toBeDefined()
    for (const id of [forged, globalId('Problem', 'x'), globalId('Problem', 10 ** 12)]) {
      expect((await (await follow(id)).next()).errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
      expect((await act('saveTestScript', { problemId: id, text: '' })).code).toBe('NOT_FOUND')
    }
    taken.end(ENDED)
  })
})

it('keeps the files beside a program, hands them to the host, and to nobody who may not manage the problem', async () => {
  const { problemId } = await prepared({ script: 'gen 1', change: { testcases: null } })
  const files = [{ name: 'lib.h', content: '// mine\n' }]
  const saved = await act('saveMakers', { problemId, makers: [{ ...GEN, files }] })
  expect(saved.row.makers[0]).toMatchObject({ name: 'gen.cpp', files })
  const { number } = saved.row.makers[0]
  // What is not said stays.
  expect((await act('changeMaker', { number, source: 'int main() {}' })).row.makers[0]).toMatchObject({
    files,
  })
  for (const name of ['../lib.h', '.hidden', 'a/b', ''])
    expect((await act('changeMaker', { number, files: [{ name, content: '' }] })).code).toBe('INVALID_INPUT')
  const many = Array.from({ length: 51 }, (_, at) => ({ name: `f${at}`, content: '' }))
  expect((await act('changeMaker', { number, files: many })).code).toBe('INVALID_INPUT')
  expect((await act('startMaking', { problemId, kind: 'MAKE' })).code).toBeUndefined()
  const taken = await makings.room.host.takeMaking()
  expect(taken.task.generators).toMatchObject([{ name: 'gen.cpp', files: { 'lib.h': '// mine\n' } }])
  expect((await seen(problemId, makings.other))?.makers ?? null).toBeNull()
  expect((await seen(problemId, makings.room.people.alice))?.makers ?? null).toBeNull()
  taken.end(ENDED)
  expect((await act('changeMaker', { number, files: [] })).row.makers[0]).toMatchObject({ files: [] })
})

describe('the door for blobs that hosts bring', () => {
  const put = (hash: string, body: string, authorization = `Bearer ${makings.room.site.house.judgeSecret}`) =>
    fetch(`${makings.room.site.url}/judging/blob/${hash}`, {
      method: 'PUT',
      body,
      headers: { authorization, 'content-type': 'application/octet-stream' },
    })
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

  it('takes blobs that match their hash, from judge hosts only', async () => {
    const text = 'made by a generator'
    expect((await put(hashOf(text), text, 'Bearer nonsense')).status).toBe(401)
    expect((await put(hashOf(text), text, '')).status).toBe(401)
    expect(await makings.room.site.house.blobs.has(hashOf(text))).toBe(false)
    expect((await put(hashOf(text), text)).status).toBe(204)
    expect((await put(hashOf(text), text)).status).toBe(204)
    expect(Buffer.from(await makings.room.site.house.blobs.readBytes(hashOf(text))).toString()).toBe(text)
    expect((await put(hashOf('something else'), text)).status).toBe(400)
    expect((await put('../../etc/passwd', text)).status).not.toBe(204)
    expect((await put('nothing', text)).status).toBe(400)
  })
})
