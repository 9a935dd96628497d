import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { graphql, useFragment } from 'react-relay'
import type { HomeFigures_home$key } from '../../__generated__/HomeFigures_home.graphql.ts'
import { formatNumber, formatRate, NONE } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Ranks and totals of a user. */
export function HomeFigures({ home }: { home: HomeFigures_home$key }) {
  const { t, i18n } = useTranslation()
  const { rank } = useFragment(
    graphql`
      fragment HomeFigures_home on UserHome {
        rank {
          acm
          oi
          listed
          solved
          submitted
          score
        }
      }
    `,
    home,
  )
  const number = (value: number | null | undefined) =>
    typeof value === 'number' ? formatNumber(value, i18n.language) : NONE
  const listed = ` / ${number(rank.listed)}`
  const figures = [
    { key: 'acm', value: number(rank.acm), of: listed },
    { key: 'oi', value: number(rank.oi), of: listed },
    { key: 'solved', value: number(rank.solved) },
    { key: 'submitted', value: number(rank.submitted) },
    { key: 'rate', value: rank.submitted > 0 ? formatRate(rank.solved / rank.submitted) : NONE },
    { key: 'score', value: number(rank.score) },
  ] as const
  return (
    <Paper
      component="dl"
      variant="outlined"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: {
          xs: 'repeat(2, minmax(0,1fr))',
          md: 'repeat(3, minmax(0,1fr))',
          lg: 'repeat(6, minmax(0,1fr))',
        },
        overflow: 'hidden',
        // Hairlines between cells: the last of each row and column is clipped.
        '& > div': { px: 4, py: 3, boxShadow: ({ vars }) => `1px 1px ${vars.palette.divider}` },
      }}
    >
      {figures.map(({ key, value, ...rest }) => (
        <div key={key}>
          <Box component="dt" sx={{ typography: 'caption', color: 'text.tertiary' }}>
            {t(`userHome:figure.${key}`)}
          </Box>
          <Box component="dd" sx={{ m: 0, typography: 'h2', fontVariantNumeric: 'tabular-nums' }}>
            {value}
            {'of' in rest && (
              <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary' }}>
                {rest.of}
              </Box>
            )}
          </Box>
        </div>
      ))}
    </Paper>
  )
}
