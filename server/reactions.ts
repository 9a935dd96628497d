import { REACTIONS_IN_SQL, type ToldInSql } from '#judge/reactions.ts'
import type { EventName, Events } from './events.ts'
import { linkTo, SITE } from './paths.ts'
import type { Jobs } from './queue.ts'

/** Job queued by an event; of waiting jobs with the same `key`, only the last stays. */
export type Reaction = {
  [Name in keyof Jobs]: { job: Name; told: Jobs[Name]; key?: string }
}[keyof Jobs]

/** Jobs with the event as their payload. */
type Taking<Name extends EventName> = {
  [Job in keyof Jobs]: Events[Name] extends Jobs[Job] ? Job : never
}[keyof Jobs]

/** Reactions to events emitted in SQL; each job takes the event's payload. */
const IN_SQL: { readonly [Name in ToldInSql]?: readonly Taking<Name>[] } = REACTIONS_IN_SQL

/**
 * Events emitted in SQL or by PostgreSQL instead of `emit`; jobs react through REACTIONS_IN_SQL of the judge.
 */
type PastEmit =
  | `submission.${'created' | 'progressed' | 'judged' | 'changed' | 'counted'}`
  | `${'trial' | 'solution' | 'making'}.progressed`
  | `${'queue' | 'host' | 'notification' | 'reader' | 'membership' | 'group' | 'rank'}.changed`
  | 'ranks.moved'
  | `${'contest' | 'disk'}.turned`

type Reactions = {
  readonly [Name in Exclude<EventName, PastEmit>]?: readonly ((payload: Events[Name]) => Reaction)[]
}

/** Jobs by event; `emit` queues them in the event's transaction. */
const REACTIONS: Reactions = {
  'password.changed': [
    ({ userId, way, at }) => ({
      job: 'notify',
      told:
        way === 'RESET'
          ? { userId, kind: 'MINE', message: 'passwordReset', at }
          : { userId, kind: 'MINE', message: 'passwordChanged', link: linkTo(SITE, '/setting'), at },
    }),
  ],
  'login.unfamiliar': [
    ({ userId, at, ...parameters }) => ({
      job: 'notify',
      told: {
        userId,
        kind: 'MINE',
        message: 'unfamiliarLogin',
        parameters,
        link: linkTo(SITE, '/setting#devices'),
        at,
      },
    }),
  ],
}

/** Jobs queued by an event. */
export function reactionsTo<Name extends EventName>(name: Name, payload: Events[Name]): Reaction[] {
  const table: { readonly [Name in EventName]?: readonly ((payload: Events[Name]) => Reaction)[] } = REACTIONS
  const inSql: { readonly [Name in EventName]?: readonly (keyof Jobs)[] } = IN_SQL
  const taken = (inSql[name] ?? []).map((job) => ({ job, told: payload }) as Reaction)
  return [...(table[name] ?? []).map((react) => react(payload)), ...taken]
}
