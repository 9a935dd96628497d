/** Requests to `sandboxd` and its answers, field by field; requests.c uses the same order. */

import { resolve } from 'node:path'
import type { BoxFile, RunOutcome, RunSpec, SlotSpec } from '../box.ts'
import { type FrameReader, type FrameWriter, MalformedFrame } from './frames.ts'

/** Numbers of the wire protocol; sandbox.h has the same lists. */
export const VERB = { open: 1, run: 2, interact: 3, collect: 4, cancel: 5, close: 6 } as const
const PROFILE = { run: 0, compile: 1, checker: 2 } as const
const REASONS = ['exited', 'signalled', 'cpu', 'wall', 'memory', 'output', 'failed'] as const
const STDERR_BYTES = 64 * 1024
/** Longest stdout (bytes) that comes with an outcome. */
const SHORT = 4096

export const failedOutcome = (detail: string): RunOutcome => ({
  reason: 'failed',
  code: 0,
  cpuUs: 0,
  wallUs: 0,
  peakBytes: 0,
  stdoutBytes: 0,
  stderrBytes: 0,
  detail,
})

function readReason(frame: FrameReader) {
  const number = frame.u32()
  const reason = REASONS[number]
  if (!reason) throw new MalformedFrame(`there is no reason ${number}`)
  return reason
}

export function readOutcome(frame: FrameReader, { answerShort = false }: RunSpec): RunOutcome {
  const outcome: RunOutcome = {
    reason: readReason(frame),
    code: frame.u32() | 0,
    cpuUs: frame.u64(),
    wallUs: frame.u64(),
    peakBytes: frame.u64(),
    stdoutBytes: frame.u64(),
    stderrBytes: frame.u64(),
    detail: frame.text() || null,
  }
  const short = frame.bytes()
  return answerShort && outcome.stdoutBytes <= SHORT ? { ...outcome, stdout: short } : outcome
}

function writeFiles(frame: FrameWriter, files: BoxFile[]) {
  frame.u32(files.length)
  for (const file of files) {
    frame.text(file.name).u32(file.mode ?? 0o644)
    if ('path' in file) frame.u32(0).text(resolve(file.path))
    else frame.u32(1).bytes(file.content)
  }
}

/** Kinds of a path in a request: always used, or only for output that does not fit into the answer. */
const ALWAYS = 1
const UNLESS_SHORT = 2

export function writePath(frame: FrameWriter, path: string | null, kind = ALWAYS) {
  if (path === null) frame.u32(0)
  else frame.u32(kind).text(resolve(path))
}

export function writeRun(frame: FrameWriter, slot: number, spec: RunSpec) {
  const env = Object.entries(spec.env)
  frame.u32(slot).u32(spec.argv.length)
  for (const word of spec.argv) frame.text(word)
  frame.u32(env.length)
  for (const [name, value] of env) frame.text(`${name}=${value}`)
  writePath(frame, spec.stdin)
  writePath(frame, spec.stdout, spec.answerShort ? UNLESS_SHORT : undefined)
  writePath(frame, spec.stderr)
  frame.u64(spec.stderrBytes ?? STDERR_BYTES)
  const { cpuMs, wallMs, memoryBytes, stackBytes, outputBytes, processes } = spec.limits
  frame
    .u64(cpuMs * 1000)
    .u64(wallMs * 1000)
    .u64(memoryBytes)
    .u64(stackBytes)
    .u64(outputBytes)
    .u32(processes)
    .u32(spec.keep ? 1 : 0)
  writeFiles(frame, spec.files ?? [])
}

export function writeOpening(frame: FrameWriter, spec: SlotSpec) {
  frame
    .u32(PROFILE[spec.profile])
    .u32(spec.fullProc ? 1 : 0)
    .u64(spec.writableBytes)
    .u32(spec.roots.length)
  for (const root of spec.roots) frame.text(resolve(root))
  writeFiles(frame, spec.files)
}

/** Number and explanation: whether there is a sandbox, the slot that was opened, or whether a file was found. */
export const readAnswer = (frame: FrameReader) => ({ number: frame.u32(), words: frame.text() })
