import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { graphql, useFragment } from 'react-relay'
import type {
  TrainingTable_trainings$data,
  TrainingTable_trainings$key,
} from '../../../__generated__/TrainingTable_trainings.graphql.ts'
import { ListTable } from '../../../relay/list/ListTable.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { RelativeTime } from '../../../ui/text/Time.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { usePlace } from '../../group/usePlace.ts'
import { TagChip } from '../../problem/list/TagChip.tsx'
import { UserLink } from '../../user/UserLink.tsx'
import { trainingHref, trainingsHref } from '../addresses.ts'
import { SolvedBar, TrainingAccessMark } from '../marks.tsx'
import { type TrainingList, trainingList } from './trainingList.ts'

type Row = TrainingTable_trainings$data['edges'][number]['node']

type Props = {
  list: TrainingList
  trainings: TrainingTable_trainings$key
  /** Ids of rows that have just arrived. */
  fresh: ReadonlySet<string>
}

function Title({ row: { number, title } }: { row: Row }) {
  const place = usePlace()
  return (
    <Link
      href={trainingHref(place, number)}
      color="text.primary"
      title={title}
      sx={{ fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}
    >
      {title}
    </Link>
  )
}

function CategoryChip({ row: { category } }: { row: Row }) {
  const place = usePlace()
  const href = `${trainingsHref(place)}?categoryId=${category.number}`
  return (
    <Box
      component="span"
      title={category.name}
      sx={{ display: 'inline-flex', maxWidth: 160, overflow: 'hidden' }}
    >
      <TagChip name={category.name} color={category.color} href={href} />
    </Box>
  )
}

/** One page of the list of trainings. */
export function TrainingTable({ list, fresh, ...props }: Props) {
  const { t } = useTranslation()
  const address = trainingList(usePlace())
  const { edges, totalCount } = useFragment(
    graphql`
      fragment TrainingTable_trainings on TrainingConnection {
        totalCount
        edges {
          node {
            id
            number
            rank
            title
            access
            problemCount
            updatedAt
            category {
              number
              name
              color
            }
            owner {
              ...UserLink_user
            }
            ...marks_training
          }
        }
      }
    `,
    props.trainings,
  )
  return (
    <ListTable
      address={address}
      list={list}
      total={totalCount}
      label={t('training:list.title')}
      rows={edges.map(({ node }) => node)}
      rowKey={({ id }) => id}
      opens
      isFresh={({ id }) => fresh.has(id)}
      columns={[
        {
          key: 'rank',
          label: t('training:field.rank'),
          numeric: true,
          width: 72,
          cell: (row) => <Box sx={{ color: 'text.tertiary' }}>{row.rank}</Box>,
        },
        { key: 'title', label: t('training:field.title'), grow: true, cell: (row) => <Title row={row} /> },
        {
          key: 'access',
          label: t('training:list.access'),
          cell: ({ access }) => <TrainingAccessMark access={access} />,
        },
        {
          key: 'category',
          label: t('training:field.categoryId'),
          cell: (row) => <CategoryChip row={row} />,
        },
        {
          key: 'progress',
          label: t('training:list.progress'),
          cell: (row) => <SolvedBar training={row} />,
        },
        {
          key: 'problems',
          label: t('training:list.problems'),
          numeric: true,
          from: 'xl',
          cell: ({ problemCount }) => problemCount,
        },
        {
          key: 'owner',
          label: t('training:list.owner'),
          from: 'lg',
          cell: ({ owner }) => <UserLink user={owner} />,
        },
        {
          key: 'updated',
          label: t('training:list.updated'),
          from: 'lg',
          cell: ({ updatedAt }) => (
            <Box sx={{ color: 'text.tertiary', whiteSpace: 'nowrap' }}>
              <RelativeTime at={updatedAt} />
            </Box>
          ),
        },
      ]}
      card={(row) => (
        <>
          <Title row={row} />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
            <TrainingAccessMark access={row.access} />
            <CategoryChip row={row} />
            <SolvedBar training={row} />
          </Box>
          <Box
            sx={{
              display: 'flex',
              justifyContent: 'space-between',
              gap: 3,
              minWidth: 0,
              color: 'text.tertiary',
            }}
          >
            <UserLink user={row.owner} />
            <Box component="span" sx={{ flex: 'none' }}>
              <RelativeTime at={row.updatedAt} />
            </Box>
          </Box>
        </>
      )}
      empty={<EmptyState title={t('training:list.empty')} text={t('training:list.emptyHint')} />}
      nothing={
        <EmptyState title={t('training:list.nothing')} text={t('training:list.nothingHint')}>
          <Button variant="contained" color="primary" href={address.path}>
            {t('training:list.clear')}
          </Button>
        </EmptyState>
      }
    />
  )
}
