import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { zippedOf } from '../../support/packages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let writer: Person
let other: Person
let ada: Person
beforeAll(async () => {
  site = await startSite()
  writer = await addPerson(site, 'writer', { role: 'ADMIN' })
  other = await addPerson(site, 'other', { role: 'ADMIN' })
  ada = await addPerson(site, 'ada')
})
afterAll(() => site.close())

const CHECKER = `#include "testlib.h"
int main(int argc, char* argv[]) { registerTestlibCmd(argc, argv); quitf(_ok, "fine"); }
`
const STATEMENT = `# Two herrings

Say how many herrings there are.

## Input

Two numbers.

## Output

One number.

## Sample Input

\`\`\`
1 2
\`\`\`

## Sample Output

\`\`\`
3
\`\`\`
`
const FOLDER = {
  'herrings/statement.md': STATEMENT,
  'herrings/statement.zh.md':
    '# 两条鲱鱼\n\n有几条？\n\n## 输入格式\n\n两个数。\n\n## 输出格式\n\n一个数。\n',
  'herrings/README.md': 'How to build this folder.\n',
  'herrings/data/1.in': '1 2\n',
  'herrings/data/1.ans': '3\n',
  'herrings/data/2.in': '5 5\n',
  'herrings/data/2.ans': '10\n',
  'herrings/data/lonely.in': '7\n',
  'herrings/checker.cpp': CHECKER,
  'herrings/gen.cpp': '#include "testlib.h"\nint main(int c, char** v) { registerGen(c, v, 1); }\n',
  'herrings/input_validators/check.py': 'exit(42)\n',
  'herrings/tests/script': 'gen 1\ngen 2\n',
  'herrings/solutions/std.cpp': 'int main() {}\n',
  'herrings/solutions/wa/off_by_one.py': 'print(1)\n',
  'herrings/solutions/slow.cpp': 'int main() { for (;;); }\n',
  'herrings/solutions/notes.cpp': 'int main() {}\n',
}

/** Brings files one by one into one upload, as they lie in their folder, or all as a zip; its number. */
async function bring(
  files: Record<string, string>,
  as: Person,
  how: 'zip' | 'loose' = 'zip',
  isProblem = false,
): Promise<string> {
  const parts: [string, string, Buffer][] =
    how === 'zip'
      ? [['', 'folder.zip', Buffer.from(zippedOf(files))]]
      : Object.entries(files).map(([path, text]) => [path, path.split('/').at(-1) ?? '', Buffer.from(text)])
  let into = ''
  for (const [path, name, content] of parts) {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content)]), name)
    const search = new URLSearchParams({
      ...(into && { into }),
      ...(path && { path }),
      isProblem: `${isProblem}`,
    })
    const response = await fetch(`${site.url}/api/file/upload-tests?${search}`, {
      method: 'POST',
      headers: { authorization: as.token },
      body: form,
    })
    const { data, msg } = (await response.json()) as { data: { id: string } | null; msg: string }
    if (!data) throw new Error(msg)
    into = data.id
  }
  return into
}

const FINDINGS = `query ($number: String!) { testUpload(number: $number) { findings {
  statements { file words { locale title description input output } }
  samples { input output }
  checker { file program { languageKey convention } } interactor { file }
  solutions { name languageKey source expected } caseCount unused { name }
  makers { file role name languageKey files { name } convention } script
} } }`
const findings = async (number: string, as: Person | null = writer) =>
  site.graphql(FINDINGS, { number }, as ?? {})

const CREATE = `mutation ($input: CreateProblemInput!) { createProblem(input: $input) {
  number displayId visibility testset { cases { score input { name } answer { name } } }
  solutions { name expected state } makers { role name convention } testScript { text madeCount keptCount }
} }`
const create = (input: object, as: Person | null = writer) => site.graphql(CREATE, { input }, as ?? {})
const words = [{ locale: 'EN_US', title: 'Herrings', description: 'd', input: 'i', output: 'o' }]

describe('a folder that somebody brings', () => {
  it('may be without tests when it is of a whole problem, and is a problem without tests then', async () => {
    const files = Object.fromEntries(Object.entries(FOLDER).filter(([path]) => !path.includes('/data/')))
    await expect(bring(files, writer)).rejects.toThrow('没有成对的测试文件')
    const number = await bring(files, writer, 'zip', true)
    const { findings: found } = (await findings(number)).data.testUpload
    expect(found.caseCount).toBe(0)
    expect(found.statements).toHaveLength(2)
    expect(found.checker.file).toBe('checker.cpp')
    const solutions = found.solutions.map(
      ({ name, languageKey, source, expected }: Record<string, unknown>) => ({
        name,
        languageKey,
        source,
        expected,
      }),
    )
    expect(solutions).toHaveLength(3)
    const { data, errors } = await create({ changes: { words }, solutions })
    expect(errors).toBeUndefined()
    expect(data.createProblem).toMatchObject({ testset: null, solutions: [{}, {}, {}] })

    // One with solutions alone is taken as well.
    const alone = await bring(
      { 'main.cpp': 'int main() {}\n', 'std.cpp': 'int main() {}\n' },
      writer,
      'zip',
      true,
    )
    expect((await findings(alone)).data.testUpload.findings.solutions.length).toBeGreaterThan(0)
  })

  it.each(['zip', 'loose'] as const)('is recognised as far as that is sure, %s', async (how) => {
    const strip = Object.fromEntries(
      Object.entries(FOLDER).map(([path, text]) => [path.replace('herrings/', ''), text]),
    )
    const { data, errors } = await findings(await bring(how === 'zip' ? FOLDER : strip, writer, how))
    expect(errors).toBeUndefined()
    const found = data.testUpload.findings
    expect(found.statements).toEqual([
      {
        file: 'statement.md',
        words: {
          locale: 'EN_US',
          title: 'Two herrings',
          description: 'Say how many herrings there are.',
          input: 'Two numbers.',
          output: 'One number.',
        },
      },
      { file: 'statement.zh.md', words: expect.objectContaining({ locale: 'ZH_CN', title: '两条鲱鱼' }) },
    ])
    expect(found.samples).toEqual([{ input: '1 2\n', output: '3\n' }])
    expect(found.checker).toEqual({
      file: 'checker.cpp',
      program: { languageKey: 'cpp17o2', convention: 'testlib' },
    })
    expect(found.interactor).toBeNull()
    expect(
      found.solutions.map((one: { name: string; expected: string[] }) => [one.name, one.expected]),
    ).toEqual([
      ['solutions/slow.cpp', ['TIME_LIMIT_EXCEEDED']],
      ['solutions/std.cpp', ['ACCEPTED']],
      ['solutions/wa/off_by_one.py', ['WRONG_ANSWER', 'PRESENTATION_ERROR']],
    ])
    expect(found.caseCount).toBe(2)
    expect(found.unused.map(({ name }: { name: string }) => name)).toEqual([
      'README.md',
      'data/lonely.in',
      'solutions/notes.cpp',
    ])
    expect(found.makers).toEqual([
      ...[
        {
          file: 'gen.cpp',
          role: 'GENERATOR',
          name: 'gen.cpp',
          languageKey: 'cpp17o2',
          files: [],
          convention: 'TESTLIB',
        },
      ],
      {
        file: 'input_validators/check.py',
        role: 'VALIDATOR',
        name: 'check.py',
        languageKey: 'python3',
        files: [],
        convention: 'KATTIS',
      },
    ])
    expect(found.script).toBe('gen 1\ngen 2\n')
  })

  it('takes examples from cases that are called so, and no checker where two could be it', async () => {
    const number = await bring(
      {
        'a.cpp': CHECKER,
        'b.cpp': CHECKER,
        'sample/1.in': '1\n',
        'sample/1.out': '2\n',
        '1.in': '3\n',
        '1.out': '4\n',
      },
      writer,
    )
    const found = (await findings(number)).data.testUpload.findings
    expect(found.checker).toBeNull()
    expect(found.samples).toEqual([{ input: '1\n', output: '2\n' }])
    expect(found.unused.map(({ name }: { name: string }) => name)).toEqual(['a.cpp', 'b.cpp'])
  })

  it('becomes a problem with tests and solutions at once, or nothing of it', async () => {
    const upload = await bring(FOLDER, writer)
    const solutions = [
      { name: 'std.cpp', languageKey: 'cpp17', source: 'int main() {}', expected: ['ACCEPTED'] },
    ]
    const wrong = await create({
      changes: { words, displayKey: 'HERRING' },
      upload,
      solutions: [{ ...solutions[0], languageKey: 'morse' }],
    })
    expect(wrong.errors?.[0]?.extensions?.code).toBe('INVALID_INPUT')
    expect(await site.prisma.problem.count({ where: { displayId: 'HERRING' } })).toBe(0)

    const { data, errors } = await create({
      changes: { words, displayKey: 'HERRING', scoring: 'OI' },
      upload,
      solutions,
      makers: [{ role: 'GENERATOR', name: 'gen.cpp', source: 'int main() {}' }],
      script: 'gen 1',
    })
    expect(errors).toBeUndefined()
    expect(data.createProblem).toMatchObject({
      displayId: 'HERRING',
      visibility: 'HIDDEN',
      testset: {
        cases: [
          { score: 50, input: { name: 'data-1.in' }, answer: { name: 'data-1.ans' } },
          { score: 50, input: { name: 'data-2.in' }, answer: { name: 'data-2.ans' } },
        ],
      },
      solutions: [{ name: 'std.cpp', expected: ['ACCEPTED'], state: null }],
      makers: [{ role: 'GENERATOR', name: 'gen.cpp', convention: 'TESTLIB' }],
      testScript: { text: 'gen 1', madeCount: 1, keptCount: 2 },
    })
  })

  it('is for anyone who brought it alone, and leads out of no folder', async () => {
    const upload = await bring(FOLDER, writer)
    expect((await findings(upload, other)).errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
    expect((await findings(upload, null)).errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED')
    expect((await create({ changes: { words }, upload }, other)).errors?.[0]?.extensions?.code).toBe(
      'NOT_FOUND',
    )
    expect((await create({ changes: { words }, upload }, ada)).errors?.[0]?.extensions?.code).toBe(
      'FORBIDDEN',
    )
    await expect(bring({ '../../passwd': 'x' }, writer, 'loose')).rejects.toThrow()
    await expect(bring({ '/etc/passwd': 'x' }, writer, 'loose')).rejects.toThrow()
  })
})

it('recognises programs of several files, each in a folder of its own', async () => {
  const number = await bring(
    {
      'generators/tree/tree.py': 'import lib\n',
      'generators/tree/lib.py': '#\n',
      'generators/star/star.cpp': '#include "star.h"\n',
      'generators/star/star.h': '\n',
      'input_validators/check/check.cc': '//\n',
      'input_validators/check/more.cc': '//\n',
      'generators/mixed/a.cpp': '//\n',
      'generators/mixed/b.py': '#\n',
    },
    writer,
    'loose',
  )
  const found = (await findings(number)).data.testUpload.findings
  const shown = ({ role, name, languageKey, convention, files }: Record<string, unknown>) => [
    ...[role, name, languageKey, convention],
    (files as { name: string }[]).map(({ name }) => name),
  ]
  expect(found.makers.map(shown)).toEqual(
    expect.arrayContaining([
      ['GENERATOR', 'tree', 'scripts', 'TESTLIB', ['lib.py', 'tree.py', 'run']],
      ['GENERATOR', 'star', 'cpp17o2', 'TESTLIB', ['star.h']],
      ['VALIDATOR', 'check', 'scripts', 'KATTIS', ['check.cc', 'more.cc']],
    ]),
  )
})

it('reads the script of generators.yaml, and names in it what no line can say', async () => {
  const number = await bring(
    {
      'generators/generators.yaml':
        'data:\n  secret:\n    data:\n      - a: gen.py {seed}\n      - b: { in: "1", ans: "1" }\n      - c: { generate: gen.py 3, match: x }\n',
      'generators/gen.py': 'print(1)\n',
    },
    writer,
    'loose',
  )
  const found = (await findings(number)).data.testUpload.findings
  expect(found.script).toMatch(
    /^gen\.py \d+\n# data\.secret\.data\.2\.b: in\ngen\.py 3\n# data\.secret\.data\.3\.c\.match: \?\n$/,
  )
  expect(found.unused).toEqual([])
})

describe('a folder of Polygon', () => {
  it('says in its problem.xml which cases its generators made', async () => {
    const number = await bring(
      {
        'problem.xml': `<problem><judging><testset name="tests"><tests><test method="manual"/>
          <test cmd="gen  --n=5 01" method="generated"/></tests></testset></judging></problem>`,
        'files/gen.cpp': FOLDER['herrings/gen.cpp'],
        'files/val.cpp': '#include "testlib.h"\nint main(int c, char** v) { registerValidation(c, v); }\n',
        'files/helper_gen.py': 'print(1)\n',
      },
      writer,
      'loose',
    )
    const found = (await findings(number)).data.testUpload.findings
    expect(found.script).toBe('gen --n=5 01\n')
    expect(found.makers.map(({ role, name }: { role: string; name: string }) => [role, name])).toEqual([
      ['GENERATOR', 'gen.cpp'],
      ['VALIDATOR', 'val.cpp'],
    ])
    expect(found.unused.map(({ name }: { name: string }) => name)).toEqual(['files/helper_gen.py'])
    const broken = await bring({ 'problem.xml': '<problem', '1.in': '1\n', '1.out': '1\n' }, writer)
    expect((await findings(broken)).data.testUpload.findings.script).toBe('')
  })
})
