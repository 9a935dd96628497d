import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { Context, House } from '../context.ts'
import { createRecent } from '../core/recent.ts'
import type { EventName } from '../events.ts'
import { personalRead, standingText } from '../policy/audience.ts'
import type { Standing } from '../policy/lent.ts'
import { type ClocksNow, roleIn } from '../policy/reader.ts'
import { Answer } from './answer.ts'
import { contextOfAudience, rightsKey } from './audienceContext.ts'
import type { Spend } from './limits.ts'

/**
 * Equal queries of one audience are executed once, however many ask them within `shareMs`. The first is executed for
 * its asker alone, because most have no other; the second for the audience (audienceContext.ts), and all others with the same
 * roles in the groups that it asks about get its bytes, each authorized and charged by itself. What reads something of
 * one person, or of what the audience does not see as a whole, is executed for each alone.
 *
 * An answer is not handed out any more as soon as this process has heard of an event, has written something itself, or
 * the timetable of contests stands differently. What another process writes without telling anybody shows after
 * `shareMs` at the latest. Read-At names the moment an answer was read at, so that streams go on from there.
 */

/** What turned out to be personal, or wrong, is not tried again for so long (ms). */
const ALONE = { personal: 60_000, wrong: 1_000 }
/** Characters of requests that are remembered; one that is longer than the second number is not. */
const REMEMBERED = { all: 1_000_000, each: 20_000 }

/** Many events a second while something is judged; they change nothing but what these types show. */
const RHYTHM: ReadonlySet<EventName> = new Set([
  'submission.progressed',
  'queue.changed',
  'trial.progressed',
  'solution.progressed',
  'making.progressed',
  'operation.changed',
])
const SHOW_RHYTHM = new Set([
  'Submission',
  'Judgement',
  'Judging',
  'JudgeHost',
  'Rejudging',
  'Operation',
  'Trial',
  'Solution',
  'Maker',
  'TestScript',
  'Making',
])

/** A query that was executed, and those who ask the same. */
type Known = {
  args: ExecutionArgs
  price: number
  showsRhythm: boolean
  /** When (ms) it was asked last. */
  asked: number
  /** Until when (ms) each asks alone. */
  alone: number
  /** The groups that reading it asks about. */
  groups: Set<number>
  /** The shared answers, by the asker's roles in those groups. */
  shared: Map<string, Shared>
}

type Shared = { began: number; changes: number; clocks: ClocksNow; answer: Promise<Answer | null> }

/** What asks about more groups than this is personal. */
const MOST_GROUPS = 20

type SharedExecutionWorld = { house: House; schema: GraphQLSchema; spend: Spend; shareMs: number }

/** The answers that one process hands to many. */
export function createSharedExecution({ house, schema, spend, shareMs }: SharedExecutionWorld) {
  const known = createRecent<Known>(REMEMBERED.all)
  const showing = new WeakMap<DocumentNode, boolean>()
  /** How often something changed: anything at all, or nothing but the rhythm of judging. */
  const changes = { all: 0, rhythm: 0 }
  house.events.listen(({ name }) => void changes[RHYTHM.has(name) ? 'rhythm' : 'all']++)
  house.events.onInterruption(() => void changes.all++)

  const keyOf = (ctx: Context, body: string) => `${rightsKey(ctx)} ${body}`

  const showsRhythm = (document: DocumentNode): boolean => {
    const before = showing.get(document)
    if (before !== undefined) return before
    const info = new TypeInfo(schema)
    let shows = false
    const Field = () => {
      shows ||= SHOW_RHYTHM.has(info.getParentType()?.name ?? '')
    }
    visit(document, visitWithTypeInfo(info, { Field }))
    showing.set(document, shows)
    return shows
  }

  /** What somebody is in the groups that a query asks about. */
  const standingFor = ({ viewer }: Context, { groups }: Known): Standing => ({
    groups: new Map([...groups].sort().map((groupId) => [groupId, roleIn({ viewer }, groupId)])),
    contest: null,
    ownsNothing: false,
  })

  const executeFor = async (audience: Context, one: Known): Promise<Answer | null> => {
    let isPersonal = false
    const { size } = one.groups
    const asked = personalRead(
      () => {
        isPersonal = true
      },
      (groupId) => {
        isPersonal ||= one.groups.size >= MOST_GROUPS
        one.groups.add(groupId)
      },
    )
    const contextValue = contextOfAudience(audience, standingFor(audience, one), asked)
    const result = (await execute({ ...one.args, contextValue })) as ExecutionResult
    const isWhole = !isPersonal && one.groups.size === size
    // A row that the audience does not see as a whole is an error, too, which one of them may not meet.
    if (isWhole && !result.errors) return new Answer(result, contextValue.now)
    // Where it asked about a new group, the next execution is shared by those with the same role there.
    if (isPersonal || isWhole) one.alone = Date.now() + (isPersonal ? ALONE.personal : ALONE.wrong)
    return null
  }

  const share = (ctx: Context, one: Known): Promise<Answer | null> => {
    const now = new Date()
    const state = {
      clocks: house.timetable.at(now),
      changes: changes.all + (one.showsRhythm ? changes.rhythm : 0),
    }
    const among = standingText(standingFor(ctx, one))
    const shared = one.shared.get(among)
    const isOfNow = shared?.clocks === state.clocks && shared.changes === state.changes
    if (shared && isOfNow && now.getTime() - shared.began < shareMs) return shared.answer
    const next = { ...state, began: now.getTime(), answer: executeFor({ ...ctx, now }, one) }
    one.shared.set(among, next)
    setTimeout(() => {
      if (one.shared.get(among) === next) one.shared.delete(among)
    }, shareMs).unref()
    return next.answer
  }

  return {
    /** What others who ask the same are answered as well; null: anyone who asks is answered alone. */
    async answer(ctx: Context, body: string): Promise<Answer | null> {
      const one = known.get(keyOf(ctx, body))
      if (!one) return null
      const now = Date.now()
      const isOneOfMany = now - one.asked < shareMs && now >= one.alone
      one.asked = now
      const answer = isOneOfMany ? await share(ctx, one) : null
      return answer && spend(ctx, one.price) ? answer : null
    },
    /** Remembers a query that is about to be executed for its asker alone, and its whole price. */
    meet(ctx: Context, body: string, args: ExecutionArgs, price: number): void {
      const key = keyOf(ctx, body)
      if (shareMs === 0 || body.length > REMEMBERED.each || known.get(key)) return
      const { document, operationName, variableValues } = args
      known.set(key, {
        args: { schema, document, operationName, variableValues },
        price,
        showsRhythm: showsRhythm(document),
        asked: Date.now(),
        alone: 0,
        groups: new Set<number>(),
        shared: new Map<string, Shared>(),
      })
    },
    /** Something was written by this process: who asks from now on reads it. */
    wrote: () => void changes.all++,
  }
}

export type SharedExecution = ReturnType<typeof createSharedExecution>
