import type { CheckerSpec } from '#judge/protocol.ts'
import { Refusal } from '../../../core/errors.ts'
import type { PackageFiles } from '../../testset/files.ts'
import { adaptChecker, QDUOJ } from '../checkerAdapter.ts'
import { checkingProgram } from '../oi/programs.ts'
import type { Notes } from '../report.ts'
import { type Loose, mapOf, numberOf, textOf } from '../yaml.ts'

/** Decimals that DMOJ's checkers of numbers compare, where the problem names none. */
const PRECISION = 6

/** Checkers of DMOJ by name. The lines of `standard` may break elsewhere here. */
const NAMED: Readonly<Record<string, CheckerSpec>> = {
  standard: { kind: 'tokens', caseSensitive: true },
  easy: { kind: 'tokens', caseSensitive: false },
  identical: { kind: 'default', ignoreTrailingBlanks: false },
  rstripped: { kind: 'default', ignoreTrailingBlanks: true },
}

/**
 * Checker of a DMOJ problem: a name with `args` of its own, or a name beside `checker_args`, as VNOJ writes it; `bridged` is a
 * program.
 */
export function checkerOf(
  files: PackageFiles,
  { checker: said, checker_args: beside }: { [key: string]: Loose },
  { file }: { file: string },
  notes: Notes,
): CheckerSpec {
  const name = textOf(said) ?? textOf(mapOf(said).name) ?? 'standard'
  const args = mapOf(mapOf(said).args ?? beside)
  const refuse = (what: string) => new Refusal('PACKAGE_UNUSABLE', { file, what })
  if (name === 'bridged') return bridged(files, args, refuse, notes)
  const known = Object.hasOwn(NAMED, name) ? NAMED[name] : numbers(name, args)
  if (!known) throw refuse(`checker: ${name}`)
  notes.converted('checkerBuiltIn', { name: `${name} → ${known.kind}` })
  return known
}

/** `floats`, with the error that its mode takes; null for other names. */
function numbers(name: string, args: { [key: string]: Loose }): CheckerSpec | null {
  const mode = { floats: 'default', floatsabs: 'absolute', floatsrel: 'relative' }[name]
  if (!mode) return null
  const error = 10 ** -(numberOf(args.precision) ?? PRECISION)
  const chosen = textOf(args.error_mode) ?? mode
  return {
    kind: 'floats',
    absolute: chosen === 'relative' ? 0 : error,
    relative: chosen === 'absolute' ? 0 : error,
  }
}

/** A checker that is a program: testlib's, or one that answers by its exit code alone. */
function bridged(
  files: PackageFiles,
  args: { [key: string]: Loose },
  refuse: (what: string) => Refusal,
  notes: Notes,
): CheckerSpec {
  const list = Array.isArray(args.files) ? args.files : [args.files]
  const name = textOf(list.find((one) => /\.(?:c|cc|cpp|py)$/i.test(textOf(one) ?? '')))
  const type = textOf(args.type) ?? 'default'
  if (!name) throw refuse('checker: bridged')
  const program = checkingProgram(files, name)
  if (type === 'testlib') {
    notes.understood('checkerProgram', {}, files.full(name))
    return { kind: 'program', ...program }
  }
  if (type !== 'default' || !/^c(?:pp|\d)/.test(program.language)) throw refuse(`checker: bridged, ${type}`)
  notes.converted('checkerAdapter', {}, files.full(name))
  return { kind: 'program', ...program, source: adaptChecker(program.source, QDUOJ) }
}
