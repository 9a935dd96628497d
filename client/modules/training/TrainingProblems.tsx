import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { graphql, useFragment, usePreloadedQuery } from 'react-relay'
import type {
  TrainingProblems_training$data,
  TrainingProblems_training$key,
} from '../../__generated__/TrainingProblems_training.graphql.ts'
import type { TrainingProblemsQuery } from '../../__generated__/TrainingProblemsQuery.graphql.ts'
import { Section } from '../../app/Section.tsx'
import { found } from '../../relay/found.ts'
import type { PageProps } from '../../relay/page.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Columns } from '../../ui/layout/Columns.tsx'
import { type Column, DataTable } from '../../ui/layout/DataTable.tsx'
import { formatDuration } from '../../ui/text/format.ts'
import { AcceptanceBar, DifficultySteps } from '../../ui/text/marks.tsx'
import { Verdict } from '../../ui/text/Verdict.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { usePlace } from '../group/usePlace.ts'
import { trainingProblemHref } from './addresses.ts'
import { OwnHomework } from './homework/OwnHomework.tsx'
import { Introduction } from './Introduction.tsx'
import { nextOf } from './results.ts'
import { TrainingRegistration } from './TrainingRegistration.tsx'

/** The problems of a training, or the form to register for viewers who may not see them. */
export function TrainingProblems({ queryRef }: PageProps<TrainingProblemsQuery>) {
  const data = usePreloadedQuery<TrainingProblemsQuery>(
    graphql`
      query TrainingProblemsQuery($number: Int!) {
        training(number: $number) {
          lookBar
          ...TrainingProblems_training
          ...TrainingRegistration_training
          ...Introduction_training
          ...OwnHomework_training
        }
      }
    `,
    queryRef,
  )
  const training = found(data.training)
  const registration = (
    <Section>
      <TrainingRegistration training={training} />
    </Section>
  )
  return (
    <Columns
      main={training.lookBar ? registration : <ProblemTable training={training} />}
      aside={
        <>
          <OwnHomework training={training} />
          {!training.lookBar && registration}
          <Introduction training={training} />
        </>
      }
    />
  )
}

type Listed = NonNullable<TrainingProblems_training$data['problems']>[number]
type Row = Pick<Listed, 'id' | 'viewerVerdict'> & {
  order: number
  problem: NonNullable<Listed['problem']>
  href: string
  isNext: boolean
}

function ProblemTable(props: { training: TrainingProblems_training$key }) {
  const { t } = useTranslation()
  const place = usePlace()
  const { number, problems, viewerRankRow } = useFragment(
    graphql`
      fragment TrainingProblems_training on Training {
        number
        problems {
          id
          viewerVerdict
          problem {
            number
            displayId
            title
            difficulty
            tally {
              accepted
              total
              rate
            }
          }
        }
        viewerRankRow {
          cells {
            problemNumber
            timeMs
          }
        }
      }
    `,
    props.training,
  )
  const listed = problems ?? []
  const next = nextOf(listed)
  const rows = listed.flatMap(({ id, viewerVerdict, problem }, at): Row[] =>
    problem
      ? [
          {
            id,
            viewerVerdict,
            problem,
            order: at + 1,
            href: trainingProblemHref(place, number, problem.displayId),
            isNext: at === next,
          },
        ]
      : [],
  )
  const times = new Map(viewerRankRow?.cells.map(({ problemNumber, timeMs }) => [problemNumber, timeMs]))
  const time: Column<Row> = {
    key: 'time',
    label: t('training:problems.time'),
    numeric: true,
    from: 'lg',
    cell: ({ problem }) => {
      const least = times.get(problem.number)
      return typeof least === 'number' && formatDuration(least)
    },
  }
  return (
    <DataTable
      label={t('training:tab.problems')}
      rows={rows}
      rowKey={({ id }) => id}
      opens
      isOwn={({ isNext }) => isNext}
      columns={[
        {
          key: 'order',
          label: t('training:problems.order'),
          numeric: true,
          width: 56,
          cell: ({ order }) => <Box sx={{ color: 'text.secondary' }}>{order}</Box>,
        },
        {
          key: 'id',
          label: t('training:problems.id'),
          width: 72,
          mono: true,
          cell: ({ problem }) => <Box sx={{ color: 'text.secondary' }}>{problem.displayId}</Box>,
        },
        {
          key: 'title',
          label: t('training:problems.title'),
          grow: true,
          cell: ({ problem, href }) => (
            <Link href={href} color="text.primary" title={problem.title}>
              {problem.title}
            </Link>
          ),
        },
        { key: 'status', label: t('training:problems.status'), cell: (row) => <OwnResult row={row} /> },
        ...(viewerRankRow ? [time] : []),
        {
          key: 'difficulty',
          label: t('training:problems.difficulty'),
          cell: ({ problem }) => <DifficultySteps difficulty={problem.difficulty} />,
        },
        {
          key: 'rate',
          label: t('training:problems.rate'),
          numeric: true,
          cell: ({ problem }) => <AcceptanceBar tally={problem.tally} />,
        },
      ]}
      card={(row) => (
        <>
          <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, minWidth: 0 }}>
            <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
              {row.order}
            </Box>
            <Link href={row.href} color="text.primary" sx={{ fontWeight: 600, minWidth: 0, flex: 1 }}>
              {row.problem.title}
            </Link>
            <DifficultySteps difficulty={row.problem.difficulty} />
          </Box>
          <OwnResult row={row} />
        </>
      )}
      empty={<EmptyState title={t('training:problems.empty')} text={t('training:problems.emptyHint')} />}
    />
  )
}

/** The viewer's best verdict, and the link at the problem to continue with. */
function OwnResult({ row: { viewerVerdict, isNext, href, problem } }: { row: Row }) {
  const { t } = useTranslation()
  if (!viewerVerdict && !isNext)
    return (
      <Box component="span" sx={{ color: 'text.tertiary' }}>
        {t('training:problems.untried')}
      </Box>
    )
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, whiteSpace: 'nowrap' }}>
      {viewerVerdict && <Verdict verdict={viewerVerdict} />}
      {isNext && (
        <Link
          href={href}
          aria-label={t('training:problems.continueWith', { title: problem.title })}
          sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}
        >
          {t('training:problems.continue')}
          <Icon name="right" size={12} />
        </Link>
      )}
    </Box>
  )
}
