import { REACTIONS_IN_SQL, type ToldInSql } from '#judge/reactions.ts'
import type { EventName, Events } from './events.ts'
import { linkTo, SITE } from './paths.ts'
import type { Jobs } from './queue.ts'

/** A job that an event queues; of jobs with the same `key` only the last one waits. */
export type Reaction = {
  [Name in keyof Jobs]: { job: Name; told: Jobs[Name]; key?: string }
}[keyof Jobs]

/** Jobs that take an event as it is. */
type Taking<Name extends EventName> = {
  [Job in keyof Jobs]: Events[Name] extends Jobs[Job] ? Job : never
}[keyof Jobs]

/** What reacts to events that SQL tells; each job has to take the payload of its event. */
const IN_SQL: { readonly [Name in ToldInSql]?: readonly Taking<Name>[] } = REACTIONS_IN_SQL

/** Events that SQL or PostgreSQL tells without `emit`: REACTIONS_IN_SQL of the judge has those that jobs can react to. */
type PastEmit =
  | `submission.${'created' | 'progressed' | 'judged' | 'changed' | 'counted'}`
  | `${'trial' | 'solution' | 'making'}.progressed`
  | `${'queue' | 'host' | 'notification' | 'reader' | 'membership' | 'group'}.changed`
  | `${'contest' | 'disk'}.turned`

type Reactions = {
  readonly [Name in Exclude<EventName, PastEmit>]?: readonly ((payload: Events[Name]) => Reaction)[]
}

/** Every job that is queued because something happened; `emit` puts it on the queue in the transaction of the event. */
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
}

/** The jobs that an event queues. */
export function reactionsTo<Name extends EventName>(name: Name, payload: Events[Name]): Reaction[] {
  const table: { readonly [Name in EventName]?: readonly ((payload: Events[Name]) => Reaction)[] } = REACTIONS
  const inSql: { readonly [Name in EventName]?: readonly (keyof Jobs)[] } = IN_SQL
  const taken = (inSql[name] ?? []).map((job) => ({ job, told: payload }) as Reaction)
  return [...(table[name] ?? []).map((react) => react(payload)), ...taken]
}
