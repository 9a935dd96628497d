import type { EventName, Events } from './events.ts'
import { linkTo, SITE } from './paths.ts'
import type { Jobs } from './queue.ts'

/** A job that an event queues; of jobs with the same `key` only the last one waits. */
export type Reaction = {
  [Name in keyof Jobs]: { job: Name; told: Jobs[Name]; key?: string }
}[keyof Jobs]

/**
 * Events that SQL or PostgreSQL tells without `emit`, so that nothing can react to them here. What is to happen after a
 * judgement is queued where it is counted, by the statements of settle.ts that tell `submission.counted`.
 */
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
  return (table[name] ?? []).map((react) => react(payload))
}
