import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import { graphql, useFragment } from 'react-relay'
import type {
  RankTable_rows$data,
  RankTable_rows$key,
} from '../../../__generated__/RankTable_rows.graphql.ts'
import type { RankTable_training$key } from '../../../__generated__/RankTable_training.graphql.ts'
import { useChangedRows } from '../../../ui/table/useChangedRows.ts'
import { useGlide } from '../../../ui/table/useGlide.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { usePlace } from '../../group/usePlace.ts'
import { UserLink } from '../../user/UserLink.tsx'
import { trainingProblemHref } from '../addresses.ts'
import { RankCell } from './RankCell.tsx'

type Edge = RankTable_rows$data['edges'][number]

type Props = {
  /** Identifies the page of the rank. */
  list: string
  rows: RankTable_rows$key
  training: RankTable_training$key
  /** Global id of the viewer, whose row is marked. */
  viewerId: string | null
}

const keyOf = ({ node }: Edge) => node.user.id

/** A row is marked as changed when this text changes. */
const textOf = ({ node: { place, solvedCount, timeMs, cells } }: Edge) =>
  JSON.stringify([place, solvedCount, timeMs, cells])

/** One page of the rank, in a frame that scrolls sideways: place and user stay in place. */
export function RankTable({ list, viewerId, ...props }: Props) {
  const { t } = useTranslation()
  const place = usePlace()
  const { number, title, problems } = useFragment(
    graphql`
      fragment RankTable_training on Training {
        number
        title
        problems {
          id
          problem {
            number
            displayId
            title
          }
        }
      }
    `,
    props.training,
  )
  const { edges } = useFragment(
    graphql`
      fragment RankTable_rows on TrainingRankConnection {
        edges {
          node {
            place
            realname
            school
            solvedCount
            timeMs
            user {
              id
              ...UserLink_user
            }
            cells {
              problemNumber
              verdict
              timeMs
            }
          }
        }
      }
    `,
    props.rows,
  )
  const columns = (problems ?? []).flatMap(({ id, problem }, at) =>
    problem ? [{ id, order: at + 1, ...problem }] : [],
  )
  const changed = useChangedRows(list, edges, keyOf, textOf)
  const body = useGlide(list, edges.map(keyOf))
  return (
    // Focusable, so that a keyboard scrolls it.
    <Paper variant="outlined" tabIndex={0} role="region" aria-label={title} sx={{ overflow: 'auto' }}>
      <Box component="table" aria-label={t('training:tab.rank')} sx={tableOf(columns.length)}>
        <thead>
          <tr>
            <th scope="col" className="place">
              {t('training:rank.place')}
            </th>
            <th scope="col" className="user">
              {t('training:rank.user')}
            </th>
            <th scope="col" className="figure">
              {t('training:rank.solved')}
            </th>
            <th scope="col" className="figure time">
              {t('training:rank.timeMs')}
            </th>
            {columns.map(({ id, order, displayId, title }) => (
              <th key={id} scope="col" className="problem">
                <Link
                  href={trainingProblemHref(place, number, displayId)}
                  color="text.primary"
                  title={`${displayId} ${title}`}
                  sx={{ fontWeight: 600 }}
                >
                  {order}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {edges.map((edge) => (
            <RankRow
              key={keyOf(edge)}
              row={edge.node}
              columns={columns}
              isOwn={edge.node.user.id === viewerId}
              isFresh={changed.has(keyOf(edge))}
            />
          ))}
        </tbody>
      </Box>
    </Paper>
  )
}

type RowProps = {
  row: Edge['node']
  columns: readonly { id: string; order: number; number: number }[]
  isOwn: boolean
  isFresh: boolean
}

function RankRow({ row, columns, isOwn, isFresh }: RowProps) {
  const { t, i18n } = useTranslation()
  const { place, realname, school, solvedCount, timeMs, user, cells } = row
  const results = new Map(cells.map((cell) => [cell.problemNumber, cell]))
  return (
    <tr className={`${isOwn ? 'own' : ''} ${isFresh ? 'fresh' : ''}`}>
      <td className="place">{place}</td>
      <th scope="row" className="user">
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
          <UserLink user={user} />
          {isOwn && (
            <Box
              component="span"
              sx={{
                flex: 'none',
                px: 1.25,
                borderRadius: 0.5,
                typography: 'caption',
                fontWeight: 600,
                color: 'primary.contrastText',
                bgcolor: 'primary.main',
              }}
            >
              {t('training:rank.you')}
            </Box>
          )}
        </Box>
        {realname && (
          <Box sx={LINE} title={t('training:rank.realname', { name: realname })}>
            {realname}
          </Box>
        )}
        {school && (
          <Box sx={LINE} title={school}>
            {school}
          </Box>
        )}
      </th>
      <td className="figure solved">{solvedCount}</td>
      <td className="figure time">{formatNumber(timeMs, i18n.language)}</td>
      {columns.map(({ id, order, number }) => (
        <RankCell key={id} order={order} result={results.get(number)} />
      ))}
    </tr>
  )
}

const LINE = {
  typography: 'caption',
  color: 'text.secondary',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const

/** Widths of columns (px); the user's column is at least as wide as `user`. */
const WIDTH = {
  xs: { place: 40, user: 132, solved: 48, time: 0, problem: 52 },
  md: { place: 56, user: 200, solved: 64, time: 96, problem: 64 },
}

const leastWidth = ({ place, user, solved, time, problem }: (typeof WIDTH)['md'], problems: number) =>
  place + user + solved + time + problems * problem

const PINNED = { position: 'sticky', zIndex: 1, bgcolor: 'background.paper' } as const

const tableOf = (problems: number) =>
  ({
    width: '100%',
    minWidth: { xs: leastWidth(WIDTH.xs, problems), md: leastWidth(WIDTH.md, problems) },
    tableLayout: 'fixed',
    borderCollapse: 'collapse',
    typography: 'body2',
    fontVariantNumeric: 'tabular-nums',
    '& th, & td': { p: 0, height: 46, fontWeight: 400, textAlign: 'center' },
    '& thead th': { height: 36, typography: 'caption', color: 'text.tertiary' },
    '& tbody tr': { borderTop: 1, borderColor: 'divider' },
    '& tbody tr:hover > *, & tbody tr:hover > .user': { bgcolor: 'surface.hover' },
    '& .place': { ...PINNED, left: 0, width: { xs: WIDTH.xs.place, md: WIDTH.md.place } },
    '& tbody .place': { fontWeight: 600 },
    '& .user': {
      ...PINNED,
      left: { xs: WIDTH.xs.place, md: WIDTH.md.place },
      width: { xs: WIDTH.xs.user, md: 'auto' },
      pr: 2,
      textAlign: 'left',
    },
    '& .figure': { width: { xs: WIDTH.xs.solved, md: WIDTH.md.solved }, pr: 2, textAlign: 'right' },
    '& .solved': { fontWeight: 600, fontSize: 15 },
    '& .time': { display: { xs: 'none', md: 'table-cell' }, width: WIDTH.md.time, color: 'text.secondary' },
    '& .problem': { width: { xs: WIDTH.xs.problem, md: WIDTH.md.problem } },
    '& tbody tr.own > *, & tbody tr.own:hover > *': { bgcolor: 'surface.selected' },
    '& tr.own > .place': {
      boxShadow: ({ vars }: Themed) => `inset 2px 0 ${vars.palette.accent.fg}`,
    },
    '& tr.fresh > *': {
      animation: 'rank-fresh 1.6s cubic-bezier(.2,0,0,1)',
      '@keyframes rank-fresh': { from: { background: 'var(--mui-palette-accent-subtle)' } },
    },
  }) as const

type Themed = { vars: { palette: { accent: { fg: string } } } }
