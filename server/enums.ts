import { CaseMode, Difficulty, JudgingState, Scoring, Verdict } from '#prisma/generated/enums.ts'
import { builder } from './builder.ts'

/** Enumerations of the graph that doors of several modules show; doors import no doors, so they stand here. */
export const VerdictEnum = builder.enumType(Verdict, { name: 'Verdict' })
export const JudgingStateEnum = builder.enumType(JudgingState, { name: 'JudgingState' })
export const CaseModeEnum = builder.enumType(CaseMode, { name: 'CaseMode' })
export const DifficultyEnum = builder.enumType(Difficulty, { name: 'Difficulty' })
export const ScoringEnum = builder.enumType(Scoring, { name: 'Scoring' })
export const JudgeModeEnum = builder.enumType('JudgeMode', {
  values: ['DEFAULT', 'CHECKER', 'INTERACTIVE'] as const,
})
