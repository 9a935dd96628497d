import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { SolutionTable_problem$key } from '../../__generated__/SolutionTable_problem.graphql.ts'
import type { SolutionTableMutation } from '../../__generated__/SolutionTableMutation.graphql.ts'
import type { SolutionTableRemoveMutation } from '../../__generated__/SolutionTableRemoveMutation.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { RowMenu } from '../../ui/table/RowMenu.tsx'
import { formatDuration } from '../../ui/text/format.ts'
import { verdictCode } from '../../ui/text/verdicts.ts'
import { DropZone } from '../../ui/upload/DropZone.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { wordsOf } from './ExpectedField.tsx'

const SolutionDialog = lazyPart(async () => (await import('./SolutionDialog.tsx')).SolutionDialog)

/** Solutions of a problem against its cases: verdicts, times and the suggested time limit. */
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
          languageKey
          languageName
          source
          isOutdated
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
  const [add, { pending }] = useMutation<SolutionTableMutation>(graphql`
    mutation SolutionTableMutation($input: AddSolutionsInput!) {
      addSolutions(input: $input) {
        ...DeskBar_problem
        ...SolutionTable_problem
      }
    }
  `)
  const [remove, { words }] = useMutation<SolutionTableRemoveMutation>(
    graphql`
      mutation SolutionTableRemoveMutation($input: RemoveSolutionInput!) {
        removeSolution(input: $input) {
          ...DeskBar_problem
          ...SolutionTable_problem
        }
      }
    `,
    { quiet: true },
  )
  /** Number of the solution being edited; 'new' for a new one. */
  const [shown, setShown] = useState<number | 'new' | null>(null)
  const [removed, setRemoved] = useState<number | null>(null)
  const bring = async (files: readonly File[]) => {
    const brought = await Promise.all(
      files.map(async (file) => ({ name: file.name, source: (await file.text()).replaceAll('\r\n', '\n') })),
    )
    await add({ input: { problemId: id, solutions: brought } })
  }
  const edited = solutions?.find(({ number }) => number === shown)
  const leaving = solutions?.find(({ number }) => number === removed)

  if (!solutions) return null
  const indices = [...new Set(solutions.flatMap(({ cases }) => cases.map(({ index }) => index)))].sort(
    (a, b) => a - b,
  )
  return (
    <Paper component="section" variant="outlined" aria-label={t('solution:title')} sx={{ mt: 4, p: 4 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Box component="h2" sx={{ typography: 'h3' }}>
          {t('solution:title')}
        </Box>
        {suggestedTimeLimitMs && (
          <Box sx={{ typography: 'dense', color: 'text.secondary' }}>
            {t('solution:limit', { limit: timeLimitMs, suggested: suggestedTimeLimitMs })}
          </Box>
        )}
        <Button
          sx={{ ml: 'auto' }}
          loading={pending}
          startIcon={<Icon name="plus" />}
          onClick={() => setShown('new')}
        >
          {t('solution:paste')}
        </Button>
      </Box>
      {solutions.length === 0 ? (
        <Box sx={{ mt: 3, typography: 'dense', color: 'text.secondary' }}>{t('solution:none')}</Box>
      ) : (
        <Box
          tabIndex={0}
          role="region"
          aria-label={t('solution:table')} // Relative, so that visually hidden content does not leave the box.
          sx={{ mt: 3, overflowX: 'auto', position: 'relative' }}
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
              // The names stay visible while the cases scroll.
              '& th:first-of-type': { position: { md: 'sticky' }, left: 0, bgcolor: 'background.paper' },
            }}
          >
            <thead>
              <tr>
                <th scope="col">{t('solution:name')}</th>
                <th scope="col">{t('solution:expected')}</th>
                <th scope="col">{t('solution:result')}</th>
                <th scope="col">{t('solution:slowest')}</th>
                <th scope="col">
                  <Box component="span" sx={visuallyHidden}>
                    {t('solution:more')}
                  </Box>
                </th>
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
                  <td>{wordsOf(solution.expected)}</td>
                  <Box
                    component="td"
                    title={solution.message ?? undefined}
                    sx={{
                      color: solution.isOutdated
                        ? 'text.secondary'
                        : solution.isAsExpected === false
                          ? 'verdict.WA.fg'
                          : solution.isAsExpected
                            ? 'verdict.AC.fg'
                            : undefined,
                    }}
                  >
                    {solution.isOutdated && solution.state === 'DONE'
                      ? t('solution:outdated')
                      : solution.verdict
                        ? `${verdictCode(solution.verdict)} ${solution.isAsExpected === null ? '' : t(solution.isAsExpected ? 'solution:right' : 'solution:wrong')}`
                        : solution.state
                          ? t('solution:judging')
                          : t('solution:untried')}
                  </Box>
                  <td>
                    {formatDuration(solution.timeMs)}
                    {typeof solution.timeMs === 'number' && (
                      <Box component="span" sx={{ color: 'text.secondary' }}>
                        {' '}
                        {t('solution:ofLimit', {
                          percent: Math.round((100 * solution.timeMs) / timeLimitMs),
                        })}
                      </Box>
                    )}
                  </td>
                  <td>
                    <RowMenu
                      name={solution.name}
                      acts={[
                        {
                          label: t('solution:edit'),
                          icon: 'file',
                          onClick: () => setShown(solution.number),
                        },
                        {
                          label: t('solution:remove'),
                          icon: 'cross',
                          destructive: true,
                          onClick: () => setRemoved(solution.number),
                        },
                      ]}
                    />
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
      <Box sx={{ mt: 4 }}>
        <DropZone
          label={t('solution:add')}
          hint={t('solution:addHint')}
          onFiles={(files) => void bring(files)}
        />
      </Box>
      <Suspense fallback={null}>
        {(shown === 'new' || edited) && (
          <SolutionDialog problem={id} solution={edited ?? null} onClose={() => setShown(null)} />
        )}
      </Suspense>
      {leaving && (
        <Confirm
          title={t('solution:removeTitle', { name: leaving.name })}
          confirm={t('solution:remove')}
          destructive
          refused={words}
          onConfirm={() => remove({ input: { number: leaving.number } })}
          onClose={() => setRemoved(null)}
        />
      )}
    </Paper>
  )
}
