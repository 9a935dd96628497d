import { cpus, freemem, loadavg, totalmem } from 'node:os'
import type { Context } from '../../context.ts'
import { siteUrl } from '../site/site.ts'

/** The web server that answers, and its load. */
export type WebServer = {
  /** Public host name of the site. */
  host: string
  port: number
  cores: number
  /** Load of cores and of memory, from 0 to 1. */
  cpuShare: number
  memoryShare: number
  startedAt: Date
}

const share = (value: number) => Math.min(1, Math.max(0, value))
const STARTED = new Date(Date.now() - process.uptime() * 1000)

export async function webServer(ctx: Context): Promise<WebServer> {
  const { hostname, port, protocol } = new URL(await siteUrl(ctx))
  const cores = cpus().length
  return {
    host: hostname,
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
    cores,
    cpuShare: share((loadavg()[0] ?? 0) / cores),
    memoryShare: share(1 - freemem() / totalmem()),
    startedAt: STARTED,
  }
}
