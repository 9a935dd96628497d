/**
 * Crash of a program as its language runtime reports it on stderr: kind and line. A program can print any text
 * before it dies, even a forged report with its secret input. So no text of stderr is passed on: the kind comes
 * from a fixed list or is null, and the line number exists in the source.
 */

import type { CrashForm } from '../languages/crashes.ts'
import { say } from '../messages.ts'

/** `kind` is null when it is not in the list, as for the program's own exceptions; `line` when it is unknown. */
export type Crash = { kind: string | null; line: number | null }

/** Finds a crash in `stderr`; `lines` is the number of source lines. Returns null when there is no report. */
export function crashOf(form: CrashForm, stderr: string, lines: number): Crash | null {
  const said =
    typeof form.said === 'function'
      ? form.said(stderr)
      : form.said
          .exec(stderr)
          ?.slice(1)
          .find((group) => group !== undefined)
  if (said === undefined) return null
  const kind = form.kinds.find((kind) => said.startsWith(kind) && !/^\w/.test(said.slice(kind.length)))
  const numbers = form.line ? [...stderr.matchAll(form.line)].map(([, digits]) => Number(digits)) : []
  const own = numbers.filter((line) => line >= 1 && line <= lines)
  return { kind: kind ?? null, line: (form.innermost === 'last' ? own.at(-1) : own[0]) ?? null }
}

/** Message of the judge for a crash, without text of the program. */
export function crashMessage({ kind, line }: Crash): string {
  if (kind === null) return line === null ? say('ownCrash') : say('ownCrashAt', { line })
  return line === null ? say('crash', { kind }) : say('crashAt', { kind, line })
}
