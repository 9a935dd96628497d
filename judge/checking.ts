/** Compiles checkers and interactors. */

import type { Compilation } from './compile.ts'
import type { Toolchain } from './languages/probe.ts'
import type { CheckingProgram } from './protocol.ts'
import type { Workshop } from './worker.ts'

/** Compiles a checker or an interactor with the files of its problem, and with testlib if it includes it. */
export function compileReferee(
  shop: Pick<Workshop, 'compiler' | 'testlib'>,
  toolchain: Toolchain,
  { source }: Pick<CheckingProgram, 'source'>,
  judgeFiles: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Compilation> {
  const written = toolchain.language.unpacked ? [source, ...Object.values(judgeFiles)] : [source]
  const usesTestlib = written.some((text) => text.includes('testlib.h'))
  const beside = usesTestlib ? { ...shop.testlib, ...judgeFiles } : { ...judgeFiles }
  return shop.compiler.compile(toolchain, source, beside, signal)
}
