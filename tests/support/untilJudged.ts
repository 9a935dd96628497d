import { EVENT_CHANNEL } from '#judge/protocol.ts'
import { withConnection } from './postgres.ts'

/** Resolves when every submission is judged and counted: asks again with every event. */
export const untilJudged = (databaseUrl: string) =>
  withConnection(databaseUrl, async (client) => {
    await client.query(`listen ${EVENT_CHANNEL}`)
    for (;;) {
      const next = new Promise((resolve) => client.once('notification', resolve))
      const { rows } = await client.query<{ open: number }>(
        `select count(*)::int as open from "Submission" where "state" <> 'DONE' or "countedVerdict" is distinct from "verdict"`,
      )
      if (rows[0]?.open === 0) return
      await next
    }
  })
