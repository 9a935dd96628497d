/**
 * What the runtime of a language says of a program that died: the kind of its end, and the line. A program can write
 * whatever it likes before it dies, a whole forged report too, and with it the input it was given. So nothing of what
 * stands there is passed on: the kind is a word of a fixed list or none, the line is one that the source has.
 */

import type { CrashForm } from '../languages/crashes.ts'
import { say } from '../messages.ts'

/** `kind` is null for an exception of the program's own. */
export type Crash = { kind: string | null; line: number | null }

/** Null where the runtime has said nothing. */
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

/** A crash in the judge's own words. */
export function crashMessage({ kind, line }: Crash): string {
  if (kind === null) return line === null ? say('ownCrash') : say('ownCrashAt', { line })
  return line === null ? say('crash', { kind }) : say('crashAt', { kind, line })
}
