import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type {
  FailureNote_submission$data,
  FailureNote_submission$key,
} from '../../../__generated__/FailureNote_submission.graphql.ts'
import { formatDuration, formatMemory } from '../../../ui/text/format.ts'
import { verdictCode } from '../../../ui/text/verdicts.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { useWorkbench } from '../workbenchContext.ts'

type Run = NonNullable<FailureNote_submission$data['cases']>['runs'][number]

/** The first failed test and what is known about it. */
export function FailureNote({ submission }: { submission: FailureNote_submission$key }) {
  const { t } = useTranslation()
  const { languages } = useWorkbench()
  const { languageKey, problem, cases } = useFragment(
    graphql`
      fragment FailureNote_submission on Submission {
        languageKey
        problem {
          timeLimitMs
          memoryLimitMib
        }
        cases {
          runs {
            index
            verdict
            timeMs
            message
          }
        }
      }
    `,
    submission,
  )
  const runs = cases?.runs ?? []
  const first = runs.find(({ verdict }) => verdict !== 'ACCEPTED' && verdict !== 'CANCELLED')
  if (!first) return null

  const factor = languages.find(({ key }) => key === languageKey)?.limitFactor ?? 1
  const passed = runs.filter(({ verdict }) => verdict === 'ACCEPTED')
  const longest = passed.length > 0 ? Math.max(...passed.map((run) => run.timeMs)) : null
  const number = first.index

  const sentence = (run: Run): string => {
    if (problem && run.verdict === 'TIME_LIMIT_EXCEEDED')
      return t('problem:result.timeAt', { number, limit: formatDuration(problem.timeLimitMs * factor) })
    if (problem && run.verdict === 'MEMORY_LIMIT_EXCEEDED')
      return t('problem:result.memoryAt', {
        number,
        limit: formatMemory(problem.memoryLimitMib * factor * 1024),
      })
    const said = run.message?.split('\n')[0] ?? t(`verdict:${verdictCode(run.verdict)}`)
    return t('problem:result.otherAt', { number, said })
  }

  return (
    <Box component="p" sx={{ typography: 'dense', color: 'text.secondary' }}>
      {sentence(first)}
      {first.verdict === 'TIME_LIMIT_EXCEEDED' &&
        longest !== null &&
        ` ${t('problem:result.longestPassed', { count: passed.length, longest: formatDuration(longest) })}`}
    </Box>
  )
}
