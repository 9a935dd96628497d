import { describe, expect, it } from 'vitest'
import type { MadeReport, MakingFault } from '#judge/making/makingProtocol.ts'
import { saveRefereeTests } from '#server/modules/generator/refereeTest.ts'
import { readPackage } from '#server/modules/package/importing.ts'
import { ENDED, openMakings } from '../../support/making.ts'
import { contextOf } from '../../support/people.ts'

const makings = openMakings()
const { act, seen, follow, prepared, good, until } = makings

const NONE = { role: 'VALIDATOR', name: 'none', input: '0\n\n' }
const WRONG = { role: 'CHECKER', name: 'wrong', input: '1\n', answer: '2\n', output: '3\n' }

const LONG = Buffer.alloc(1024 ** 2, 'x')

const tried = (index: number, fault: MakingFault | null = null): MadeReport => ({
  index,
  fault,
  message: fault && 'its words',
  input: null,
  answer: null,
  inputHead: '',
  verdict: null,
  timeMs: null,
  memoryKb: null,
})

describe('tests of validators and checker', () => {
  it('are kept with the problem, run by the check of its cases, and named where they are accepted wrongly', async () => {
    const { problemId } = await prepared()
    const live = await follow(problemId)
    await until(live, (making) => making === null)
    const { row } = await act('saveRefereeTests', { problemId, tests: [NONE, WRONG] })
    expect(row.refereeTests).toMatchObject([
      {
        role: 'VALIDATOR',
        name: 'none',
        accepts: false,
        input: { text: '0\n\n', isWhole: true },
        answer: null,
      },
      { role: 'CHECKER', name: 'wrong', answer: { text: '2\n' }, output: { text: '3\n' } },
    ])
    expect((await live.next()).data.makingChanged.refereeTests).toHaveLength(2)
    // Of a role and a name there is one.
    const right = { ...WRONG, accepts: true }
    expect((await act('saveRefereeTests', { problemId, tests: [right] })).row.refereeTests).toMatchObject([
      { name: 'none' },
      { name: 'wrong', accepts: true },
    ])

    expect((await act('startMaking', { problemId, kind: 'CHECK' })).code).toBeUndefined()
    const { task, report, end } = await makings.room.host.takeMaking()
    expect(task.tests?.list).toEqual([
      { index: 3, accepts: false, input: Buffer.from('0\n\n').toString('base64'), checked: null },
      {
        index: 4,
        accepts: true,
        input: Buffer.from('1\n').toString('base64'),
        checked: {
          answer: Buffer.from('2\n').toString('base64'),
          output: Buffer.from('3\n').toString('base64'),
        },
      },
    ])
    for (const index of [1, 2]) report({ kind: 'made', made: { ...tried(index), input: null } })
    report({ kind: 'made', made: tried(3, 'ACCEPTED_WRONGLY') })
    report({ kind: 'made', made: tried(4) })
    end(ENDED)
    const { making } = await until(live, (making) => making?.state === 'DONE')
    expect(making.cases).toMatchObject([{ fault: null }, { fault: null }])
    expect(making.tests).toEqual([
      {
        role: 'VALIDATOR',
        name: 'none',
        accepts: false,
        isDone: true,
        fault: 'ACCEPTED_WRONGLY',
        message: 'its words',
      },
      { role: 'CHECKER', name: 'wrong', accepts: true, isDone: true, fault: null, message: null },
    ])
    const [first] = (await seen(problemId)).refereeTests
    expect((await act('removeRefereeTest', { number: first.number })).row.refereeTests).toHaveLength(1)
    live.close()
  })

  it('do not keep cases from being used, and are checked where there is nothing else', async () => {
    const { id, problemId } = await prepared({ script: 'gen 1', change: { testcases: null } })
    await act('saveRefereeTests', { problemId, tests: [NONE] })
    const live = await follow(problemId)
    const { row } = await act('startMaking', { problemId, kind: 'MAKE' })
    const { report, end } = await makings.room.host.takeMaking()
    report({ kind: 'made', made: await good(1, 'one') })
    report({ kind: 'made', made: tried(2, 'ACCEPTED_WRONGLY') })
    end(ENDED)
    await until(live, (making) => making?.state === 'DONE')
    expect((await act('acceptMaking', { id: row.making.id })).row.testset.caseCount).toBe(1)
    live.close()
    await makings.room.site.prisma.maker.deleteMany({ where: { problemId: id } })
    expect((await act('startMaking', { problemId, kind: 'CHECK' })).code).toBeUndefined()
    ;(await makings.room.host.takeMaking()).end(ENDED)
  })

  it('are seen and changed by nobody but those who manage the problem, and have bounds', async () => {
    const { id, problemId } = await prepared()
    await act('saveRefereeTests', { problemId, tests: [NONE] })
    const [{ number }] = (await seen(problemId)).refereeTests
    for (const asking of [null, makings.room.people.alice, makings.other]) {
      expect((await seen(problemId, asking))?.refereeTests ?? null).toBeNull()
      const codes = [
        await act('saveRefereeTests', { problemId, tests: [NONE] }, asking),
        await act('removeRefereeTest', { number }, asking),
      ].map(({ code }) => code)
      const code = asking === null ? 'UNAUTHENTICATED' : 'FORBIDDEN'
      expect(codes).toEqual([code, code])
    }
    const { chief } = makings.room.people
    const save = (tests: object[]) =>
      saveRefereeTests(
        contextOf(makings.room.site, chief),
        id,
        tests.map((one) => ({
          role: 'VALIDATOR',
          name: 'a',
          accepts: false,
          answer: null,
          output: null,
          input: LONG,
          ...one,
        })),
      )
    await expect(save([{ input: Buffer.alloc(LONG.length + 1) }])).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await expect(save([{ name: ' ' }])).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await save([{ name: 'a' }, { name: 'b' }, { name: 'c' }])
    await expect(save([{ name: 'd' }])).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' })
    expect((await seen(problemId)).refereeTests).toMatchObject([
      { name: 'a', input: { isWhole: false } },
      ...[{ name: 'b' }, { name: 'c' }, { name: 'none' }],
    ])
  })
})

it('are read from a package of Polygon', () => {
  const xml = `<problem><names><name language="english" value="Sum"/></names>
    <judging><testset name="tests"><time-limit>1000</time-limit><memory-limit>268435456</memory-limit>
      <input-path-pattern>tests/%02d</input-path-pattern><answer-path-pattern>tests/%02d.a</answer-path-pattern>
      <tests><test method="manual"/></tests></testset></judging>
    <assets>
      <checker name="std::wcmp.cpp" type="testlib"><testset><test-count>2</test-count>
        <input-path-pattern>files/tests/checker-tests/%02d</input-path-pattern>
        <output-path-pattern>files/tests/checker-tests/%02d.o</output-path-pattern>
        <answer-path-pattern>files/tests/checker-tests/%02d.a</answer-path-pattern>
        <tests><test verdict="OK"/><test verdict="WRONG_ANSWER"/></tests></testset></checker>
      <validators><validator><testset><test-count>2</test-count>
        <input-path-pattern>files/tests/validator-tests/%02d</input-path-pattern>
        <tests><test verdict="VALID"/><test verdict="INVALID"/></tests></testset></validator></validators>
    </assets></problem>`
  const statement = '{"name":"Sum","legend":"Add.","input":"","output":"","language":"english"}'
  const files = {
    'problem.xml': xml,
    'statements/english/problem-properties.json': statement,
    'tests/01': '1\n',
    'tests/01.a': '1\n',
    'files/tests/validator-tests/01': '1\n',
    'files/tests/validator-tests/02': '0\r\n',
    'files/tests/checker-tests/01': 'i',
    'files/tests/checker-tests/01.o': 'o',
    ...{
      'files/tests/checker-tests/02': 'i',
      'files/tests/checker-tests/02.o': 'x',
      'files/tests/checker-tests/02.a': 'a',
    },
  }
  const unpacked = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))
  const [read] = readPackage(unpacked)
  const texts = read?.problem.refereeTests.map(({ role, name, accepts, ...sides }) => [
    ...[role, name, accepts],
    ...[sides.input, sides.answer, sides.output].map((side) => side && Buffer.from(side).toString()),
  ])
  expect(texts).toEqual([
    ['VALIDATOR', '01', true, '1\n', null, null],
    ['VALIDATOR', '02', false, '0\r\n', null, null],
    ['CHECKER', '01', true, 'i', null, 'o'],
    ['CHECKER', '02', false, 'i', 'a', 'x'],
  ])
})
