import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type PackageProblem, PLAIN } from '#server/modules/package/format.ts'
import { writeHoj } from '#server/modules/package/hoj/hojWrite.ts'
import { OWN_FILE } from '#server/modules/package/icpc/icpc.ts'
import { writeIcpc } from '#server/modules/package/icpc/icpcWrite.ts'
import { Notes } from '#server/modules/package/report.ts'
import { parseYaml } from '#server/modules/package/yaml.ts'
import { readFirst, refusedBy } from '../../support/packageReading.ts'
import { legacyIcpc, unpackedOf } from '../../support/packages.ts'

const VALIDATOR = '#include <cstdio>\nint main() { return 42; }\n'

const icpcOf = (settings: string, change: Record<string, string> = {}) =>
  unpackedOf(
    legacyIcpc({
      'problem.yaml': settings,
      'output_validators/judge.cpp': VALIDATOR,
      ...change,
    }),
  )

describe('a multi-pass problem of ICPC', () => {
  test.each([
    ['by its type, twice when it does not say', 'type: [pass-fail, multi-pass]\n', 2],
    ['as a word', 'type: multi-pass\nlimits:\n  validation_passes: 5\n', 5],
    ['by the validation of DOMjudge', 'validation: custom multi-pass\n', 2],
  ])('is read %s', (_, said, passes) => {
    const { problem } = readFirst(icpcOf(`name: Code\n${said}`))
    expect(problem.checker).toMatchObject({
      kind: 'program',
      convention: 'kattis',
      source: VALIDATOR,
      passes,
    })
  })

  test('may be interactive too', () => {
    const { problem } = readFirst(icpcOf('name: Code\ntype: [interactive, multi-pass]\n'))
    expect(problem.interactor).toMatchObject({ convention: 'kattis', passes: 2 })
  })

  test('of one pass is an ordinary one, and a limit that is none is refused by its name', () => {
    const limited = (limit: string) =>
      icpcOf(`name: Code\ntype: [multi-pass]\nlimits:\n  validation_passes: ${limit}\n`)
    expect(readFirst(limited('1')).problem.checker).not.toHaveProperty('passes')
    for (const limit of ['0', '2.5', 'many', '101'])
      expect(refusedBy(() => readFirst(limited(limit)))).toEqual([
        'PACKAGE_UNUSABLE',
        `validation_passes: ${limit}`,
      ])
  })

  test('needs the validator that decides', () => {
    const files = legacyIcpc({ 'problem.yaml': 'name: Code\ntype: [multi-pass]\n' })
    expect(refusedBy(() => readFirst(unpackedOf(files)))?.[0]).toBe('PACKAGE_INCOMPLETE')
  })
})

const PROBLEM: PackageProblem & { displayId: string } = {
  ...PLAIN,
  displayId: 'P1',
  statements: [
    { locale: 'zh-CN', title: '编码', description: '', input: 'i', output: 'o', hint: '', source: '' },
  ],
  testcases: [{ input: Buffer.from('1\n'), answer: Buffer.from('1\n'), subtask: 0, score: 10 }],
}
/** Asks for a second pass after the first one, which it remembers, as a checker of testlib. */
const TESTLIB = `#include <fstream>
int main() {
  std::ifstream state("state.txt");
  int pass = 0;
  state >> pass;
  if (pass == 1) return 0;
  std::ofstream("state.txt") << 1;
  std::ofstream("nextpass.in") << "again";
  return 0;
}
`
const checker = {
  kind: 'program' as const,
  language: 'cpp17o2',
  source: TESTLIB,
  convention: 'testlib' as const,
  passes: 3,
}

describe('a problem of several passes that is written', () => {
  const files = writeIcpc({ ...PROBLEM, checker }, new Notes())

  test('says so in the words of DOMjudge and of our own', () => {
    expect(parseYaml(files.get('problem.yaml')?.content.toString() ?? '', 'problem.yaml')).toMatchObject({
      validation: 'custom multi-pass',
      limits: { validation_passes: 3 },
    })
    const all = [...files].map(([path, { content }]) => [path, content] as const)
    expect(readFirst(new Map(all)).problem.checker).toEqual(checker)
    const foreign = new Map(all.filter(([path]) => path !== OWN_FILE))
    expect(readFirst(foreign).problem.checker).toMatchObject({ convention: 'kattis', passes: 3 })
  })

  test('has a checker of testlib that leaves its files in the folder for feedback', () => {
    const place = mkdtempSync(join(tmpdir(), 'package-'))
    const validator = 'output_validators/validator'
    try {
      for (const [path, { content, executable }] of files) {
        if (!path.startsWith(validator)) continue
        mkdirSync(dirname(join(place, path)), { recursive: true })
        writeFileSync(join(place, path), content)
        chmodSync(join(place, path), executable ? 0o755 : 0o644)
      }
      for (const name of ['in', 'ans']) writeFileSync(join(place, name), '')
      mkdirSync(join(place, 'feedback'))
      execFileSync(join(place, validator, 'build'), { cwd: '/' })
      const run = () => {
        try {
          execFileSync(`./${validator}/run`, ['in', 'ans', 'feedback/'], { cwd: place, input: '' })
        } catch (error) {
          return (error as { status: number }).status
        }
        return 0
      }
      const next = join(place, 'feedback/nextpass.in')
      expect(run()).toBe(42)
      expect(readFileSync(next, 'utf8')).toBe('again')
      rmSync(next)
      expect(run()).toBe(42)
      expect(() => readFileSync(next)).toThrow()
    } finally {
      rmSync(place, { recursive: true })
    }
  })

  test('is named where the format has no word for it', () => {
    const notes = new Notes()
    writeHoj({ ...PROBLEM, checker }, notes)
    expect(notes.list).toContainEqual(
      expect.objectContaining({ kind: 'leftOut', key: 'passes', parameters: { passes: 3 } }),
    )
  })
})

test('multi_pass of descendants of UOJ is the limit of passes of its checker', () => {
  const uoj = (conf: string) =>
    unpackedOf({
      'code/problem.conf': `use_builtin_judger on\nn_tests 1\nn_ex_tests 0\ninput_pre a\ninput_suf in\noutput_pre a\noutput_suf out\n${conf}`,
      'code/chk.cpp': TESTLIB,
      'code/a1.in': '1\n',
      'code/a1.out': '1\n',
    })
  expect(readFirst(uoj('multi_pass 2\n')).problem.checker).toMatchObject({ kind: 'program', passes: 2 })
  expect(readFirst(uoj('')).problem.checker).not.toHaveProperty('passes')
  expect(refusedBy(() => readFirst(uoj('multi_pass 2\nuse_builtin_checker ncmp\n')))).toEqual([
    'PACKAGE_UNUSABLE',
    'multi_pass 2',
  ])
})
