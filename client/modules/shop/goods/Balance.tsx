import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { graphql, useFragment } from 'react-relay'
import type { Balance_points$key } from '../../../__generated__/Balance_points.graphql.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

/** Points that the viewer can spend, and where they come from. */
export function Balance(props: { points: Balance_points$key }) {
  const { t, i18n } = useTranslation()
  const { balance, solved, checkIns } = useFragment(
    graphql`
      fragment Balance_points on Points {
        balance
        solved
        checkIns
      }
    `,
    props.points,
  )
  const figure = (value: number) => formatNumber(value, i18n.language)
  // Grants, and orders less what was paid back for them.
  const others = balance - solved - checkIns
  return (
    <Paper component="section" variant="outlined" aria-labelledby="balance" sx={{ px: 4, py: 3.5 }}>
      <Box
        component="h2"
        id="balance"
        sx={{ typography: 'caption', color: 'text.tertiary', fontWeight: 400 }}
      >
        {t('shop:balance.title')}
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'baseline',
          gap: 3,
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        <Box component="output" sx={{ typography: 'h1' }}>
          {figure(balance)}
        </Box>
        <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary' }}>
          {[
            t('shop:balance.solved', { count: solved, total: figure(solved) }),
            t('shop:balance.checkIns', { count: checkIns }),
            ...(others === 0 ? [] : [t('shop:balance.others', { count: others, total: figure(others) })]),
          ].join(' · ')}
        </Box>
      </Box>
      {balance < 0 && (
        <Box component="p" sx={{ m: 0, mt: 2, typography: 'caption', color: 'verdict.TLE.fg' }}>
          {t('shop:balance.negative')}
        </Box>
      )}
    </Paper>
  )
}
