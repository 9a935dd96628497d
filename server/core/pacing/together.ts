import DataLoader from 'dataloader'

type Questions = Map<string, DataLoader<unknown, unknown>>

const asked = new WeakMap<object, Questions>()

/**
 * Loads `id` in one batch with all ids that are requested of the same owner with the same question in the same tick: a
 * thousand subscribers that receive one event cost one query. `load` gets each id once and returns results in their order; an
 * error among them is the result of that id only. A batch is closed when its query starts, so a request after an event
 * reads after it. `begin` may collect for longer, such as setImmediate for all requests of one turn of the loop.
 */
export function together<Id, Answer>(
  owner: object,
  question: string,
  id: Id,
  load: (ids: readonly Id[]) => Promise<readonly (Answer | Error)[]>,
  begin?: (work: () => void) => void,
): Promise<Answer> {
  const questions: Questions = asked.get(owner) ?? new Map()
  asked.set(owner, questions)
  let loader = questions.get(question) as DataLoader<Id, Answer> | undefined
  if (!loader) {
    const take = (ids: readonly Id[]) => {
      questions.delete(question)
      return load(ids)
    }
    loader = new DataLoader<Id, Answer>(take, begin && { batchScheduleFn: begin })
    questions.set(question, loader as DataLoader<unknown, unknown>)
  }
  return loader.load(id)
}
