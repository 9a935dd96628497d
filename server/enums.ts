import type { MakingFault } from '#judge/making/makingProtocol.ts'
import type { CheckerSpec } from '#judge/protocol.ts'
import type { Locale } from '#locales/i18n.ts'
import {
  CaseMode,
  Difficulty,
  JudgingState,
  NotificationKind,
  ProblemApplication,
  ProblemChange,
  ProblemVisibility,
  RefereeRole,
  Scoring,
  Verdict,
} from '#prisma/generated/enums.ts'
import { builder } from './builder.ts'
import { REFUSALS, type RefusalCode } from './core/errors.ts'
import type { RowChange } from './watch.ts'

/**
 * Enumerations, inputs and interfaces shared by GraphQL types of several modules, which do not import each
 * other.
 */
export const VerdictEnum = builder.enumType(Verdict, {
  description: 'How a submission or a case ended.',
  name: 'Verdict',
})
export const JudgingStateEnum = builder.enumType(JudgingState, {
  description: 'How far judging is.',
  name: 'JudgingState',
})
export const MakingFaultEnum = builder.enumType('MakingFault', {
  description: 'Why a case cannot be used.',
  values: {
    GENERATOR_FAILED: { description: 'The generator crashed, was stopped, or said no.' },
    GENERATOR_VARIES: { description: 'The generator printed something else when it was run again.' },
    INPUT_REFUSED: { description: 'A validator said no.' },
    VALIDATOR_FAILED: { description: 'A validator crashed or was stopped.' },
    ANSWER_FAILED: { description: 'The solution did not end well.' },
    OVER_BUDGET: { description: 'All that is made together is too much, in bytes or in time.' },
    SOLUTIONS_DIFFER: {
      description: 'The second solution of a stress test is wrong, if the first one is right.',
    },
    CHECKER_FAILED: { description: 'The checker or interactor crashed or was stopped.' },
    ACCEPTED_WRONGLY: { description: 'Validators or checker accept what they must refuse.' },
    REFUSED_WRONGLY: { description: 'Validators or checker refuse what they must accept.' },
  } satisfies Record<MakingFault, object>,
})

export const RefereeRoleEnum = builder.enumType(RefereeRole, {
  description: 'What a test of validators or checker is for.',
  name: 'RefereeRole',
})
export const CaseModeEnum = builder.enumType(CaseMode, {
  description: 'Which cases are judged, and how they count.',
  name: 'CaseMode',
})
export const DifficultyEnum = builder.enumType(Difficulty, {
  description: 'How hard a problem is.',
  name: 'Difficulty',
})
export const ScoringEnum = builder.enumType(Scoring, {
  description: 'Whether a problem is solved or scored.',
  name: 'Scoring',
})
export const JudgeModeEnum = builder.enumType('JudgeMode', {
  description: 'What decides whether an output is right.',
  values: ['DEFAULT', 'CHECKER', 'INTERACTIVE'] as const,
})

export const ProblemVisibilityEnum = builder.enumType(ProblemVisibility, {
  name: 'ProblemVisibility',
  description:
    'Who sees a problem: everybody, those who manage it, contestants, or the members of its group.',
})

export const ProblemApplicationEnum = builder.enumType(ProblemApplication, {
  name: 'ProblemApplication',
  description: 'Application of a group for its problem to become public on the site.',
})

export const ProblemChangeEnum = builder.enumType(ProblemChange, {
  name: 'ProblemChange',
  description: 'What of a problem was changed; NEW: it was published.',
})

export const CheckerKindEnum = builder.enumType('CheckerKind', {
  description: 'How outputs are compared.',
  values: {
    DEFAULT: {
      value: 'default',
      description: 'Byte by byte, but for blanks at the ends of lines where they count for nothing.',
    },
    TOKENS: { value: 'tokens', description: 'Word by word.' },
    LINES: { value: 'lines', description: 'Line by line, without blanks at their ends.' },
    FLOATS: { value: 'floats', description: 'Number by number, within an error.' },
    UNORDERED_LINES: { value: 'unorderedLines', description: 'Lines in any order.' },
    UNORDERED_NUMBERS: { value: 'unorderedNumbers', description: 'Numbers in any order.' },
    PROGRAM: { value: 'program', description: 'A checker decides.' },
  } satisfies Record<string, { value: CheckerSpec['kind']; description: string }>,
})

/** A file placed beside programs. */
export const ProgramFile = builder.objectRef<{ name: string; content: string }>('ProgramFile').implement({
  description: 'A file that lies beside programs.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    content: t.exposeString('content', { description: 'What is in it.' }),
  }),
})

export const ProgramFileInput = builder.inputType('ProgramFileInput', {
  description: 'A file that lies beside programs.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Its name.' }),
    content: t.string({ required: true, description: 'What is in it.' }),
  }),
})

/** File contents by name. */
export const filesByName = (files: readonly { name: string; content: string }[]): Record<string, string> =>
  Object.fromEntries(files.map(({ name, content }) => [name, content]))

/** Every refusal code; the answer has its message beside it. */
export const NotificationKindEnum = builder.enumType(NotificationKind, {
  name: 'NotificationKind',
  description: "Kind of a notification: comments, replies, likes, the site, or the viewer's own account.",
})

export const RefusalCodeEnum = builder.enumType('RefusalCode', {
  description: 'Why something was refused, as `extensions.code` of an error says it.',
  values: Object.keys(REFUSALS) as RefusalCode[],
})

export const RowChangeEnum = builder.enumType('RowChange', {
  description: 'What became of a row of a list.',
  values: {
    CREATED: { description: 'It is new there, or shown again.' },
    CHANGED: {},
    REMOVED: { description: 'It is not shown any more.' },
    RESET: { description: 'More became of the list than is told row by row: read it again.' },
  } satisfies Record<RowChange, object>,
})

/** Filters of a list of submissions. */
export const SubmissionFilterInput = builder.inputType('SubmissionFilter', {
  description: 'Which submissions a list shows.',
  fields: (t) => ({
    mine: t.boolean({ description: "The viewer's own alone." }),
    everywhere: t.boolean({
      description: 'Practice and all contests, instead of one place; with `mine` alone.',
    }),
    username: t.string({ description: 'Who sent them.' }),
    problem: t.string({ description: 'Part of the display id, or all of it with exactProblem.' }),
    exactProblem: t.boolean({ description: 'Whether problem is all of a display id.' }),
    contestId: t.globalID({ description: 'What was sent in this contest; practice when left out.' }),
    contestNumber: t.int({ description: 'The same, by its number, as addresses have it.' }),
    groupNumber: t.int({
      description: 'What was sent to the own problems of this group, by its number; for its members.',
    }),
    unsealed: t.boolean({
      description: 'Also what the freeze of the contest hides from lists; for its organisers.',
    }),
    language: t.string({ description: 'Key of the language.' }),
    verdict: t.field({ description: 'Verdict they have.', type: VerdictEnum }),
    verdicts: t.field({
      description: 'One of these verdicts, in the place of verdict; empty: none at all.',
      type: [VerdictEnum],
    }),
    state: t.field({ description: 'How far judging is.', type: JudgingStateEnum }),
    states: t.field({
      description: 'One of these states, in the place of state; empty: none at all.',
      type: [JudgingStateEnum],
    }),
  }),
})

/** Locales of the site, with names that are valid in an enumeration. */
export const LocaleEnum = builder.enumType('Locale', {
  description: 'A language that the site speaks.',
  values: {
    ZH_CN: { value: 'zh-CN', description: 'Chinese (zh-CN).' },
    EN_US: { value: 'en-US', description: 'English (en-US).' },
  } satisfies Record<string, { value: Locale; description: string }>,
})

/** Page of a problem, in practice or in a contest. Each module adds its fields. */
export const ProblemSheet = builder.interfaceRef<object>('ProblemSheet')

/** A file shown with a problem. */
export const UserFile = builder.objectRef<{ name: string; content: string }>('UserFile').implement({
  description: 'A file given to the compilation.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    content: t.exposeString('content', { description: 'What is in it.' }),
  }),
})
