import { describe, expect, test } from 'vitest'
import { type PackageProblem, PLAIN } from '#server/modules/package/format.ts'
import { writeHoj } from '#server/modules/package/hoj/hojWrite.ts'
import { OWN_FILE } from '#server/modules/package/icpc/icpc.ts'
import { writeIcpc } from '#server/modules/package/icpc/icpcWrite.ts'
import { Notes } from '#server/modules/package/report.ts'
import { parseYaml } from '#server/modules/package/yaml.ts'
import { readFirst } from '../../support/packageReading.ts'
import { hydroPackage, legacyIcpc, unpackedOf } from '../../support/packages.ts'

/** Output-only problems: files of output are submitted to them. */

const words = { description: 'Colour it.', input: '', output: '', hint: '', source: '' }

const problem = (change: Partial<PackageProblem> = {}): PackageProblem & { displayId: string } => ({
  ...PLAIN,
  outputOnly: true,
  statements: [{ locale: 'en-US', title: 'Colouring', ...words }],
  testcases: [{ input: Buffer.from('3\n'), answer: Buffer.from('1\n'), subtask: 0, score: 0, name: 'a' }],
  ...change,
  displayId: 'COLOUR',
})

/** What is read of written files; `foreign`: without the part of our own. */
function readBack(written: ReturnType<typeof writeIcpc>, foreign: boolean) {
  const files = Object.fromEntries([...written].map(([path, { content }]) => [path, content]))
  if (foreign) delete files[OWN_FILE]
  return readFirst(unpackedOf(files)).problem
}

describe('an output-only problem', () => {
  test.each([
    ['ICPC', legacyIcpc({ 'problem.yaml': 'name: X\ntype: [scoring, submit-answer]\n' })],
    ['ICPC, as a word', legacyIcpc({ 'problem.yaml': 'name: X\ntype: submit-answer\n' })],
    ['Hydro', hydroPackage({ 'H100/testdata/config.yaml': 'type: submit_answer\n' })],
  ])('is read from %s', (_, files) => {
    const { problem, said } = readFirst(unpackedOf(files))
    expect(problem.outputOnly).toBe(true)
    expect(said).toContain('understood outputOnly')
  })

  test('is written for ICPC by its type, a word as others have it', () => {
    for (const [change, type] of [
      [{}, 'submit-answer'],
      [{ scoring: 'OI' }, 'scoring submit-answer'],
      [{ outputOnly: false }, undefined],
      [{ outputOnly: false, scoring: 'OI' }, 'scoring'],
    ] as const) {
      const written = writeIcpc(problem(change), new Notes())
      const yaml = parseYaml(
        Buffer.from(written.get('problem.yaml')?.content ?? '').toString(),
        'problem.yaml',
      )
      expect((yaml as { type?: string }).type).toBe(type)
      for (const foreign of [false, true])
        expect(readBack(written, foreign).outputOnly).toBe(type?.includes('submit-answer') ?? false)
    }
  })

  test('is no such problem for HOJ, which is said', () => {
    const notes = new Notes()
    writeHoj(problem(), notes)
    expect(notes.list).toContainEqual(expect.objectContaining({ kind: 'leftOut', key: 'outputOnly' }))
  })
})
