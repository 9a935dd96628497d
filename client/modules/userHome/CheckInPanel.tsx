import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { CheckInPanel_home$key } from '../../__generated__/CheckInPanel_home.graphql.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { HomeCard } from './UserHomeFrame.tsx'

/** Check-ins: the streak, the longest one, all, and the last 14 days. */
export function CheckInPanel({ home }: { home: CheckInPanel_home$key }) {
  const { t } = useTranslation()
  const {
    checkIns: { doneToday, streak, longest, total, days },
  } = useFragment(
    graphql`
      fragment CheckInPanel_home on UserHome {
        checkIns {
          doneToday
          streak
          longest
          total
          days
        }
      }
    `,
    home,
  )
  const figures = { streak, longest, total }
  return (
    <HomeCard
      id="check-ins"
      title={t('userHome:checkIn.title')}
      end={
        doneToday && (
          <Box component="span" sx={{ typography: 'caption', color: 'verdict.AC.fg' }}>
            {t('userHome:checkIn.today')}
          </Box>
        )
      }
    >
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)' }}>
        {(['streak', 'longest', 'total'] as const).map((key) => (
          <Box key={key} sx={{ display: 'flex', flexDirection: 'column-reverse' }}>
            <Box component="dt" sx={{ typography: 'caption', color: 'text.tertiary' }}>
              {t(`userHome:checkIn.${key}`)}
            </Box>
            <Box component="dd" sx={{ m: 0, typography: 'h2', fontVariantNumeric: 'tabular-nums' }}>
              {figures[key]}
            </Box>
          </Box>
        ))}
      </Box>
      <Box
        role="img"
        aria-label={t('userHome:checkIn.days', { count: days.filter(Boolean).length })}
        sx={{ display: 'flex', alignItems: 'center', gap: '3px', mt: 3, height: 12 }}
      >
        {days.map((done, at) => (
          <Box
            key={at}
            component="i"
            sx={{
              flex: 1,
              height: done ? 12 : 3,
              borderRadius: 0.5,
              bgcolor: done ? 'verdict.AC.solid' : 'line.default',
              forcedColorAdjust: 'none',
            }}
          />
        ))}
      </Box>
    </HomeCard>
  )
}
