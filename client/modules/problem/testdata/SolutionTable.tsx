import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { graphql, useFragment } from 'react-relay'
import type { SolutionTable_problem$key } from '../../../__generated__/SolutionTable_problem.graphql.ts'
import type { SolutionTableMutation } from '../../../__generated__/SolutionTableMutation.graphql.ts'
import type { SolutionTableSubscription } from '../../../__generated__/SolutionTableSubscription.graphql.ts'
import { useLive } from '../../../relay/useLive.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { formatDuration } from '../../../ui/format.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { verdictCode } from '../../../ui/verdicts.ts'

/** The solutions kept with a problem against its cases: verdicts, times, and the time limit that they suggest. */
export function SolutionTable({ problem }: { problem: SolutionTable_problem$key }) {
  const { t } = useTranslation()
  const { id, solutions, suggestedTimeLimitMs, timeLimitMs } = useFragment(
    graphql`
      fragment SolutionTable_problem on Problem {
        id
        timeLimitMs
        suggestedTimeLimitMs
        solutions {
          number
          name
          languageName
          expected
          state
          verdict
          isAsExpected
          timeMs
          message
          cases {
            index
            verdict
            timeMs
          }
        }
      }
    `,
    problem,
  )
  const [verify, { pending }] = useMutation<SolutionTableMutation>(graphql`
    mutation SolutionTableMutation($input: VerifySolutionsInput!) {
      verifySolutions(input: $input) {
        ...SolutionTable_problem
      }
    }
  `)
  const running = solutions?.some(({ state }) => state && state !== 'DONE') ?? false

  useLive<SolutionTableSubscription>(
    graphql`
      subscription SolutionTableSubscription($problemId: ID!) {
        solutionsChanged(problemId: $problemId) {
          ...SolutionTable_problem
        }
      }
    `,
    solutions && solutions.length > 0 ? { problemId: id } : null,
  )

  if (!solutions) return null
  const indices = [...new Set(solutions.flatMap(({ cases }) => cases.map(({ index }) => index)))].sort(
    (a, b) => a - b,
  )
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={t('testdata:solutions.title')}
      sx={{ mt: 4, p: 4 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Box component="h2" sx={{ typography: 'h3' }}>
          {t('testdata:solutions.title')}
        </Box>
        {suggestedTimeLimitMs && (
          <Box sx={{ typography: 'dense', color: 'text.secondary' }}>
            {t('testdata:solutions.limit', { limit: timeLimitMs, suggested: suggestedTimeLimitMs })}
          </Box>
        )}
        <Button
          sx={{ ml: 'auto' }}
          disabled={solutions.length === 0}
          loading={pending || running}
          startIcon={<Icon name="play" />}
          onClick={() => void verify({ input: { problemId: id } })}
        >
          {t('testdata:solutions.verify')}
        </Button>
      </Box>
      {solutions.length === 0 ? (
        <Box sx={{ mt: 3, typography: 'dense', color: 'text.secondary' }}>{t('testdata:solutions.none')}</Box>
      ) : (
        <Box
          tabIndex={0}
          role="region"
          aria-label={t('testdata:solutions.table')}
          sx={{ mt: 3, overflowX: 'auto' }}
        >
          <Box
            component="table"
            sx={{
              typography: 'dense',
              borderCollapse: 'collapse',
              whiteSpace: 'nowrap',
              '& th, & td': {
                textAlign: 'left',
                px: 2,
                py: 1.5,
                borderTop: 1,
                borderColor: 'divider',
                fontWeight: 400,
              },
              // The names stay where they are while cases are scrolled.
              '& th:first-of-type': { position: { md: 'sticky' }, left: 0, bgcolor: 'background.paper' },
            }}
          >
            <thead>
              <tr>
                <th scope="col">{t('testdata:solutions.name')}</th>
                <th scope="col">{t('testdata:solutions.expected')}</th>
                <th scope="col">{t('testdata:solutions.result')}</th>
                <th scope="col">{t('testdata:solutions.slowest')}</th>
                {indices.map((index) => (
                  <th key={index} scope="col">
                    {index}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {solutions.map((solution) => (
                <tr key={solution.number}>
                  <th scope="row">
                    {solution.name}{' '}
                    <Box component="span" sx={{ color: 'text.secondary' }}>
                      {solution.languageName}
                    </Box>
                  </th>
                  <td>{solution.expected.map((one) => verdictCode(one)).join(' / ')}</td>
                  <Box
                    component="td"
                    title={solution.message ?? undefined}
                    sx={{
                      color:
                        solution.isAsExpected === false
                          ? 'verdict.WA.fg'
                          : solution.isAsExpected
                            ? 'verdict.AC.fg'
                            : undefined,
                    }}
                  >
                    {solution.verdict
                      ? `${verdictCode(solution.verdict)} ${solution.isAsExpected === null ? '' : t(solution.isAsExpected ? 'testdata:solutions.right' : 'testdata:solutions.wrong')}`
                      : solution.state
                        ? t('testdata:solutions.judging')
                        : t('testdata:solutions.untried')}
                  </Box>
                  <td>
                    {formatDuration(solution.timeMs)}
                    {typeof solution.timeMs === 'number' && (
                      <Box component="span" sx={{ color: 'text.secondary' }}>
                        {' '}
                        {t('testdata:solutions.ofLimit', {
                          percent: Math.round((100 * solution.timeMs) / timeLimitMs),
                        })}
                      </Box>
                    )}
                  </td>
                  {indices.map((index) => {
                    const one = solution.cases.find((each) => each.index === index)
                    return (
                      <td key={index}>
                        {one && (
                          <>
                            <Box component="span" sx={{ color: `verdict.${verdictCode(one.verdict)}.fg` }}>
                              {verdictCode(one.verdict)}
                            </Box>{' '}
                            {formatDuration(one.timeMs)}
                          </>
                        )}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </Box>
        </Box>
      )}
    </Paper>
  )
}
