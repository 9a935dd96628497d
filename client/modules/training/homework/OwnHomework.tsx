import Box from '@mui/material/Box'
import { useRef } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { OwnHomework_training$key } from '../../../__generated__/OwnHomework_training.graphql.ts'
import type { OwnHomeworkSubscription } from '../../../__generated__/OwnHomeworkSubscription.graphql.ts'
import { useLive } from '../../../relay/useLive.ts'
import { useReadAgain } from '../../../relay/useReadAgain.ts'
import { Fact, FactList } from '../../../ui/layout/FactList.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

/** The viewer's points in a training of a group, with the marks and notes of teachers; nothing for others. */
export function OwnHomework(props: { training: OwnHomework_training$key }) {
  const { t } = useTranslation()
  const readAgain = useReadAgain(500)
  const { id, homework, problems, viewerRow } = useFragment(
    graphql`
      fragment OwnHomework_training on Training {
        id
        homework {
          dueAt
        }
        problems {
          problem {
            number
            displayId
            title
          }
        }
        viewerRow {
          id
          cells
          solvedCount
          lateCount
          points
          extension {
            dueAt
            reason
          }
        }
      }
    `,
    props.training,
  )
  const marks = (viewerRow?.cells ?? []).filter(({ mark }) => mark !== null)
  const isShown = viewerRow && (homework || marks.length > 0)
  // The record has the new time before the event is told.
  const knownDueAt = useRef(viewerRow?.extension?.dueAt)
  useLive<OwnHomeworkSubscription>(
    graphql`
      subscription OwnHomeworkSubscription($id: ID!) {
        viewerRowChanged(id: $id) {
          id
          cells
          solvedCount
          lateCount
          points
          extension {
            dueAt
            reason
          }
        }
      }
    `,
    viewerRow ? { id } : null,
    {
      // The page around it shows the due time and the phase.
      onEvent: ({ viewerRowChanged: { extension } }) => {
        if (extension?.dueAt !== knownDueAt.current) readAgain()
        knownDueAt.current = extension?.dueAt
      },
    },
  )
  if (!isShown) return null
  const { solvedCount, lateCount, points, extension } = viewerRow
  const byNumber = new Map(
    (problems ?? []).flatMap(({ problem }) => (problem ? [[problem.number, problem] as const] : [])),
  )
  return (
    <Panel id="own-homework" title={t('homework:own.title')}>
      <FactList>
        <Fact name={t('homework:own.points')}>
          {problems ? `${points} / ${100 * problems.length}` : points}
        </Fact>
        <Fact name={t('homework:own.solved')}>
          {problems ? `${solvedCount} / ${problems.length}` : solvedCount}
        </Fact>
        {lateCount > 0 && <Fact name={t('homework:own.late')}>{lateCount}</Fact>}
        {extension && (
          <Fact name={t('homework:own.extension')}>
            {[formatDateTime(extension.dueAt).slice(0, 16), extension.reason].filter(Boolean).join(' · ')}
          </Fact>
        )}
      </FactList>
      {marks.length > 0 && (
        <Box
          component="ul"
          aria-label={t('homework:own.marks')}
          sx={{ listStyle: 'none', p: 0, m: 0, mt: 3 }}
        >
          {marks.map(({ problem, points, mark }) => {
            const known = byNumber.get(problem)
            return (
              <Box component="li" key={problem} sx={{ typography: 'dense', mb: 1, overflowWrap: 'anywhere' }}>
                <b>{known ? `${known.displayId} ${known.title}` : problem}</b>
                {` · ${t('homework:own.marked', { points, by: mark?.by ?? '–' })}`}
                {mark?.note && <Box sx={{ color: 'text.secondary' }}>{mark.note}</Box>}
              </Box>
            )
          })}
        </Box>
      )}
    </Panel>
  )
}
