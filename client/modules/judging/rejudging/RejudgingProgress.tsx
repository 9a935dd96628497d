import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { graphql, useFragment } from 'react-relay'
import type { Translator } from '../../../../locales/phrases.ts'
import type {
  RejudgingProgress_rejudging$data,
  RejudgingProgress_rejudging$key,
} from '../../../__generated__/RejudgingProgress_rejudging.graphql.ts'
import { verdictCode } from '../../../ui/text/verdicts.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { OperationProgress } from '../../operation/OperationProgress.tsx'

type Props = {
  rejudging: RejudgingProgress_rejudging$key
  /** Called when more submissions are judged, and at the end. */
  onChange?: () => void
}

/** Scope of a rejudging in words. */
function scopeWords(
  t: Translator,
  { scope, problem, contest, filter }: RejudgingProgress_rejudging$data,
): string {
  if (scope === 'PROBLEM' && problem && contest)
    return t('judging:held.ofContest', {
      problem: `${problem.displayId} ${problem.title}`,
      contest: contest.title,
    })
  if (scope === 'PROBLEM' && problem)
    return t('judging:rejudging.ofProblem', { problem: `${problem.displayId} ${problem.title}` })
  const parts = [
    filter.displayId && t('judging:rejudging.like', { problem: filter.displayId }),
    filter.username && t('judging:rejudging.by', { name: filter.username }),
    filter.languageName,
    (filter.verdict || filter.state) &&
      t(`verdict:${verdictCode(filter.verdict, filter.state ?? undefined)}`),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : t('judging:rejudging.ofEverything')
}

/** Live progress of a rejudging; the page can be left and reopened. */
export function RejudgingProgress({ rejudging, onChange }: Props) {
  const { t } = useTranslation()
  const shown = useFragment(
    graphql`
      fragment RejudgingProgress_rejudging on Rejudging {
        number
        scope
        hold
        contest {
          title
        }
        changed
        reason
        problem {
          displayId
          title
        }
        filter {
          username
          displayId
          languageName
          verdict
          state
        }
        operation {
          ...OperationProgress_operation
        }
      }
    `,
    rejudging,
  )
  const { number, changed, hold, operation } = shown
  const name = t('judging:rejudging.title', { number })
  return (
    <OperationProgress
      operation={operation}
      name={name}
      figures={[t('judging:rejudging.changed', { count: changed })]}
      cancelText={t(hold ? 'judging:held.dropText' : 'judging:rejudging.stopText')}
      onChange={onChange}
    >
      <Link href={`/rejudging/${number}`} sx={{ fontWeight: 600 }}>
        {name}
      </Link>
      <Box component="span" sx={{ ml: 2, color: 'text.secondary' }}>
        {[scopeWords(t, shown), shown.reason].filter(Boolean).join(' · ')}
      </Box>
    </OperationProgress>
  )
}
