import { EventEmitter } from 'node:events'
import { Logger, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import { HOST_TASKS, SETTLE_TASK } from '#judge/protocol.ts'
import { type Context, contextOfHouse, type House } from './context.ts'
import { tellOfComment, tellOfLike } from './modules/comment/commentNews.ts'
import { sweepPrints } from './modules/contest/organising/printing.ts'
import { sweepBlobs, sweepStrays } from './modules/file/blobSweep.ts'
import { sweepFiles } from './modules/file/file.ts'
import { sweepReservations } from './modules/file/quota.ts'
import { sweepMakings } from './modules/generator/making.ts'
import { sweepCompiled } from './modules/judging/compiling.ts'
import { takeJobs } from './modules/judging/hosts.ts'
import { sweepLostJobs } from './modules/judging/lostJobs.ts'
import { tellOfRejudging } from './modules/judging/outcomeNews.ts'
import { sweepRejudgings } from './modules/judging/rejudging.ts'
import { noteRejudged } from './modules/judging/rejudgingBatch.ts'
import { settleJudged, sweepUnsettled } from './modules/judging/settle.ts'
import { sweepTrials } from './modules/judging/trial.ts'
import { sweepVideos } from './modules/lesson/video.ts'
import { sweepMails } from './modules/notification/digest.ts'
import { notify } from './modules/notification/notification.ts'
import { sweepOperations } from './modules/operation/operation.ts'
import { runOperation } from './modules/operation/running.ts'
import { sweepEditors } from './modules/problem/authoring/editors.ts'
import { remindOfApplications } from './modules/problem/publication/application.ts'
import { sweepOutputs } from './modules/submission/outputs/outputs.ts'
import { sweepTestUploads } from './modules/testset/upload.ts'
import { sweepChallenges } from './modules/user/challenge.ts'
import { sweepDrafts } from './modules/user/creation/accountDrafts.ts'
import { mailFormerAddress } from './modules/user/credentials.ts'
import { sweepSessions } from './modules/user/session.ts'
import type { Jobs } from './queue.ts'
import { works } from './works.ts'

/** Tasks of judge hosts; no server runs them. */
type OfHosts = (typeof HOST_TASKS)[number]

type Reactions = {
  [Name in Exclude<keyof Jobs, OfHosts>]: (ctx: Context, told: Jobs[Name]) => Promise<unknown>
}

/** All background jobs: reactions queued by rules in their transaction, each idempotent … */
const reactions: Reactions = {
  notify,
  tellOfComment,
  tellOfLike,
  tellOfRejudging,
  mailFormerAddress,
  [SETTLE_TASK]: async (ctx, { submissionId }) => {
    if (submissionId === null) return
    const { isRejudged } = await settleJudged(ctx, submissionId)
    if (isRejudged) await noteRejudged(ctx, [submissionId])
  },
  operate: (ctx, { operationId }) => runOperation(ctx, works, operationId),
}

/** … and sweeps on a schedule (minute hour day month weekday). */
const sweeps: Readonly<Record<string, { at: string; sweep(ctx: Context): Promise<unknown> }>> = {
  sweepUnsettled: { at: '* * * * *', sweep: sweepUnsettled },
  sweepLostJobs: { at: '* * * * *', sweep: sweepLostJobs },
  sweepRejudgings: { at: '* * * * *', sweep: sweepRejudgings },
  sweepTrials: { at: '*/10 * * * *', sweep: sweepTrials },
  sweepMakings: { at: '41 * * * *', sweep: sweepMakings },
  sweepCompiled: { at: '17 4 * * *', sweep: sweepCompiled },
  sweepSessions: { at: '7 * * * *', sweep: sweepSessions },
  sweepChallenges: { at: '*/15 * * * *', sweep: sweepChallenges },
  sweepDrafts: { at: '* * * * *', sweep: sweepDrafts },
  sweepOperations: { at: '* * * * *', sweep: sweepOperations },
  sweepEditors: { at: '* * * * *', sweep: sweepEditors },
  sweepOutputs: { at: '31 * * * *', sweep: sweepOutputs },
  sweepTestUploads: { at: '29 * * * *', sweep: sweepTestUploads },
  sweepPrints: { at: '0 4 * * *', sweep: sweepPrints },
  sweepMails: { at: '* * * * *', sweep: sweepMails },
  sweepVideos: { at: '13 * * * *', sweep: sweepVideos },
  sweepFiles: { at: '23 * * * *', sweep: sweepFiles },
  sweepBlobs: { at: '35 * * * *', sweep: sweepBlobs },
  sweepStrays: { at: '11 5 * * *', sweep: sweepStrays },
  sweepReservations: { at: '47 4 * * *', sweep: sweepReservations },
  // Every quarter, because zones begin their hours at quarters.
  remindOfApplications: { at: '*/15 * * * *', sweep: remindOfApplications },
  sweepMarkdown: { at: '53 4 * * *', sweep: ({ house }) => house.markdown.sweep() },
}

const CRONTAB = Object.entries(sweeps)
  .map(([name, { at }]) => `${at} ${name}`)
  .join('\n')

/** Handlers by job name. */
const doers: Readonly<Record<string, (ctx: Context, told: never) => Promise<unknown>>> = {
  ...reactions,
  ...Object.fromEntries(Object.entries(sweeps).map(([name, { sweep }]) => [name, sweep])),
}

/** Starts to take jobs, and to sweep by the clock. The returned function stops after the running ones. */
export async function startJobs(
  house: House,
  options: { concurrency: number; sweeps: boolean },
): Promise<() => Promise<void>> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(doers).map(([name, act]) => [
      name,
      async (payload: unknown) => void (await act(contextOfHouse(house), payload as never)),
    ]),
  )
  return takeJobs(house, {
    tasks: [...Object.keys(doers), ...HOST_TASKS],
    start: async (gate) => {
      const events: WorkerEvents = new EventEmitter()
      const pool = new Promise<string>((resolve) => {
        events.on('pool:create', ({ workerPool }) => resolve(workerPool.id))
      })
      const runner = await run({
        pgPool: house.database.pool,
        concurrency: options.concurrency,
        taskList,
        ...(options.sweeps ? { crontab: CRONTAB } : { parsedCronItems: [] }),
        noHandleSignals: true,
        pollInterval: 2000,
        events,
        // Evaluated before every job.
        forbiddenFlags: () => gate,
        // On stopping, the runner waits for completions only when they are batched, even one by one.
        // A prepared plan for any kind of job would scan the hundred thousand jobs of the judge hosts.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, preparedStatements: false } },
        // Completed jobs are not logged; failures are.
        logger: new Logger(({ label }) => (level, message) => {
          if (level === 'error') house.log.error({ queue: label }, message)
          if (level === 'warning') house.log.warn({ queue: label }, message)
        }),
      })
      return { runner, poolId: await pool }
    },
  })
}
