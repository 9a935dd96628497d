import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { graphql, useFragment } from 'react-relay'
import type { AcceptedRank_site$key } from '../../__generated__/AcceptedRank_site.graphql.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatNumber } from '../../ui/format.ts'
import { MedalChip } from '../../ui/marks.tsx'
import { UserLink } from '../user/UserLink.tsx'
import { HomeCard } from './HomeFrame.tsx'

type Props = { site: AcceptedRank_site$key; viewerId: string | undefined }

/** Who was accepted on most problems within seven days. */
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
        <Box
          role="region"
          aria-labelledby="accepted-rank"
          tabIndex={0}
          sx={{ px: 2, pb: 2, maxHeight: 500, overflowY: 'auto', outlineOffset: -2 }}
        >
          <Box component="table" aria-labelledby="accepted-rank" sx={TABLE}>
            <Box component="thead" sx={HIDDEN}>
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

export const HIDDEN = {
  position: 'absolute',
  clipPath: 'inset(50%)',
  width: 1,
  height: 1,
  overflow: 'hidden',
  whiteSpace: 'nowrap',
} as const

const TABLE = {
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  tableLayout: 'fixed',
  typography: 'dense',
  '& td': { height: { xs: 36, lg: 40 }, p: 0 },
  '& .place': { width: 40, textAlign: 'center' },
  '& .name': { overflow: 'hidden' },
  '& .share': { width: { xs: 56, xl: 84 } },
  '& .figures': { width: 88, pr: 2, textAlign: 'right', color: 'text.tertiary', whiteSpace: 'nowrap' },
  '& .figures b': { fontWeight: 600, color: 'text.primary' },
  '& .own td': { bgcolor: 'surface.selected' },
  '& .own td:first-of-type': {
    borderRadius: '6px 0 0 6px',
    boxShadow: ({ vars }: { vars: { palette: { accent: { fg: string } } } }) =>
      `inset 2px 0 ${vars.palette.accent.fg}`,
  },
  '& .own td:last-of-type': { borderRadius: '0 6px 6px 0' },
} as const
