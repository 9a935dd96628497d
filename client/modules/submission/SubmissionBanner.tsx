import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import type { ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay'
import type {
  SubmissionBanner_submission$data,
  SubmissionBanner_submission$key,
} from '../../__generated__/SubmissionBanner_submission.graphql.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { formatDateTime, formatDuration, formatLength, formatMemory, NONE } from '../../ui/text/format.ts'
import { TestBar } from '../../ui/text/TestBar.tsx'
import { turns, verdictCode, verdictIcon } from '../../ui/text/verdicts.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { UserLink } from '../user/UserLink.tsx'
import { ProblemLink } from './ProblemLink.tsx'

type Submission = SubmissionBanner_submission$data

/** Head of a submission: verdict, score, test bar and its facts. */
export function SubmissionBanner({ submission }: { submission: SubmissionBanner_submission$key }) {
  const { t } = useTranslation()
  const sent = useFragment(
    graphql`
      fragment SubmissionBanner_submission on Submission {
        number
        state
        verdict
        score
        oiRankScore
        caseCount
        tape
        timeMs
        memoryKb
        codeLength
        languageName
        createdAt
        judgedBy
        manual
        queuePosition
        hasHost
        user {
          ...UserLink_user
        }
        problem {
          displayId
          title
          fullScore
        }
        contest {
          number
        }
        contestProblem {
          displayId
          title
          fullScore
        }
      }
    `,
    submission,
  )
  const problem = sent.contestProblem ?? sent.problem
  const code = verdictCode(sent.verdict, sent.state)
  const summary = useSummary(sent)

  return (
    <Paper component="section" variant="outlined" aria-labelledby="verdict" sx={{ p: { xs: 4, md: 5 } }}>
      <Box sx={{ display: 'flex', gap: 3.5, alignItems: 'center', mb: 4 }}>
        <Box
          aria-hidden
          sx={{
            width: 52,
            height: 52,
            flex: 'none',
            borderRadius: 2,
            display: 'grid',
            placeItems: 'center',
            color: `verdict.${code}.fg`,
            bgcolor: `verdict.${code}.bg`,
            transition: 'background-color 280ms, color 280ms',
          }}
        >
          <Icon name={verdictIcon(code)} size={28} spin={turns(code)} />
        </Box>
        <Box sx={{ minWidth: 0, flex: 1 }} aria-live="polite">
          <Box component="h1" id="verdict" sx={{ typography: 'h1', color: `verdict.${code}.fg` }}>
            {t(`verdict:${code}`)}
            {sent.manual && (
              <Box component="span" sx={{ ml: 2, typography: 'caption', color: 'text.tertiary' }}>
                {t('ui:verdict.manual')}
              </Box>
            )}
          </Box>
          <Box component="p" sx={{ typography: 'dense', color: 'text.secondary', minHeight: 20 }}>
            {summary}
          </Box>
        </Box>
        {typeof sent.score === 'number' && (
          <Box sx={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
            <Box component="b" sx={{ typography: 'display' }}>
              {sent.score}
            </Box>
            {problem && (
              <Box component="span" sx={{ color: 'text.tertiary' }}>{` / ${problem.fullScore}`}</Box>
            )}
            {typeof sent.oiRankScore === 'number' && (
              <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>
                {t('submission:score.rank', { score: sent.oiRankScore })}
              </Box>
            )}
          </Box>
        )}
      </Box>
      <Box sx={{ minHeight: 24 }}>
        <TestBar tape={sent.tape} total={sent.caseCount} running={sent.state === 'RUNNING'} size="large" />
      </Box>
      <Facts sent={sent} />
    </Paper>
  )
}

/** One line about the progress or the tests of a submission; null when there is nothing to say. */
function useSummary(sent: Submission): string | null {
  const { t } = useTranslation()
  const letters = [...sent.tape]
  const passed = letters.filter((letter) => letter === 'A').length
  const judged = letters.filter((letter) => letter !== '.').length
  const failed = letters.findIndex((letter) => letter !== 'A' && letter !== '.') + 1

  if (sent.state === 'QUEUED' && !sent.hasHost) return t('submission:detail.noHost')
  if (sent.state === 'QUEUED')
    return typeof sent.queuePosition === 'number'
      ? t('submission:detail.queued', { position: sent.queuePosition + 1 })
      : t('submission:detail.waiting')
  if (sent.state === 'COMPILING') return t('submission:detail.compiling')
  if (sent.state === 'AWAITING_ACCOUNT') return t('submission:detail.awaitingAccount')
  if (sent.state === 'SENDING') return t('submission:detail.sending')
  if (sent.state === 'SENT') return t('submission:detail.sent')
  // A remote judge does not report the number of tests.
  if (sent.state === 'RUNNING' && typeof sent.caseCount !== 'number') return null
  if (sent.state === 'RUNNING') return t('submission:detail.running', { done: judged, total: sent.caseCount })
  if (letters.length === 0) return null
  const tests = t('submission:detail.passed', { passed, total: sent.caseCount ?? letters.length })
  return failed > 0 ? t('submission:detail.firstFailed', { tests, number: failed }) : tests
}

function Facts({ sent }: { sent: Submission }) {
  const { t } = useTranslation()
  return (
    <Box
      component="dl"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 9,
        rowGap: 3,
        mt: 4,
        pt: 4,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Fact name={t('submission:list.problem')}>
        <ProblemLink
          problem={sent.contestProblem ?? sent.problem}
          contest={sent.contest?.number}
          sx={{ overflowWrap: 'anywhere' }}
        />
      </Fact>
      <Fact name={t('submission:list.author')}>
        <UserLink user={sent.user} />
      </Fact>
      <Fact name={t('submission:list.language')}>{sent.languageName}</Fact>
      <Fact name={t('submission:list.time')}>{formatDuration(sent.timeMs)}</Fact>
      <Fact name={t('submission:list.memory')}>{formatMemory(sent.memoryKb)}</Fact>
      <Fact name={t('submission:list.length')}>{formatLength(sent.codeLength)}</Fact>
      <Fact name={t('submission:list.when')}>{formatDateTime(sent.createdAt)}</Fact>
      <Fact name={t('submission:list.judge')}>{sent.judgedBy ?? NONE}</Fact>
    </Box>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <Box component="dt" sx={{ typography: 'caption', color: 'text.tertiary' }}>
      {name}
    </Box>
    <Box
      component="dd"
      sx={{
        m: 0,
        typography: 'dense',
        lineHeight: '22px',
        fontWeight: 500,
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {children}
    </Box>
  </div>
)
