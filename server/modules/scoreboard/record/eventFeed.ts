import { type ClicsObject, COLLECTIONS, type Collection, clicsObjects, clicsStates } from './clicsObjects.ts'
import type { ContestRecord } from './record.ts'

/** A notification of the Contest API: the object that is now at a type and id, null when it was removed. */
export type Notification = { type: string; id: string | null; data: object | null }

/** Notifications of the objects of some collections. */
export function* notificationsOf<Type extends string>(
  objects: Readonly<Record<Type, readonly ClicsObject[]>>,
  types: readonly Type[],
): Generator<Notification> {
  for (const type of types) for (const data of objects[type]) yield { type, id: data.id, data }
}

const LIVE: ReadonlySet<Collection> = new Set<Collection>(['submissions', 'judgements', 'awards'])

/**
 * Lines of an event feed of the Contest API, which the ICPC tools and DOMjudge's read from a file. It is read without
 * access to this site, so that no source is offered.
 */
export function* eventFeed(record: ContestRecord): Generator<string> {
  const objects = clicsObjects(record, { languages: [], filesOf: () => [] })
  const [before, ...closing] = clicsStates(record)
  const some = (isLive: boolean) =>
    notificationsOf(
      objects,
      COLLECTIONS.filter((type) => LIVE.has(type) === isLive),
    )
  const state = (data: object): Notification => ({ type: 'state', id: null, data })
  const all = [
    { type: 'contest', id: null, data: objects.contest },
    ...some(false),
    state(before),
    ...some(true),
    ...closing.map(state),
  ]
  for (const [place, one] of all.entries()) yield `${JSON.stringify({ ...one, token: String(place + 1) })}\n`
}
