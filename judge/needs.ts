import type { MakingTask } from './making/makingProtocol.ts'
import type { JudgeTask, TrialTask } from './protocol.ts'

/**
 * Needs of a task: the languages of all its programs. They are flags of its job in the queue, and a host claims only jobs
 * whose needs it has.
 */
export function needsOf(
  task: Pick<TrialTask, 'language'> & Partial<Pick<JudgeTask, 'checker' | 'interactor'>>,
): string[] {
  const { language, checker, interactor } = task
  // With an interactor the checker is not used.
  const judging = interactor ?? (checker?.kind === 'program' ? checker : null)
  return judging ? [...new Set([language, judging.language])] : [language]
}

/** Needs of a making. */
export const needsOfMaking = ({ languages }: Pick<MakingTask, 'languages'>): string[] => [
  ...new Set(languages),
]

/** Both as SQL: a text array, for the task in a column or an expression. */
export const needsSql = (task: string): string =>
  `array_remove(array[${task}->>'language',
     coalesce(${task}#>>'{interactor,language}', ${task}#>>'{checker,language}')], null)
   || array(select jsonb_array_elements_text(coalesce(${task}->'languages', '[]'::jsonb)))`
