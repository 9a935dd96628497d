import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import { graphql, useFragment } from 'react-relay'
import type { OwnGrades_gradebook$key } from '../../../__generated__/OwnGrades_gradebook.graphql.ts'
import type { OwnGrades_row$key } from '../../../__generated__/OwnGrades_row.graphql.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Fact, FactList } from '../../../ui/layout/FactList.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { usePlace } from '../../group/usePlace.ts'
import { trainingHref } from '../addresses.ts'
import { colourOf, isUnderWay } from './gradebook.ts'

/** The viewer's own results in all homework and exams of a group, one line each. */
export function OwnGrades(props: { gradebook: OwnGrades_gradebook$key }) {
  const { t } = useTranslation()
  const place = usePlace()
  const { trainings, exams, rows } = useFragment(
    graphql`
      fragment OwnGrades_gradebook on Gradebook {
        trainings {
          id
          number
          title
          homework {
            viewerDueAt
            viewerState
          }
        }
        exams {
          isOpen
          contest {
            id
            number
            title
            endsAt
          }
        }
        rows {
          ...OwnGrades_row
        }
      }
    `,
    props.gradebook,
  )
  const own = useFragment<OwnGrades_row$key>(
    graphql`
      fragment OwnGrades_row on GradebookRow {
        sharesPercent
        examsPercent
        meanPercent
      }
    `,
    rows[0] ?? null,
  )
  if (trainings.length === 0 && exams.length === 0)
    return (
      <Paper variant="outlined">
        <EmptyState title={t('homework:gradebook.empty')} text={t('homework:gradebook.emptyOwn')} />
      </Paper>
    )
  const until = (iso: string) => formatDateTime(iso).slice(0, 16)
  return (
    <>
      <FactList>
        <Fact name={t('homework:gradebook.mean')}>
          {typeof own?.meanPercent === 'number' ? `${own.meanPercent}%` : t('homework:gradebook.notDue')}
        </Fact>
      </FactList>
      <Paper variant="outlined" component="ul" sx={{ m: 0, mt: 3, p: 0, listStyle: 'none' }}>
        {trainings.map(({ id, number, title, homework }, at) => (
          <Line
            key={id}
            href={trainingHref(place, number)}
            title={title}
            facts={
              homework
                ? [
                    t(`homework:state.${homework.viewerState}`),
                    t('homework:times.due', { time: until(homework.viewerDueAt) }),
                  ]
                : []
            }
            share={own?.sharesPercent[at]}
            isUnderWay={isUnderWay(homework?.viewerState)}
            none={t('homework:gradebook.none')}
          />
        ))}
        {exams.map(({ isOpen, contest: { id, number, title, endsAt } }, at) => (
          <Line
            key={id}
            href={`/contest/${number}`}
            title={title}
            facts={[t('homework:gradebook.examState'), t('homework:gradebook.ends', { time: until(endsAt) })]}
            share={own?.examsPercent[at]}
            none={t(isOpen ? 'homework:gradebook.none' : 'homework:gradebook.pending')}
          />
        ))}
      </Paper>
    </>
  )
}

type LineProps = {
  href: string
  title: string
  facts: readonly string[]
  /** Percent of the points. */
  share: number | null | undefined
  isUnderWay?: boolean
  /** Shown without a figure. */
  none: string
}

const Line = ({ href, title, facts, share, isUnderWay = false, none }: LineProps) => (
  <Box component="li" sx={LINE}>
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Link href={href} color="text.primary" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {title}
      </Link>
      {facts.length > 0 && (
        <Box sx={{ typography: 'dense', color: 'text.secondary' }}>{facts.join(' · ')}</Box>
      )}
    </Box>
    <Box sx={{ typography: 'h3', fontVariantNumeric: 'tabular-nums', color: colourOf(share, isUnderWay) }}>
      {typeof share === 'number' ? `${share}%` : none}
    </Box>
  </Box>
)

const LINE = {
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  px: 4,
  py: 3,
  '& + &': { borderTop: '1px solid', borderColor: 'line.subtle' },
} as const
