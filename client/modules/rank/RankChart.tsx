import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { graphql, useFragment } from 'react-relay'
import type { RankChart_ranks$key } from '../../__generated__/RankChart_ranks.graphql.ts'
import { formatNumber } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import type { RankType } from './rankList.ts'

/** Height (px) of the highest bar. */
const TALLEST = 140

/** Bars of the first ten: solved and submitted, or the score. Hidden from screen readers, who have the table. */
export function RankChart({ ranks, type }: { ranks: RankChart_ranks$key; type: RankType }) {
  const { t, i18n } = useTranslation()
  const { edges } = useFragment(
    graphql`
      fragment RankChart_ranks on RankConnection {
        edges {
          node {
            number
            solved
            submitted
            score
            user {
              id
              username
            }
          }
        }
      }
    `,
    ranks,
  )
  const rows = edges
    .map(({ node }) => node)
    .filter(({ solved, submitted, score }) => (type === 'ACM' ? solved + submitted : score) > 0)
  if (rows.length === 0) return null
  const bars = rows.map(({ solved, submitted, score, user }) => ({
    user,
    values: type === 'ACM' ? [solved, submitted] : [score],
  }))
  const most = Math.max(1, ...bars.flatMap(({ values }) => values))
  const number = (value: number) => formatNumber(value, i18n.language)
  const colours = type === 'ACM' ? ['verdict.AC.solid', 'line.default'] : ['primary.main']
  const names = type === 'ACM' ? [t('rank:solved'), t('rank:submitted')] : [t('rank:score')]
  return (
    <Paper variant="outlined" aria-hidden sx={{ p: 4, mb: 4 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 4, mb: 3 }}>
        <Box sx={{ typography: 'h3' }}>{t('rank:top')}</Box>
        {names.map((name, at) => (
          <Box key={name} sx={{ display: 'flex', alignItems: 'center', gap: 1.5, typography: 'caption' }}>
            <Box sx={{ width: 10, height: 10, borderRadius: '2px', bgcolor: colours[at] }} />
            {name}
          </Box>
        ))}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: { xs: 1, md: 4 } }}>
        {bars.map(({ user, values }) => (
          <Box
            key={user.id}
            title={`${user.username}: ${values.map((value, at) => `${names[at]} ${number(value)}`).join(', ')}`}
            sx={{ flex: 1, minWidth: 0, textAlign: 'center' }}
          >
            <Box sx={{ display: 'flex', alignItems: 'flex-end', justifyContent: 'center', gap: 0.5 }}>
              {values.map((value, at) => (
                <Box
                  key={names[at]}
                  sx={{
                    width: '40%',
                    maxWidth: 28,
                    height: Math.max(2, (value / most) * TALLEST),
                    borderRadius: '3px 3px 0 0',
                    bgcolor: colours[at],
                  }}
                />
              ))}
            </Box>
            <Box
              sx={{
                mt: 1,
                typography: 'caption',
                color: 'text.secondary',
                overflow: 'hidden',
                textOverflow: 'ellipsis',
                whiteSpace: 'nowrap',
              }}
            >
              {user.username}
            </Box>
          </Box>
        ))}
      </Box>
    </Paper>
  )
}
