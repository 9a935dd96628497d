import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { graphql, useFragment } from 'react-relay'
import type {
  ProblemTable_problems$data,
  ProblemTable_problems$key,
} from '../../../__generated__/ProblemTable_problems.graphql.ts'
import { ListTable } from '../../../relay/list/ListTable.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import type { Column } from '../../../ui/layout/DataTable.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { AcceptanceBar, DifficultySteps } from '../../../ui/text/marks.tsx'
import { Verdict } from '../../../ui/text/Verdict.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { BankMark } from '../../bank/BankMark.tsx'
import { OWN_BANK } from '../../bank/banks.ts'
import { usePlace } from '../../group/usePlace.ts'
import { problemPageHref, problemsHref } from '../addresses.ts'
import { type ProblemList, problemList } from './problemList.ts'
import { RandomButton } from './RandomButton.tsx'
import { useShownTags } from './shownTags.ts'
import { TagChip } from './TagChip.tsx'

type Row = ProblemTable_problems$data['edges'][number]['node']

type Props = { list: ProblemList; problems: ProblemTable_problems$key }

function Tags({ row, most }: { row: Row; most: number }) {
  const base = problemsHref(usePlace())
  return (
    <Box sx={{ display: 'inline-flex', gap: 1 }} title={row.tags.map((tag) => tag.name).join(', ')}>
      {row.tags.slice(0, most).map((tag) => (
        <TagChip key={tag.number} name={tag.name} color={tag.color} href={`${base}?tagId=[${tag.number}]`} />
      ))}
      {row.tags.length > most && <TagChip name={`+${row.tags.length - most}`} />}
    </Box>
  )
}

/** The rows of a problem list. */
export function ProblemTable({ list, problems }: Props) {
  const { t } = useTranslation()
  const place = usePlace()
  const address = problemList(place)
  const shown = useShownTags()
  const { edges, totalCount } = useFragment(
    graphql`
      fragment ProblemTable_problems on ProblemConnection {
        totalCount
        edges {
          node {
            id
            displayId
            bank
            title
            difficulty
            tags {
              number
              name
              color
            }
            tally {
              accepted
              total
              rate
            }
            viewerProgress {
              verdict
            }
          }
        }
      }
    `,
    problems,
  )

  const columns: Column<Row>[] = [
    {
      key: 'progress',
      label: t('problem:list.progress'),
      hiddenLabel: true,
      width: 40,
      cell: (row) => row.viewerProgress && <Verdict form="icon" verdict={row.viewerProgress.verdict} />,
    },
    {
      key: 'id',
      label: t('problem:list.id'),
      width: 72,
      mono: true,
      cell: (row) => <Box sx={{ color: 'text.tertiary' }}>{row.displayId}</Box>,
    },
    {
      key: 'title',
      label: t('problem:list.name'),
      grow: true,
      cell: (row) => (
        <>
          <Link href={problemPageHref(place, row.displayId)} color="text.primary" title={row.title}>
            {row.title}
          </Link>
          {row.bank !== OWN_BANK && (
            <Box component="span" sx={{ ml: 2 }}>
              <BankMark bank={row.bank} />
            </Box>
          )}
        </>
      ),
    },
    {
      key: 'difficulty',
      label: t('problem:list.difficulty'),
      cell: (row) => <DifficultySteps difficulty={row.difficulty} />,
    },
    ...(shown
      ? [
          {
            key: 'tags',
            label: t('problem:list.tags'),
            from: 'xl' as const,
            cell: (row: Row) => <Tags row={row} most={2} />,
          },
        ]
      : []),
    {
      key: 'rate',
      label: t('problem:list.rate'),
      numeric: true,
      cell: (row) => <AcceptanceBar tally={row.tally} />,
    },
    {
      key: 'total',
      label: t('problem:list.total'),
      numeric: true,
      cell: (row) => <Box sx={{ color: 'text.tertiary' }}>{formatCount(row.tally.total)}</Box>,
    },
  ]

  return (
    <ListTable
      address={address}
      list={list}
      total={totalCount}
      label={t('problem:list.title')}
      columns={columns}
      rows={edges.map((edge) => edge.node)}
      rowKey={(row) => row.id}
      opens
      card={(row) => (
        <>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
            <Box component="span" sx={{ typography: 'code', color: 'text.tertiary' }}>
              {row.displayId}
            </Box>
            <Link
              href={problemPageHref(place, row.displayId)}
              color="text.primary"
              sx={{ fontWeight: 600, minWidth: 0, flex: 1 }}
            >
              {row.title}
            </Link>
            {row.viewerProgress && <Verdict form="icon" verdict={row.viewerProgress.verdict} />}
          </Box>
          <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
            <DifficultySteps difficulty={row.difficulty} />
            <BankMark bank={row.bank} />
            <AcceptanceBar tally={row.tally} />
          </Box>
          {shown && row.tags.length > 0 && <Tags row={row} most={4} />}
        </>
      )}
      empty={
        <EmptyState
          title={t('problem:list.empty')}
          text={t(place === null ? 'problem:list.emptyHint' : 'problem:list.emptyInGroup')}
        />
      }
      nothing={
        <EmptyState
          title={t('problem:list.nothing')}
          text={t(place === null ? 'problem:list.nothingHint' : 'problem:list.nothingInGroup')}
        >
          <Button variant="contained" color="primary" href={address.path}>
            {t('problem:list.clear')}
          </Button>
          {place === null && <RandomButton />}
        </EmptyState>
      }
    />
  )
}
