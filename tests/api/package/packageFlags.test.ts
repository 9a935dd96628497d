import { describe, expect, test } from 'vitest'
import { refusalOf } from '#server/core/errors.ts'
import { readPackage } from '#server/modules/package/importing.ts'
import { legacyIcpc, unpackedOf } from '../../support/packages.ts'

const LEGACY = 'name: X\n'
const MODERN = 'problem_format_version: 2025-09\nname: X\ntype: pass-fail\n'
const CUSTOM = { 'output_validators/v/v.py': 'exit(42)\n' }

const filesOf = (yaml: string, files: Record<string, string>) =>
  unpackedOf({
    ...Object.fromEntries(Object.entries(legacyIcpc()).filter(([path]) => !path.startsWith('data/'))),
    'problem.yaml': yaml,
    'data/sample/1.in': 's\n',
    'data/sample/1.ans': 's\n',
    ...Object.fromEntries(
      ['g1/1', 'g1/2', 'g2/1'].flatMap((path) => [
        [`data/secret/${path}.in`, `${path}\n`],
        [`data/secret/${path}.ans`, '1\n'],
      ]),
    ),
    ...files,
  })

/** The checker of a package, and the arguments that were left out. */
function read(yaml: string, files: Record<string, string>) {
  const [found] = readPackage(filesOf(yaml, files))
  const { checker } = found?.problem ?? {}
  const left = (found?.report.notes ?? []).filter(({ kind }) => kind === 'leftOut')
  return {
    checker,
    flags: checker?.kind === 'program' ? checker.flags : null,
    left: left.flatMap(({ key, file }) => (/^(?:checkerArguments|key)$/.test(key) ? [`${key} ${file}`] : [])),
  }
}

function refused(yaml: string, files: Record<string, string>) {
  try {
    readPackage(filesOf(yaml, files))
  } catch (error) {
    const { code, parameters } = refusalOf(error) ?? {}
    return [code, parameters?.file, parameters?.what]
  }
  return null
}

const floats = (tolerance: number) => ({ kind: 'floats', absolute: tolerance, relative: tolerance })

describe('arguments of the output validator', () => {
  test('of groups are those of the problem where all secret cases agree', () => {
    const same = {
      'data/secret/g1/testdata.yaml': 'output_validator_flags: float_tolerance 1e-4\n',
      'data/secret/g2/testdata.yaml': 'output_validator_flags: float_tolerance 0.0001\n',
    }
    const { checker, left } = read(LEGACY, same)
    expect(checker).toEqual(floats(1e-4))
    // The samples have none, and they are compared like the secret cases.
    expect(left).toEqual(['checkerArguments data/sample'])
    const everywhere = {
      ...same,
      'data/sample/testdata.yaml': 'output_validator_flags: float_tolerance 1e-4\n',
    }
    expect(read(LEGACY, everywhere).left).toEqual([])
    expect(read(`${LEGACY}type: scoring\n`, same).checker).toEqual(floats(1e-4))
  })

  test('are inherited by groups, which may have others', () => {
    const root = { 'data/testdata.yaml': 'output_validator_flags: float_tolerance 1e-6\n' }
    expect(read(LEGACY, root)).toMatchObject({ checker: floats(1e-6), left: [] })
    const both = {
      ...root,
      'data/secret/testdata.yaml': 'output_validator_flags: float_tolerance 1e-3\n',
      'data/sample/testdata.yaml': 'output_validator_flags: float_tolerance 1e-3\n',
    }
    expect(read(LEGACY, both)).toMatchObject({ checker: floats(1e-3), left: [] })
  })

  test('that differ among secret cases refuse the package, by the name of the group', () => {
    const one = { 'data/secret/g1/testdata.yaml': 'output_validator_flags: float_tolerance 1e-4\n' }
    expect(refused(LEGACY, one)).toEqual([
      'PACKAGE_UNUSABLE',
      'data/secret/g1/testdata.yaml',
      'output_validator_flags: float_tolerance 1e-4 (data/secret/g2/1: –)',
    ])
    expect(refused(`${LEGACY}type: scoring\n`, one)?.[0]).toBe('PACKAGE_UNUSABLE')
    const custom = { ...CUSTOM, 'data/secret/g2/testdata.yaml': 'output_validator_flags: --secret\n' }
    expect(refused(`${LEGACY}validation: custom\nvalidator_flags: --loud\n`, custom)).toEqual([
      'PACKAGE_UNUSABLE',
      'data/secret/g2/testdata.yaml',
      'output_validator_flags: --loud --secret (data/secret/g1/1: --loud)',
    ])
  })

  test('of a case stand in a file beside it, in the later formats', () => {
    const group = 'output_validator_args: [float_tolerance, "1e-6"]\n'
    const files = {
      'data/sample/test_group.yaml': group,
      'data/secret/test_group.yaml': group,
      'data/secret/g2/1.yaml': 'description: large\noutput_validator_args: [float_tolerance, "1e-2"]\n',
    }
    expect(refused(MODERN, files)).toEqual([
      'PACKAGE_UNUSABLE',
      'data/secret/g2/1.yaml',
      'output_validator_args: float_tolerance 1e-2 (data/secret/g1/1: float_tolerance 1e-6)',
    ])
    const agreeing = { ...files, 'data/secret/g2/1.yaml': group }
    expect(read(MODERN, agreeing)).toMatchObject({ checker: floats(1e-6), left: [] })
    const called = { ...agreeing, 'data/secret/g2/1.yaml': 'args: [--fast]\n' }
    expect(read(MODERN, called).left).toEqual(['key data/secret/g2/1.yaml'])
  })

  test('follow those of problem.yaml, and quoted ones stay whole', () => {
    const yaml = `${LEGACY}validation: custom\nvalidator_flags: --say "one two" a\n`
    const files = { ...CUSTOM, 'data/testdata.yaml': "output_validator_flags: b 'c d'\n" }
    expect(read(yaml, files).flags).toEqual(['--say', 'one two', 'a', 'b', 'c d'])
    const listed = { ...CUSTOM, 'data/secret/test_group.yaml': 'output_validator_args: ["one two", 3]\n' }
    expect(read(`${MODERN}validation: custom\n`, listed).flags).toEqual(['one two', '3'])
  })

  test('of the default validator count in their order: the last tolerance holds', () => {
    const files = { 'data/testdata.yaml': 'output_validator_flags: float_tolerance 1e-4\n' }
    expect(read(`${LEGACY}validator_flags: float_absolute_tolerance 1e-9\n`, files).checker).toEqual(
      floats(1e-4),
    )
    const yaml = `${LEGACY}validator_flags: float_tolerance 1e-4 float_relative_tolerance 1e-9\n`
    expect(read(yaml, {}).checker).toEqual({ kind: 'floats', absolute: 1e-4, relative: 1e-9 })
  })
})

test('a problem that names no memory has as much as on Kattis and in DOMjudge', () => {
  const limitsOf = (yaml: string) => {
    const [found] = readPackage(filesOf(yaml, {}))
    const { memoryMb, stackMb } = found?.problem ?? {}
    const note = found?.report.notes.find(({ key }) => key === 'memoryDefault')
    return [memoryMb, stackMb, note?.parameters.megabytes]
  }
  for (const yaml of [LEGACY, MODERN]) expect(limitsOf(yaml)).toEqual([2048, 2048, 2048])
  expect(limitsOf(`${LEGACY}limits: {memory: 512}\n`)).toEqual([512, 512, undefined])
})
