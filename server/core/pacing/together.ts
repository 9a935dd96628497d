import DataLoader from 'dataloader'

type Questions = Map<string, DataLoader<unknown, unknown>>

const asked = new WeakMap<object, Questions>()

/**
 * Answers `id` together with everything that is asked of the same owner with the same question in the same tick,
 * no matter who asks: a thousand subscribers who hear one event cost one query. `load` answers in the order of the ids, each
 * id once; an error among the answers is the answer for that id alone. Nothing is remembered once the query has
 * started, so what is asked after an event is read after it. `begin` may gather for longer, as setImmediate does for
 * all requests that came in one turn of the loop.
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
