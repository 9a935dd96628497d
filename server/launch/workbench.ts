import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Compiler } from '#judge/compile.ts'
import { findToolchains } from '#judge/languages/probe.ts'
import { TOOLCHAINS } from '#judge/languages.ts'
import type { CaseSpec, JudgeEvent, JudgeTask } from '#judge/protocol.ts'
import { PROTOCOL_VERSION } from '#judge/protocol.ts'
import { openSandbox } from '#judge/sandbox/box.ts'
import { readTestlib } from '#judge/testlib.ts'
import { Testsets } from '#judge/testset.ts'
import { judge, type Workshop } from '#judge/worker.ts'
import { hashOf } from '../core/blobs.ts'
import type { PackageProblem, PackageSolution } from '../modules/package/format.ts'
import type { Bench } from '../modules/package/verifying.ts'
import { DIFFICULTY_LEVEL } from '../modules/problem/problem.ts'
import { cleanedBytes } from '../modules/testset/cleaning.ts'
import { fullScoreOf } from '../modules/testset/testset.ts'

const CACHE_BYTES = 1e9
const PROCESSES = 128

export type Workbench = { bench: Bench; close: () => Promise<void> }

/**
 * A judge inside this process: sandbox, compilers and rules of a judge host, without the queue. Verifying does not
 * use the hosts of a running site.
 */
export async function openWorkbench({ allowWeak }: { allowWeak: boolean }): Promise<Workbench> {
  const sandbox = await openSandbox({ slots: 1, allowWeak })
  const folder = await mkdtemp(join(tmpdir(), 'workbench-'))
  const close = async () => {
    await sandbox.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const scratchFolder = join(folder, 'scratch')
    const blobs = new Map<string, Uint8Array>()
    const fetchBlob = async (hash: string) => {
      const bytes = blobs.get(hash)
      if (!bytes) throw new Error(`no blob ${hash}`)
      return (async function* () {
        yield bytes
      })()
    }
    const found = await findToolchains(TOOLCHAINS, process.env.PATH ?? '')
    const shop: Workshop = {
      sandbox,
      compiler: await Compiler.open(sandbox, join(folder, 'programs'), CACHE_BYTES, scratchFolder),
      testsets: await Testsets.open(join(folder, 'blobs'), CACHE_BYTES, fetchBlob),
      scratchFolder,
      toolchains: new Map(found.map((toolchain) => [toolchain.language.key, toolchain])),
      testlib: await readTestlib(),
    }
    return { bench: benchOf(shop, blobs), close }
  } catch (error) {
    await close()
    throw error
  }
}

const benchOf =
  (shop: Workshop, blobs: Map<string, Uint8Array>): Bench =>
  async (problem, solution) => {
    if (!shop.toolchains.has(solution.language)) return null
    const events: JudgeEvent[] = []
    const desk = {
      report: (event: JudgeEvent) => void events.push(event),
      signal: new AbortController().signal,
    }
    const report = await judge(taskOf(problem, solution, blobs), shop, desk)
    return { report, verdicts: events.flatMap((event) => (event.kind === 'run' ? [event.run.verdict] : [])) }
  }

/** The task that a submission would create, with these tests. */
function taskOf(
  problem: PackageProblem,
  { language, source }: PackageSolution,
  blobs: Map<string, Uint8Array>,
): JudgeTask {
  const keep = (content: Uint8Array, name: string) => {
    const bytes = cleanedBytes(content)
    const hash = hashOf(bytes)
    blobs.set(hash, bytes)
    return { hash, size: bytes.length, name }
  }
  const cases = problem.testcases.map(
    ({ input, answer, subtask, score }, at): CaseSpec => ({
      index: at + 1,
      subtask,
      score,
      input: keep(input, `${at + 1}.in`),
      answer: answer && keep(answer, `${at + 1}.out`),
    }),
  )
  const { timeMs, memoryMb, stackMb, outputBytes, scoring, caseMode } = problem
  return {
    version: PROTOCOL_VERSION,
    judgementId: '00000000-0000-4000-8000-000000000000',
    submissionId: 0,
    attempt: 1,
    language,
    source,
    limits: { timeMs, memoryMb, stackMb, outputBytes, processes: PROCESSES },
    caseMode,
    scoring,
    fullScore: fullScoreOf(scoring, caseMode, cases),
    difficulty: DIFFICULTY_LEVEL[problem.difficulty],
    cases,
    checker: problem.checker,
    interactor: problem.interactor,
    fileIo: problem.fileIo,
    userFiles: problem.userFiles,
    judgeFiles: problem.judgeFiles,
  }
}
