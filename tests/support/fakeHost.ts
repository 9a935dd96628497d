import { SOUND } from '#judge/health.ts'
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

/** One task in the hands of the fake host: the test says how it goes on and how it ends. */
export type Errand<Task, Report> = {
  task: Task
  report(event: JudgeEvent): void
  running(): void
  end(report: Report): void
}

export type FakeHost = {
  /** Waits for the next submission. */
  takeSubmission(): Promise<Errand<JudgeTask, JudgementReport>>
  /** Waits for the next test run. */
  takeTrial(): Promise<Errand<TrialTask, TrialReport>>
  stop(): Promise<void>
}

/** What comes waits for who takes it, and the other way round. */
function meetingPoint<T>() {
  const here: T[] = []
  const waiting: ((one: T) => void)[] = []
  return {
    put(one: T) {
      const taker = waiting.shift()
      if (taker) taker(one)
      else here.push(one)
    },
    take(): Promise<T> {
      const one = here.shift()
      return one ? Promise.resolve(one) : new Promise((resolve) => waiting.push(resolve))
    },
  }
}

/**
 * A judge host without compilers and sandbox: its transport is the real one, so that everything it reports reaches
 * the site the way a real host's reports do; what it reports is the test's to say.
 */
export async function startFakeHost(
  databaseUrl: string,
  { languages = ['cpp17o2', 'cpp17', 'python3', 'c11'], slots = 4, name = 'fake-1', health = SOUND } = {},
): Promise<FakeHost> {
  const submissions = meetingPoint<Errand<JudgeTask, JudgementReport>>()
  const trials = meetingPoint<Errand<TrialTask, TrialReport>>()
  const source = new Source(
    databaseUrl,
    {
      name,
      version: PROTOCOL_VERSION,
      cores: 2,
      slots,
      languages: languages.map((key) => ({ key, version: '1.2.3' })),
      protections: ['pid', 'net'],
    },
    {
      judge: (task, desk) =>
        new Promise((end, fail) => {
          desk.signal.addEventListener('abort', () => fail(desk.signal.reason))
          submissions.put({ task, report: (event) => desk.report(event), running: () => {}, end })
        }),
      tryProgram: (task, desk) =>
        new Promise((end, fail) => {
          desk.signal.addEventListener('abort', () => fail(desk.signal.reason))
          trials.put({ task, report: () => {}, running: () => desk.running(), end })
        }),
      knows: (language) => languages.includes(language),
    },
    health,
  )
  await source.start()
  return {
    takeSubmission: submissions.take,
    takeTrial: trials.take,
    // What was ended a moment ago is still being written.
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
