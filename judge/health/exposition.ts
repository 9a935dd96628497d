/**
 * Text format of Prometheus, for server and judge. It is used instead of prom-client, because that costs each
 * process 66 kB of code and 5 MB of memory, and would replace 50 lines.
 */

export type Sample = { labels?: Record<string, string>; value: number }

export type Family = {
  name: string
  help: string
  kind: 'counter' | 'gauge'
  samples: readonly Sample[]
}

export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** A histogram: cumulative buckets, sum and count. */
export class Histogram {
  readonly #name: string
  readonly #help: string
  readonly #bounds: readonly number[]
  readonly #counts: number[]
  #sum = 0
  #count = 0

  constructor(name: string, help: string, bounds: readonly number[]) {
    this.#name = name
    this.#help = help
    this.#bounds = bounds
    this.#counts = bounds.map(() => 0)
  }

  observe(value: number): void {
    this.#sum += value
    this.#count++
    this.#bounds.forEach((bound, i) => {
      if (value <= bound) this.#counts[i] = (this.#counts[i] ?? 0) + 1
    })
  }

  toString(): string {
    const name = this.#name
    const buckets = this.#bounds.map((bound, i) => `${name}_bucket{le="${bound}"} ${this.#counts[i]}`)
    return [
      ...head(name, this.#help, 'histogram'),
      ...buckets,
      `${name}_bucket{le="+Inf"} ${this.#count}`,
      `${name}_sum ${this.#sum}`,
      `${name}_count ${this.#count}\n`,
    ].join('\n')
  }
}

const head = (name: string, help: string, kind: string) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${kind}`,
]

/** A label value, with backslashes, quotes and line feeds escaped. */
const quoted = (text: string) =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`

const labelled = (labels: Record<string, string> = {}) => {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}=${quoted(value)}`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

/** Serializes families in order, each with HELP and TYPE. */
export const expose = (families: readonly (Family | Histogram)[]): string =>
  families
    .map((family) => {
      if (family instanceof Histogram) return family.toString()
      const { name, help, kind, samples } = family
      const lines = samples.map(({ labels, value }) => `${name}${labelled(labels)} ${value}`)
      return `${[...head(name, help, kind), ...lines].join('\n')}\n`
    })
    .join('')

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Event loop lag, memory, CPU time and start time of this process. */
export const processFamilies = (prefix: string, lagSeconds: number): Family[] => [
  {
    name: `${prefix}_event_loop_lag_seconds`,
    help: 'The longest delay of the event loop since the last reading.',
    kind: 'gauge',
    samples: [{ value: lagSeconds }],
  },
  {
    name: 'process_resident_memory_bytes',
    help: 'Resident memory of this process.',
    kind: 'gauge',
    samples: [{ value: process.memoryUsage.rss() }],
  },
  {
    name: 'process_cpu_seconds_total',
    help: 'CPU time of this process, user and system.',
    kind: 'counter',
    samples: [{ value: cpuSeconds() }],
  },
  {
    name: 'process_start_time_seconds',
    help: 'When this process started.',
    kind: 'gauge',
    samples: [{ value: Math.round(Date.now() / 1000 - process.uptime()) }],
  },
]
