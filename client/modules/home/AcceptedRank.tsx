import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { AcceptedRank_site$key } from '../../__generated__/AcceptedRank_site.graphql.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import { MedalChip } from '../../ui/text/marks.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { UserLink } from '../user/UserLink.tsx'
import { HomeCard } from './HomeFrame.tsx'

type Props = { site: AcceptedRank_site$key; viewerId: string | undefined }

/** Users with the most problems solved in the last seven days. */
export function AcceptedRank({ site, viewerId }: Props) {
  const { t, i18n } = useTranslation()
  const { acceptedRank: rows } = useFragment(
    graphql`
      fragment AcceptedRank_site on Site {
        acceptedRank {
          accepted
          total
          user {
            id
            ...UserLink_user
          }
        }
      }
    `,
    site,
  )
  const most = rows[0]?.accepted ?? 1
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <HomeCard
      id="accepted-rank"
      title={t('home:rank.title')}
      aside={
        <Box aria-hidden sx={{ typography: 'caption', color: 'text.tertiary' }}>
          {t('home:rank.figures')}
        </Box>
      }
    >
      {rows.length === 0 ? (
        <EmptyState title={t('home:rank.empty')} text={t('home:rank.emptyText')} />
      ) : (
        <Box sx={{ px: 2, pb: 2, maxHeight: 500, overflowY: 'auto' }}>
          <Box component="table" aria-labelledby="accepted-rank" sx={TABLE}>
            <Box component="thead" sx={visuallyHidden}>
              <tr>
                <th scope="col">{t('home:rank.place')}</th>
                <th scope="col">{t('home:rank.user')}</th>
                <th scope="col">{t('home:rank.share')}</th>
                <th scope="col">{t('home:rank.figures')}</th>
              </tr>
            </Box>
            <tbody>
              {rows.map(({ user, accepted, total }, index) => (
                <tr key={user.id} className={user.id === viewerId ? 'own' : undefined}>
                  <td className="place">
                    <MedalChip rank={index + 1} />
                  </td>
                  <td className="name">
                    <UserLink user={user} size={24} />
                  </td>
                  <td className="share">
                    <Box
                      aria-hidden
                      sx={{ height: 4, borderRadius: 0.5, bgcolor: 'line.subtle', overflow: 'hidden' }}
                    >
                      <Box
                        sx={{
                          height: '100%',
                          width: `${(accepted / most) * 100}%`,
                          bgcolor: 'verdict.AC.solid',
                        }}
                      />
                    </Box>
                  </td>
                  <td className="figures">
                    <b>{number(accepted)}</b>
                    {` / ${number(total)}`}
                  </td>
                </tr>
              ))}
            </tbody>
          </Box>
        </Box>
      )}
    </HomeCard>
  )
}

const TABLE = {
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  typography: 'dense',
  '& td': { height: { xs: 36, lg: 32 }, p: 0 },
  '& .place': { minWidth: 38, pl: 2, pr: 2.5, textAlign: 'center' },
  '& .name': { width: '99%', maxWidth: 0 },
  '& .share > div': { width: { xs: 56, xl: 84 }, ml: 2 },
  '& .figures': {
    minWidth: 76,
    pl: 2.5,
    pr: 2,
    textAlign: 'right',
    color: 'text.tertiary',
    whiteSpace: 'nowrap',
  },
  '& .figures b': { fontWeight: 600, color: 'text.primary' },
  '& .own td': { bgcolor: 'surface.selected' },
  '& .own td:first-of-type': {
    borderRadius: '6px 0 0 6px',
    boxShadow: ({ vars }: { vars: { palette: { accent: { fg: string } } } }) =>
      `inset 2px 0 ${vars.palette.accent.fg}`,
  },
  '& .own td:last-of-type': { borderRadius: '0 6px 6px 0' },
} as const
