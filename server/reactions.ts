import type { EventName, Events } from './events.ts'
import { linkTo, SITE } from './paths.ts'
import type { Jobs } from './queue.ts'

/** A job that an event queues; of jobs with the same `key` only the last one waits. */
export type Reaction = {
  [Name in keyof Jobs]: { job: Name; told: Jobs[Name]; key?: string }
}[keyof Jobs]

/** Events that statements of the server tell (`tellSql` of submissionEvent.ts). */
export type ToldInSql = `submission.${'created' | 'changed' | 'counted'}`

/** Jobs that take an event as it is. */
export type Taking<Name extends EventName> = {
  [Job in keyof Jobs]: Events[Name] extends Jobs[Job] ? Job : never
}[keyof Jobs]

/**
 * Jobs that are queued by the statement that tells an event, with its payload: one for each event, in its transaction,
 * however many servers listen. What judge hosts tell is not among these events; what follows a judgement reacts to
 * `submission.counted`.
 */
const REACTIONS_IN_SQL: { readonly [Name in ToldInSql]?: readonly Taking<Name>[] } = {}

/** The jobs that a statement which tells an event has to queue. */
export const jobsInSql = (name: ToldInSql): readonly Taking<ToldInSql>[] => REACTIONS_IN_SQL[name] ?? []

/** Events that SQL or PostgreSQL tells without `emit`: REACTIONS_IN_SQL has those that something can react to. */
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
  const taken = isToldInSql(name) ? jobsInSql(name).map((job) => ({ job, told: payload }) as Reaction) : []
  return [...(table[name] ?? []).map((react) => react(payload)), ...taken]
}

const isToldInSql = (name: EventName): name is ToldInSql => name in REACTIONS_IN_SQL
