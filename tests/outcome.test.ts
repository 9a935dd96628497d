import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '#server/launch/places.ts'

/** Columns of a submission that a reader may not know, in a selection or in SQL. */
const COLUMNS =
  /\b(?:verdict|timeMs|memoryKb|oiRankScore|tape|caseCount|judgedBy|codeLength): true|"(?:verdict|timeMs|memoryKb|oiRankScore|tape|caseCount|judgedBy|codeLength)"/

/** Files of modules that read these columns and answer no reader with them as they are, with the reason. */
const READERS: Record<string, string> = {
  'archive/archive.ts': 'masked, the own submissions of the viewer',
  'contest/contestProblem.schema.ts': 'limits of the problem, not of a submission',
  'contest/contestProblems.ts': 'solvers of an organiser’s own contest',
  'contest/deliveries.ts': 'accepted runs, for organisers and their helpers',
  'contest/organising/rehearsal.ts': 'writes made-up runs',
  'contestApi/teamView.ts': 'outcomeOf, own submissions of the viewer',
  'dashboard/dashboard.ts': 'totals for staff',
  'judging/correction.schema.ts': 'rights of staff',
  'judging/heldRejudging.ts': 'verdicts before and after, for organisers',
  'judging/rejudging.ts': 'verdicts before and after, for organisers',
  'judging/rejudgingBatch.ts': 'verdicts before and after, for organisers',
  'judging/rejudgingEntry.ts': 'resets the columns, and notes the verdicts before',
  'judging/settle.ts': 'settles progress and tallies',
  'problem/activity.ts': 'totals of practice',
  'problem/progress.ts': 'progress of the viewer in practice',
  'remote/outcome.ts': 'writes the verdicts of other judges',
  'scoreboard/boards.ts': 'boards keep their own seal',
  'scoreboard/record/record.ts': 'limits of problems, not of submissions',
  'submission/contest/contestCounts.ts': 'totals up to the seal',
  'submission/contest/contestStatus.ts': 'masked',
  'submission/listing.ts': 'filters, which leave hidden outcomes out',
  'submission/percentile.schema.ts': 'measuresOf',
  'submission/percentile.ts': 'measuresOf, and totals of practice',
  'submission/restShapes.ts': 'masked',
  'submission/submission.schema.ts': 'outcomeOf, measuresOf and casesOf',
  'submission/submission.ts': 'writes the row',
  'submission/total.ts': 'totals, which leave hidden outcomes out',
  'training/homework/results.ts': 'practice and submissions of the group, for its admins and the student',
  'training/rank.ts': 'run times of accepted practice',
  'training/training.ts': 'progress of the viewer in practice',
  'userHome/figures.ts': 'totals of practice',
  'userHome/solved.ts': 'progress in practice',
  'testset/testsetRules.ts': 'limits of the problem, not of a submission',
}

it('columns of an outcome are read where outcome.ts, or a reason, says what a reader sees of them', () => {
  const folder = join(ROOT, 'server/modules')
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) => COLUMNS.test(readFileSync(join(folder, name), 'utf8')))
  expect(found.toSorted()).toEqual(Object.keys(READERS).toSorted())
})
