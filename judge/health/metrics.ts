/** Prometheus metrics of this host, on a separate port (JUDGE_METRICS_PORT). */

import { createServer, type Server } from 'node:http'
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { JudgeEvent, JudgementReport, Verdict } from '../protocol.ts'
import type { Judging } from '../source.ts'
import { EXPOSITION_TYPE, expose, type Family, Histogram, processFamilies } from './exposition.ts'
import { log } from './log.ts'

/** Values read at each request. */
export type Readings = () => {
  slots: number
  running: number
  inService: boolean
  /** Possible causes of being out of service, and whether each is present. */
  ailments: Record<string, boolean>
  cacheBytes: Record<string, number>
}

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

export class Metrics {
  readonly #judged = new Map<Verdict, number>()
  readonly #compile = new Histogram(
    'judge_compile_seconds',
    'From the start of a judgement to its first case.',
    SECONDS,
  )
  readonly #run = new Histogram('judge_run_seconds', 'CPU time of the runs.', SECONDS)
  readonly #judgement = new Histogram('judge_judgement_seconds', 'Judgements from start to verdict.', SECONDS)
  readonly #lag: IntervalHistogram = monitorEventLoopDelay({ resolution: 20 })
  #trials = 0

  constructor() {
    this.#lag.enable()
  }

  /** Wraps `judging` to count and time judgements, and to count test runs. */
  measured(judging: Judging): Judging {
    return {
      ...judging,
      judge: async (task, desk) => {
        const began = performance.now()
        const report = (event: JudgeEvent) => {
          if (event.kind === 'running') this.#compile.observe(since(began))
          if (event.kind === 'run' && event.run.verdict !== 'CANCELLED')
            this.#run.observe(event.run.timeMs / 1000)
          desk.report(event)
        }
        return this.#count(await judging.judge(task, { ...desk, report }), began)
      },
      tryProgram: async (task, desk) => {
        const report = await judging.tryProgram(task, desk)
        this.#trials++
        return report
      },
    }
  }

  #count(report: JudgementReport, began: number): JudgementReport {
    this.#judgement.observe(since(began))
    this.#judged.set(report.verdict, (this.#judged.get(report.verdict) ?? 0) + 1)
    return report
  }

  text(readings: Readings): string {
    const { slots, running, inService, ailments, cacheBytes } = readings()
    const gauge = (name: string, help: string, value: number): Family => ({
      name,
      help,
      kind: 'gauge',
      samples: [{ value }],
    })
    const lag = this.#lag.max / 1e9
    this.#lag.reset()
    return expose([
      gauge('judge_slots', 'Submissions that may be judged at once.', slots),
      gauge('judge_running', 'Submissions and test runs being judged.', running),
      gauge('judge_in_service', '1 while this host takes work.', inService ? 1 : 0),
      {
        name: 'judge_out_of_service',
        help: 'Why this host takes no work.',
        kind: 'gauge',
        samples: Object.entries(ailments).map(([cause, is]) => ({ labels: { cause }, value: is ? 1 : 0 })),
      },
      {
        name: 'judge_judged_total',
        help: 'Judgements since the start, by verdict.',
        kind: 'counter',
        samples: [...this.#judged].map(([verdict, value]) => ({ labels: { verdict }, value })),
      },
      {
        name: 'judge_trials_total',
        help: 'Test runs since the start.',
        kind: 'counter',
        samples: [{ value: this.#trials }],
      },
      {
        name: 'judge_cache_bytes',
        help: 'What the cache holds.',
        kind: 'gauge',
        samples: Object.entries(cacheBytes).map(([kind, value]) => ({ labels: { kind }, value })),
      },
      ...[this.#compile, this.#run, this.#judgement],
      ...processFamilies('judge', lag),
    ])
  }

  /** Serves only GET /metrics; does not keep the process alive. */
  serve({ host, port }: { host: string; port: number }, readings: Readings): Server {
    const server = createServer((request, response) => {
      if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end()
      return response.writeHead(200, { 'content-type': EXPOSITION_TYPE }).end(this.text(readings))
    })
    // A host without metrics still judges.
    server.on('error', (error) =>
      log('error', 'the figures of this host cannot be read', { error: error.message }),
    )
    server.listen(port, host).unref()
    return server
  }
}

const since = (began: number) => (performance.now() - began) / 1000
