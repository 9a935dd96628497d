import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestsetManifest } from '#judge/protocol.ts'
import { scriptOf } from '#server/modules/generator/maker.ts'
import { writeLine } from '#server/modules/generator/script.ts'
import { writtenProblem } from '#server/modules/package/exporting.ts'
import { importPackage, readPackage } from '#server/modules/package/importing.ts'
import { unpackedOf } from '../../support/packages.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

/** A package as setters keep it: nothing of `data/` but what generators.yaml says. */
const drafted = (yaml: string, files: Record<string, string> = {}, more = '') => ({
  'problem.yaml': `problem_format_version: 2023-07\nname: Sums\n${more}`,
  'problem_statement/problem.en.md': 'Add them.\n',
  'submissions/accepted/sol.py': 'print(1)\n',
  'submissions/accepted/other.py': 'print(2)\n',
  'generators/generators.yaml': yaml,
  'generators/gen.py': 'print(1)\n',
  ...files,
})

function read(yaml: string, files: Record<string, string> = {}, more = '') {
  const [found] = readPackage(unpackedOf(drafted(yaml, files, more)))
  if (!found) throw new Error('no problem')
  const { problem, report } = found
  const notes = report.notes
    .filter(({ key }) => key.startsWith('generators') || key === 'otherFiles')
    .map(({ kind, key, file, parameters }) =>
      [kind, key, ...Object.values(parameters), ...(key === 'otherFiles' ? [file] : [])].join(' '),
    )
  const text = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString()
  const cases = problem.testcases.map(({ input, answer, line }) => [text(input), text(answer), line ?? null])
  return { problem, notes, cases, script: problem.script.split('\n').filter(Boolean) }
}
const left = ({ notes }: { notes: string[] }) => notes.filter((note) => note.startsWith('leftOut'))

describe('generators.yaml', () => {
  it('has generators with arguments, files, texts and numbered cases, in the order of their names', () => {
    const found = read(
      `solution: /submissions/accepted/other.py
data:
  sample:
    data:
      - "": { in: "1 2", ans: "3" }
  secret:
    data:
      - small:
          in: |
            1 1
          ans: "2"
      - "": gen.py 5  'a b'
      - static:
          copy: manual/case
      - group:
          data:
            z: gen.py {name}
            a: { generate: gen 7 }
`,
      { 'generators/manual/case.in': '4 4\n', 'generators/manual/case.ans': '8\n' },
    )
    expect(found.cases).toEqual([
      ['1 2\n', '3\n', null],
      ['1 1\n', '2\n', null],
      ['4 4\n', '8\n', null],
    ])
    expect(found.script).toEqual(['gen.py 7', 'gen.py testcase', 'gen.py 5 "a b"'])
    expect(found.problem).toMatchObject({ unmade: true, answersBy: 'accepted/other.py' })
    expect(found.problem.samples).toEqual([{ input: '1 2\n', output: '3\n' }])
    expect(found.problem.makers.map(({ name }) => name)).toEqual(['gen.py'])
    expect(found.notes).toEqual(['understood generatorsRules 3', 'converted generatorsUnmade 3 0'])
  })

  it('seeds as BAPCtools does', () => {
    // What stdout.py printed there, in test/problems/testseed.
    const real = read(
      `data:
  secret:
    data:
      - random_salt: { generate: "stdout.py {seed:42}", random_salt: bob }
      - whitespace: "stdout.py {seed} a  aa  b "
      - count: { generate: "stdout.py {seed} {count}", count: 3 }
      - count-list: { generate: "stdout.py {seed:1} {count}", count: [-2, 1] }
      - count-range: { generate: "stdout.py {seed:2} {count}", count: 1..=2 }
`,
      { 'generators/stdout.py': 'import sys; print(*sys.argv[1:])\n' },
    ).script
    expect(real).toEqual(
      expect.arrayContaining([
        'stdout.py 593058468',
        'stdout.py 2133905738 a aa b',
        'stdout.py 1581952888 2',
        'stdout.py 969404650 3',
        'stdout.py 207342926 -2',
        'stdout.py 176819904 1',
      ]),
    )
    expect(real).toHaveLength(9)
  })

  it('knows which of the cases in data/ its generators made', () => {
    const { cases, script, problem, notes } = read(
      `data:
  secret:
    data:
      - a: gen.py 1
      - b: { generate: "gen.py {count}", count: 2 }
      - c: { copy: c }
`,
      {
        ...Object.fromEntries(
          ['1-a', '2-b-1', '3-b-2', '4-c'].flatMap((name) => [
            [`data/secret/${name}.in`, `${name}\n`],
            [`data/secret/${name}.ans`, '0\n'],
          ]),
        ),
        'generators/c.in': 'older\n',
      },
    )
    expect(cases).toEqual([
      ['1-a\n', '0\n', 'gen.py 1'],
      ['2-b-1\n', '0\n', 'gen.py 1'],
      ['3-b-2\n', '0\n', 'gen.py 2'],
      ['4-c\n', '0\n', null],
    ])
    expect(script).toEqual(['gen.py 1', 'gen.py 1', 'gen.py 2'])
    expect(problem.unmade).toBe(false)
    expect(notes).toEqual(['understood generatorsRules 3'])
  })

  it('takes the files where another version named them otherwise', () => {
    const found = read('data:\n  secret:\n    data:\n      - a: gen.py 1\n', {
      'data/secret/0001-a.in': '1\n',
      'data/secret/0001-a.ans': '1\n',
    })
    expect(found.cases).toEqual([['1\n', '1\n', null]])
    expect(found.script).toEqual([])
    expect(left(found)).toEqual(['leftOut generatorsNames 1'])
  })

  it('makes programs of the files that it lists, and finds those in folders', () => {
    const found = read(
      `generators:
  tree: [tree.py, lib.py]
  star: [star.cpp, star.h]
  gone: [nowhere.py]
data:
  secret:
    data: { a: tree 1, b: star 2, c: folder/ 3, d: sub/inner.py 4, e: nowhere 5, f: ../gen.py, g: /gen.py, h: gen 6 }
`,
      {
        'generators/tree.py': 'import lib\n',
        'generators/lib.py': '\n',
        'generators/star.cpp': '#include "star.h"\n',
        'generators/star.h': '\n',
        'generators/folder/main.py': '\n',
        'generators/sub/inner.py': '\n',
        'generators/sub/deeper/x.txt': '\n',
        'generators/notes.txt': 'what\n',
      },
    )
    expect(found.script).toEqual([
      'tree 1',
      'star 2',
      'folder 3',
      expect.stringMatching(/inner(?:\.py)? 4$/),
      'gen.py 6',
    ])
    const byName = new Map(found.problem.makers.map((one) => [one.name, one]))
    expect(byName.get('tree')).toMatchObject({
      language: 'scripts',
      files: { 'lib.py': '\n', run: expect.stringContaining('/tree.py') },
    })
    expect(byName.get('star')).toMatchObject({ language: 'cpp17o2', files: { 'star.h': '\n' } })
    expect([...byName.keys()]).not.toContain('lib.py')
    expect(left(found).sort()).toEqual([
      'leftOut generatorsFile generators.gone nowhere.py',
      'leftOut generatorsValue data.secret.data.e nowhere 5',
      'leftOut generatorsValue data.secret.data.f ../gen.py',
      'leftOut generatorsValue data.secret.data.g /gen.py',
      'leftOut otherFiles generators/notes.txt',
    ])
  })

  it('has groups with points, and cases that several of them include', () => {
    const found = read(
      `testdata.yaml: { on_reject: continue }
data:
  sample: { data: [] }
  secret:
    data:
      - small:
          testdata.yaml: { accept_score: 30, range: 0 30, grader_flags: min }
          data: [{ one: { in: "1", ans: "1" } }, { two: gen.py 2 }]
      - large:
          testdata.yaml: { accept_score: 70, range: 0 70, grader_flags: min }
          data: [{ three: gen.py 3 }]
          include: [small]
`,
      {},
      'type: scoring\n',
    )
    expect(found.problem).toMatchObject({ scoring: 'OI', caseMode: 'SUBTASK_LOWEST' })
    expect(found.problem.testcases.map(({ subtask, score }) => [subtask, score])).toEqual([
      [1, 30],
      [2, 70],
    ])
    expect(found.script).toEqual([
      ...['<#-- group 1 -->', '<#-- points 30 -->', 'gen.py 2'],
      ...['<#-- group 2 -->', '<#-- points 70 -->', 'gen.py 2', 'gen.py 3'],
    ])
    expect(left(found)).toEqual([])
  })

  it('names by its key what has no place here', () => {
    const found = read(`visualizer: /visualizers/vis.py
unknown_key: 1
data:
  secret:
    include: [nothing]
    data:
      a: { generate: gen.py, solution: /generators/slow.py, match: "^1" }
      b: { generate: "gen.py {seed} {seed:1}" }
      c: { generate: gen.py, count: 101 }
      d: { generate: gen.py, count: [1, 1] }
      e: { generate: gen.py, count: 1..3 }
      f: { generate: 7 }
      g: { copy: ../../etc/passwd }
      h: { copy: missing }
      "../up": gen.py 1
      i: [gen.py]
      j: { in: { a: 1 } }
      k: "gen.py 'two\\nlines'"
      l:
  invalid_input:
    data:
      bad: gen.py 1
  sample:
    data:
      made: gen.py 9
`)
    expect(
      left(found)
        .map((note) => note.replace('leftOut generators', ''))
        .sort(),
    ).toEqual(
      [
        'Key visualizer',
        'Key unknown_key',
        'Value data.secret.include nothing',
        'Key data.secret.data.a.solution',
        'Key data.secret.data.a.match',
        'Value data.secret.data.b gen.py {seed} {seed:1}',
        'Value data.secret.data.c.count 101',
        'Value data.secret.data.d.count [1,1]',
        'Value data.secret.data.e.count 1..3',
        'Value data.secret.data.f 7',
        'Value data.secret.data.g ../../etc/passwd',
        'File data.secret.data.h generators/missing',
        'Value data.secret.data.../up gen.py 1',
        'Value data.secret.data.i ["gen.py"]',
        'Value data.secret.data.j.in {"a":1}',
        'File data.secret.data.j data/secret/j',
        'Value data.secret.data.k gen.py two\nlines',
        'File data.secret.data.l data/secret/l',
        'Key data.invalid_input.data.bad',
        'File data.sample.data.made data/sample/made',
      ].sort(),
    )
    expect(found.script).toEqual(['gen.py'])
  })

  it('keeps invalid inputs out of the cases', () => {
    const [found] = readPackage(
      unpackedOf(
        drafted(
          'data:\n  secret: { data: { a: { in: "1", ans: "1" } } }\n  invalid_input: { data: { bad: { in: x } } }\n',
        ),
      ),
    )
    expect(found?.problem.testcases).toHaveLength(1)
  })

  it.each([
    ['an alias', 'a: &a [1]\nb: *a\ndata: {}\n'],
    ['a bomb', 'a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\ndata: {}\n'],
    ['a tag', 'data: !!js/function x\n'],
    ['no YAML', 'data: [\n'],
    ['a key twice', 'data: {}\ndata: {}\n'],
  ])('is passed over with a note where it has %s', (_, yaml) => {
    const found = read(yaml, { 'data/secret/1.in': '1\n', 'data/secret/1.ans': '1\n' })
    expect(found.cases).toEqual([['1\n', '1\n', null]])
    expect(left(found)).toEqual(['leftOut generatorsBroken'])
  })

  it('is bounded in depth, and in cases', () => {
    const began = performance.now()
    const deep = `${'{"data": {"a": '.repeat(300)}"gen.py"${'}}'.repeat(300)}`
    expect(left(read(`data: {secret: ${deep}}\n`)).length).toBeGreaterThan(0)
    const many = Array.from(
      { length: 200 },
      (_, at) => `      - "": { generate: "gen.py ${at} {count}", count: 100 }`,
    )
    const found = read(`data:\n  secret:\n    data:\n${many.join('\n')}\n`)
    expect(found.script).toHaveLength(5000)
    expect(left(found)).toEqual(['leftOut generatorsValue data.secret.data.51. > 5000'])
    expect(performance.now() - began).toBeLessThan(5000)
  })

  it.each([
    [['a b', "it's", 'say "hi"', '${x}', '<#list', '$', '', 'a>b|c&d', '\\', '#', '中文']],
    [['-n=5', '--seed', '12']],
  ])('gives generators the words %j as they are', (words) => {
    const { script } = read(
      `data:\n  secret:\n    data:\n      a: ${JSON.stringify(`gen.py ${words.map((word) => `'${word.replaceAll("'", `'"'"'`)}'`).join(' ')}`)}\n`,
    )
    expect(script).toEqual([writeLine('gen.py', words)])
    expect(script[0]).toBeTruthy()
  })
})

describe('the problem', () => {
  let site: Site
  let keeper: Person
  beforeAll(async () => {
    site = await startSite()
    keeper = await addPerson(site, 'keeper', { role: 'ROOT' })
  })
  afterAll(() => site.close())

  it('is a hidden draft with its script, whose cases can be made', async () => {
    const ctx = contextOf(site, keeper)
    const files = drafted(
      'solution: /submissions/accepted/other.py\ndata:\n  secret:\n    data: { a: { in: "1" }, b: gen.py 2 }\n',
    )
    const { problems } = await importPackage(ctx, unpackedOf(files), { publish: true })
    expect(problems[0]?.refusal).toBeNull()
    const row = await site.prisma.problem.findFirstOrThrow({
      where: { displayId: problems[0]?.displayId ?? '' },
      include: { testset: true, testScript: { include: { solution: true } } },
    })
    expect(row.visibility).toBe('HIDDEN')
    expect(row.testScript?.solution?.name).toBe('accepted/other.py')
    expect((row.testset?.manifest as TestsetManifest | undefined)?.cases).toMatchObject([
      { index: 1, answer: null },
    ])
    const script = await scriptOf(ctx, row.id)
    expect(script?.faults).toEqual([])
    expect(script?.cases.map(({ kept, command }) => kept ?? command)).toEqual([1, 'gen.py 2'])

    // It leaves as the draft that it is.
    for (const format of ['icpc', 'hoj'] as const) {
      const { files } = await writtenProblem(ctx, row.displayId, format)
      // Its id is taken while it stays.
      await site.prisma.problem.updateMany({
        where: { displayId: row.displayId },
        data: { displayId: `AWAY-${format}` },
      })
      const again = await importPackage(
        ctx,
        new Map([...files].map(([path, { content }]) => [path, content])),
      )
      expect(again.problems[0]?.refusal).toBeNull()
      const copy = await site.prisma.problem.findFirstOrThrow({
        where: { displayId: again.problems[0]?.displayId ?? '' },
        include: { testset: true, testScript: { include: { solution: true } } },
      })
      expect(copy.testScript).toMatchObject({ text: 'gen.py 2\n', solution: { name: 'accepted/other.py' } })
      expect((copy.testset?.manifest as TestsetManifest | undefined)?.cases).toMatchObject([{ answer: null }])
    }
  })
})
