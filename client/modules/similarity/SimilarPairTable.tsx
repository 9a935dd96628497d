import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { graphql, readInlineData, useFragment } from 'react-relay'
import type {
  SimilarPairTable_pair$data,
  SimilarPairTable_pair$key,
} from '../../__generated__/SimilarPairTable_pair.graphql.ts'
import type { SimilarPairTable_pairs$key } from '../../__generated__/SimilarPairTable_pairs.graphql.ts'
import { ListTable } from '../../relay/list/ListTable.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import type { Column } from '../../ui/layout/DataTable.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { usePlace } from '../group/usePlace.ts'
import { ProblemLink } from '../submission/ProblemLink.tsx'
import { UserLink } from '../user/UserLink.tsx'
import { similarPairHref, type similarPairs } from './addresses.ts'
import { UnrelatedButton } from './UnrelatedButton.tsx'

const pair = graphql`
  fragment SimilarPairTable_pair on SimilarPair @inline {
    id
    number
    percent
    lineCount
    isDismissed
    problem {
      displayId
      title
    }
    firstUser {
      username
      ...UserLink_user
    }
    secondUser {
      username
      ...UserLink_user
    }
    ...UnrelatedButton_pair
  }
`

type Row = SimilarPairTable_pair$data
type Address = ReturnType<typeof similarPairs>

type Props = {
  address: Address
  list: ReturnType<Address['read']>
  pairs: SimilarPairTable_pairs$key
  /** Number of the training. */
  training: number
  /** Whether a comparison is done. */
  isChecked: boolean
}

/** One page of similar pairs with their actions. */
export function SimilarPairTable({ address, list, training, isChecked, ...props }: Props) {
  const { t } = useTranslation()
  const { edges, totalCount } = useFragment(
    graphql`
      fragment SimilarPairTable_pairs on SimilarPairConnection {
        totalCount
        edges {
          node {
            ...SimilarPairTable_pair
          }
        }
      }
    `,
    props.pairs,
  )
  const rows = edges.map(({ node }) => readInlineData<SimilarPairTable_pair$key>(pair, node))
  const empty = isChecked ? 'none' : 'unchecked'
  return (
    <ListTable
      label={t('similarity:title')}
      address={address}
      list={list}
      total={totalCount}
      rows={rows}
      rowKey={({ id }) => id}
      columns={useColumns(training)}
      card={(row) => <Card row={row} training={training} />}
      empty={<EmptyState title={t(`similarity:empty.${empty}`)} text={t(`similarity:emptyText.${empty}`)} />}
    />
  )
}

function useColumns(training: number): Column<Row>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'percent',
      label: t('similarity:column.percent'),
      numeric: true,
      width: 88,
      cell: (row) => <Percent {...row} />,
    },
    {
      key: 'students',
      label: t('similarity:column.students'),
      grow: true,
      cell: (row) => <Students {...row} />,
    },
    {
      key: 'problem',
      label: t('similarity:column.problem'),
      cell: ({ problem }) => <ProblemLink problem={problem} quiet noWrap />,
    },
    {
      key: 'lines',
      label: t('similarity:column.lines'),
      numeric: true,
      from: 'lg',
      cell: ({ lineCount }) => lineCount,
    },
    {
      key: 'acts',
      label: t('similarity:column.acts'),
      hiddenLabel: true,
      cell: (row) => <Acts row={row} training={training} />,
    },
  ]
}

const Percent = ({ percent, isDismissed }: Pick<Row, 'percent' | 'isDismissed'>) => (
  <Box component="span" sx={{ fontWeight: 600, color: isDismissed ? 'text.tertiary' : 'text.primary' }}>
    {percent}%
  </Box>
)

const Students = ({ firstUser, secondUser }: Pick<Row, 'firstUser' | 'secondUser'>) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
    <UserLink user={firstUser} />
    <Box component="span" aria-hidden sx={{ color: 'text.tertiary' }}>
      ≈
    </Box>
    <UserLink user={secondUser} />
  </Box>
)

function Acts({ row, training }: { row: Row; training: number }) {
  const { t } = useTranslation()
  const place = usePlace()
  const names = { first: row.firstUser.username, second: row.secondUser.username }
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2 }}>
      <UnrelatedButton pair={row} size="small" />
      <Button
        size="small"
        variant="outlined"
        href={similarPairHref(place, training, row.number)}
        aria-label={t('similarity:sideBySideOf', names)}
      >
        {t('similarity:sideBySide')}
      </Button>
    </Box>
  )
}

function Card({ row, training }: { row: Row; training: number }) {
  const { t } = useTranslation()
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'start', justifyContent: 'space-between', gap: 2 }}>
        <Students {...row} />
        <Percent {...row} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
        <ProblemLink problem={row.problem} quiet />
        <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary' }}>
          {t('similarity:matching', { count: row.lineCount })}
        </Box>
      </Box>
      <Acts row={row} training={training} />
    </>
  )
}
