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
  | `${'queue' | 'host' | 'notification' | 'reader' | 'membership' | 'group' | 'rank' | 'groupRank' | 'points'}.changed`
  | `${'ranks' | 'groupRanks'}.moved`
  | `${'contest' | 'disk'}.turned`
  | 'training.ranked'

type Reactions = {
  readonly [Name in Exclude<EventName, PastEmit>]?: readonly ((payload: Events[Name]) => Reaction | null)[]
}

/** Jobs by event; `emit` queues them in the event's transaction. Null: none. */
const REACTIONS: Reactions = {
  // Comments of contests tell nobody (area-rules M3).
  'comment.changed': [
    ({ subject: { kind }, change, commentId, replyId, answeredId = null }) =>
      kind === 'discussion' && change === 'CREATED'
        ? { job: 'tellOfComment', told: { commentId, replyId, answeredId } }
        : null,
  ],
  'comment.liked': [
    ({ subject: { kind }, commentId, userId }) =>
      kind === 'discussion' ? { job: 'tellOfLike', told: { userId, commentId, discussionId: null } } : null,
  ],
  'discussion.liked': [
    ({ discussionId, userId }) => ({ job: 'tellOfLike', told: { userId, commentId: null, discussionId } }),
  ],
  'password.changed': [
    ({ userId, way, at }) => ({
      job: 'notify',
      told:
        way === 'RESET'
          ? { userId, kind: 'MINE', message: 'passwordReset', at }
          : {
              userId,
              kind: 'MINE',
              message: way === 'SET' ? 'passwordSet' : 'passwordChanged',
              link: linkTo(SITE, '/setting'),
              at,
            },
    }),
  ],
  'email.changed': [
    ({ userId, at }) => ({
      job: 'notify',
      told: { userId, kind: 'MINE', message: 'emailChanged', link: linkTo(SITE, '/setting'), at },
    }),
    ({ former }) => former && { job: 'mailFormerAddress', told: former },
  ],
  'role.changed': [
    ({ userId, before, after, at }) => ({
      job: 'notify',
      told: {
        userId,
        kind: 'MINE',
        message: 'roleChanged',
        parameters: { roleBefore: before, roleAfter: after },
        at,
      },
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
  const table: { readonly [Name in EventName]?: readonly ((payload: Events[Name]) => Reaction | null)[] } =
    REACTIONS
  const inSql: { readonly [Name in EventName]?: readonly (keyof Jobs)[] } = IN_SQL
  const taken = (inSql[name] ?? []).map((job) => ({ job, told: payload }) as Reaction)
  const reacting = (table[name] ?? []).map((react) => react(payload))
  return [...reacting.filter((reaction) => reaction !== null), ...taken]
}
