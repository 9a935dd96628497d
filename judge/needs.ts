import type { MakingTask } from './making/makingProtocol.ts'
import type { CheckerSpec, CheckingProgram, JudgeTask, TrialTask } from './protocol.ts'

/** How outputs are judged. */
type Judging = Pick<JudgeTask, 'checker' | 'interactor'>

/** Whether outputs go to the checker; an interactor decides alone unless its convention is `polygon`. */
export const usesChecker = ({ interactor }: Pick<Judging, 'interactor'>): boolean =>
  interactor === null || interactor.convention === 'polygon'

/** The built-in checker that compares outputs with answers; null when programs judge, which may need no answers. */
export const comparisonOf = (judging: Judging): CheckerSpec | null =>
  usesChecker(judging) && judging.checker.kind !== 'program' ? judging.checker : null

/** The programs that judge outputs: interactor and checker, as far as they are used. */
export const refereesOf = (judging: Judging): CheckingProgram[] => [
  ...(judging.interactor ? [judging.interactor] : []),
  ...(usesChecker(judging) && judging.checker.kind === 'program' ? [judging.checker] : []),
]

/** Most passes of a case; with an interactor in the convention `polygon` there is one. */
export const passesOf = ({ checker, interactor }: Judging): number =>
  interactor
    ? (interactor.convention !== 'polygon' && interactor.passes) || 1
    : (checker.kind === 'program' && checker.passes) || 1

/**
 * Needs of a task: the languages of all its programs. They are flags of its job in the queue, and a host claims only jobs
 * whose needs it has.
 */
export function needsOf(
  task: Pick<TrialTask, 'language'> & Partial<Pick<JudgeTask, 'checker' | 'interactor'>>,
): string[] {
  const { language, checker, interactor = null } = task
  const referees = checker ? refereesOf({ checker, interactor }) : []
  return [...new Set([language, ...referees.map((referee) => referee.language)])]
}

/** Needs of a making. */
export const needsOfMaking = ({ languages }: Pick<MakingTask, 'languages'>): string[] => [
  ...new Set(languages),
]

/** Both as SQL: a text array, for the task in a column or an expression. */
export const needsSql = (task: string): string =>
  `array_remove(array[${task}->>'language',
     ${task}#>>'{interactor,language}',
     case when coalesce(${task}#>>'{interactor,convention}', ${task}#>>'{interactor,language}', 'polygon') = 'polygon'
       then ${task}#>>'{checker,language}' end], null)
   || array(select jsonb_array_elements_text(coalesce(${task}->'languages', '[]'::jsonb)))`
