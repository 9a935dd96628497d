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
import { DropZone } from '../../ui/upload/DropZone.tsx'
import { textOfFile } from '../../ui/upload/textOfFile.ts'
import { useKept } from '../../ui/useKept.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { VerdictTable } from './VerdictTable.tsx'

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
          source
          expected
          version
          ...VerdictTable_solutions
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
      files.map(async (file) => ({
        name: file.name,
        source: (await textOfFile(file)).replaceAll('\r\n', '\n'),
      })),
    )
    await add({ input: { problemId: id, solutions: brought } })
  }
  const edited = useKept(
    solutions?.find(({ number }) => number === shown),
    shown,
  )
  const leaving = solutions?.find(({ number }) => number === removed)

  if (!solutions) return null
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
        <VerdictTable
          solutions={solutions}
          timeLimitMs={timeLimitMs}
          onEdit={setShown}
          onRemove={setRemoved}
        />
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
