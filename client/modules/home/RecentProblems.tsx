import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Suspense } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { RecentProblems_site$key } from '../../__generated__/RecentProblems_site.graphql.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { AcceptanceBar, DifficultySteps } from '../../ui/text/marks.tsx'
import { RelativeTime } from '../../ui/text/Time.tsx'
import { Verdict } from '../../ui/text/Verdict.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { HomeCard } from './HomeFrame.tsx'

const RecentProblemsLive = lazyPart(async () => (await import('./RecentProblemsLive.tsx')).RecentProblemsLive)

/** The problems created or updated last. */
export function RecentProblems({ site }: { site: RecentProblems_site$key }) {
  const { t } = useTranslation()
  const { recentProblems: rows } = useFragment(
    graphql`
      fragment RecentProblems_site on Site {
        recentProblems {
          id
          displayId
          title
          difficulty
          updatedAt
          lastChange
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
    `,
    site,
  )
  const changeOf = ({ lastChange }: (typeof rows)[number]) =>
    lastChange && t(`home:problems.changes.${lastChange}`)
  return (
    <HomeCard
      id="recent-problems"
      title={t('home:problems.title')}
      aside={
        <Link href="/problem" sx={{ typography: 'dense' }}>
          {t('home:problems.all')}
        </Link>
      }
    >
      <Suspense fallback={null}>
        <RecentProblemsLive />
      </Suspense>
      {rows.length === 0 ? (
        <EmptyState title={t('home:problems.empty')} text={t('home:problems.emptyText')} />
      ) : (
        <Box component="table" aria-labelledby="recent-problems" sx={TABLE}>
          <Box component="thead" sx={visuallyHidden}>
            <tr>
              <th scope="col">{t('home:problems.progress')}</th>
              <th scope="col">{t('home:problems.id')}</th>
              <th scope="col">{t('home:problems.name')}</th>
              <th scope="col">{t('home:problems.difficulty')}</th>
              <th scope="col">{t('home:problems.change')}</th>
              <th scope="col">{t('home:problems.rate')}</th>
              <th scope="col">{t('home:problems.updated')}</th>
            </tr>
          </Box>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td className="progress">
                  {row.viewerProgress && <Verdict form="icon" verdict={row.viewerProgress.verdict} />}
                </td>
                <td className="id">{row.displayId}</td>
                <td className="title">
                  <Link
                    href={`/problem/${encodeURIComponent(row.displayId)}`}
                    color="text.primary"
                    title={row.title}
                    sx={{ fontWeight: 500 }}
                  >
                    {row.title}
                  </Link>
                  <Box sx={{ display: { md: 'none' }, typography: 'caption', color: 'text.tertiary' }}>
                    {changeOf(row) && `${changeOf(row)} · `}
                    <RelativeTime at={row.updatedAt} />
                  </Box>
                </td>
                <td>
                  <DifficultySteps difficulty={row.difficulty} />
                </td>
                <td className="change">{changeOf(row)}</td>
                <td className="rate">
                  <AcceptanceBar tally={row.tally} />
                </td>
                <td className="updated">
                  <RelativeTime at={row.updatedAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </Box>
      )}
    </HomeCard>
  )
}

const TABLE = {
  width: '100%',
  borderCollapse: 'collapse',
  typography: 'dense',
  // Rows fill the height of the card beside them.
  flex: 1,
  display: 'table',
  '& td': {
    height: { xs: 48, md: 40 },
    px: 2,
    py: 0,
    whiteSpace: 'nowrap',
    borderTop: 1,
    borderColor: 'divider',
  },
  '& .progress': { width: 38, pl: 4, pr: 0 },
  '& .id': { width: 64, typography: 'code', color: 'text.tertiary' },
  '& .title': {
    width: '99%',
    maxWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: { xs: 'normal', md: 'nowrap' },
  },
  '& .change': { color: 'text.secondary', display: { xs: 'none', md: 'table-cell' } },
  '& .rate': { display: { xs: 'none', md: 'table-cell' }, textAlign: 'right' },
  '& .updated': {
    display: { xs: 'none', md: 'table-cell' },
    textAlign: 'right',
    color: 'text.tertiary',
  },
  '& td:last-of-type': { pr: 4 },
} as const
