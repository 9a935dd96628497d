import { type Health, SOUND } from '#judge/health/health.ts'
import type { MakingEvent, MakingReport, MakingTask } from '#judge/making/makingProtocol.ts'
import { OUTPUT } from '#judge/outputs.ts'
import {
  type JudgeEvent,
  type JudgementReport,
  type JudgeTask,
  PROTOCOL_VERSION,
  type RunReport,
  type TrialReport,
  type TrialTask,
  type Verdict,
} from '#judge/protocol.ts'
import { Source } from '#judge/source.ts'

/** A task that the fake host took; the test reports its progress and its end. */
export type TakenTask<Task, Report> = {
  task: Task
  report(event: JudgeEvent): void
  running(): void
  end(report: Report): void
}

export type TakenMaking = {
  task: MakingTask
  report(event: MakingEvent): void
  end(report: MakingReport): void
  signal: AbortSignal
}

export type FakeHost = {
  /** Waits for the next submission, or for the one with this number. */
  takeSubmission(number?: number): Promise<TakenTask<JudgeTask, JudgementReport>>
  /** Waits for the next test run. */
  takeTrial(): Promise<TakenTask<TrialTask, TrialReport>>
  /** Waits for the next making of cases. */
  takeMaking(): Promise<TakenMaking>
  /** Ends all taken tasks, so that a failed test leaves no slot occupied. */
  clear(): void
  stop(): Promise<void>
}

/** Queue of tasks and of takers that wait for one; aborted tasks are dropped. */
function taskQueue<T>() {
  let here: { one: T; signal: AbortSignal }[] = []
  let waiting: { wants: (one: T) => boolean; take: (one: T) => void }[] = []
  return {
    put(one: T, signal: AbortSignal) {
      const taker = waiting.find(({ wants }) => wants(one))
      if (!taker) return here.push({ one, signal })
      waiting = waiting.filter((other) => other !== taker)
      return taker.take(one)
    },
    take(wants: (one: T) => boolean = () => true): Promise<T> {
      const found = here.find(({ one, signal }) => !signal.aborted && wants(one))
      here = here.filter((other) => other !== found && !other.signal.aborted)
      return found ? Promise.resolve(found.one) : new Promise((take) => waiting.push({ wants, take }))
    },
    clear() {
      here = []
      waiting = []
    },
  }
}

/**
 * A judge host without compilers and sandbox. Its transport is the real one, so its reports reach the site as those of a
 * real host do; the test decides what it reports.
 */
export async function startFakeHost(
  databaseUrl: string,
  {
    languages = ['cpp17o2', 'cpp17', 'python3', 'c11'],
    slots = 4,
    name = 'fake-1',
    health = SOUND,
    ...options
  }: Partial<{
    languages: string[]
    slots: number
    name: string
    health: Health
    ahead: boolean
    patience: number
  }> = {},
): Promise<FakeHost> {
  const submissions = taskQueue<TakenTask<JudgeTask, JudgementReport>>()
  const trials = taskQueue<TakenTask<TrialTask, TrialReport>>()
  const makings = taskQueue<TakenMaking>()
  const inHand = new Set<() => void>()
  const source = new Source(
    databaseUrl,
    {
      name,
      version: PROTOCOL_VERSION,
      cores: 2,
      slots,
      languages: [...languages, OUTPUT].map((key) => ({ key, version: '1.2.3' })),
      protections: ['pid', 'net'],
    },
    {
      judge: (task, desk) =>
        new Promise((resolve, fail) => {
          const drop = () => end(outcome('ACCEPTED'))
          const end = (report: JudgementReport) => {
            inHand.delete(drop)
            resolve(report)
          }
          inHand.add(drop)
          desk.signal.addEventListener('abort', () => {
            inHand.delete(drop)
            fail(desk.signal.reason)
          })
          submissions.put(
            { task, report: (event) => desk.report(event), running: () => {}, end },
            desk.signal,
          )
        }),
      tryProgram: (task, desk) =>
        new Promise((end, fail) => {
          desk.signal.addEventListener('abort', () => fail(desk.signal.reason))
          trials.put({ task, report: () => {}, running: () => desk.running(), end }, desk.signal)
        }),
      makeCases: (task, desk) =>
        new Promise((end, fail) => {
          desk.signal.addEventListener('abort', () => fail(desk.signal.reason))
          makings.put({ task, report: (event) => desk.report(event), end, signal: desk.signal }, desk.signal)
        }),
    },
    health,
    options,
  )
  await source.start()
  return {
    takeSubmission: (number) =>
      submissions.take(({ task }) => number === undefined || task.submissionId === number),
    takeTrial: () => trials.take(),
    takeMaking: () => makings.take(),
    clear() {
      submissions.clear()
      trials.clear()
      for (const drop of inHand) drop()
    },
    // Reports of tasks that just ended are still being written.
    stop: () => source.stop(5000),
  }
}

/** A run as a host reports it. */
export const run = (
  index: number,
  verdict: Verdict = 'ACCEPTED',
  more: Partial<RunReport> = {},
): RunReport => ({
  index,
  subtask: 0,
  verdict,
  timeMs: 10 * index,
  memoryKb: 1000 * index,
  score: null,
  message: null,
  outputHead: `${index}\n`,
  ...more,
})

/** An outcome as a host reports it. */
export const outcome = (verdict: Verdict, more: Partial<JudgementReport> = {}): JudgementReport => ({
  verdict,
  timeMs: verdict === 'COMPILE_ERROR' ? null : 30,
  memoryKb: verdict === 'COMPILE_ERROR' ? null : 3000,
  score: null,
  oiRankScore: null,
  message: null,
  ...more,
})

/** Accepts the next `count` submissions that the host gets; returns their numbers in that order. */
export async function judgeNext(host: FakeHost, count: number): Promise<number[]> {
  const numbers: number[] = []
  for (let i = 0; i < count; i++) {
    const taken = await host.takeSubmission()
    numbers.push(taken.task.submissionId)
    taken.end(outcome('ACCEPTED'))
  }
  return numbers
}
