import type { MakingTask } from './making/makingProtocol.ts'
import type { JudgeTask, TrialTask } from './protocol.ts'

/**
 * What a task needs of its host: the languages of all the programs in it. They stand as flags on its job in the queue,
 * and a host claims only jobs whose needs it has.
 */
export function needsOf(
  task: Pick<TrialTask, 'language'> & Partial<Pick<JudgeTask, 'checker' | 'interactor'>>,
): string[] {
  const { language, checker, interactor } = task
  // An interactor judges by itself; a checker beside it is not asked.
  const judging = interactor ?? (checker?.kind === 'program' ? checker : null)
  return judging ? [...new Set([language, judging.language])] : [language]
}

/** The same of a making, which is told them by who asks for it. */
export const needsOfMaking = ({ languages }: Pick<MakingTask, 'languages'>): string[] => [
  ...new Set(languages),
]

/** Both as SQL: an array of text, of the task in a column or an expression. */
export const needsSql = (task: string): string =>
  `array_remove(array[${task}->>'language',
     coalesce(${task}#>>'{interactor,language}', ${task}#>>'{checker,language}')], null)
   || array(select jsonb_array_elements_text(coalesce(${task}->'languages', '[]'::jsonb)))`
