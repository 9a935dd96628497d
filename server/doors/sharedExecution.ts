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
 * Executes equal queries of one audience once within `shareMs`. The first is executed for its caller alone,
 * because most are not repeated; the second for the audience (audienceContext.ts). All others with the same
 * roles in the groups that it reads get its bytes; each is authorized and charged on its own. A query that
 * reads personal data, or rows that only part of the audience sees, is executed for each caller.
 *
 * A shared answer is dropped when this process hears of an event, writes, or reads a changed timetable of
 * contests. Writes of other processes without an event show after at most `shareMs`. Read-At is the time of
 * the read, from which subscriptions continue.
 */

/** A personal or failed query is not shared again within this time (ms). */
const ALONE = { personal: 60_000, wrong: 1_000 }
/** Characters of all queries that are remembered, and of the longest one. */
const REMEMBERED = { all: 1_000_000, each: 20_000 }

/** Frequent events of judging: they only change fields of these types. */
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

/** An executed query. */
type Known = {
  args: ExecutionArgs
  price: number
  showsRhythm: boolean
  /** Last request (ms). */
  asked: number
  /** Executed for each caller until this time (ms). */
  alone: number
  /** Groups that it reads. */
  groups: Set<number>
  /** Shared answers, by the caller's roles in those groups. */
  shared: Map<string, Shared>
}

type Shared = { began: number; changes: number; clocks: ClocksNow; answer: Promise<Answer | null> }

/** Queries that read more groups are personal. */
const MOST_GROUPS = 20

type SharedExecutionWorld = { house: House; schema: GraphQLSchema; spend: Spend; shareMs: number }

/** Shared answers of one process. */
export function createSharedExecution({ house, schema, spend, shareMs }: SharedExecutionWorld) {
  const known = createRecent<Known>(REMEMBERED.all)
  const showing = new WeakMap<DocumentNode, boolean>()
  /** Number of changes: all, and without the frequent ones of judging. */
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

  /** The viewer's roles in the groups that a query reads. */
  const standingFor = ({ viewer }: Context, { groups }: Known): Standing => ({
    groups: new Map([...groups].sort().map((groupId) => [groupId, roleIn({ viewer }, groupId)])),
    contest: null,
    trainingId: null,
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
    // A row that only part of the audience sees is an error too, which others must not get.
    if (isWhole && !result.errors) return new Answer(result, contextValue.now)
    // After a query reads a new group, its next execution is shared by callers with the same role there.
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
    /** The shared answer; null: execute for this caller. */
    async answer(ctx: Context, body: string): Promise<Answer | null> {
      const one = known.get(keyOf(ctx, body))
      if (!one) return null
      const now = Date.now()
      const isOneOfMany = now - one.asked < shareMs && now >= one.alone
      one.asked = now
      const answer = isOneOfMany ? await share(ctx, one) : null
      return answer && spend(ctx, one.price) ? answer : null
    },
    /** Remembers a query that is executed for its caller alone, and its price. */
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
    /** Drops shared answers after a write of this process. */
    wrote: () => void changes.all++,
  }
}

export type SharedExecution = ReturnType<typeof createSharedExecution>
