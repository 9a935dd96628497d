import type { FastifyInstance } from 'fastify'
import type { House } from '../context.ts'

/** Longest wait (ms) for the database. */
const PATIENCE = 2_000

/**
 * Mounts `GET /healthz` for load balancers and watchdogs, without authorization: 200 `ok` while the database answers,
 * else 503 `no database`. Requests of one moment share one question to the database.
 */
export function mountHealth(app: FastifyInstance, { database }: House): void {
  let asking: Promise<boolean> | null = null
  const ask = async (): Promise<boolean> => {
    const answer = database.pool.query('select 1').then(
      () => true,
      () => false,
    )
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, PATIENCE, false)
    })
    const isThere = await Promise.race([answer, late])
    clearTimeout(timer)
    return isThere
  }
  app.get('/healthz', { compress: false }, async (_, reply) => {
    asking ??= ask().finally(() => {
      asking = null
    })
    const isThere = await asking
    return reply
      .code(isThere ? 200 : 503)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(isThere ? 'ok\n' : 'no database\n')
  })
}
