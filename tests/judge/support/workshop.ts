import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { TestRunner } from 'vitest'
import { Compiler } from '#judge/compile.ts'
import { findToolchains } from '#judge/languages/probe.ts'
import { TOOLCHAINS } from '#judge/languages.ts'
import {
  type CaseSpec,
  type JudgeEvent,
  type JudgementReport,
  type JudgeTask,
  PROTOCOL_VERSION,
  type RunReport,
} from '#judge/protocol.ts'
import { openSandbox } from '#judge/sandbox/box.ts'
import { readTestlib } from '#judge/testlib.ts'
import { Testsets } from '#judge/testset.ts'
import { judge, type Workshop } from '#judge/worker.ts'

/** A host without a queue: a real sandbox, real compilers, and blobs out of memory. */
export type TestWorkshop = {
  shop: Workshop
  /** A testcase whose files the workshop will find; `answer` null for none. */
  testcase: (input: string | Buffer, answer: string | Buffer | null, more?: Partial<CaseSpec>) => CaseSpec
  judge: (task: Partial<JudgeTask>) => Promise<Judged>
  /** Skips the test that runs when this machine has no compiler of a language; `judge` does it by itself. */
  need: (language: string) => void
  blobs: Map<string, Buffer>
  /** Files left in the scratch folder; there should be none. */
  leftovers: () => Promise<string[]>
  close: () => Promise<void>
}

export type Judged = { report: JudgementReport; runs: RunReport[]; events: JudgeEvent[] }

export async function openWorkshop(languages?: readonly string[]): Promise<TestWorkshop> {
  // Not in /tmp, where a box has its own.
  const folder = await mkdtemp('/var/tmp/workshop-')
  const scratchFolder = join(folder, 'scratch')
  const blobs = new Map<string, Buffer>()
  const sandbox = await openSandbox({ slots: 2, inputs: join(folder, 'blobs') })
  const compiler = await Compiler.open(sandbox, join(folder, 'programs'), 1e9, scratchFolder)
  const fetchBlob = async (hash: string) => {
    const blob = blobs.get(hash)
    if (!blob) throw new Error(`no blob ${hash}`)
    return (async function* () {
      yield blob
    })()
  }
  const testsets = await Testsets.open(join(folder, 'blobs'), 1e9, fetchBlob)
  const wanted = languages ? TOOLCHAINS.filter(({ key }) => languages.includes(key)) : TOOLCHAINS
  const found = await findToolchains(wanted, process.env.PATH ?? '')
  const shop: Workshop = {
    sandbox,
    compiler,
    testsets,
    scratchFolder,
    toolchains: new Map(found.map((toolchain) => [toolchain.language.key, toolchain])),
    testlib: await readTestlib(),
  }
  const need = (key: string) => {
    const isMissing = wanted.some((language) => language.key === key) && !shop.toolchains.has(key)
    if (isMissing) TestRunner.getCurrentTest()?.context.skip(`${key} is not on this machine`)
  }
  const keep = (content: string | Buffer, name: string) => {
    const bytes = Buffer.from(content)
    const hash = createHash('sha256').update(bytes).digest('hex')
    blobs.set(hash, bytes)
    return { hash, size: bytes.length, name }
  }
  let count = 0
  return {
    shop,
    blobs,
    need,
    testcase: (input, answer, more = {}) => ({
      index: ++count,
      subtask: 0,
      score: 10,
      input: keep(input, `${count}.in`),
      answer: answer === null ? null : keep(answer, `${count}.out`),
      ...more,
    }),
    judge: async (task) => {
      need({ ...plainTask, ...task }.language)
      if (task.checker?.kind === 'program') need(task.checker.language)
      if (task.interactor) need(task.interactor.language)
      const events: JudgeEvent[] = []
      const desk = {
        report: (event: JudgeEvent) => void events.push(event),
        signal: new AbortController().signal,
      }
      const report = await judge({ ...plainTask, ...task }, shop, desk)
      return { report, events, runs: events.flatMap((event) => (event.kind === 'run' ? [event.run] : [])) }
    },
    leftovers: async () => {
      const found = await readdir(scratchFolder, { recursive: true, withFileTypes: true }).catch(() => [])
      return found.filter((one) => !one.isDirectory()).map(({ name }) => name)
    },
    close: async () => {
      await sandbox.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const plainTask: JudgeTask = {
  version: PROTOCOL_VERSION,
  judgementId: '00000000-0000-4000-8000-000000000000',
  submissionId: 1,
  attempt: 1,
  language: 'c11',
  source: '',
  limits: { timeMs: 1000, memoryMb: 64, stackMb: 64, outputBytes: null, processes: 16 },
  caseMode: 'ALL',
  scoring: 'ACM',
  fullScore: 100,
  difficulty: 1,
  cases: [],
  checker: { kind: 'default', ignoreTrailingBlanks: false },
  interactor: null,
  fileIo: null,
  userFiles: {},
  judgeFiles: {},
}
